import { randomUUID } from 'node:crypto';
import type { StockItem, StockOutcome, StockPage, StockRefusal } from '#modules/channels/model/port.ts';
import { readRow, rowsOf } from '../shared/rows.ts';
import { flagOf, objectOf, requiredText, textOf, WireValueError, type WireObject } from '../shared/wire-values.ts';
import type { ShopifyClient } from './client.ts';
import { anyOf, locationId, nodesOf } from './ids.ts';
import { SET_STOCK, STOCK } from './queries.ts';
import { userErrorsOf } from './user-errors.ts';

const OPERATION = '推送库存';
const READING = '回读库存';
export const STOCK_BATCH = 100;
/** SKUs of one search; each may stand in several products. */
const READ_BATCH = 50;
const MOST_PAGES = 20;
/** Sold or changed there while we wrote: read again, so often. */
const ATTEMPTS = 4;

interface Position {
  sku: string;
  inventoryItemId: string;
  isTracked: boolean;
  /** Null: the location does not stock it. */
  available: number | null;
}

interface Target {
  item: StockItem;
  position: Position;
}

/**
 * Sets what can be sold at each location. Shopify takes a batch whole or not at all, and only where the
 * quantity is still the one we saw: rows it names are left out, and what was sold meanwhile is read
 * again. A SKU that stands in several products is set in each of them.
 */
export async function pushStock(client: ShopifyClient, items: readonly StockItem[]): Promise<StockOutcome> {
  const refused: StockRefusal[] = [];
  for (const [code, some] of Map.groupBy(items, (item) => item.channelWarehouseCode)) {
    if (!client.warehouseCodes.includes(code)) {
      refused.push(...some.map((item) => ({ item, message: `地点 ${code} 不属于该账号` })));
      continue;
    }
    const refusal = await setAt(client, code, some, refused);
    if (refusal !== null) return { refused, refusal, receipt: null };
  }
  return { refused, refusal: null, receipt: null };
}

/** @returns why none of the rows that are not refused counts as taken; null where they are */
async function setAt(
  client: ShopifyClient,
  code: string,
  items: readonly StockItem[],
  refused: StockRefusal[],
): Promise<string | null> {
  let open = [...items];
  let last = '渠道库存一直在变动，请稍后再推';
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const targets = await targetsOf(client, code, open, refused);
    const changes = targets.filter(({ item, position }) => position.available !== item.qty);
    if (changes.length === 0) return null;
    const answer = await client.write({
      title: OPERATION,
      host: 'admin',
      document: SET_STOCK,
      variables: {
        key: randomUUID(),
        input: {
          name: 'available',
          reason: 'correction',
          quantities: changes.map(({ item, position }) => ({
            inventoryItemId: position.inventoryItemId,
            locationId: locationId(code),
            quantity: item.qty,
            changeFromQuantity: position.available,
          })),
        },
      },
      path: ['inventorySetQuantities'],
    });
    if ('refused' in answer) return answer.refused;
    const errors = userErrorsOf(objectOf(answer.value));
    if (errors.length === 0) return null;
    const isStale = (errorCode: string | null): boolean => errorCode?.endsWith('_STALE') ?? false;
    const unnamed = errors.find(({ row, code: errorCode }) => !isStale(errorCode) && changes[row ?? -1] === undefined);
    if (unnamed) return unnamed.message;
    for (const { row, code: errorCode, message } of errors) {
      const target = changes[row ?? -1];
      if (isStale(errorCode)) last = message;
      else if (target) refuse(refused, target.item, message);
    }
    const done = new Set(refused.map(({ item }) => item));
    open = open.filter((item) => !done.has(item));
  }
  return last;
}

function refuse(refused: StockRefusal[], item: StockItem, message: string): void {
  if (!refused.some((one) => one.item === item)) refused.push({ item, message });
}

