import { rowChanged, type RowChange } from '#kit/model/event.ts';
import { notFound } from '#kit/model/refusal.ts';
import type { WrittenOf } from '#kit/model/row.ts';
import { auditResource } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/write.ts';
import { binOf } from '#modules/base/server/index.ts';
import { sku } from '#modules/catalog/model/product.ts';
import { makePrimaryRoute } from '../model/bin-routes.ts';
import { binDisabled, binElsewhere, binHasSku, primaryTaken, skuBinIsFixed } from '../model/errors.ts';
import { skuBin, type SkuBinRow } from '../model/sku-bin.ts';
import { placeKey } from './stock-place.ts';
import { touchLevels } from './touched-levels.ts';

/** A bin stands in the warehouse, each SKU once in it, and one of its bins there is the primary. */
export const skuBinGuards: Guards<typeof skuBin> = {
  add: (tx, values) => judge(tx, null, values),
  edit: judge,
};

async function judge(tx: Tx, before: SkuBinRow | null, values: WrittenOf<typeof skuBin>): Promise<void> {
  const row = { ...before, ...values } as SkuBinRow;
  if (before && before.skuId !== row.skuId) throw skuBinIsFixed({ field: 'skuId' });
  if (before && before.warehouseId !== row.warehouseId) throw skuBinIsFixed({ field: 'warehouseId' });
  await lockSku(tx, row.skuId);
  const bin = await binOf(tx, row.binId);
  if (bin?.warehouseId !== row.warehouseId) throw binElsewhere();
  if (bin.status === 'disabled' && row.binId !== before?.binId) throw binDisabled(bin);
  const [twin] = await pick(tx, skuBin, ['id'])`
    deleted_at is null and sku_id = ${row.skuId}::uuid and bin_id = ${row.binId}::uuid
      and id is distinct from ${before?.id ?? null}::uuid`;
  if (twin) throw binHasSku(bin);
  const primary = row.isPrimary ? await primaryOf(tx, row, before?.id ?? null) : undefined;
  if (primary) throw primaryTaken(primary);
}

/**
 * One after the other for a SKU: two who choose its primary see each other, and a level that comes
 * into being meanwhile waits, since it refers to the SKU.
 */
const lockSku = (tx: Tx, skuId: string): Promise<unknown> => pick(tx, sku, ['id'])`id = ${skuId}::uuid for update`;

const primaryOf = (
  tx: Tx,
  { skuId, warehouseId }: Pick<SkuBinRow, 'skuId' | 'warehouseId'>,
  except: string | null,
): Promise<{ id: string; code: string } | undefined> =>
  tx.maybe`
    select s.id, b.code from sku_bin s
    join warehouse_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
    where s.tenant_id = ${tx.tenant} and s.deleted_at is null and s.is_primary
      and s.warehouse_id = ${warehouseId}::uuid and s.sku_id = ${skuId}::uuid
      and s.id is distinct from ${except}::uuid`;

export const skuBinRoutes: Route[] = [
  implement(makePrimaryRoute, async (call) => {
    const id = call.params.id;
    await call.tx((tx) => makePrimary(tx, id));
    return answer('已设为主货位');
  }),
];

/** The one that was the primary is none any more, in the same transaction. */
async function makePrimary(tx: Tx, id: string): Promise<void> {
  await requireSeen(tx, skuBin, id);
  const [named] = await pick(tx, skuBin, ['skuId'])`id = ${id}::uuid`;
  if (!named) throw notFound();
  await lockSku(tx, named.skuId);
  const [row] = await pick(tx, skuBin, ['skuId', 'warehouseId', 'isPrimary'])`
    id = ${id}::uuid and deleted_at is null for update`;
  if (!row) throw notFound();
  if (row.isPrimary) return;
  const before = await primaryOf(tx, row, id);
  if (before) await setPrimary(tx, before.id, false);
  await setPrimary(tx, id, true);
}

