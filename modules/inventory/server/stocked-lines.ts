import { exponentOf } from '#kit/model/currency.ts';
import { lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { invalid } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { amountFaults, unitFaults } from '#kit/server/draft/amount-bounds.ts';
import { bundleParts, skuFaces } from '#modules/catalog/server/index.ts';
import { bundleHasNoStock } from '../model/errors.ts';

/**
 * A document that moves stock names what is stocked: of a bundle its components.
 * @throws Refusal 422 naming each line with a bundle
 */
export async function refuseBundleLines(tx: Tx, lines: readonly { skuId?: string | null }[]): Promise<void> {
  const bundles = await bundleParts(
    tx,
    lines.flatMap(({ skuId }) => skuId ?? []),
  );
  if (bundles.size === 0) return;
  const codes = new Map((await skuFaces(tx, [...bundles.keys()])).map(({ id, skuCode }) => [id, skuCode]));
  const errors = lines.flatMap(({ skuId }, index) => {
    if (!skuId || !bundles.has(skuId)) return [];
    const { code, message } = bundleHasNoStock({ sku: codes.get(skuId) ?? skuId });
    return [{ field: 'skuId', row: index + 1, code, message }];
  });
  throw invalid(errors);
}

/**
 * Units and typed costs of a document that are larger than the books hold.
 * @param currency of the costs
 * @throws Refusal 422 at the lines
 */
export function refuseTooLarge(lines: readonly { qty: number; unitCost: string | null }[], currency: string): void {
  const exponent = exponentOf(currency);
  const costOf = (text: string | null): bigint => parseDecimal(text ?? '0', PRICE_SCALE) ?? 0n;
  const errors = [
    ...unitFaults(
      lines.map(({ qty }) => qty),
      { field: 'qty', title: '数量' },
    ),
    ...amountFaults(
      lines.map(({ qty, unitCost }) => lineAmount(qty, costOf(unitCost), exponent)),
      exponent,
      { field: 'unitCost', title: '金额' },
    ),
  ];
  if (errors.length > 0) throw invalid(errors);
}
