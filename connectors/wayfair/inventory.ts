import { ChannelError } from '#modules/channels/model/port.ts';
import type {
  ReceiptReading,
  StockItem,
  StockOutcome,
  StockPage,
  StockReading,
  StockRefusal,
} from '#modules/channels/model/port.ts';
import type { WayfairClient } from './client.ts';
import { rowsOf } from '../shared/rows.ts';
import { saveStockMutation, stockQuery, transactionQuery } from './queries.ts';
import { messageOf, readTransaction } from './transaction.ts';
import type { Transaction } from './transaction.ts';
import { readRow } from '../shared/rows.ts';
import { supplierNumber } from './wire-code.ts';
import { objectOf, quantityOf, requiredText, textOf } from '../shared/wire-values.ts';
import type { WireObject } from '../shared/wire-values.ts';

const OPERATION = '推送库存';
const READING = '回读库存';
const RECEIPT = '查询推送结果';
export const STOCK_BATCH = 100;
/** Above this the sandbox cuts off silently. */
const SANDBOX_MAX_ROWS = 500;
const READ_BATCH = 100;
const MAX_READ_PAGES = 50;

/**
 * Sets quantities at the channel: the rows given and no others, in one call. The sandbox only takes
 * full sets (TRUE_UP), which zero whatever is left out; there the rows given are the set.
 */
export async function pushStock(client: WayfairClient, items: readonly StockItem[]): Promise<StockOutcome> {
  if (items.length === 0) return { refused: [], refusal: null, receipt: null };
  const isSandbox = client.settings.environment === 'sandbox';
  const max = isSandbox ? SANDBOX_MAX_ROWS : STOCK_BATCH;
  const problem =
    items.length > max ? `一次最多推送${max}行库存，多出的会被渠道丢弃` : problemOf(items, client.warehouseCodes);
  if (problem !== null) return { refused: [], refusal: problem, receipt: null };
  return saveStock(client, items, false);
}

