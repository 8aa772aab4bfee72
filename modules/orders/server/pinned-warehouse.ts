import type { Tx } from '#kit/server/database.ts';
import { openHold } from './holds.ts';

/** Where the channel wants an order to leave from. */
interface ChannelPin {
  /** The local warehouse behind the channel's code; null = none is named, or none is mapped. */
  warehouseId: string | null;
  /** The code under which the shop must ship and behind which no local warehouse stands. */
  unmappedCode: string | null;
}

/**
 * The warehouse the channel named for an order. A code that was unknown when the order came in is
 * looked up again; of several warehouses behind it the first is meant. Only a shop under 平台指定仓
 * is bound to it: one that chooses for itself waits for no mapping.
 */
export async function channelPin(tx: Tx, orderId: string): Promise<ChannelPin> {
  const order = await tx.one<{ code: string | null; isBound: boolean; warehouseId: string | null }>`
    select o.pinned_warehouse_code as code,
      a.strategy = 'pinned' and o.pinned_warehouse_id is null as "isBound",
      coalesce(o.warehouse_id, (
        select c.warehouse_id from channel_warehouse c
          join warehouse w on w.tenant_id = c.tenant_id and w.id = c.warehouse_id
        where c.tenant_id = o.tenant_id and c.account_id = o.account_id
          and c.channel_code = o.pinned_warehouse_code and c.deleted_at is null and c.status = 'enabled'
          and w.deleted_at is null and w.status = 'enabled'
        order by c.priority, c.id limit 1)) as "warehouseId"
    from sales_order o join channel_account a on a.tenant_id = o.tenant_id and a.id = o.account_id
    where o.tenant_id = ${tx.tenant} and o.id = ${orderId}::uuid`;
  const { code, isBound, warehouseId } = order;
  return { warehouseId, unmappedCode: isBound && !warehouseId ? code : null };
}

/** Opens the hold 仓库未映射: nothing is promised from a warehouse the channel did not name. */
export async function holdForMapping(tx: Tx, orderId: string, code: string): Promise<string> {
  const detail = `渠道仓 ${code} 没有映射本地仓`;
  await openHold(tx, orderId, { type: 'unmappedWarehouse', detail });
  return detail;
}
