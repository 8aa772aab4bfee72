import { newId, type Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import { standardCost } from '#modules/catalog/server/index.ts';
import type { Layer, Stack } from './cost-layers.ts';
import { placeKey, type StockPlace } from './stock-place.ts';

interface StoredLayer extends StockPlace {
  id: string;
  qtyLeft: number;
  valueLeft: bigint;
  since: Date;
  originId: string;
}

/**
 * Locks open layers, in the order in which everybody locks them, and adds those that are not known yet.
 * @param belowZero only what left before it came: all that a receipt asks for
 */
export async function readLayers(
  tx: Tx,
  stacks: Map<string, Stack>,
  keys: readonly StockPlace[],
  belowZero: boolean,
): Promise<void> {
  if (keys.length === 0) return;
  const unique = [...new Map(keys.map((key) => [placeKey(key), key])).values()];
  const warehouses = unique.map(({ warehouseId }) => warehouseId);
  const skus = unique.map(({ skuId }) => skuId);
  const rows = belowZero
    ? await tx.rows<StoredLayer>`
        select l.id, l.warehouse_id, l.sku_id, l.qty_left, l.value_left, l.since, l.origin_id from cost_layer l
        where l.tenant_id = ${tx.tenant} and l.qty_left < 0 and (l.warehouse_id, l.sku_id) in (
          select * from unnest(${warehouses}::uuid[], ${skus}::uuid[]))
        order by l.id for update`
    : await tx.rows<StoredLayer>`
        select l.id, l.warehouse_id, l.sku_id, l.qty_left, l.value_left, l.since, l.origin_id from cost_layer l
        where l.tenant_id = ${tx.tenant} and l.qty_left <> 0 and (l.warehouse_id, l.sku_id) in (
          select * from unnest(${warehouses}::uuid[], ${skus}::uuid[]))
        order by l.id for update`;
  const known = new Set(
    unique.flatMap((key) => {
      const { lying, owed } = stackOf(stacks, key);
      return [...lying, ...owed].map(({ id }) => id);
    }),
  );
  for (const row of rows) if (!known.has(row.id)) addStored(stackOf(stacks, row), row);
}

/** The layers of one SKU in one warehouse as far as they were read. */
export function stackOf(stacks: Map<string, Stack>, { warehouseId, skuId }: StockPlace): Stack {
  const key = placeKey({ warehouseId, skuId });
  const stack = stacks.get(key) ?? { warehouseId, skuId, lying: [], owed: [] };
  stacks.set(key, stack);
  return stack;
}

function addStored({ lying, owed }: Stack, { id, qtyLeft, valueLeft, since, originId }: StoredLayer): void {
  const layers = qtyLeft > 0 ? lying : owed;
  const sign = qtyLeft > 0 ? 1 : -1;
  layers.push({
    id,
    since,
    originId,
    isTouched: false,
    qtyLeft: sign * qtyLeft,
    valueLeft: BigInt(sign) * valueLeft,
  });
}

/** What a unit costs that finds no layer: as in the last one, else the standard cost, else nothing. */
export async function lastCosts(tx: Tx, keys: readonly StockPlace[]): Promise<Map<string, string>> {
  const rows = await tx.query<StockPlace & { cost: string }>(sql`
    select k.warehouse_id, k.sku_id, coalesce((select c.unit_cost from cost_layer c
        where c.tenant_id = ${tx.tenant} and c.warehouse_id = k.warehouse_id and c.sku_id = k.sku_id
          and c.qty_in > 0 order by c.id desc limit 1), ${standardCost(tx)}, 0)::numeric(18,4)::text as cost
    from unnest(${keys.map(({ warehouseId }) => warehouseId)}::uuid[],
      ${keys.map(({ skuId }) => skuId)}::uuid[]) as k (warehouse_id, sku_id)
    join sku s on s.tenant_id = ${tx.tenant} and s.id = k.sku_id`);
  return new Map(rows.map((row) => [placeKey(row), row.cost]));
}

/** Stores what became of layers. What left before it came stands below zero. */
export async function saveLayers(tx: Tx, stacks: Iterable<Stack>): Promise<void> {
  const all = [...stacks].flatMap(({ lying, owed, ...key }) => [
    ...lying.map((layer) => ({ ...key, layer, sign: 1 })),
    ...owed.map((layer) => ({ ...key, layer, sign: -1 })),
  ]);
  await updateLayers(
    tx,
    all.filter(({ layer }) => layer.isTouched && !layer.born),
  );
  await insertLayers(
    tx,
    all.filter(({ layer }) => layer.born),
  );
}

type SignedLayer = StockPlace & { layer: Layer; sign: number };

const unitsLeft = ({ layer, sign }: SignedLayer): number => sign * layer.qtyLeft;
const worthLeft = ({ layer, sign }: SignedLayer): bigint => BigInt(sign) * layer.valueLeft;

async function updateLayers(tx: Tx, changed: readonly SignedLayer[]): Promise<void> {
  if (changed.length === 0) return;
  await tx.run`update cost_layer l set qty_left = c.qty_left, value_left = c.value_left
    from unnest(${changed.map(({ layer }) => layer.id)}::uuid[], ${changed.map(unitsLeft)}::integer[],
      ${changed.map(worthLeft)}::bigint[]) as c (id, qty_left, value_left)
    where l.tenant_id = ${tx.tenant} and l.id = c.id`;
}

async function insertLayers(tx: Tx, rows: readonly SignedLayer[]): Promise<void> {
  if (rows.length === 0) return;
  const born = rows.map(({ layer }) => layer.born ?? { movementId: newId(), qty: 0, unitCost: '0' });
  await tx.run`
    insert into cost_layer (tenant_id, id, movement_id, warehouse_id, sku_id, qty_in, qty_left, value_left,
      unit_cost, since, origin_id, create_time)
    select ${tx.tenant}, r.id, r.movement_id, r.warehouse_id, r.sku_id, r.qty_in, r.qty_left, r.value_left,
      r.unit_cost, r.since, r.origin_id, ${tx.now}
    from unnest(${rows.map(({ layer }) => layer.id)}::uuid[], ${born.map((b) => b.movementId)}::uuid[],
      ${rows.map((r) => r.warehouseId)}::uuid[], ${rows.map((r) => r.skuId)}::uuid[],
      ${born.map(({ qty }, at) => (rows[at]?.sign ?? 1) * qty)}::integer[], ${rows.map(unitsLeft)}::integer[],
      ${rows.map(worthLeft)}::bigint[], ${born.map((b) => b.unitCost)}::numeric[],
      ${rows.map(({ layer }) => layer.since)}::timestamptz[],
      ${rows.map(({ layer }) => layer.originId)}::uuid[])
      as r (id, movement_id, warehouse_id, sku_id, qty_in, qty_left, value_left, unit_cost, since, origin_id)`;
}
