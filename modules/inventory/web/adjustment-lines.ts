import { get, keyOf, queryClient, type Row } from '#kit/web/index.ts';
import { sku } from '#modules/catalog/model/product.ts';
import type { PastedLine } from './pasted-lines.ts';

/** A line of a draft as it is typed. */
export interface DraftLine {
  key: string;
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
      // Pickers ask for the label of a chosen id; it is known here.
      queryClient.setQueryData(keyOf(sku, 'labels', [id]), [{ value: id, text: skuCode }]);
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
