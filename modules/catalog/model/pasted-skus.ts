/** One row of a pasted table, before its SKU is looked up. */
export interface PastedSku {
  skuCode: string;
  qty: string;
  price: string;
}

const HEADINGS = new Set(['sku', 'sku编码', '编码', '商品编码']);

/**
 * Rows copied from a spreadsheet: SKU, quantity, price or cost side by side (tabs; commas where
 * there are none). A heading row and blank rows are left out; numbers stand as they were written, for
 * whoever knows in which currency they are to be.
 */
export function pastedSkus(text: string): PastedSku[] {
  return text
    .split(/\r?\n/)
    .map((row) =>
      row.split(row.includes('\t') ? '\t' : /[,，;；]|\s{2,}/).map((cell) => cell.trim()),
    )
    .filter(([first = '']) => first !== '' && !HEADINGS.has(first.toLowerCase()))
    .map(([skuCode = '', qty = '', price = '']) => ({ skuCode, qty, price }));
}
