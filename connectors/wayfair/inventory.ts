import { ChannelError } from '#modules/channels/model/port.ts';
import type { StockItem, StockReading, WriteOutcome } from '#modules/channels/model/port.ts';
import type { WayfairClient } from './client.ts';
import { SAVE_STOCK_MUTATION, stockQuery } from './queries.ts';
import type { StockShape } from './queries.ts';
import { outcomeOf, readTransaction } from './transaction.ts';
import { supplierNumber } from './wire-code.ts';
import { flagOf, listOf, objectOf, quantityOf, textOf, WireValueError } from './wire-values.ts';
import type { WireObject } from './wire-values.ts';

const OPERATION = '推送库存';
const READING = '回读库存';
export const STOCK_BATCH = 100;
/** Above this the sandbox cuts off silently. */
const SANDBOX_MAX_ROWS = 500;
const READ_BATCH = 100;
const MAX_READ_PAGES = 50;

/**
 * Sets quantities at the channel: the rows given and no others, in batches of 100. The sandbox only
 * takes full sets (TRUE_UP), which zero whatever is left out; there the rows given are the set.
 * @returns `refused` as soon as a batch is refused; the batches before it have been taken
 */
export async function pushStock(
  client: WayfairClient,
  items: readonly StockItem[],
  warehouseCodes: readonly string[],
): Promise<WriteOutcome> {
  const problem = problemOf(items, warehouseCodes);
  if (problem !== null) return { status: 'refused', message: problem };
  if (items.length === 0) return { status: 'done' };
  const isSandbox = client.settings.environment === 'sandbox';
  if (isSandbox && items.length > SANDBOX_MAX_ROWS) {
    const message = `沙箱一次最多接受${SANDBOX_MAX_ROWS}行全量库存，多出的会被丢弃`;
    return { status: 'refused', message };
  }
  const size = isSandbox ? SANDBOX_MAX_ROWS : STOCK_BATCH;
  let result: WriteOutcome = { status: 'done' };
  for (let at = 0; at < items.length; at += size) {
    const outcome = await saveStock(client, items.slice(at, at + size), false);
    if (outcome.status === 'refused') return outcome;
    if (outcome.status === 'pending') result = outcome;
  }
  return result;
}

/** One call of inventory.save. @param dryRun lets the channel check the rows without taking them */
export async function saveStock(
  client: WayfairClient,
  items: readonly StockItem[],
  dryRun: boolean,
): Promise<WriteOutcome> {
  const answer = await client.write({
    title: OPERATION,
    host: 'orders',
    document: SAVE_STOCK_MUTATION,
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
  return 'refused' in answer
    ? { status: 'refused', message: answer.refused }
    : outcomeOf(readTransaction(answer.value, OPERATION));
}

/**
 * What the channel holds for these parts in one warehouse; parts it does not know are left out.
 * The schema's shape is tried as documented first, and once in its other form when refused.
 */
export async function readStock(
  client: WayfairClient,
  channelWarehouseCode: string,
  channelSkus: readonly string[],
): Promise<StockReading[]> {
  const readings: StockReading[] = [];
  let shape: StockShape = 'flat';
  for (let at = 0; at < channelSkus.length; at += READ_BATCH) {
    const batch = channelSkus.slice(at, at + READ_BATCH);
    try {
      readings.push(...(await readBatch(client, shape, channelWarehouseCode, batch)));
    } catch (error) {
      const isOtherShape = error instanceof ChannelError && /validation error/i.test(error.message);
      if (!isOtherShape || shape === 'nested') throw error;
      shape = 'nested';
      readings.push(...(await readBatch(client, shape, channelWarehouseCode, batch)));
    }
  }
  return readings;
}

async function readBatch(
  client: WayfairClient,
  shape: StockShape,
  channelWarehouseCode: string,
  supplierPartNumbers: readonly string[],
): Promise<StockReading[]> {
  const supplierId = supplierNumber(channelWarehouseCode, READING);
  const readings: StockReading[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_READ_PAGES; page++) {
    const cursor = { first: READ_BATCH, ...(after === null ? {} : { after }) };
    const { value } = await client.read({
      title: READING,
      host: 'supplier',
      document: stockQuery(shape, supplierId, { supplierPartNumbers }, cursor),
      variables: {},
      path: ['inventorySummaryList'],
    });
    const { rows, next } = readSummary(value, channelWarehouseCode);
    readings.push(...rows);
    if (next === null || next === after) break;
    after = next;
  }
  return readings;
}

function problemOf(items: readonly StockItem[], warehouseCodes: readonly string[]): string | null {
  const foreign = items.find((item) => !warehouseCodes.includes(item.channelWarehouseCode));
  if (foreign) return `仓库 ${foreign.channelWarehouseCode} 不属于该账号`;
  const odd = items.find((item) => !Number.isFinite(item.qty));
  return odd ? `${odd.channelSku} 的数量不是数字` : null;
}

function readSummary(
  value: unknown,
  channelWarehouseCode: string,
): { rows: StockReading[]; next: string | null } {
  const connection = objectOf(value);
  const pageInfo = objectOf(connection['pageInfo']);
  try {
    const rows = listOf(connection['edges'], 'edges').flatMap((edge) => {
      const node = objectOf(objectOf(edge)['node']);
      const channelSku = textOf(node['supplierPartNumber']);
      const qty = quantityAt(objectOf(node['inventoryPosition']), channelWarehouseCode);
      return channelSku === null || qty === null ? [] : [{ channelWarehouseCode, channelSku, qty }];
    });
    const hasNext = flagOf(pageInfo['hasNextPage'], 'hasNextPage') ?? false;
    return { rows, next: hasNext ? textOf(pageInfo['endCursor']) : null };
  } catch (error) {
    if (!(error instanceof WireValueError)) throw error;
    throw new ChannelError('unreadable', READING, `库存应答无法识别：${error.message}`);
  }
}

function quantityAt(position: WireObject, channelWarehouseCode: string): number | null {
  const lists = [position, objectOf(position['castleGate']), objectOf(position['physicalRetail'])];
  const own = lists
    .flatMap((holder) => listOf(holder['warehouses'], 'warehouses'))
    .map(objectOf)
    .filter((warehouse) => textOf(warehouse['warehouseId']) === channelWarehouseCode);
  if (own.length === 0) return null;
  return own.reduce((sum, warehouse) => sum + quantityOf(warehouse['onHandQty'], 'onHandQty'), 0);
}
