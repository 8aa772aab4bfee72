import { invalid } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { bundleParts, skuFaces } from '#modules/catalog/server/index.ts';
import { bundleHasNoStock } from '../model/errors.ts';

/**
 * A document that moves stock names what is stocked: of a bundle its components.
 * @throws Refusal 422 naming each line with a bundle
 */
export async function refuseBundleLines(
  tx: Tx,
  lines: readonly { skuId?: string | null }[],
): Promise<void> {
  const bundles = await bundleParts(
    tx,
    lines.flatMap(({ skuId }) => skuId ?? []),
  );
  if (bundles.size === 0) return;
  const codes = new Map(
    (await skuFaces(tx, [...bundles.keys()])).map(({ id, skuCode }) => [id, skuCode]),
  );
  const errors = lines.flatMap(({ skuId }, index) => {
    if (!skuId || !bundles.has(skuId)) return [];
    const { code, message } = bundleHasNoStock({ sku: codes.get(skuId) ?? skuId });
    return [{ field: 'skuId', row: index + 1, code, message }];
  });
  throw invalid(errors);
}
