import { blocksOf } from '#kit/model/blocks.ts';
import {
  SupplierError,
  type SupplierConnection,
  type SupplyAnswer,
  type SupplyDetail,
  type SupplyPrice,
  type SupplyStock,
  type UnreadSupply,
} from '../../model/supply/supplier-port.ts';

/** Pages of a saved list: one that never ends is a fault of the supplier. */
const MOST_PAGES = 200;

/** One reading of a feed, before anything of it is believed. */
export interface SupplyReading {
  /** All that the supplier lets us buy. */
  listed: ReadonlySet<string>;
  details: ReadonlyMap<string, SupplyDetail>;
  prices: ReadonlyMap<string, SupplyPrice>;
  /** By SKU; one that is missing was not read. */
  stock: ReadonlyMap<string, readonly SupplyStock[]>;
  unread: readonly UnreadSupply[];
  /** Why no stock, or not all of it, could be read; null: all was. */
  stockFault: string | null;
}

/**
 * Reads a feed whole. Without list, details and prices there is no reading; without stock there is one: what is known
 * of stock grows old and counts as nothing after a while.
 * @throws SupplierError
 */
export async function readSupply(connection: SupplierConnection, batch: number): Promise<SupplyReading> {
  const unread: UnreadSupply[] = [];
  const listed = await readList(connection, unread);
  const skus = [...listed];
  const details = await inBatches(skus, batch, (some) => connection.details(some), unread);
  // What the supplier has just taken off its list fails every batch that names it.
  const readable = new Set(details.map(({ sku }) => sku));
  const kept = skus.filter((sku) => readable.has(sku));
  const prices = await inBatches(kept, batch, (some) => connection.prices(some), unread);
  const stock = new Map<string, SupplyStock[]>();
  let stockFault: string | null = null;
  try {
    const rows = await inBatches(kept, batch, (some) => connection.stock(some), unread);
    for (const row of rows) stock.set(row.sku, [...(stock.get(row.sku) ?? []), row]);
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error;
    stockFault = error.message;
  }
  return {
    listed,
    details: new Map(details.map((row) => [row.sku, row])),
    prices: new Map(prices.map((row) => [row.sku, row])),
    stock,
    unread,
    stockFault,
  };
}

async function readList(connection: SupplierConnection, unread: UnreadSupply[]): Promise<Set<string>> {
  const listed = new Set<string>();
  let page: number | null = 1;
  for (let n = 0; page !== null; n += 1) {
    if (n >= MOST_PAGES) throw new SupplierError('unreadable', '读取收藏清单：页数太多，读不完');
    const answer: Awaited<ReturnType<SupplierConnection['listSkus']>> = await connection.listSkus(page);
    for (const sku of answer.rows) listed.add(sku);
    unread.push(...answer.unread);
    page = answer.next;
  }
  return listed;
}

async function inBatches<T>(
  skus: readonly string[],
  batch: number,
  ask: (some: readonly string[]) => Promise<SupplyAnswer<T>>,
  unread: UnreadSupply[],
): Promise<T[]> {
  const rows: T[] = [];
  for (const some of blocksOf(skus, batch)) {
    const answer = await ask(some);
    rows.push(...answer.rows);
    unread.push(...answer.unread);
  }
  return rows;
}
