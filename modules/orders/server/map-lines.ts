import type { Tx } from '#kit/server/database.ts';
import { accountPolicy } from '#modules/base/server/index.ts';
import { withTheirBundles } from '#modules/catalog/server/index.ts';
import { availableOf } from '#modules/inventory/server/index.ts';
import { orderMapped } from '../model/events.ts';
import { NOT_FOUND } from '../model/hold-title.ts';
import { judgeLines } from './arrival.ts';
import { endBackorder } from './backorder.ts';
import { holdStock, releaseStock } from './hold-stock.ts';
import { closeHolds, openHold } from './holds.ts';

/**
 * A channel part number has found its SKU: every waiting line takes it, its hold closes by
 * itself, and orders that are whole now hold their stock, oldest ship-by first.
 * @returns how many lines were waiting
 */
export async function mapLines(
  tx: Tx,
  mapping: { accountId: string; channelSku: string; skuId: string },
): Promise<number> {
  const lines = await tx.rows<{ id: string; orderId: string }>`
    update order_line l set sku_id = ${mapping.skuId}::uuid, update_time = ${tx.now}, version = l.version + 1
    from sales_order o
    where l.tenant_id = ${tx.tenant} and o.tenant_id = l.tenant_id and o.id = l.order_id
      and o.account_id = ${mapping.accountId}::uuid
      and (o.stage in ('pending', 'shipping') or o.status = 'history')
      and l.channel_sku = ${mapping.channelSku} and l.sku_id is null
    returning l.id, l.order_id`;
  for (const line of lines) await closeHolds(tx, line.orderId, 'unmapped', '已配对', line.id);
  await judgeTyped(tx, mapping.accountId, lines);
  const orders = await tx.rows<Waiting>`
    select o.id, o.order_no, o.account_id, o.warehouse_id as "pinnedWarehouseId"
    from sales_order o join channel_account a on a.tenant_id = o.tenant_id and a.id = o.account_id
    where o.tenant_id = ${tx.tenant} and o.id = any(${[...new Set(lines.map((l) => l.orderId))]}::uuid[])
      and o.stage in ('pending', 'shipping') and a.reserve_on = 'receive'
      and not o.holds && array['unmapped', 'unmappedWarehouse']
    order by o.ship_by nulls last, o.id for update of o`;
  for (const order of orders) await holdStock(tx, order);
  await announceMapped(tx, [...new Set(lines.map(({ orderId }) => orderId))]);
  return lines.length;
}

/** What a person said that goods cost is judged as soon as it is known which goods they are. */
async function judgeTyped(tx: Tx, accountId: string, lines: readonly { id: string; orderId: string }[]): Promise<void> {
  const ids = lines.map(({ orderId }) => orderId);
  const typed = await tx.rows<{ id: string }>`
    select id from sales_order where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[]) and maker_ids <> '{}'
      and order_type <> 'replacement' order by id`;
  if (typed.length === 0) return;
  const policy = await accountPolicy(tx, accountId);
  for (const { id } of typed)
    await judgeLines(
      tx,
      policy,
      id,
      lines.filter(({ orderId }) => orderId === id).map((line) => line.id),
    );
}

/**
 * A channel part number means another SKU, or none any more: lines of orders that nobody has
 * accepted give back what they held of the wrong one and wait for their mapping again.
 */
export async function unmapLines(
  tx: Tx,
  mapping: { accountId: string; channelSku: string; skuId: string | null },
): Promise<void> {
  const lines = await tx.rows<{ id: string; orderId: string }>`
    select l.id, l.order_id from order_line l
      join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
    where l.tenant_id = ${tx.tenant} and o.account_id = ${mapping.accountId}::uuid and o.status = 'new'
      and o.order_type not in ('manual', 'replacement') and l.channel_sku = ${mapping.channelSku}
      and l.sku_id is not null and l.sku_id is distinct from ${mapping.skuId}::uuid
    order by o.id, l.id for update of o`;
  if (lines.length === 0) return;
  await releaseStock(
    tx,
    lines.map(({ id }) => ({ lineId: id })),
  );
  await tx.run`
    update order_line set sku_id = null, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = any(${lines.map(({ id }) => id)}::uuid[])`;
  for (const { id, orderId } of lines) {
    const detail = mapping.channelSku;
    await openHold(tx, orderId, { type: 'unmapped', detail, lineId: id });
    // What is short is judged again once it is known what is wanted.
    await closeHolds(tx, orderId, 'outOfStock', '配对已变更');
  }
}

/** Tells of those orders for whose mapping nothing waits any more. */
export async function announceMapped(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const mapped = await tx.rows<{ id: string }>`
    select o.id from sales_order o
    where o.tenant_id = ${tx.tenant} and o.id = any(${[...orderIds]}::uuid[])
      and o.stage in ('pending', 'shipping') and not o.holds && array['unmapped', 'unmappedWarehouse']
    order by o.ship_by nulls last, o.id`;
  await tx.emitAll(
    orderMapped,
    mapped.map(({ id }) => ({ aggregate: id, payload: { orderId: id } })),
  );
}

interface Waiting {
  id: string;
  orderNo: string;
  accountId: string;
  pinnedWarehouseId: string | null;
}

/**
 * Orders held for stock try again when there is more of it, oldest ship-by first, each in a
 * transaction of its own: one that a clerk is busy with is waited for, and the line is as long as
 * it is. Ends early once nothing of these SKUs is left to promise.
 */
export async function refillShortOrders(
  run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  skuIds: readonly string[],
): Promise<void> {
  const waiting = await run(async (tx) => {
    const requested = await withTheirBundles(tx, skuIds);
    return tx.rows<{ id: string }>`
      select o.id from sales_order o
      where o.tenant_id = ${tx.tenant} and o.stage in ('pending', 'shipping')
        and ('outOfStock' = any(o.holds) or o.backorder_date is not null) and not 'unmapped' = any(o.holds)
        and exists (select 1 from order_line l where l.tenant_id = o.tenant_id and l.order_id = o.id
          and l.sku_id = any(${requested}::uuid[]))
      order by o.ship_by nulls last, o.id`;
  });
  for (const { id } of waiting) if (!(await run((tx) => refillOne(tx, id, skuIds)))) return;
}

/** @returns whether anything is left for the next in line */
async function refillOne(tx: Tx, orderId: string, skuIds: readonly string[]): Promise<boolean> {
  const left = await availableOf(tx, skuIds);
  if (left.every(({ available, oversellLimit }) => available + oversellLimit <= 0)) return false;
  const order = await tx.maybe<Waiting & { isShort: boolean; isLate: boolean }>`
    select o.id, o.order_no, o.account_id, o.warehouse_id as "pinnedWarehouseId",
      exists (select 1 from order_hold h where h.tenant_id = o.tenant_id and h.order_id = o.id
        and h.type = 'outOfStock' and h.closed_at is null and not starts_with(h.detail, ${NOT_FOUND})) as is_short,
      o.backorder_date is not null as is_late
    from sales_order o
    where o.tenant_id = ${tx.tenant} and o.id = ${orderId}::uuid and o.stage in ('pending', 'shipping')
      and ('outOfStock' = any(o.holds) or o.backorder_date is not null) and not 'unmapped' = any(o.holds)
    for update of o`;
  if (order?.isShort) await holdStock(tx, order);
  if (order?.isLate && (await holdStock(tx, order, null, true)) === null) await endBackorder(tx, orderId);
  return true;
}
