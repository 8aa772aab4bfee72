import type { Tx } from '#kit/server/database.ts';
import { NOT_FOUND } from '#modules/orders/model/hold-title.ts';
import { closeHolds, openHold } from '#modules/orders/server/index.ts';

interface ShortOrder {
  orderId: string;
  waveNo: string;
  goods: string;
}

const shortOf = (tx: Tx, orderIds: readonly string[]): Promise<ShortOrder[]> =>
  tx.rows<ShortOrder>`
    select s.order_id, max(w.wave_no) as wave_no,
      string_agg(k.sku_code || ' ×' || t.qty_short, '、' order by k.sku_code) as goods
    from wave_task t
      join shipment s on s.tenant_id = t.tenant_id and s.id = t.shipment_id and s.wave_id = t.wave_id
      join wave w on w.tenant_id = t.tenant_id and w.id = t.wave_id
      join sku k on k.tenant_id = t.tenant_id and k.id = t.sku_id
    where t.tenant_id = ${tx.tenant} and s.order_id = any(${orderIds}::uuid[])
      and t.status <> 'cancelled' and t.qty_short > 0
    group by 1 order by 1`;

/**
 * 缺货 of orders follows what their picker did not find: opened, worded afresh, or closed once all was found.
 * The orders are locked by the caller.
 */
export async function followShorts(tx: Tx, orderIds: readonly string[], reason: string): Promise<void> {
  const short = await shortOf(tx, orderIds);
  for (const { orderId, waveNo, goods } of short)
    await openHold(tx, orderId, {
      type: 'outOfStock',
      detail: `${NOT_FOUND}${goods}（波次 ${waveNo}，${reason}）`,
    });
  const found = orderIds.filter((id) => !short.some(({ orderId }) => orderId === id));
  const held = await tx.rows<{ orderId: string }>`
    select distinct order_id from order_hold where tenant_id = ${tx.tenant}
      and order_id = any(${found}::uuid[]) and type = 'outOfStock' and closed_at is null
      and starts_with(detail, ${NOT_FOUND}) order by order_id`;
  for (const { orderId } of held) await closeHolds(tx, orderId, 'outOfStock', reason);
}
