import type { Tx } from '#kit/server/database.ts';
import { leftByOthers } from '#kit/server/left-by-others.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { bundleItem } from '../model/bundle.ts';
import { sku } from '../model/product.ts';
import { skuPart } from '../model/sku-part.ts';
import type { BundlePart } from './bundles.ts';
import type { PartOfSku } from './parts.ts';

/**
 * How many of each part a unit has as somebody else than the actor left the list, by id of its row: none where
 * the actor, or whom they act for, wrote the row alone, or has since made it one of another part, carton or use.
 */
export async function vouchedParts(tx: Tx, parts: readonly PartOfSku[]): Promise<(part: PartOfSku) => number> {
  const place = ['parentSkuId', 'partSkuId', 'cartonNo', 'isHarvestable'] as const;
  const left = await leftByOthers(tx, skuPart, parts, [...place, 'qtyPerUnit']);
  return (part) => {
    const row = left.get(part.id);
    return row && place.every((key) => row[key] === part[key]) ? row.qtyPerUnit : 0;
  };
}

/** What bundles are made of as somebody else than the actor left them; components that only the actor wrote are none. */
export async function vouchedBundles(tx: Tx, skuIds: readonly string[]): Promise<Map<string, BundlePart[]>> {
  const items = await pick(tx, bundleItem, ['id', 'bundleSkuId', 'componentSkuId', 'qty'])`
    deleted_at is null and bundle_sku_id = any(${[...skuIds]}::uuid[]) order by component_sku_id`;
  const left = await leftByOthers(tx, bundleItem, items, ['bundleSkuId', 'componentSkuId', 'qty']);
  const bundles = new Map<string, BundlePart[]>();
  for (const { id, bundleSkuId, componentSkuId } of items) {
    const row = left.get(id);
    if (row?.bundleSkuId !== bundleSkuId || row.componentSkuId !== componentSkuId) continue;
    bundles.set(bundleSkuId, [...(bundles.get(bundleSkuId) ?? []), { skuId: componentSkuId, qty: row.qty }]);
  }
  return bundles;
}

/** Which of some bundles are made of something that the actor, or whom they act for, put into them. */
export async function ownBundles(tx: Tx, skuIds: readonly string[]): Promise<Set<string>> {
  const items = await pick(tx, bundleItem, ['id', 'bundleSkuId', 'componentSkuId', 'qty'])`
    deleted_at is null and bundle_sku_id = any(${[...skuIds]}::uuid[])`;
  const left = await leftByOthers(tx, bundleItem, items, ['bundleSkuId', 'componentSkuId', 'qty']);
  return new Set(
    items.flatMap(({ id, bundleSkuId, componentSkuId, qty }) => {
      const row = left.get(id);
      const isSame = row?.bundleSkuId === bundleSkuId && row.componentSkuId === componentSkuId && row.qty === qty;
      return isSame ? [] : [bundleSkuId];
    }),
  );
}

/**
 * Which SKUs are whole goods: no parts by now, or none as somebody else than the actor left them. Of a part
 * that only the actor wrote, lists of others say that it is one.
 */
export async function wholeGoods(tx: Tx, skuIds: readonly string[]): Promise<Set<string>> {
  const rows = await pick(tx, sku, ['id', 'type'])`id = any(${[...skuIds]}::uuid[])`;
  const left = await leftByOthers(tx, sku, rows, ['type']);
  return new Set(
    rows.flatMap(({ id, type }) => (type !== 'part' || (left.get(id)?.type ?? 'part') !== 'part' ? [id] : [])),
  );
}
