import { ChannelError } from '#modules/channels/model/port.ts';
import type { ChannelListing, ListingPage, UnreadableRow } from '#modules/channels/model/port.ts';
import { readRow, rowsOf } from '../shared/rows.ts';
import { flagOf, requiredText, textOf, type WireObject } from '../shared/wire-values.ts';
import type { MiraklClient } from './client.ts';
import { totalOf } from './pull-orders.ts';

const READING = '读取在线商品';
const PATH = '/api/offers';
const PAGE = 100;
/** Offers are found by reading them all: no filter by part is written down. */
const MAX_PAGES = 500;

/** The shop's own offers, a hundred at a time (OF21). */
export async function pullListings(client: MiraklClient, page: string | null): Promise<ListingPage> {
  const offset = /^\d{1,9}$/.test(page ?? '') ? Number(page) : 0;
  const wire = await client.read({
    title: READING,
    path: PATH,
    query: { max: String(PAGE), offset: String(offset) },
  });
  if (!('offers' in wire)) throw new ChannelError('unreadable', READING, '平台应答缺少 offers');
  const rows = rowsOf(wire['offers'] ?? null, READING);
  const total = totalOf(wire);
  // No offers at all are said to be none: goods that only went missing must not count as gone.
  if (wire['offers'] == null && total !== 0) throw new ChannelError('unreadable', READING, '平台应答缺少 offers');
  const listings: ChannelListing[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const raw of rows) {
    const read = readRow(
      'listing',
      raw,
      (offer) => readOffer(client, offer),
      (offer) => offer['shop_sku'],
    );
    if ('unreadable' in read) unreadable.push(read.unreadable);
    else listings.push(read.row);
  }
  const end = offset + rows.length;
  const isLast = rows.length === 0 || (total === null ? rows.length < PAGE : end >= total);
  return { listings, unreadable, next: isLast ? null : String(end), total };
}

/** What stands there of these parts; an odd row may be any of them and is handed on. */
export async function findListings(client: MiraklClient, channelSkus: readonly string[]): Promise<ListingPage> {
  const listings: ChannelListing[] = [];
  const unreadable: UnreadableRow[] = [];
  let next: string | null = null;
  for (let pages = 0; pages === 0 || next !== null; pages++) {
    if (pages >= MAX_PAGES) throw new ChannelError('unreadable', READING, '平台翻页没有尽头');
    const page: ListingPage = await pullListings(client, next);
    listings.push(...page.listings.filter(({ channelSku }) => channelSkus.includes(channelSku)));
    unreadable.push(...page.unreadable);
    next = page.next;
  }
  return { listings, unreadable, next: null, total: null };
}

/** An offer sells in all channels of its instance: its storefront is the instance. */
function readOffer({ settings }: MiraklClient, offer: WireObject): ChannelListing {
  const isActive = flagOf(offer['active'], 'active');
  const product = textOf(offer['product_sku']);
  return {
    channelSku: requiredText(offer['shop_sku'], 'shop_sku'),
    listingIds: [textOf(offer['offer_id']), product].filter((id) => id !== null),
    storefront: { locale: '', country: '', brand: instanceOf(settings.apiUrl) },
    state: isActive === false ? 'notLive' : 'live',
    classId: textOf(offer['category_code']),
    className: textOf(offer['category_label']),
  };
}

/** The name of an instance, as its address begins: `LOWESUS-PROD`. */
function instanceOf(apiUrl: string): string {
  const [first = ''] = new URL(apiUrl).hostname.split('.');
  return /^[a-z]/i.test(first) ? first.toUpperCase() : 'MIRAKL';
}
