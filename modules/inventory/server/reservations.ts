import type { Tx } from '#kit/server/database.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { reservation } from '../model/stock.ts';
import { announceStock, keyText, lockLevels, updateLevels, type LevelKey } from './levels.ts';

/** Units wanted for one line in one warehouse: of an order, of a transfer, or of parts asked for again. */
export interface Demand {
  kind?: 'order' | 'transfer' | 'part';
  orderId: string;
  orderNo: string;
  orderLineId: string;
  warehouseId: string;
  skuId: string;
  /** Units of the SKU. */
  qty: number;
  /** How many of them one unit of the line takes; 1 unless it is a component of a bundle. */
  perUnit?: number;
  /** What a sandbox order wants is written down, and no level knows of it. */
  environment?: 'live' | 'sandbox';
  /** Only what lies there will do: no promise beyond the shelf. */
  isPhysical?: boolean;
}

export interface Shortage {
  warehouseId: string;
  skuId: string;
  wanted: number;
  available: number;
}

const good = (of: { warehouseId: string; skuId: string }): LevelKey => ({
  warehouseId: of.warehouseId,
  skuId: of.skuId,
  condition: 'good',
});

/**
 * Reserves all demands or none (domain.md §12): demand is summed per warehouse and SKU before it
 * is checked, so two lines on one SKU never pass a check that only their sum fails; levels are
 * locked in key order; CHECK constraints are the second wall. Sandbox orders hold no real goods:
 * they are never short, and nobody is short because of them.
 * @returns every short key, not only the first; empty when everything is held
 */
export async function reserve(tx: Tx, all: readonly Demand[]): Promise<Shortage[]> {
  const demands = all.filter(isReal);
  const requested = sumByKey(demands);
  if (requested.size === 0) {
    await insertReservations(tx, all, 'open');
    return [];
  }
  const levels = await lockLevels(tx, demands.map(good), false);
  const physical = new Set(demands.filter(({ isPhysical }) => isPhysical).map((demand) => keyText(good(demand))));
  const shortages: Shortage[] = [];
  for (const [key, { warehouseId, skuId, qty }] of requested) {
    const level = levels.get(key);
    const available = level ? level.onHand - level.reserved - level.frozen : 0;
    const beyond = level && !physical.has(key) ? level.oversellLimit : 0;
    if (!level || available - qty < -beyond) shortages.push({ warehouseId, skuId, wanted: qty, available });
  }
  if (shortages.length > 0) return shortages;
  await updateLevels(
    tx,
    [...requested].map(([key, { qty }]) => ({
      id: (levels.get(key) as { id: string }).id,
      onHand: 0,
      reserved: qty,
      seq: 0,
    })),
  );
  await insertReservations(tx, all, 'open');
  await announceStock(
    tx,
    demands.map((demand) => demand.skuId),
    'less',
  );
  return [];
}

const isReal = ({ environment }: Pick<Demand, 'environment'>): boolean => environment !== 'sandbox';

function sumByKey(
  demands: readonly { warehouseId: string; skuId: string; qty: number }[],
): Map<string, { warehouseId: string; skuId: string; qty: number }> {
  const sums = new Map<string, { warehouseId: string; skuId: string; qty: number }>();
  for (const demand of demands) {
    const key = keyText(good(demand));
    const sum = sums.get(key);
    if (sum) sum.qty += demand.qty;
    else sums.set(key, { warehouseId: demand.warehouseId, skuId: demand.skuId, qty: demand.qty });
  }
  return sums;
}

async function insertReservations(
  tx: Tx,
  rows: readonly Demand[],
  status: 'open' | 'consumed' | 'released',
): Promise<void> {
  if (rows.length === 0) return;
  const doneAt = status === 'open' ? null : tx.now;
  await insertInto(
    tx,
    reservation,
    rows.map(({ kind = 'order', environment = 'live', ...row }) => ({
      kind,
      orderId: row.orderId,
      orderNo: row.orderNo,
      orderLineId: row.orderLineId,
      warehouseId: row.warehouseId,
      skuId: row.skuId,
      qty: row.qty,
      perUnit: row.perUnit ?? 1,
      environment,
      status,
      doneAt,
    })),
  );
}

interface OpenReservation extends Demand {
  id: string;
  perUnit: number;
}

/**
 * Chooses open reservation rows for the wanted units of lines, oldest first: of a bundle as many of
 * each component as these take. `qty` absent takes all of a line. Rows belong to orders their callers have locked.
 * @returns each row once, however many items it serves
 */
