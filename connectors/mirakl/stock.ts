import { ChannelError } from '#modules/channels/model/port.ts';
import type { ReceiptReading, StockItem, StockOutcome, StockRefusal } from '#modules/channels/model/port.ts';
import { quantityOf, textOf } from '../shared/wire-values.ts';
import type { MiraklClient } from './client.ts';
import { csvText, readCsv } from './csv.ts';
import { takePace } from './pace.ts';
import { inChinese } from './refusals.ts';

const OPERATION = '推送库存';
const RECEIPT = '查询推送结果';
const PATH = '/api/offers/stock/imports';
/** One file a minute: what there is goes in one. */
export const STOCK_BATCH = 10_000;
const COLUMNS = ['offer-sku', 'quantity', 'warehouse-code', 'update-delete'] as const;

/**
 * Sets quantities by a file of stock alone (STO01): the call for offers would set every field that is
 * left out of it back to its default. Taken means queued; by the id of the import it is asked for later.
 */
export async function pushStock(client: MiraklClient, items: readonly StockItem[]): Promise<StockOutcome> {
  if (items.length === 0) return { refused: [], refusal: null, receipt: null };
  const foreign = items.find((item) => !client.warehouseCodes.includes(item.channelWarehouseCode));
  if (foreign) return refusedAs(`仓库 ${foreign.channelWarehouseCode} 不属于该账号`);
  const odd = items.find((item) => !Number.isFinite(item.qty));
  if (odd) return refusedAs(`${odd.channelSku} 的数量不是数字`);
  takePace(client.accountId, 'stockImport', OPERATION, client.now());
  const written = await client.write({
    title: OPERATION,
    method: 'POST',
    path: PATH,
    body: { csv: csvText([COLUMNS, ...items.map((item) => rowOf(client, item))]) },
  });
  if (written.refused) return refusedAs(written.refused.message);
  const receipt = textOf(written.answer['import_id']);
  if (receipt === null) throw new ChannelError('unknown', OPERATION, '平台应答没有导入编号');
  return { refused: [], refusal: null, receipt };
}

const refusedAs = (refusal: string): StockOutcome => ({ refused: [], refusal, receipt: null });

/** A part that is discontinued has none left; its row stays, so that it can come back. */
function rowOf(
  { settings }: MiraklClient,
  { channelSku, channelWarehouseCode, qty, discontinued }: StockItem,
): string[] {
  const quantity = discontinued ? 0 : Math.max(0, Math.floor(qty));
  const warehouse = channelWarehouseCode === settings.warehouseCode ? '' : channelWarehouseCode;
  return [channelSku, String(quantity), warehouse, ''];
}

/** What became of an import: STO02, and the file of its errors where there is one. */
export async function readReceipt(
  client: MiraklClient,
  receipt: string,
  items: readonly StockItem[],
): Promise<ReceiptReading | null> {
  const path = `${PATH}/${encodeURIComponent(receipt)}`;
  const wire = await client.read({ title: RECEIPT, path: `${path}/status` }).catch((error: unknown) => {
    if (error instanceof ChannelError && error.kind === 'gone') return null;
    throw error;
  });
  if (wire === null) return null;
  const status = textOf(wire['status']);
  if (status !== 'COMPLETE' && status !== 'FAILED') return { isFinal: false, refused: [], refusal: null };
  const hasErrors =
    wire['has_error_report'] === true || wire['has_error_report'] === 'true' || countOf(wire['lines_in_error']) > 0;
  const refused = hasErrors
    ? refusalsIn(await client.readText({ title: RECEIPT, path: `${path}/error_report` }), client, items)
    : [];
  const named = new Set(refused.map(({ item }) => item));
  const unnamed = countOf(wire['lines_in_error']) - named.size;
  const isWhole = status === 'FAILED' && named.size === 0;
  const refusal = isWhole
    ? '平台处理库存文件失败，未说明原因'
    : unnamed > 0 && named.size < items.length
      ? `平台有 ${unnamed} 行未通过，未说明是哪些`
      : null;
  return { isFinal: true, refused, refusal };
}

function refusalsIn(text: string, client: MiraklClient, items: readonly StockItem[]): StockRefusal[] {
  const rows = readCsv(text);
  const refused = new Map<StockItem, string>();
  for (const row of rows) {
    const sku = row['offer-sku'] ?? '';
    const code = row['warehouse-code'] || client.settings.warehouseCode;
    const message = inChinese(null, row['error-message'] ?? '未说明原因');
    for (const item of items)
      if (item.channelSku === sku && item.channelWarehouseCode === code) refused.set(item, message);
  }
  return [...refused].map(([item, message]) => ({ item, message }));
}

/** Counts prove little: one that cannot be read is none. */
function countOf(value: unknown): number {
  try {
    return value == null ? 0 : quantityOf(value, 'count');
  } catch {
    return 0;
  }
}
