import { ChannelError, type ChannelListing, type ListingPage } from '#modules/channels/model/port.ts';
import { readRow, rowsOf } from '../shared/rows.ts';
import { objectOf, requiredText, textOf, WireValueError, type WireObject } from '../shared/wire-values.ts';
import type { ShopifyClient } from './client.ts';
import { anyOf, numberOf } from './ids.ts';
import { VARIANTS } from './queries.ts';

const READING = '读取在线商品';
const PAGE = 100;
const PARTS_OF_SEARCH = 50;
const MOST_PAGES = 20;

const STATES: Readonly<Record<string, ChannelListing['state']>> = {
  ACTIVE: 'live',
  DRAFT: 'notLive',
  ARCHIVED: 'notLive',
  UNLISTED: 'live',
};

/** What stands in the shop, a hundred variants at a time. */
export async function pullListings(client: ShopifyClient, page: string | null): Promise<ListingPage> {
  return readPage(client, page, null);
}

/** What stands there under particular SKUs; what the search finds beside them answers for none. */
export async function findListings(client: ShopifyClient, channelSkus: readonly string[]): Promise<ListingPage> {
  const found: ListingPage & { listings: ChannelListing[] } = { listings: [], unreadable: [], next: null, total: null };
  const wanted = [...new Set(channelSkus)];
  for (let at = 0; at < wanted.length; at += PARTS_OF_SEARCH) {
    const some = wanted.slice(at, at + PARTS_OF_SEARCH);
    let page: string | null = null;
    for (let turn = 0; turn < MOST_PAGES; turn += 1) {
      const read: ListingPage = await readPage(client, page, anyOf('sku', some));
      found.listings.push(...read.listings.filter(({ channelSku }) => some.includes(channelSku)));
      found.unreadable.push(...read.unreadable);
      page = read.next;
      if (page === null) break;
      if (turn === MOST_PAGES - 1) throw new ChannelError('unreadable', READING, '渠道未按 SKU 筛选');
    }
  }
  return { ...found, listings: merged(found.listings) };
}

async function readPage(client: ShopifyClient, after: string | null, query: string | null): Promise<ListingPage> {
  const { value, partial } = await client.read({
    title: READING,
    host: 'admin',
    document: VARIANTS,
    variables: { first: PAGE, after, query },
    path: ['productVariants'],
  });
  // Goods that only went missing in an answer must not count as gone.
  if (partial.length > 0) throw new ChannelError('transient', READING, `渠道应答不完整：${partial[0]?.message ?? ''}`);
  const connection = objectOf(value);
  if (connection['nodes'] == null) throw new ChannelError('unreadable', READING, '渠道应答缺少 nodes');
  const listings: ChannelListing[] = [];
  const unreadable: ListingPage['unreadable'] = [];
  for (const raw of rowsOf(connection['nodes'], READING)) {
    const read = readRow(
      'listing',
      raw,
      (wire) => readListing(client, wire),
      (wire) => wire['sku'] ?? wire['id'],
    );
    if ('unreadable' in read) unreadable.push(read.unreadable);
    else listings.push(read.row);
  }
  const info = objectOf(connection['pageInfo']);
  const end = textOf(info['endCursor']);
  return { listings: merged(listings), unreadable, next: info['hasNextPage'] === true ? end : null, total: null };
}

function readListing({ settings }: ShopifyClient, wire: WireObject): ChannelListing {
  const product = objectOf(wire['product']);
  const status = requiredText(product['status'], 'product.status');
  const state = STATES[status];
  if (!state) throw new WireValueError('product.status', `未知：${status}`);
  const variant = numberOf(wire['id']);
  const channelSku = textOf(wire['sku']) ?? (variant && `variant-${variant}`);
  if (channelSku === null) throw new WireValueError('sku', '缺失');
  return {
    channelSku,
    listingIds: [numberOf(product['id']) ?? requiredText(product['id'], 'product.id')],
    // A shop is one storefront, whatever markets it sells to.
    storefront: { locale: '', country: '', brand: new URL(settings.shopUrl).hostname },
    state,
    classId: textOf(product['productType']),
    className: textOf(product['productType']),
  };
}

/** A SKU that several products share is one part with several listings; it sells while one of them does. */
function merged(listings: readonly ChannelListing[]): ChannelListing[] {
  return [...Map.groupBy(listings, ({ channelSku }) => channelSku).values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const best = some.find(({ state }) => state === 'live') ?? first;
    return [{ ...best, listingIds: [...new Set(some.flatMap(({ listingIds }) => listingIds))] }];
  });
}
