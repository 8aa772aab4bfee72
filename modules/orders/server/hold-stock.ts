import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { bundleParts, type BundlePart } from '#modules/catalog/server/index.ts';
import { availableOf, release, reserve, type Demand } from '#modules/inventory/server/index.ts';
import { allocate, type Allocation, type AllocationPolicy, type WarehouseStock } from '../model/allocate.ts';
import { salesOrder } from '../model/order.ts';
import { closeHolds, openHold } from './holds.ts';
import { channelPin, holdForMapping } from './pinned-warehouse.ts';
import { openQty, readLines, qtyToReserve, type OrderLineState } from './read-order.ts';

interface OrderHead {
  id: string;
  orderNo: string;
  accountId: string;
  pinnedWarehouseId: string | null;
}

type Environment = NonNullable<Demand['environment']>;

/** More units than all lines of an order may have. */
const BOUNDLESS = 1_000_000_000;

/**
 * Holds stock for every open unit of an order, all or nothing: allocates by the shop's policy,
 * reserves, writes warehouse and reason on the lines. What is short is named in the hold 缺货.
 * @param warehouseId ship from this warehouse only (换仓)
 * @param isBackorder units that wait for goods too; that they still do holds up nothing
 * @returns what is missing in words, or null when everything is held
 */
export async function holdStock(
  tx: Tx,
  order: OrderHead,
  warehouseId?: string | null,
  isBackorder = false,
): Promise<string | null> {
  const lines = await readLines(tx, order.id);
  const unitsOf = isBackorder ? lateQty : qtyToReserve;
  const wanting = lines.filter((line) => line.skuId && unitsOf(line) > 0);
  if (wanting.length === 0) {
    await closeHolds(tx, order.id, 'outOfStock', '库存已预占');
    return null;
  }
  const { typedPin, unmappedCode, environment, ...policy } = await shopPolicy(tx, order);
  const only = warehouseId ?? typedPin;
  if (!only && unmappedCode) return holdForMapping(tx, order.id, unmappedCode);
  const demand = await demandOf(tx, wanting, unitsOf);
  const fail: typeof openShortage = isBackorder ? shortageText : openShortage;
  const stocks = await warehouseStocks(tx, { ...order, environment }, demandedSkus(demand), only);
  const result = allocate(
    demand,
    stocks,
    only
      ? {
          ...policy,
          strategy: 'pinned',
          pinnedWarehouseId: only,
          allowSplit: false,
          ...(only === typedPin ? { pinTitle: '指定仓' } : {}),
        }
      : policy,
  );
  if (!result.ok) return fail(tx, order.id, lines, result.shortfalls);
  const shortages = await reserve(
    tx,
    result.allocations.flatMap((a) =>
      partsOf(
        demand.find(({ lineId }) => lineId === a.lineId),
        a.skuId,
      ).map((part) => ({
        orderId: order.id,
        orderNo: order.orderNo,
        orderLineId: a.lineId,
        warehouseId: a.warehouseId,
        skuId: part.skuId,
        qty: a.qty * part.qty,
        perUnit: part.qty,
        environment,
      })),
    ),
  );
  if (shortages.length > 0) {
    // Somebody else took the units between reading and locking: the same shortage, reported the same way.
    const short = shortages.flatMap((s) =>
      demand
        .filter((d) => partsOf(d, d.skuId).some(({ skuId }) => skuId === s.skuId))
        .map((d) => ({ ...d, wanted: s.wanted, available: s.available })),
    );
    return fail(tx, order.id, lines, short);
  }
  await writeAllocations(tx, order.id, result.allocations);
  await closeHolds(tx, order.id, 'outOfStock', '库存已预占');
  // A person has said where it leaves from.
  if (warehouseId) await closeHolds(tx, order.id, 'unmappedWarehouse', '已换仓');
  return null;
}

interface LineDemand {
  lineId: string;
  skuId: string;
  qty: number;
  parts?: readonly BundlePart[];
}

/**
 * What lines still need; a bundle by its components, which stay what they are until this is over. One
 * that nobody has filled in is short of itself.
 */
async function demandOf(
  tx: Tx,
  lines: readonly OrderLineState[],
  unitsOf: (line: OrderLineState) => number,
): Promise<LineDemand[]> {
  const bundles = await bundleParts(
    tx,
    lines.map((line) => line.skuId as string),
    true,
  );
  return lines.map((line) => {
    const skuId = line.skuId as string;
    const parts = bundles.get(skuId) ?? [];
    return {
      lineId: line.id,
      skuId,
      qty: unitsOf(line),
      ...(parts.length > 0 ? { parts } : {}),
    };
  });
}

const partsOf = (requested: LineDemand | undefined, skuId: string): readonly BundlePart[] =>
  requested?.parts ?? [{ skuId, qty: 1 }];

const demandedSkus = (demand: readonly LineDemand[]): string[] => [
  ...new Set(demand.flatMap((one) => partsOf(one, one.skuId).map(({ skuId }) => skuId))),
];

/** How the shop chooses, and the warehouse that was typed into a manual order. */
async function shopPolicy(
  tx: Tx,
  order: OrderHead,
): Promise<
  AllocationPolicy & {
    typedPin: string | null;
    unmappedCode: string | null;
    environment: Environment;
  }
