import type { GridRow } from '#kit/web/index.ts';
import { combinations, numberedCode, valuesOf, variantOf, type ProductOption } from '../model/variants.ts';

/** What a row of the matrix is made for. */
export interface VariantRow extends GridRow {
  /** Its place: one value of each option; null in a product without options. */
  variant: string | null;
}

/** Who the rows are made for. */
export interface MatrixOf {
  spuCode: string;
  name: string;
}

/**
 * One row for each combination of the options: what was typed or stored for it stays with it. SKUs
 * that are no variant yet take the first places that are free; those of values that are gone stay
 * below, so that nobody loses one unseen.
 */
export function matrixRows(
  options: readonly ProductOption[],
  known: readonly VariantRow[],
  of: MatrixOf,
): VariantRow[] {
  if (options.length === 0)
    return known.length > 0
      ? known.map((row) => ({ ...row, variant: null }))
      : [{ id: tempId(0), variant: null, skuCode: of.spuCode, name: of.name }];
  const places = combinations(options).map(variantOf);
  const placed = new Map(
    known.flatMap((row) => (row.variant && places.includes(row.variant) ? [[row.variant, row]] : [])),
  );
  const free = known.filter((row) => !isMade(row) && !places.includes(row.variant ?? ''));
  const codes = new Set(known.map((row) => String(row['skuCode'] ?? '')));
  let number = 0;
  const nextCode = (): string => {
    do number += 1;
    while (codes.has(numberedCode(of.spuCode, number)));
    return numberedCode(of.spuCode, number);
  };
  const rows = places.map((variant, at): VariantRow => {
    const own = placed.get(variant) ?? free.shift();
    if (own) return { ...own, variant };
    const words = valuesOf(variant).join(' ');
    return { id: tempId(at), variant, skuCode: nextCode(), name: `${of.name} ${words}` };
  });
  return [...rows, ...free];
}

const TEMP = '_temp';
let made = 0;
const tempId = (at: number): string => `variant-${(made += 1)}-${at}${TEMP}`;

/** A row that is not stored. */
const isMade = ({ id }: GridRow): boolean => id.endsWith(TEMP);
