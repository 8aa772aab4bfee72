import type { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/write.ts';
import { bundleItem } from '../model/bundle.ts';
import {
  bundleOfBundle,
  bundleOfItself,
  componentTaken,
  hasCartons,
  hasComponents,
  isComponent,
  notABundle,
} from '../model/errors.ts';
import { sku } from '../model/product.ts';
import { storeCostsOnSkus } from './cost-words.ts';
import { noteCostMakers } from './standard-cost.ts';

/** A component of a bundle, and how many of it one bundle takes. */
export interface BundlePart {
  skuId: string;
  qty: number;
}

/**
 * What the bundles among SKUs are made of, in the order of the components; plain SKUs have no entry,
 * a bundle that nobody has filled in an empty one.
 * @param isHeld the composition must not change before the transaction ends: it is being promised
 */
export async function bundleParts(
  tx: Tx,
  skuIds: readonly string[],
  isHeld = false,
): Promise<Map<string, BundlePart[]>> {
  const bundles = await pick(tx, sku, ['id'])`
    id = any(${[...skuIds]}::uuid[]) and type = 'bundle' order by id`;
  const ids = bundles.map(({ id }) => id);
  const parts = new Map<string, BundlePart[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return parts;
  if (isHeld)
    await tx.rows`select id from sku
      where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[]) order by id for share`;
  const items = await tx.rows<BundlePart & { bundleSkuId: string }>`
    select bundle_sku_id, component_sku_id as "skuId", qty from bundle_item
    where tenant_id = ${tx.tenant} and deleted_at is null and bundle_sku_id = any(${ids}::uuid[])
    order by component_sku_id`;
  for (const { bundleSkuId, skuId, qty } of items) parts.get(bundleSkuId)?.push({ skuId, qty });
  return parts;
}

/** SKUs and the bundles that have one of them within: what a change of their stock is about. */
export async function withTheirBundles(tx: Tx, skuIds: readonly string[]): Promise<string[]> {
  const bundles = await tx.rows<{ id: string }>`
    select distinct bundle_sku_id as id from bundle_item
    where tenant_id = ${tx.tenant} and deleted_at is null and component_sku_id = any(${[...skuIds]}::uuid[])`;
  return [...new Set([...skuIds, ...bundles.map(({ id }) => id)])];
}

/** How many bundles units of the components make: the scarcest decides; none of nothing. */
export const bundlesOf = (parts: readonly BundlePart[], unitsOf: (skuId: string) => number): number =>
  parts.length === 0 ? 0 : Math.min(...parts.map(({ skuId, qty }) => Math.floor(unitsOf(skuId) / qty)));

/** No bundle of bundles, none of itself, each component once. */
export const bundleGuards: Guards<typeof bundleItem> = {
  add: (tx, values) => judge(tx, null, values),
  edit: (tx, before, values) => judge(tx, before.id, { ...before, ...values }),
  async delete(tx, rows) {
    await lockSkus(
      tx,
      rows.map((row) => row.bundleSkuId),
    );
  },
};

/** Whoever promises a bundle meanwhile waits, and sees what it is made of afterwards. */
const lockSkus = (tx: Tx, ids: readonly string[]): Promise<{ id: string; skuCode: string; type: string }[]> =>
  tx.rows`select id, sku_code, type from sku
    where tenant_id = ${tx.tenant} and id = any(${[...ids]}::uuid[]) order by id for update`;

async function judge(
  tx: Tx,
  id: string | null,
  item: { bundleSkuId?: string | null; componentSkuId?: string | null },
): Promise<void> {
  const { bundleSkuId, componentSkuId } = item;
  if (!bundleSkuId || !componentSkuId) return;
  if (bundleSkuId === componentSkuId) throw bundleOfItself();
  const skus = await lockSkus(tx, [bundleSkuId, componentSkuId]);
  const bundle = skus.find((one) => one.id === bundleSkuId);
  const component = skus.find((one) => one.id === componentSkuId);
  if (bundle && bundle.type !== 'bundle') throw notABundle({ sku: bundle.skuCode });
  if (component?.type === 'bundle') throw bundleOfBundle({ sku: component.skuCode });
  const [twin] = await pick(tx, bundleItem, ['id'])`
    deleted_at is null and bundle_sku_id = ${bundleSkuId}::uuid
      and component_sku_id = ${componentSkuId}::uuid and id is distinct from ${id}::uuid`;
  if (twin) throw componentTaken();
}

/** A SKU becomes a bundle, or stops being one, only while nothing says otherwise. */
export const skuGuards: Guards<typeof sku> = {
  async editAll(tx, edits) {
    const refusals: (Refusal | null)[] = [];
    for (const { before, values } of edits)
      refusals.push(values.type && values.type !== before.type ? await typeFault(tx, before, values.type) : null);
    const priced = edits
      .filter(({ before, values }, at) => !refusals[at] && isOther(values.standardCost, before.standardCost))
      .map(({ before }) => before.id);
    // Before the rows are written: a new cost counts from now on as what its maker says.
    await storeCostsOnSkus(tx, priced);
    await noteCostMakers(tx, priced);
    return refusals;
  },
};

const isOther = (cost: string | null | undefined, before: string | null): boolean =>
  cost !== undefined && Number(cost) !== Number(before);

async function typeFault(
  tx: Tx,
  { id, type: before }: { id: string; type: string },
  type: string,
): Promise<Refusal | null> {
  if (before === 'bundle' && ((await bundleParts(tx, [id])).get(id) ?? []).length > 0) return hasComponents();
  if (type !== 'bundle') return null;
  const within = await tx.maybe<{ bundle: string }>`
    select s.sku_code as bundle from bundle_item i
      join sku s on s.tenant_id = i.tenant_id and s.id = i.bundle_sku_id
    where i.tenant_id = ${tx.tenant} and i.deleted_at is null
      and i.component_sku_id = ${id}::uuid limit 1`;
  if (within) return isComponent(within);
  const carton = await tx.maybe`
    select 1 from sku_carton where tenant_id = ${tx.tenant} and sku_id = ${id}::uuid
      and deleted_at is null limit 1`;
  return carton ? hasCartons() : null;
}
