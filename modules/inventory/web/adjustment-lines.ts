import type { GridColumn, GridRow } from '#kit/web/index.ts';
import { stockAdjustmentLine } from '../model/stock.ts';

const { skuId, qty, unitCost, condition } = stockAdjustmentLine.fields;

/** As sheets list them: what, how many, at which cost. */
const COLUMNS: readonly GridColumn[] = [
  { key: 'skuId', field: skuId },
  {
    key: 'qty',
    field: qty,
    rules: [{ pattern: '^-?[1-9][0-9]*$', message: '数量不能为0' }],
    statistics: ['sum'],
  },
  { key: 'unitCost', field: unitCost },
  { key: 'condition', field: condition },
];

/** Columns of the lines; costs only for who may see them. */
export const adjustmentColumns = (maySeeCost: boolean): readonly GridColumn[] =>
  maySeeCost ? COLUMNS : COLUMNS.filter(({ key }) => key !== 'unitCost');

/** A good row of a sheet as the server reads it. */
export interface SheetLine {
  skuId: string;
  condition: string;
  qty: number;
  unitCost: string | null;
}

export const sheetTexts = (lines: readonly SheetLine[]): Record<string, string>[] =>
  lines.map((line) => ({ ...line, qty: String(line.qty), unitCost: line.unitCost ?? '' }));

/**
 * A line as the server takes it. An emptied cost is sent as such; who may not see costs leaves them
 * out, and the stored ones stay.
 * @param isStored whether it is a line of the draft: only these have an id to keep
 */
export function wireLine(
  row: GridRow,
  isStored: boolean,
  maySeeCost: boolean,
): Record<string, unknown> {
  return {
    ...(isStored ? { id: row.id } : {}),
    skuId: row['skuId'],
    condition: row['condition'],
    qty: row['qty'],
    ...(maySeeCost ? { unitCost: row['unitCost'] ?? null } : {}),
  };
}
