import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal, parseDecimal } from '#kit/model/money.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { stockShort } from '../model/errors.ts';
import { stockMovement } from '../model/stock.ts';
import { perUnit, valueOf } from './cost-layers.ts';
import { announceStock, keyText, lockLevels, refuseBundles, updateLevels, type Level } from './levels.ts';
import { moveLayers, typedValue } from './move-layers.ts';
import type { LayerShare, Movement } from './movement.ts';
import { postStockValue, postTrueUps } from './stock-value.ts';

export type { Movement } from './movement.ts';

interface Posting {
  movements: readonly Movement[];
  /** Units of open reservations that leave with them, per level key. */
  reserved?: ReadonlyMap<string, number>;
}

/**
 * The only writer of stock on hand: locks levels in key order, numbers the movements of each
 * level without gaps, updates levels in one statement, keeps cost layers and posts their value.
 * @returns cost of each movement in minor units, by key
 * @throws Refusal inventory.short naming SKU and warehouse when units are not there
 */
export async function postMovements(tx: Tx, posting: Posting): Promise<Map<string, bigint>> {
  const posted = nothingPosted();
  const movements = await dropPosted(tx, posting.movements, posted);
  if (movements.length > 0) await postFresh(tx, { ...posting, movements }, posted);
  return posted.costs;
}

/** What was posted, by key of the movement. */
export interface Posted {
  /** Minor units, never negative. */
  costs: Map<string, bigint>;
  /** What left which layers; nothing of what was posted before. */
  shares: Map<string, LayerShare[]>;
}

export const nothingPosted = (): Posted => ({ costs: new Map(), shares: new Map() });

/** Posts movements whose keys are known to be new, and adds what came of them. */
export async function postFresh(tx: Tx, { movements, reserved }: Posting, { costs, shares }: Posted): Promise<void> {
  const levels = await lockLevels(
    tx,
    movements,
    movements.some((movement) => movement.qty > 0),
  );
  await refuseBundles(
    tx,
    movements.filter(({ qty }) => qty > 0),
    levels,
  );
  const balances = new Map<string, { level: Level; onHand: number; seq: bigint; change: number; count: number }>();
  for (const [key, level] of levels)
    balances.set(key, { level, onHand: level.onHand, seq: level.seq, change: 0, count: 0 });
  await refuseShort(tx, { movements, ...(reserved ? { reserved } : {}) }, levels);
  const numbered = movements.map((movement) => ({ ...movement, id: newId() }));
  const currency = await baseCurrency(tx);
  const exponent = exponentOf(currency);
  const moved = await moveLayers(tx, numbered.filter(isCosted), {
    mayBeBelow: [...levels.values()].some(({ allowNegative }) => allowNegative),
    exponent,
  });
  for (const [key, taken] of moved.shares) shares.set(key, taken);
  const rows = numbered.map((movement) => {
    const balance = balances.get(keyText(movement));
    if (!balance) throw new Error(`no level for ${keyText(movement)}`);
    balance.onHand += movement.qty;
    balance.change += movement.qty;
    balance.count += 1;
    balance.seq += 1n;
    const value = worthOf(movement, moved.shares.get(movement.key) ?? [], exponent);
    costs.set(movement.key, value < 0n ? -value : value);
    return {
      ...movement,
      seq: balance.seq,
      balanceAfter: balance.onHand,
      value,
      unitCost: unitCostOf(movement, value, exponent),
      taken: movement.type === 'sale_out' ? (moved.shares.get(movement.key) ?? null) : null,
    };
  });
  await updateLevels(
    tx,
    [...balances].map(([key, { level, change, count }]) => ({
      id: level.id,
      onHand: change,
      reserved: -(reserved?.get(key) ?? 0),
      seq: count,
    })),
  );
  await insertMovements(tx, rows, currency);
  await postStockValue(tx, rows);
  await postTrueUps(tx, moved.trueUps);
  if (movements.some((m) => !reserved?.has(keyText(m))))
    await announceStock(
      tx,
      movements.map((movement) => movement.skuId),
      movements.some((movement) => movement.qty > 0) ? 'more' : 'less',
    );
}

/** Goods that change their condition stay in the layers of their warehouse: they cost what they did. */
const isCosted = ({ type }: Movement): boolean => type !== 'condition_from' && type !== 'condition_to';

/** What a movement adds to the value of its warehouse: below zero where goods leave. */
function worthOf(movement: Movement, taken: readonly LayerShare[], exponent: number): bigint {
  if (!isCosted(movement)) return 0n;
  if (movement.qty < 0) return -valueOf(taken);
  return movement.layers ? valueOf(movement.layers) : typedValue(movement, exponent);
}