/** The channel does not know a field we ask its answer for: nothing was taken. */
const UNKNOWN_FIELD = /cannot query field|field ['"]?\w+['"]? .*undefined/i;

/** One call of inventory.save. @param dryRun lets the channel check the rows without taking them */
export async function saveStock(
  client: WayfairClient,
  items: readonly StockItem[],
  dryRun: boolean,
): Promise<StockOutcome> {
  const send = (isLean: boolean) =>
    client.write({
      title: OPERATION,
      host: 'orders',
      document: saveStockMutation(isLean),
      variables: {
        inventory: items.map((item) => ({
          supplierId: supplierNumber(item.channelWarehouseCode, OPERATION),
          supplierPartNumber: item.channelSku,
          quantityOnHand: Math.max(0, Math.floor(item.qty)),
          discontinued: item.discontinued,
        })),
        feedKind: client.settings.environment === 'sandbox' ? 'TRUE_UP' : 'DIFFERENTIAL',
        ...(dryRun ? { dryRun } : {}),
      },
      path: ['inventory', 'save'],
    });
  let answer = await send(false);
  if ('refused' in answer && UNKNOWN_FIELD.test(answer.refused)) answer = await send(true);
  if ('refused' in answer) return { refused: [], refusal: answer.refused, receipt: null };
  const transaction = readTransaction(answer.value, OPERATION);
  return { ...refusalsOf(transaction, items), receipt: transaction.id };
}

/**
 * What the channel shows for these parts in one warehouse; parts it does not know are left out, a
 * row that cannot be read is set aside alone.
 */
export async function readStock(
  client: WayfairClient,
  channelWarehouseCode: string,
  channelSkus: readonly string[],
): Promise<StockPage> {
  const page: StockPage = { readings: [], unreadable: [] };
  for (let at = 0; at < channelSkus.length; at += READ_BATCH) {
    const batch = channelSkus.slice(at, at + READ_BATCH);
    await readBatch(client, channelWarehouseCode, batch, page);
  }
  return page;
}

async function readBatch(
  client: WayfairClient,
  code: string,
  supplierPartNumbers: readonly string[],
  page: StockPage,
): Promise<void> {
  const before = page.readings.length;
  for (let turn = 0, offset = 0; turn < MAX_READ_PAGES; turn++) {
    const { value } = await client.read({
      title: READING,
      host: 'orders',
      document: stockQuery(code, supplierPartNumbers, READ_BATCH, offset),
      variables: {},
      path: ['inventory'],
    });
    const rows = rowsOf(value, READING);
    for (const raw of rows) {
      const read = readRow('stock', raw, readPosition, (wire) => wire['supplierPartNumber']);
      if ('unreadable' in read) page.unreadable.push(read.unreadable);
      else if (read.row.channelWarehouseCode === code) page.readings.push(read.row);
    }
    offset += rows.length;
    // A short page may be the channel's own limit: only an empty one, or all of the parts, is the end.
    const found = page.readings.length - before;
    if (rows.length === 0 || found >= supplierPartNumbers.length) return;
  }
}

function readPosition(wire: WireObject): StockReading {
  return {
    channelWarehouseCode: requiredText(objectOf(wire['warehouse'])['id'], 'warehouse.id'),
    channelSku: requiredText(wire['supplierPartNumber'], 'supplierPartNumber'),
    qty: quantityOf(wire['quantityOnHand'], 'quantityOnHand'),
  };
}

/** What became of an earlier feed, by the id the channel gave it; null when it knows of none. */
export async function readReceipt(
  client: WayfairClient,
  receipt: string,
  items: readonly StockItem[],
): Promise<ReceiptReading | null> {
  const { value } = await client.read({
    title: RECEIPT,
    host: 'orders',
    document: transactionQuery(receipt),
    variables: {},
    path: ['transactions'],
  });
  const own = rowsOf(value, RECEIPT).find((row) => textOf(objectOf(row)['id']) === receipt);
  if (own === undefined) return null;
  const transaction = transactionOf(own);
  const isFinal = transaction.status === 'COMPLETE' || transaction.status === 'ERROR';
  return { isFinal, ...refusalsOf(transaction, items) };
}

function transactionOf(row: unknown): Transaction {
  try {
    return readTransaction(row, RECEIPT);
  } catch (error) {
    // A read has no outcome of its own that could be unknown.
    if (!(error instanceof ChannelError) || error.kind !== 'unknown') throw error;
    throw new ChannelError('unreadable', RECEIPT, error.message);
  }
}

/** Errors by the rows their keys name; what names no row concerns all that are not named. */
function refusalsOf(
  { errors, isCut }: Transaction,
  items: readonly StockItem[],
): { refused: StockRefusal[]; refusal: string | null } {
  const refused = new Map<StockItem, string>();
  const unnamed = errors.filter((error) => {
    const own = items.filter((item) => isNamed(item, error.key));
    for (const item of own) refused.set(item, error.message);
    return own.length === 0;
  });
  const isRestOpen = isCut && refused.size < items.length;
  return {
    refused: [...refused].map(([item, message]) => ({ item, message })),
    refusal: unnamed.length > 0 ? messageOf(unnamed) : isRestOpen ? '渠道只列出前10条错误，其余行未确认' : null,
  };
}

/** A key is the part number, alone or beside the warehouse: `31842/PART`, `PART:31842`. */
function isNamed({ channelSku, channelWarehouseCode }: StockItem, key: string | null): boolean {
  if (key === null) return false;
  if (key === channelSku) return true;
  const isPair = (first: string, last: string): boolean =>
    key.startsWith(first) &&
    key.endsWith(last) &&
    /^[^A-Za-z0-9]{1,3}$/.test(key.slice(first.length, key.length - last.length));
  return isPair(channelWarehouseCode, channelSku) || isPair(channelSku, channelWarehouseCode);
}

function problemOf(items: readonly StockItem[], warehouseCodes: readonly string[]): string | null {
  const foreign = items.find((item) => !warehouseCodes.includes(item.channelWarehouseCode));
  if (foreign) return `仓库 ${foreign.channelWarehouseCode} 不属于该账号`;
  const odd = items.find((item) => !Number.isFinite(item.qty));
  return odd ? `${odd.channelSku} 的数量不是数字` : null;
}
