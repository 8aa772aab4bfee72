import { formatDecimal } from '#kit/model/money.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { addressKey } from '../model/address-check.ts';
import { cancelUnits } from './cancel-units.ts';
import { openHold } from './holds.ts';
import type { MappedOrder } from './mapped-order.ts';

interface KnownLine {
  id: string;
  line_no: number;
  channel_sku: string;
  qty: number;
  qty_cancelled: number;
  qty_shipped: number;
  unit_price: string;
}

interface KnownOrder {
  status: string;
  ship_by: Date | null;
  address_hash: string;
  payload_hash: string | null;
}

const CLOSED = new Set(['shipped', 'delivered', 'completed', 'cancelled', 'rejected']);

/**
 * The channel tells an order we have in another way: a record of what changed, never a second
 * order. Cancelled lines are cancelled here too (once something is packed a person decides);
 * other differences open a hold where they matter.
 * @returns whether anything a person would call a change was found
 */
export async function applyChange(tx: Tx, orderId: string, order: MappedOrder): Promise<boolean> {
  const known = await tx.one<KnownOrder>`
    select status, ship_by, address_hash, payload_hash from sales_order
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid for update`;
  // Another pull told the same while this one waited for the order.
  if (known.payload_hash === order.payloadHash) return false;
  const lines = await tx.rows<KnownLine>`
    select id, line_no, channel_sku, qty, qty_cancelled, qty_shipped, unit_price from order_line
    where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid order by line_no`;
  const changes: string[] = [];
  let isMore = false;
  const cancelled: { lineId: string; qty: number }[] = [];
  for (const line of order.lines) {
    const own = lines.find((l) => l.line_no === line.lineNo && l.channel_sku === line.channelSku);
    if (!own) {
      changes.push(`新增行 ${line.channelSku}×${line.qty}`);
      isMore = true;
      continue;
    }
    if (line.isCancelled && own.qty_cancelled + own.qty_shipped < own.qty) {
      cancelled.push({ lineId: own.id, qty: own.qty - own.qty_cancelled - own.qty_shipped });
      changes.push(`平台取消 ${line.channelSku}`);
    }
    if (!line.isCancelled && line.qty !== own.qty) {
      changes.push(`${line.channelSku} 数量 ${own.qty} → ${line.qty}`);
      isMore = true;
    }
    const price = formatDecimal(line.unitPrice, 4);
    if (price !== own.unit_price)
      changes.push(`${line.channelSku} 单价 ${own.unit_price} → ${price}`);
  }
  if (order.shipBy && known.ship_by?.getTime() !== order.shipBy.getTime())
    changes.push('最晚发货时间变更');
  const isMoved = tx.vault.digest(addressKey(order.shipTo)) !== known.address_hash;
  if (isMoved) changes.push('收货地址变更');
  await tx.run`
    update sales_order set payload_hash = ${order.payloadHash}, ship_by = ${order.shipBy ?? known.ship_by}
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
  if (changes.length === 0) return false;
  await tx.run`
    insert into order_change (tenant_id, id, order_id, summary, before, after, create_by, create_time)
    values (${tx.tenant}, ${newId()}, ${orderId}::uuid, ${changes.join('；').slice(0, 500)},
      ${JSON.stringify(lines)}::jsonb,
      ${JSON.stringify(order.lines.map((l) => ({ ...l, unitPrice: formatDecimal(l.unitPrice, 4) })))}::jsonb,
      ${tx.actor.username}, ${tx.now})`;
  await react(tx, orderId, known, cancelled, changes, isMoved || isMore);
  return true;
}

async function react(
  tx: Tx,
  orderId: string,
  known: KnownOrder,
  cancelled: { lineId: string; qty: number }[],
  changes: string[],
  needsPerson: boolean,
): Promise<void> {
  if (CLOSED.has(known.status)) return;
  if (cancelled.length > 0) {
    if (['new', 'accepted', 'ready'].includes(known.status)) {
      await cancelUnits(tx, orderId, { items: cancelled, by: '平台', reason: '平台取消' });
      return;
    }
    await openHold(tx, orderId, { type: 'cancelRequest', detail: changes.join('；') });
  } else if (needsPerson) {
    await openHold(tx, orderId, { type: 'manual', detail: `平台变更：${changes.join('；')}` });
  }
}
