import type { Address } from '#kit/model/address.ts';
import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { snake } from '#kit/model/resource.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { column } from '#kit/server/sql.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { accountPolicy, channelWarehousesOf } from '#modules/base/server/index.ts';
import { addressKey } from '../model/address-check.ts';
import { alreadyPacked, changeWhilePacking, warehouseUnmapped } from '../model/errors.ts';
import { orderLinesAdded } from '../model/events.ts';
import { groupOf, isIn, type ChangeGroup } from '../model/order-change.ts';
import { salesOrder } from '../model/order.ts';
import { openUnits, type SnapshotLine, type ChannelSnapshot } from '../model/channel-snapshot.ts';
import { judgeLines } from './arrival.ts';
import { withdrawUnits } from './cancel-units.ts';
import { SERVICE_COLUMNS, type ChangeItem } from './change-items.ts';
import { holdStock, releaseStock } from './hold-stock.ts';
import { closeHolds, openHold } from './holds.ts';
import { refreshOrderFigures } from './order-figures.ts';
import { judgeAddress } from './judge-address.ts';
import { insertLines, searchText } from './order-lines.ts';
import { openAddress, openQty, readLines } from './read-order.ts';
import { linkSnapshotLines, readOwnSnapshot } from './snapshots.ts';
import type { OrderRow } from '../model/order.ts';

/**
 * Makes an order what its channel last said of it, for the changes that were chosen. What is added
 * comes before what is taken away, so that an exchange of goods never ends the order in between.
 * @returns the state that follows
 */
export const changeApplier =
  (tx: Tx, row: OrderRow, acceptLabelLoss: boolean) =>
  async (items: readonly ChangeItem[]): Promise<string> => {
    const snapshot = await readOwnSnapshot(tx, row.id, items);
    const of = (...groups: ChangeGroup[]): ChangeItem[] => items.filter(({ field }) => groups.includes(groupOf(field)));
    if (of('price').length > 0) await takePrices(tx, row.id, of('price'));
    if (of('address').length > 0) await takeAddress(tx, row, snapshot.address, of('address'));
    if (of('service').length > 0) await takeService(tx, row.id, of('service'));
    // What is added is held where the order leaves from now, not where it left from before.
    const place =
      of('warehouse').length > 0
        ? { ...row, warehouseId: await takeWarehouse(tx, row, snapshot.channelWarehouseCode) }
        : row;
    const lines = snapshot.lines.filter(({ key }) => of('units', 'line').some(({ lineKey }) => lineKey === key));
    const hasMore = await addUnits(tx, place, snapshot, lines);
    if (hasMore) await holdMore(tx, place);
    const state = await removeUnits(tx, row, lines, acceptLabelLoss);
    await refreshOrderFigures(tx, row.id);
    return state;
  };

async function takePrices(tx: Tx, orderId: string, items: readonly ChangeItem[]): Promise<void> {
  const prices = items.filter(({ field, lineId }) => field === 'unitPrice' && lineId);
  await tx.run`
    update order_line l set unit_price = p.price, net_shift = 0, price_diff_pct = case when l.expected_price > 0
      then round((p.price - l.expected_price) / l.expected_price * 100, 2) end,
      update_time = ${tx.now}, version = l.version + 1
    from unnest(${prices.map(({ lineId }) => lineId)}::uuid[], ${prices.map(({ after }) => after)}::numeric[])
      as p (id, price)
    where l.tenant_id = ${tx.tenant} and l.id = p.id`;
  const currency = items.findLast(({ field }) => field === 'currency')?.after;
  if (currency) {
    await setColumns(tx, salesOrder, [orderId], { currency });
    await tx.run`update order_line set currency = ${currency} where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid`;
  }
  await refreshOrderFigures(tx, orderId);
}

/**
 * The parts that the channel changed; the others stay, for somebody may have corrected them here. The
 * new address is judged like an arriving one.
 */
async function takeAddress(tx: Tx, row: OrderRow, reported: Address, items: readonly ChangeItem[]): Promise<void> {
  const parts = items.map(({ field }) => field.slice('shipTo.'.length) as keyof Address);
  const changed = Object.fromEntries(parts.map((part) => [part, reported[part]]));
  const address: Address = { ...openAddress(tx, row), ...changed };
  await storeAddress(tx, row.id, address);
  await judgeAddress(tx, row.id, address, '地址已按平台更新');
}

/** Writes where an order goes: street and telephone sealed. */
export async function storeAddress(tx: Tx, orderId: string, address: Address): Promise<void> {
  const seal = (text: string | undefined): string | null => (text ? tx.vault.seal(text) : null);
  const { orderNo, channelOrderNo } = await tx.one<{ orderNo: string; channelOrderNo: string }>`
    select order_no, channel_order_no from sales_order
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
  const search = searchText(orderNo, channelOrderNo, await readLines(tx, orderId), address.name);
  await tx.run`
    update sales_order set ship_to_name = ${address.name}, ship_to_address1 = ${seal(address.address1)},
      ship_to_address2 = ${seal(address.address2)}, ship_to_city = ${address.city}, ship_to_state = ${address.state},
      ship_to_postal_code = ${address.postalCode}, ship_to_country = ${address.country},
      ship_to_phone = ${seal(address.phone)}, address_hash = ${tx.vault.digest(addressKey(address))},
      search_text = ${search}
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
}