/** The rows with where they stand; those that cannot be set are refused by name. */
async function targetsOf(
  client: ShopifyClient,
  code: string,
  items: readonly StockItem[],
  refused: StockRefusal[],
): Promise<Target[]> {
  const { positions } = await readPositions(
    client,
    code,
    items.map(({ channelSku }) => channelSku),
    OPERATION,
  );
  return items.flatMap((item) => {
    const own = positions.filter(({ sku }) => sku === item.channelSku);
    const usable = own.filter(({ isTracked, available }) => isTracked && available !== null);
    if (usable.length === 0) refuse(refused, item, reasonOf(own));
    return usable.map((position) => ({ item, position }));
  });
}

function reasonOf(positions: readonly Position[]): string {
  if (positions.length === 0) return 'Shopify 中没有这个 SKU';
  return positions.some(({ isTracked }) => isTracked)
    ? '该 SKU 在此地点没有库存记录，请先在 Shopify 中启用'
    : '该 SKU 在 Shopify 中未开启库存跟踪';
}

/** What the shop shows at one location; SKUs it does not know, and what it does not track, are left out. */
export async function readStock(
  client: ShopifyClient,
  channelWarehouseCode: string,
  channelSkus: readonly string[],
): Promise<StockPage> {
  const { positions, unreadable } = await readPositions(client, channelWarehouseCode, channelSkus, READING);
  const readings = new Map<string, number>();
  for (const { sku, isTracked, available } of positions)
    // Of several products with one SKU the buyer can have the most that any of them shows.
    if (isTracked && available !== null) readings.set(sku, Math.max(readings.get(sku) ?? 0, available, 0));
  return {
    readings: [...readings].map(([channelSku, qty]) => ({ channelWarehouseCode, channelSku, qty })),
    unreadable,
  };
}

async function readPositions(
  client: ShopifyClient,
  code: string,
  skus: readonly string[],
  title: string,
): Promise<{ positions: Position[]; unreadable: StockPage['unreadable'] }> {
  const positions: Position[] = [];
  const unreadable: StockPage['unreadable'] = [];
  const wanted = [...new Set(skus)];
  for (let at = 0; at < wanted.length; at += READ_BATCH) {
    const some = new Set(wanted.slice(at, at + READ_BATCH));
    let after: string | null = null;
    for (let turn = 0; turn < MOST_PAGES; turn += 1) {
      const { value } = await client.read({
        title,
        host: 'admin',
        document: STOCK,
        variables: { first: 100, after, query: anyOf('sku', [...some]), location: locationId(code) },
        path: ['inventoryItems'],
      });
      const connection = objectOf(value);
      for (const raw of rowsOf(connection['nodes'] ?? null, title)) {
        const read = readRow('stock', raw, readPosition, (wire) => wire['sku']);
        // The search finds more than it was asked for: another spelling, a part of a word.
        if ('unreadable' in read) unreadable.push(read.unreadable);
        else if (some.has(read.row.sku)) positions.push(read.row);
      }
      const info = objectOf(connection['pageInfo']);
      after = textOf(info['endCursor']);
      if (info['hasNextPage'] !== true || after === null) break;
    }
  }
  return { positions, unreadable };
}

function readPosition(wire: WireObject): Position {
  const level = wire['inventoryLevel'];
  return {
    sku: textOf(wire['sku']) ?? '',
    inventoryItemId: requiredText(wire['id'], 'id'),
    isTracked: flagOf(wire['tracked'], 'tracked') ?? false,
    available: level === null || level === undefined ? null : availableOf(objectOf(level)),
  };
}

/** Below zero where more was sold than there was. */
function availableOf(level: WireObject): number {
  const rows = Array.isArray(level['quantities']) ? level['quantities'].map(objectOf) : nodesOf(level['quantities']);
  const value = rows.find(({ name }) => name === 'available')?.['quantity'];
  const quantity = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof quantity !== 'number' || !Number.isInteger(quantity)) throw new WireValueError('available', '缺失');
  return quantity;
}
