import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal, lineAmount, parseDecimal } from '#kit/model/money.ts';
import type { Actor } from '#kit/server/actor.ts';
import { recordBirth } from '#kit/server/command.ts';
import { newId, type Database, type Tx } from '#kit/server/database.ts';
import type { Numbering } from '#kit/server/document-number.ts';
import { addressFault, addressKey } from '../model/address-check.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { applyChange } from './apply-change.ts';
import { holdStock } from './hold-stock.ts';
import { openHold } from './holds.ts';
import type { MappedLine, MappedOrder } from './mapped-order.ts';

export type { MappedLine, MappedOrder } from './mapped-order.ts';

/** What of a shop's policy matters when an order arrives. */
export interface AccountPolicy {
  accountId: string;
  acceptHours: number;
  reserveOn: 'receive' | 'accept';
  priceTolerancePct: number;
}

export interface Received {
  outcome: 'created' | 'changed' | 'repeated';
  orderId: string;
}

export interface ReceiveServices {
  db: Database;
  numbering: Numbering;
}

/**
 * Takes one order in, whole or not at all, in a transaction of its own. The unique key (account,
 * channel order number, type) makes a second arrival find the first: same payload, nothing
 * happens; another payload, a change record.
 * @param finish further work in the same transaction (the pull's cursor)
 */
export async function receiveOrder(
  services: ReceiveServices,
  actor: Actor,
  policy: AccountPolicy,
  order: MappedOrder,
  finish?: (tx: Tx, received: Received) => Promise<void>,
): Promise<Received> {
  const { db, numbering } = services;
  const known = await db.tx(actor, (tx) => findOrder(tx, policy.accountId, order.channelOrderNo));
  const [orderNo] = known ? [''] : await numbering.take(actor, 'SO', 1, new Date());
  return db.tx(actor, async (tx) => {
    const created = known ? null : await createOrder(tx, policy, order, orderNo as string);
    const received: Received = created
      ? { outcome: 'created', orderId: created }
      : await meetAgain(tx, policy, order);
    await finish?.(tx, received);
    return received;
  });
}

const findOrder = (tx: Tx, accountId: string, channelOrderNo: string) =>
  tx.maybe<{ id: string; payload_hash: string | null }>`
    select id, payload_hash from sales_order
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid
      and channel_order_no = ${channelOrderNo} and order_type = 'dropship' and split_seq = 0`;

async function meetAgain(tx: Tx, policy: AccountPolicy, order: MappedOrder): Promise<Received> {
  const known = await findOrder(tx, policy.accountId, order.channelOrderNo);
  if (!known) throw new Error(`order ${order.channelOrderNo} was there and is gone`);
  if (known.payload_hash === order.payloadHash) return { outcome: 'repeated', orderId: known.id };
  const isChanged = await applyChange(tx, known.id, order);
  return { outcome: isChanged ? 'changed' : 'repeated', orderId: known.id };
}

/** @returns the new id, or null when somebody else stored this order meanwhile */
async function createOrder(
  tx: Tx,
  policy: AccountPolicy,
  order: MappedOrder,
  orderNo: string,
): Promise<string | null> {
  const id = newId();
  const exponent = exponentOf(order.currency);
  const lines = order.lines.map((line) => ({
    ...line,
    id: newId(),
    net: lineAmount(line.qty, line.unitPrice, exponent),
    cancelled: line.isCancelled ? line.qty : 0,
  }));
  const isCancelled = lines.every((line) => line.isCancelled);
  const status = isCancelled ? 'cancelled' : 'new';
  if (!(await insertHeader(tx, policy, order, { id, orderNo, status, lines }))) return null;
  await insertLines(tx, id, order, lines);
  recordBirth(tx, orderLifecycle, 'import', [{ id, status, scope: policy.accountId }]);
  if (!isCancelled) {
    const isMapped = await openArrivalHolds(tx, policy, order, id, lines);
    if (isMapped && policy.reserveOn === 'receive')
      await holdStock(tx, {
        id,
        orderNo,
        accountId: policy.accountId,
        pinnedWarehouseId: order.warehouseId,
      });
  }
  await tx.emit('order.received', id, { orderId: id });
  return id;
}