async function setPrimary(tx: Tx, id: string, isPrimary: boolean): Promise<void> {
  await tx.run`
    update sku_bin set is_primary = ${isPrimary}, version = version + 1,
      update_by = ${tx.actor.username}, update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  const diff = { isPrimary: [!isPrimary, isPrimary] as [unknown, unknown] };
  auditResource(tx, skuBin, [{ rowId: id, action: 'edit', diff }]);
  await tx.emit(rowChanged(skuBin), id, { id, change: 'edit' });
}

/** Stock shows the bin where its SKU stands first. */
export const skuBinsInTransaction: TransactionHandler[] = [
  inTransaction(
    rowChanged(skuBin),
    'inventory shows the bins of stock',
    (tx, change) => showBins(tx, [change]),
    showBins,
  ),
];

async function showBins(tx: Tx, changes: readonly RowChange[]): Promise<void> {
  touchLevels(tx);
  await tx.run`
    update stock_level l set bin_id = f.bin_id
    from (select distinct k.warehouse_id, k.sku_id, (
        select s.bin_id from sku_bin s
        join warehouse_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
        where s.tenant_id = k.tenant_id and s.deleted_at is null
          and s.warehouse_id = k.warehouse_id and s.sku_id = k.sku_id
        order by s.is_primary desc, b.walk_order, b.code limit 1) as bin_id
      from sku_bin k where k.tenant_id = ${tx.tenant}
        and k.id = any(${changes.map(({ id }) => id)}::uuid[])) f
    where l.tenant_id = ${tx.tenant} and l.warehouse_id = f.warehouse_id and l.sku_id = f.sku_id
      and l.bin_id is distinct from f.bin_id`;
}

/** Levels that have just come into being show where their SKU stands. */
export async function showBinsOf(tx: Tx, levelIds: readonly string[]): Promise<void> {
  if (levelIds.length === 0) return;
  await tx.run`
    update stock_level l set bin_id = (
      select s.bin_id from sku_bin s
      join warehouse_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
      where s.tenant_id = l.tenant_id and s.deleted_at is null
        and s.warehouse_id = l.warehouse_id and s.sku_id = l.sku_id
      order by s.is_primary desc, b.walk_order, b.code limit 1)
    where l.tenant_id = ${tx.tenant} and l.id = any(${levelIds}::uuid[])`;
}

/** Where goods stand in a warehouse, the primary first. */
export interface GoodsPlace {
  /** Codes of bins. */
  bins: string[];
  /** Of the first of them: papers and desks walk by it, then by its code. */
  walkOrder: number;
}

/** Bins of SKUs by warehouse and SKU (`placeKey`); who stands nowhere has no entry. */
export async function placesOf(
  tx: Tx,
  warehouseIds: readonly string[],
  skuIds: readonly string[],
): Promise<Map<string, GoodsPlace>> {
  const rows = await tx.rows<{ warehouseId: string; skuId: string } & GoodsPlace>`
    select s.warehouse_id, s.sku_id,
      array_agg(b.code order by s.is_primary desc, b.walk_order, b.code) as bins,
      (array_agg(b.walk_order order by s.is_primary desc, b.walk_order, b.code))[1] as walk_order
    from sku_bin s join warehouse_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
    where s.tenant_id = ${tx.tenant} and s.deleted_at is null
      and s.warehouse_id = any(${warehouseIds}::uuid[]) and s.sku_id = any(${skuIds}::uuid[])
    group by s.warehouse_id, s.sku_id`;
  return new Map(rows.map(({ bins, walkOrder, ...key }) => [placeKey(key), { bins, walkOrder }]));
}

/** Orders what is walked to: by bin, then what stands nowhere. */
export function byPlace(a: GoodsPlace | undefined, b: GoodsPlace | undefined): number {
  if (!a || !b) return Number(!a) - Number(!b);
  return a.walkOrder - b.walkOrder || (a.bins[0] ?? '').localeCompare(b.bins[0] ?? '', 'en');
}