function unitCostOf({ qty, unitCost, layers }: Movement, value: bigint, exponent: number): string {
  if (qty > 0 && !layers) return formatDecimal(parseDecimal(unitCost ?? '0', 4) ?? 0n, 4);
  return perUnit(value < 0n ? -value : value, Math.abs(qty), exponent);
}

/** Movements already posted under their key keep their first cost and are not posted again. */
export async function dropPosted(tx: Tx, movements: readonly Movement[], { costs }: Posted): Promise<Movement[]> {
  const posted = await tx.rows<{ key: string; costValue: bigint | null }>`
    select idempotency_key as key, cost_value from stock_movement
    where tenant_id = ${tx.tenant} and idempotency_key = any(${movements.map((m) => m.key)}::text[])`;
  for (const { key, costValue } of posted) {
    const value = costValue ?? 0n;
    costs.set(key, value < 0n ? -value : value);
  }
  return movements.filter((movement) => !costs.has(movement.key));
}

/**
 * Units that may leave a level: those that lie there, less those promised to others. What is
 * promised beyond the shelf (oversold) is still to come and cannot leave.
 */
const ableToLeave = (level: Level, leavingReserved: number): number => {
  const unpromised = level.onHand - (level.reserved - leavingReserved) - level.frozen + level.oversellLimit;
  return level.allowNegative ? unpromised : Math.min(level.onHand, unpromised);
};

async function refuseShort(
  tx: Tx,
  { movements, reserved }: Posting,
  levels: ReadonlyMap<string, Level>,
): Promise<void> {
  const change = new Map<string, number>();
  for (const movement of movements) change.set(keyText(movement), (change.get(keyText(movement)) ?? 0) + movement.qty);
  for (const [key, qty] of change) {
    const level = levels.get(key);
    const able = level ? ableToLeave(level, reserved?.get(key) ?? 0) : 0;
    if (able + qty >= 0 || (level && qty >= 0)) continue;
    const [warehouseId, skuId] = key.split(' ') as [string, string];
    const names = await tx.maybe<{ sku: string; warehouse: string }>`
      select (select sku_code from sku where tenant_id = ${tx.tenant} and id = ${skuId}::uuid) as sku,
        (select name from warehouse where tenant_id = ${tx.tenant} and id = ${warehouseId}::uuid) as warehouse`;
    throw stockShort({
      sku: names?.sku ?? skuId,
      warehouse: names?.warehouse ?? warehouseId,
      wanted: -qty,
      able: Math.max(0, able),
    });
  }
}

interface PostedRow extends Movement {
  id: string;
  seq: bigint;
  balanceAfter: number;
  value: bigint;
  unitCost: string;
  /** Of a sale: which layers it left. */
  taken: readonly LayerShare[] | null;
}

async function insertMovements(tx: Tx, rows: readonly PostedRow[], currency: string): Promise<void> {
  tx.journal.touched.add(resourceKey(stockMovement));
  await tx.run`
    insert into stock_movement (tenant_id, id, seq, warehouse_id, sku_id, condition, type, qty,
      balance_after, unit_cost, cost_value, currency, ref_type, ref_id, ref_no, idempotency_key, reason, taken, create_by, create_time)
    select ${tx.tenant}, m.id, m.seq, m.warehouse_id, m.sku_id, m.condition, m.type, m.qty,
      m.balance_after, m.unit_cost, m.cost_value, ${currency}, m.ref_type, m.ref_id, m.ref_no, m.key, m.reason, m.taken,
      ${tx.actor.username}, ${tx.now}
    from unnest(${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.seq)}::bigint[],
      ${rows.map((r) => r.warehouseId)}::uuid[], ${rows.map((r) => r.skuId)}::uuid[],
      ${rows.map((r) => r.condition)}::text[], ${rows.map((r) => r.type)}::text[],
      ${rows.map((r) => r.qty)}::integer[], ${rows.map((r) => r.balanceAfter)}::integer[],
      ${rows.map((r) => r.unitCost)}::numeric[], ${rows.map((r) => r.value)}::bigint[],
      ${rows.map((r) => r.refType)}::text[], ${rows.map((r) => r.refId)}::uuid[],
      ${rows.map((r) => r.refNo)}::text[], ${rows.map((r) => r.key)}::text[],
      ${rows.map((r) => r.reason ?? null)}::text[], ${rows.map((r) => takenText(r.taken))}::jsonb[])
      as m (id, seq, warehouse_id, sku_id, condition, type, qty, balance_after, unit_cost, cost_value,
        ref_type, ref_id, ref_no, key, reason, taken)`;
}

const takenText = (taken: readonly LayerShare[] | null): string | null =>
  taken && JSON.stringify(taken.map((share) => ({ ...share, value: String(share.value) })));
