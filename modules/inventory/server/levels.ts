import { newId, type Tx } from '#kit/server/database.ts';
import { skuFaces } from '#modules/catalog/server/index.ts';
import { bundleHasNoStock } from '../model/errors.ts';
import { stockChanged, stockIncreased } from '../model/events.ts';
import { showBinsOf } from './sku-bins.ts';
import { touchLevels } from './touched-levels.ts';

export interface LevelKey {
  warehouseId: string;
  skuId: string;
  condition: string;
}

export interface Level extends LevelKey {
  id: string;
  onHand: number;
  reserved: number;
  frozen: number;
  oversellLimit: number;
  allowNegative: boolean;
  seq: bigint;
  /** Its SKU became a bundle: nothing is added to it any more. */
  isBundle: boolean;
}

export const keyText = (key: LevelKey): string => `${key.warehouseId} ${key.skuId} ${key.condition}`;

/**
 * Locks the levels of these keys in one order (warehouse, SKU, condition), so that two
 * transactions never wait for each other in a ring. Missing levels are created when asked for.
 */
export async function lockLevels(
  tx: Tx,
  keys: readonly LevelKey[],
  createMissing: boolean,
): Promise<Map<string, Level>> {
  const unique = uniqueKeys(keys);
  if (createMissing) await createLevels(tx, uniqueKeys(keys.flatMap(withGood)));
  const rows = await tx.rows<Level>`
    select l.id, l.warehouse_id, l.sku_id, l.condition,
      l.on_hand, l.reserved, l.frozen, l.oversell_limit,
      l.allow_negative, l.seq, s.type = 'bundle' as is_bundle
    from stock_level l
    join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    join unnest(${unique.map((k) => k.warehouseId)}::uuid[], ${unique.map((k) => k.skuId)}::uuid[],
      ${unique.map((k) => k.condition)}::text[]) as k (warehouse_id, sku_id, condition)
      on l.warehouse_id = k.warehouse_id and l.sku_id = k.sku_id and l.condition = k.condition
    where l.tenant_id = ${tx.tenant}
    order by l.warehouse_id, l.sku_id, l.condition
    for update of l`;
  return new Map(rows.map((row) => [keyText(row), row]));
}

const uniqueKeys = (keys: readonly LevelKey[]): LevelKey[] => [
  ...new Map(keys.map((key) => [keyText(key), key])).values(),
];

/** The list of stock shows the row of the good ones, so there is one wherever a SKU has any level. */
const withGood = (key: LevelKey): LevelKey[] =>
  key.condition === 'good' ? [key] : [key, { ...key, condition: 'good' }];

/**
 * A bundle gets no level, and nothing comes to one that it had: goods come as its components.
 * @param added what is about to be added to the levels
 */
export async function refuseBundles(
  tx: Tx,
  added: readonly LevelKey[],
  levels: ReadonlyMap<string, Level>,
): Promise<void> {
  const bundle = added.find((key) => levels.get(keyText(key))?.isBundle !== false);
  if (!bundle) return;
  const [face] = await skuFaces(tx, [bundle.skuId]);
  throw bundleHasNoStock({ sku: face?.skuCode ?? bundle.skuId });
}

/**
 * What a level carries of its warehouse is read while that cannot change: whoever changes it writes it
 * into the levels that are there, and would miss one that is only coming. The first place of a SKU keeps
 * its whole safety stock; of a further one the daily round (share-safety.ts) finds what it should.
 */
async function createLevels(tx: Tx, keys: readonly LevelKey[]): Promise<void> {
  const made = await tx.rows<{ id: string }>`
    insert into stock_level (tenant_id, id, warehouse_id, sku_id, condition, oversell_limit,
      allow_negative, safety_stock, create_by, create_time, update_time)
    select ${tx.tenant}, k.id, k.warehouse_id, k.sku_id, k.condition,
      case when k.condition = 'good' and s.allow_oversell then s.oversell_limit else 0 end,
      w.allow_negative,
      case when k.condition = 'good' and w.type not in ('transit', 'supplier') and not exists (
        select 1 from stock_level o where o.tenant_id = ${tx.tenant} and o.sku_id = k.sku_id
          and o.condition = 'good') then s.safety_stock else 0 end,
      ${tx.actor.username}, ${tx.now}, ${tx.now}
    from unnest(${keys.map(() => newId())}::uuid[], ${keys.map((k) => k.warehouseId)}::uuid[],
      ${keys.map((k) => k.skuId)}::uuid[], ${keys.map((k) => k.condition)}::text[])
      as k (id, warehouse_id, sku_id, condition)
    join sku s on s.tenant_id = ${tx.tenant} and s.id = k.sku_id and s.type <> 'bundle'
    join warehouse w on w.tenant_id = ${tx.tenant} and w.id = k.warehouse_id
    where not exists (select 1 from stock_level l where l.tenant_id = ${tx.tenant}
      and l.warehouse_id = k.warehouse_id and l.sku_id = k.sku_id and l.condition = k.condition)
    order by k.warehouse_id, k.sku_id, k.condition for share of w
    on conflict (tenant_id, warehouse_id, sku_id, condition) do nothing
    returning id`;
  await showBinsOf(
    tx,
    made.map(({ id }) => id),
  );
}

/** Applies changes to locked levels in one statement: on hand and reserved fall together. */
export async function updateLevels(
  tx: Tx,
  changes: readonly { id: string; onHand: number; reserved: number; seq: number }[],
): Promise<void> {
  const real = changes.filter((c) => c.onHand !== 0 || c.reserved !== 0 || c.seq !== 0);
  if (real.length === 0) return;
  touchLevels(tx);
  await tx.run`
    update stock_level l set on_hand = l.on_hand + c.on_hand, reserved = l.reserved + c.reserved,
      seq = l.seq + c.seq, version = l.version + 1, update_by = ${tx.actor.username}, update_time = ${tx.now}
    from unnest(${real.map((c) => c.id)}::uuid[], ${real.map((c) => c.onHand)}::integer[],
      ${real.map((c) => c.reserved)}::integer[], ${real.map((c) => c.seq)}::integer[])
      as c (id, on_hand, reserved, seq)
    where l.tenant_id = ${tx.tenant} and l.id = c.id`;
}

/**
 * Tells the others that what can be sold has changed: `stock.changed` to the channels, and, when
 * there is more than before, `stock.increased` to the orders that wait for it.
 */
export async function announceStock(tx: Tx, skuIds: readonly string[], direction: 'more' | 'less'): Promise<void> {
  const unique = [...new Set(skuIds)].sort();
  const [first] = unique;
  if (!first) return;
  await tx.emit(stockChanged, first, { skuIds: unique });
  if (direction === 'more') await tx.emit(stockIncreased, first, { skuIds: unique });
}