interface StoredLine extends MappedLine {
  id: string;
  net: bigint;
  cancelled: number;
}

async function insertHeader(
  tx: Tx,
  policy: AccountPolicy,
  order: MappedOrder,
  head: { id: string; orderNo: string; status: string; lines: StoredLine[] },
): Promise<boolean> {
  const { shipTo } = order;
  const live = head.lines.filter((line) => !line.isCancelled);
  const seal = (text: string | undefined): string | null => (text ? tx.vault.seal(text) : null);
  const summary = head.lines.map((line) => `${line.channelSku}×${line.qty}`).join(' ');
  const search = [
    head.orderNo,
    order.channelOrderNo,
    ...head.lines.map((l) => l.channelSku),
    shipTo.name,
  ]
    .join(' ')
    .toLowerCase();
  const deadline = new Date(order.orderedAt.getTime() + policy.acceptHours * 3_600_000);
  const inserted = await tx.run`
    insert into sales_order (tenant_id, id, order_no, channel_order_no, account_id, order_type, source, status,
      item_summary, line_count, unit_count, currency, total, ordered_at, accept_deadline, ship_by, deliver_by,
      warehouse_id, pinned_warehouse_code, ship_speed, carrier_code, ship_to_name, ship_to_address1,
      ship_to_address2, ship_to_city, ship_to_state, ship_to_postal_code, ship_to_country, ship_to_phone,
      address_hash, packing_slip_url, extra, payload_hash, search_text, cancelled_at, cancelled_by,
      create_by, create_time)
    values (${tx.tenant}, ${head.id}, ${head.orderNo}, ${order.channelOrderNo}, ${policy.accountId}::uuid, 'dropship',
      'api', ${head.status}, ${summary.slice(0, 255)}, ${head.lines.length},
      ${live.reduce((sum, line) => sum + line.qty, 0)}, ${order.currency},
      ${head.lines.reduce((sum, line) => sum + line.net, 0n)}, ${order.orderedAt}, ${deadline},
      ${order.shipBy ?? null}, ${order.deliverBy ?? null}, ${order.warehouseId}::uuid,
      ${order.channelWarehouseCode ?? null}, ${order.shipSpeed ?? null}, ${order.carrierCode ?? null},
      ${shipTo.name}, ${seal(shipTo.address1)}, ${seal(shipTo.address2)}, ${shipTo.city}, ${shipTo.state},
      ${shipTo.postalCode}, ${shipTo.country}, ${seal(shipTo.phone)}, ${tx.vault.digest(addressKey(shipTo))},
      ${order.packingSlipUrl ?? null}, ${JSON.stringify(order.extra)}::jsonb, ${order.payloadHash}, ${search},
      ${head.status === 'cancelled' ? tx.now : null}, ${head.status === 'cancelled' ? '平台' : null},
      ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, account_id, channel_order_no, order_type, split_seq) do nothing`;
  return inserted > 0;
}

