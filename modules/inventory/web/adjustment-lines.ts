import { get, keyOf, queryClient, shortPrice, type Row } from '#kit/web/index.ts';
import { sku } from '#modules/catalog/model/product.ts';
import type { PastedLine } from './pasted-lines.ts';

/** A line of a draft as it is typed. */
export interface DraftLine {
  key: string;
  /** The stored line it comes from. */
  id?: string;
  skuId: string | null;
  /** Code that was pasted and is no SKU. */
  unknownCode?: string;
  qty: string;
  unitCost: string;
  condition: string;
}

let lastKey = 0;

export const blankLine = (): DraftLine => ({
  key: String(++lastKey),
  skuId: null,
  qty: '',
  unitCost: '',
  condition: 'good',
});

export const isBlankLine = (line: DraftLine): boolean =>
  line.skuId === null && !line.unknownCode && line.qty === '' && line.unitCost === '';

const CODES_AT_ONCE = 50;

/** Lines of pasted rows, their SKUs looked up by code; unknown codes stay to be seen. */
export async function linesOf(pasted: readonly PastedLine[]): Promise<DraftLine[]> {
  const codes = [...new Set(pasted.map(({ skuCode }) => skuCode))];
  const known = new Map<string, string>();
  for (let start = 0; start < codes.length; start += CODES_AT_ONCE) {
    const asked = codes.slice(start, start + CODES_AT_ONCE);
    const { records } = await get<{ records: (Row & { skuCode: string })[] }>('/catalog/sku/list', {
      skuCode: asked.join(','),
      pageSize: 100,
    });
    for (const { id, skuCode } of records) {
      known.set(skuCode.toLowerCase(), id);
      rememberLabel(id, skuCode);
    }
  }
  return pasted.map(({ skuCode, qty, unitCost }) => {
    const skuId = known.get(skuCode.toLowerCase()) ?? null;
    return {
      ...blankLine(),
      skuId,
      qty,
      unitCost,
      ...(skuId === null ? { unknownCode: skuCode } : {}),
    };
  });
}

/** Stored lines of a draft, to be edited. */
export const storedLines = (rows: readonly Row[]): DraftLine[] =>
  rows.map((row) => {
    const skuId = String(row['skuId']);
    rememberLabel(skuId, String(row['skuId_dictText'] ?? ''));
    return {
      ...blankLine(),
      id: row.id,
      skuId,
      qty: String(row['qty']),
      unitCost: shortPrice(row['unitCost']),
      condition: String(row['condition']),
    };
  });

/** A good row of a sheet as the server reads it. */
export interface SheetLine {
  skuId: string;
  condition: string;
  qty: number;
  unitCost: string | null;
}

export const sheetLines = (rows: readonly SheetLine[]): DraftLine[] =>
  rows.map(({ skuId, condition, qty, unitCost }) => ({
    ...blankLine(),
    skuId,
    condition,
    qty: String(qty),
    unitCost: shortPrice(unitCost),
  }));

/** Pickers ask for the label of a chosen id; here it is known. */
const rememberLabel = (id: string, text: string): void =>
  void queryClient.setQueryData(keyOf(sku, 'labels', [id]), [{ value: id, text }]);

/**
 * A line as the server takes it. An emptied cost is sent as such; who may not see costs leaves them
 * out, and the stored ones stay.
 */
export const wireLine = (
  { id, skuId, qty, unitCost, condition }: DraftLine,
  maySeeCost: boolean,
): Record<string, unknown> => ({
  ...(id ? { id } : {}),
  skuId,
  condition,
  qty: Number(qty),
  ...(maySeeCost ? { unitCost: unitCost === '' ? null : unitCost } : {}),
});

/** Faults by the key of a line. */
export function faultsOf(lines: readonly DraftLine[]): Map<string, string> {
  const faults = new Map<string, string>();
  for (const line of lines) {
    const fault = lineFault(line);
    if (fault) faults.set(line.key, fault);
  }
  return faults;
}

/** What is wrong with a line; null when nothing is. */
export function lineFault(line: DraftLine): string | null {
  if (line.unknownCode) return `没有SKU ${line.unknownCode}，请重新选择`;
  if (line.skuId === null) return '请选择SKU';
  if (!/^[+-]?\d{1,7}$/.test(line.qty)) return '数量须为整数';
  if (Number(line.qty) === 0) return '数量不能为0';
  if (line.unitCost !== '' && !/^\d{1,9}(\.\d{1,4})?$/.test(line.unitCost))
    return '单位成本须为不超过4位小数的非负数';
  return null;
}