> {
  const shop = await tx.one<{
    strategy: 'pinned' | 'priority';
    allowSplit: boolean;
    pin: string | null;
    environment: Environment;
  }>`
    select a.strategy, a.allow_split, o.pinned_warehouse_id as pin, o.environment
    from sales_order o join channel_account a on a.tenant_id = o.tenant_id and a.id = o.account_id
    where o.tenant_id = ${tx.tenant} and o.id = ${order.id}::uuid`;
  const pin = order.pinnedWarehouseId
    ? { warehouseId: order.pinnedWarehouseId, unmappedCode: null }
    : await channelPin(tx, order.id);
  return {
    strategy: shop.strategy,
    allowSplit: shop.allowSplit,
    pinnedWarehouseId: pin.warehouseId,
    typedPin: shop.pin,
    unmappedCode: pin.unmappedCode,
    environment: shop.environment,
  };
}

/**
 * Enabled warehouses that feed the shop, with what each can promise. To a sandbox order each
 * promises whatever is asked: it holds nothing, so it is not to wait for goods.
 */
async function warehouseStocks(
  tx: Tx,
  { accountId, environment }: { accountId: string; environment: Environment },
  skuIds: readonly string[],
  only: string | null,
): Promise<WarehouseStock[]> {
  const warehouses = await tx.rows<{ id: string; name: string; priority: number }>`
    select w.id, w.name, w.priority from warehouse w
    where w.tenant_id = ${tx.tenant} and w.deleted_at is null and w.status = 'enabled'
      and (${only}::uuid is null or w.id = ${only}::uuid)
      and (${only}::uuid is not null or not exists (
          select 1 from channel_warehouse c where c.tenant_id = ${tx.tenant} and c.account_id = ${accountId}::uuid
            and c.deleted_at is null and c.status = 'enabled')
        or exists (
          select 1 from channel_warehouse c where c.tenant_id = ${tx.tenant} and c.account_id = ${accountId}::uuid
            and c.warehouse_id = w.id and c.deleted_at is null and c.status = 'enabled'))`;
  if (environment === 'sandbox')
    return warehouses.map(({ id, name, priority }) => ({
      warehouseId: id,
      name,
      priority,
      available: new Map(skuIds.map((skuId) => [skuId, BOUNDLESS])),
    }));
  const levels = await availableOf(tx, skuIds);
  return warehouses.map((warehouse) => ({
    warehouseId: warehouse.id,
    name: warehouse.name,
    priority: warehouse.priority,
    available: new Map(
      levels
        .filter((level) => level.warehouseId === warehouse.id)
        .map((level) => [level.skuId, level.available + level.oversellLimit]),
    ),
  }));
}

/** All that is still to be shipped and not held, whenever it was promised for. */
const lateQty = (line: OrderLineState): number => openQty(line) - line.qtyReserved;

type Shortfall = { lineId: string; wanted: number; available: number };

async function openShortage(
  tx: Tx,
  orderId: string,
  lines: readonly OrderLineState[],
  shortfalls: readonly Shortfall[],
): Promise<string> {
  const detail = await shortageText(tx, orderId, lines, shortfalls);
  await openHold(tx, orderId, { type: 'outOfStock', detail });
  return detail;
}

async function shortageText(
  _tx: Tx,
  _orderId: string,
  lines: readonly OrderLineState[],
  shortfalls: readonly Shortfall[],
): Promise<string> {
  return shortfalls
    .map((short) => {
      const line = lines.find(({ id }) => id === short.lineId);
      return `${line?.channelSku ?? ''} 需要 ${short.wanted}，可用 ${Math.max(0, short.available)}`;
    })
    .join('；');
}

async function writeAllocations(tx: Tx, orderId: string, allocations: readonly Allocation[]): Promise<void> {
  const byLine = new Map<string, { warehouseId: string; qty: number; reasons: Set<string> }>();
  for (const a of allocations) {
    const known = byLine.get(a.lineId);
    if (known) {
      known.qty += a.qty;
      known.reasons.add(a.reason);
    } else
      byLine.set(a.lineId, {
        warehouseId: a.warehouseId,
        qty: a.qty,
        reasons: new Set([a.reason]),
      });
  }
  const rows = [...byLine];
  await tx.run`
    update order_line l set qty_reserved = l.qty_reserved + a.qty, warehouse_id = a.warehouse_id,
      allocation_reason = a.reason, update_time = ${tx.now}, version = l.version + 1
    from unnest(${rows.map(([id]) => id)}::uuid[], ${rows.map(([, a]) => a.warehouseId)}::uuid[],
      ${rows.map(([, a]) => a.qty)}::integer[], ${rows.map(([, a]) => [...a.reasons].join('；').slice(0, 255))}::text[])
      as a (id, warehouse_id, qty, reason)
    where l.tenant_id = ${tx.tenant} and l.id = a.id`;
  await setColumns(tx, salesOrder, [orderId], { warehouseId: allocations[0]?.warehouseId ?? null });
}

/** Gives back the stock of lines (all of it, or some units) and keeps their counters true. */
export async function releaseStock(tx: Tx, items: readonly { lineId: string; qty?: number }[]): Promise<void> {
  const released = await release(
    tx,
    items.map((item) => ({
      orderLineId: item.lineId,
      ...(item.qty === undefined ? {} : { qty: item.qty }),
    })),
  );
  const rows = [...released];
  if (rows.length === 0) return;
  await tx.run`
    update order_line l set qty_reserved = l.qty_reserved - r.qty, update_time = ${tx.now}, version = l.version + 1
    from unnest(${rows.map(([id]) => id)}::uuid[], ${rows.map(([, qty]) => qty)}::integer[]) as r (id, qty)
    where l.tenant_id = ${tx.tenant} and l.id = r.id`;
}