async function insertLines(
  tx: Tx,
  orderId: string,
  order: MappedOrder,
  lines: readonly StoredLine[],
): Promise<void> {
  await tx.run`
    insert into order_line (tenant_id, id, order_id, line_no, channel_sku, channel_item_id, sku_id, name, qty,
      unit_price, expected_price, price_diff_pct, currency, line_net, warehouse_id, est_ship_date,
      qty_cancelled, create_by, create_time)
    select ${tx.tenant}, l.id, ${orderId}::uuid, l.line_no, l.channel_sku, l.item_id, l.sku_id, l.name, l.qty,
      l.unit_price, l.expected_price, case when l.expected_price > 0
        then round((l.unit_price - l.expected_price) / l.expected_price * 100, 2) end,
      ${order.currency}, l.net, ${order.warehouseId}::uuid, l.est_ship_date, l.cancelled,
      ${tx.actor.username}, ${tx.now}
    from unnest(${lines.map((l) => l.id)}::uuid[], ${lines.map((l) => l.lineNo)}::integer[],
      ${lines.map((l) => l.channelSku)}::text[], ${lines.map((l) => l.channelItemId ?? null)}::text[],
      ${lines.map((l) => l.skuId)}::uuid[], ${lines.map((l) => l.name.slice(0, 255))}::text[],
      ${lines.map((l) => l.qty)}::integer[], ${lines.map((l) => formatDecimal(l.unitPrice, 4))}::numeric[],
      ${lines.map((l) => l.expectedPrice)}::numeric[], ${lines.map((l) => l.net)}::bigint[],
      ${lines.map((l) => l.estShipDate?.toISOString().slice(0, 10) ?? null)}::date[],
      ${lines.map((l) => l.cancelled)}::integer[])
      as l (id, line_no, channel_sku, item_id, sku_id, name, qty, unit_price, expected_price, net, est_ship_date, cancelled)`;
}

/** Opens every hold the order arrives with. @returns whether all its live lines are mapped */
async function openArrivalHolds(
  tx: Tx,
  policy: AccountPolicy,
  order: MappedOrder,
  orderId: string,
  lines: readonly StoredLine[],
): Promise<boolean> {
  const live = lines.filter((line) => !line.isCancelled);
  const unmapped = live.filter((line) => !line.skuId);
  for (const line of unmapped)
    await openHold(tx, orderId, { type: 'unmapped', detail: line.channelSku, lineId: line.id });
  const prices = live
    .map((line) => priceFault(line, policy.priceTolerancePct))
    .filter((fault) => fault !== null);
  if (prices.length > 0)
    await openHold(tx, orderId, { type: 'priceMismatch', detail: prices.join('；') });
  const fault = addressFault(order.shipTo);
  if (fault) await openHold(tx, orderId, { type: 'address', detail: fault.reason });
  const twin = await findTwin(tx, order, orderId, live);
  if (twin)
    await openHold(tx, orderId, { type: 'duplicate', detail: `与 ${twin} 收货地址和商品相同` });
  return unmapped.length === 0;
}

/** A price further off than the shop tolerates, in words; whole tenths of a percent. */
export function priceFault(
  line: { channelSku: string; unitPrice: bigint; expectedPrice: string | null },
  tolerancePct: number,
): string | null {
  const expected = line.expectedPrice ? parseDecimal(line.expectedPrice, 4) : null;
  if (expected === null || expected === 0n) return null;
  const diff = line.unitPrice - expected;
  if ((diff < 0n ? -diff : diff) * 100n <= expected * BigInt(tolerancePct)) return null;
  const tenths = Number((diff * 1000n) / expected);
  return `${line.channelSku} 供货价 ${formatDecimal(expected, 4).replace(/0{2}$/, '')}，订单价 ${formatDecimal(line.unitPrice, 4).replace(/0{2}$/, '')}（${tenths > 0 ? '+' : ''}${tenths / 10}%）`;
}

/** Another open order for the same door with the same goods. */
async function findTwin(
  tx: Tx,
  order: MappedOrder,
  orderId: string,
  lines: readonly StoredLine[],
): Promise<string | undefined> {
  const goods = lines
    .map((line) => `${line.channelSku}×${line.qty}`)
    .sort()
    .join(' ');
  const twins = await tx.rows<{ channel_order_no: string; goods: string }>`
    select o.channel_order_no, string_agg(l.channel_sku || '×' || l.qty, ' ' order by l.channel_sku || '×' || l.qty) as goods
    from sales_order o join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id
    where o.tenant_id = ${tx.tenant} and o.address_hash = ${tx.vault.digest(addressKey(order.shipTo))}
      and o.stage in ('pending', 'shipping') and o.id <> ${orderId}::uuid
    group by o.id, o.channel_order_no limit 20`;
  return twins.find((twin) => twin.goods.split(' ').sort().join(' ') === goods)?.channel_order_no;
}