/** The ship method follows service and carrier: it is matched again where goods are still to be started. */
async function takeService(tx: Tx, orderId: string, items: readonly ChangeItem[]): Promise<void> {
  for (const { field, after } of items)
    if (isIn('service', field))
      await tx.run`
        update sales_order set ${column(snake(SERVICE_COLUMNS[field]))} = ${after}::text, ship_method_id = null
        where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
}

/**
 * The goods leave from where the channel says now: what was held elsewhere goes back, and a hold
 * that named the warehouse before is over.
 * @returns the local warehouse
 */
async function takeWarehouse(tx: Tx, row: OrderRow, code: string | null): Promise<string> {
  const accountId = row.accountId;
  const link = (await channelWarehousesOf(tx, accountId)).find(({ channelCode }) => channelCode === code);
  if (!link) throw warehouseUnmapped({ code: code ?? '—' });
  const { warehouseId } = link;
  const lines = await readLines(tx, row.id);
  if (lines.some(({ qtyPacked }) => qtyPacked > 0)) throw alreadyPacked();
  if (row.status === 'processing') throw changeWhilePacking({ what: '换仓' });
  await tx.run`
    update sales_order set pinned_warehouse_code = ${code}, warehouse_id = ${warehouseId}::uuid
    where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
  await closeHolds(tx, row.id, 'unmappedWarehouse', '平台已换仓');
  const held = lines.filter(({ qtyReserved }) => qtyReserved > 0).map(({ id }) => ({ lineId: id }));
  if (held.length > 0) {
    await releaseStock(tx, held);
    await holdStock(tx, { ...headOf(row), pinnedWarehouseId: warehouseId });
  } else if (waitsForStock(row)) await holdMore(tx, { ...row, warehouseId });
  return warehouseId;
}

/** Whether nothing but the warehouse of before kept the order from holding its stock. */
function waitsForStock(row: OrderRow): boolean {
  const holds = row.holds;
  return !holds.includes('unmapped') && (holds.includes('outOfStock') || holds.includes('unmappedWarehouse'));
}

const headOf = (row: OrderRow) => ({
  id: row.id,
  orderNo: row.orderNo,
  accountId: row.accountId,
  pinnedWarehouseId: row.warehouseId ?? null,
});

/** More units of lines, and whole new lines. @returns whether there were any */
async function addUnits(
  tx: Tx,
  row: OrderRow,
  snapshot: ChannelSnapshot,
  lines: readonly SnapshotLine[],
): Promise<boolean> {
  const own = await readLines(tx, row.id);
  const more = lines.flatMap((line) => {
    const ours = own.find(({ id }) => id === line.lineId);
    const units = openUnits(line) - (ours ? ours.qty - ours.qtyCancelled : 0);
    return units > 0 ? [{ line, ours, units }] : [];
  });
  if (more.length === 0) return false;
  // What is on the packing table is packed by its own list: more units would never reach it.
  if (row.status === 'processing') throw changeWhilePacking({ what: '增加数量' });
  for (const { ours, units } of more)
    if (ours)
      await tx.run`
        update order_line set qty = qty + ${units}, update_time = ${tx.now}, version = version + 1
        where tenant_id = ${tx.tenant} and id = ${ours.id}::uuid`;
  const added = more
    .filter(({ ours }) => !ours)
    .map(({ line }, index) => ({
      key: line.key,
      id: newId(),
      lineNo: Math.max(0, ...own.map(({ lineNo }) => lineNo)) + index + 1,
      channelSku: line.channelSku,
      channelItemId: line.channelItemId ?? undefined,
      skuId: null,
      name: line.name,
      qty: line.qty,
      unitPrice: parseDecimal(line.unitPrice, PRICE_SCALE) ?? 0n,
      expectedPrice: null,
      net: 0n,
      estShipDate: line.estShipDate ? new Date(line.estShipDate) : undefined,
      cancelled: 0,
    }));
  if (added.length === 0) return true;
  await insertLines(tx, row.id, { currency: snapshot.currency, warehouseId: row.warehouseId ?? null }, added);
  await linkSnapshotLines(tx, row.id, new Map(added.map(({ key, id }) => [key, id])));
  for (const line of added) await openHold(tx, row.id, { type: 'unmapped', detail: line.channelSku, lineId: line.id });
  // Whoever knows SKUs and agreed prices fills them in, and closes the hold.
  await tx.emit(orderLinesAdded, row.id, { orderId: row.id });
  await judgeLines(
    tx,
    await accountPolicy(tx, row.accountId),
    row.id,
    added.map(({ id }) => id),
  );
  return true;
}

async function holdMore(tx: Tx, row: OrderRow): Promise<void> {
  const policy = await accountPolicy(tx, row.accountId);
  if (row.status === 'new' && policy.reserveOn === 'accept') return;
  await holdStock(tx, headOf(row));
}

/** What the channel wants no more and has not left yet is cancelled. */
async function removeUnits(
  tx: Tx,
  row: OrderRow,
  lines: readonly SnapshotLine[],
  acceptLabelLoss: boolean,
): Promise<string> {
  const own = await readLines(tx, row.id);
  const items = lines.flatMap((line) => {
    const ours = own.find(({ id }) => id === line.lineId);
    if (!ours) return [];
    const qty = Math.min(openQty(ours), ours.qty - ours.qtyCancelled - openUnits(line));
    return qty > 0 ? [{ lineId: ours.id, qty }] : [];
  });
  if (items.length === 0) return row.status;
  return withdrawUnits(tx, row.id, row.status, {
    items,
    isByChannel: true,
    reason: '平台变更',
    acceptLabelLoss,
  });
}
