/** One row of a pasted table, before its SKU is looked up. */
export interface PastedLine {
  skuCode: string;
  qty: string;
  unitCost: string;
}

const HEADINGS = new Set(['sku', 'sku编码', '编码', '商品编码']);

/**
 * Rows copied from a spreadsheet: SKU, 数量, 单位成本 side by side (tabs; commas where there are
 * none). A heading row and blank rows are left out, thousands separators and currency signs too.
 */
export function readPastedLines(text: string): PastedLine[] {
  return text
    .split(/\r?\n/)
    .map((row) =>
      row.split(row.includes('\t') ? '\t' : /[,，;；]|\s{2,}/).map((cell) => cell.trim()),
    )
    .filter(([first = '']) => first !== '' && !HEADINGS.has(first.toLowerCase()))
    .map(([skuCode = '', qty = '', unitCost = '']) => ({
      skuCode,
      qty: plainNumber(qty),
      unitCost: plainNumber(unitCost),
    }));
}

const plainNumber = (text: string): string => text.replace(/[,，\s$¥￥€£]/g, '');