export async function chooseReservations(
  tx: Tx,
  items: readonly { orderLineId: string; warehouseId?: string; qty?: number }[],
): Promise<{ row: OpenReservation; qty: number }[]> {
  const rows = await tx.rows<OpenReservation>`
    select id, kind, order_id, order_no, order_line_id,
      warehouse_id, sku_id, qty, per_unit, environment
    from reservation where tenant_id = ${tx.tenant} and status = 'open'
      and order_line_id = any(${items.map((item) => item.orderLineId)}::uuid[])
    order by id for update`;
  const left = new Map(rows.map((row) => [row.id, row.qty]));
  for (const item of items) {
    const requested = new Map<string, number>();
    for (const row of rows) {
      const rest = left.get(row.id) ?? 0;
      const isOther = item.warehouseId !== undefined && row.warehouseId !== item.warehouseId;
      if (row.orderLineId !== item.orderLineId || isOther || rest === 0) continue;
      const units = (item.qty ?? Number.MAX_SAFE_INTEGER / row.perUnit) * row.perUnit;
      const qty = Math.min(rest, requested.get(row.skuId) ?? units);
      left.set(row.id, rest - qty);
      requested.set(row.skuId, (requested.get(row.skuId) ?? units) - qty);
    }
  }
  return rows.flatMap((row) => {
    const qty = row.qty - (left.get(row.id) ?? 0);
    return qty > 0 ? [{ row, qty }] : [];
  });
}

/** Ends the chosen units: whole rows change state, parts are split off as rows of their own. */
export async function endReservations(
  tx: Tx,
  takes: readonly { row: OpenReservation; qty: number }[],
  status: 'consumed' | 'released',
): Promise<void> {
  const whole = takes.filter(({ row, qty }) => qty === row.qty);
  const parts = takes.filter(({ row, qty }) => qty < row.qty);
  if (whole.length > 0)
    await tx.run`update reservation set status = ${status}, done_at = ${tx.now}, update_time = ${tx.now},
      update_by = ${tx.actor.username}, version = version + 1
      where tenant_id = ${tx.tenant} and id = any(${whole.map(({ row }) => row.id)}::uuid[])`;
  if (parts.length === 0) return;
  await tx.run`update reservation r set qty = r.qty - p.qty, update_time = ${tx.now},
    update_by = ${tx.actor.username}, version = r.version + 1
    from unnest(${parts.map(({ row }) => row.id)}::uuid[], ${parts.map(({ qty }) => qty)}::integer[]) as p (id, qty)
    where r.tenant_id = ${tx.tenant} and r.id = p.id`;
  await insertReservations(
    tx,
    parts.map(({ row, qty }) => ({ ...row, qty })),
    status,
  );
}

/**
 * Gives reserved units back.
 * @returns units released per order line
 */
export async function release(
  tx: Tx,
  items: readonly { orderLineId: string; warehouseId?: string; qty?: number }[],
): Promise<Map<string, number>> {
  const released = new Map<string, number>();
  if (items.length === 0) return released;
  const takes = await chooseReservations(tx, items);
  if (takes.length === 0) return released;
  const real = takes.filter(({ row }) => isReal(row));
  const sums = sumByKey(real.map(({ row, qty }) => ({ ...row, qty })));
  const levels = await lockLevels(
    tx,
    real.map(({ row }) => good(row)),
    false,
  );
  await updateLevels(
    tx,
    [...sums].map(([key, { qty }]) => ({
      id: (levels.get(key) as { id: string }).id,
      onHand: 0,
      reserved: -qty,
      seq: 0,
    })),
  );
  await endReservations(tx, takes, 'released');
  await announceStock(
    tx,
    real.map(({ row }) => row.skuId),
    'more',
  );
  for (const [lineId, units] of unitsByLine(takes)) released.set(lineId, units);
  return released;
}

/** Units of the lines that rows stand for: every component of a bundle says the same number. */
function unitsByLine(takes: readonly { row: OpenReservation; qty: number }[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const [lineId, own] of Map.groupBy(takes, ({ row }) => row.orderLineId)) {
    const bySku = Map.groupBy(own, ({ row }) => row.skuId);
    const counts = [...bySku.values()].map((some) => some.reduce((sum, { row, qty }) => sum + qty / row.perUnit, 0));
    units.set(lineId, Math.max(...counts));
  }
  return units;
}

/** Good stock that can still be promised, per warehouse and SKU. */
export async function availableOf(
  tx: Tx,
  skuIds: readonly string[],
): Promise<{ warehouseId: string; skuId: string; available: number; oversellLimit: number }[]> {
  return tx.rows`
    select warehouse_id, sku_id, available, oversell_limit
    from stock_level
    where tenant_id = ${tx.tenant} and condition = 'good' and sku_id = any(${skuIds}::uuid[])`;
}

/** Where the held units of an order's lines are: one entry per line and warehouse. */
export const heldUnits = (
  tx: Tx,
  orderId: string,
): Promise<{ orderLineId: string; warehouseId: string; qty: number }[]> =>
  tx.rows`
    select order_line_id, warehouse_id, max(units)::integer as qty from (
      select order_line_id, warehouse_id, sku_id, sum(qty / per_unit) as units
      from reservation where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid and status = 'open'
      group by 1, 2, 3) held
    group by 1, 2 order by 2, 1`;
