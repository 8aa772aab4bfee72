import { ChannelError } from '#modules/channels/model/port.ts';
import type { ChannelErrorKind, ChannelListing, ListingPage, UnreadableRow } from '#modules/channels/model/port.ts';
import type { PartialFailure } from '../shared/graphql-envelope.ts';
import { readRow, rowsOf } from '../shared/rows.ts';
import { flagOf, listOf, objectOf, quantityOf, requiredText, textOf, WireValueError } from '../shared/wire-values.ts';
import type { WireObject } from '../shared/wire-values.ts';
import { itemsQuery, type ItemFilter } from './catalog-queries.ts';
import type { WayfairClient } from './client.ts';
import { inChinese } from './refusals.ts';
import { supplierOf } from './supplier.ts';

const READING = '读取在线商品';
export const ITEMS_PER_PAGE = 30;
/** A part stands there once in each storefront: more pages than this are no answer to thirty parts. */
const MAX_PAGES_OF_PARTS = 20;

const STATES: Readonly<Record<string, ChannelListing['state']>> = {
  LIVE: 'live',
  NOT_LIVE: 'notLive',
  LAUNCHING: 'launching',
};

/** What stands in the catalogue, thirty rows at a time. */
export async function pullListings(client: WayfairClient, page: string | null): Promise<ListingPage> {
  const number = /^[1-9]\d{0,8}$/.test(page ?? '') ? Number(page) : 1;
  const { listings, unreadable, hasMore, total } = await readPage(client, number, ITEMS_PER_PAGE, {});
  return { listings, unreadable, next: hasMore ? String(number + 1) : null, total };
}

/**
 * What stands there of particular parts, in all storefronts. A filter that the channel ignores must
 * not answer for other parts; an odd row may be any of them and is handed on.
 */
export async function findListings(client: WayfairClient, channelSkus: readonly string[]): Promise<ListingPage> {
  const all = await found(client, channelSkus, (supplierPartNumbers) => ({ supplierPartNumbers }));
  return { ...all, listings: all.listings.filter(({ channelSku }) => channelSkus.includes(channelSku)) };
}

/** The parts that share these pages, by the id of the page. */
export async function partsOfPages(
  client: WayfairClient,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { listings } = await found(client, ids, (listingIds) => ({ listingIds }));
  return new Map(
    ids.map((id) => {
      const own = listings.filter(({ listingIds }) => listingIds.includes(id));
      return [id, [...new Set(own.map(({ channelSku }) => channelSku))]];
    }),
  );
}

async function found(
  client: WayfairClient,
  values: readonly string[],
  filterOf: (some: readonly string[]) => ItemFilter,
): Promise<ListingPage> {
  const listings: ChannelListing[] = [];
  const unreadable: UnreadableRow[] = [];
  const requested = [...new Set(values)];
  for (let at = 0; at < requested.length; at += ITEMS_PER_PAGE) {
    const filter = filterOf(requested.slice(at, at + ITEMS_PER_PAGE));
    for (let page = 1; page <= MAX_PAGES_OF_PARTS; page++) {
      const read = await readPage(client, page, ITEMS_PER_PAGE, filter);
      listings.push(...read.listings);
      unreadable.push(...read.unreadable);
      if (!read.hasMore) break;
      if (page === MAX_PAGES_OF_PARTS) throw new ChannelError('unreadable', READING, '渠道未按商品编号筛选');
    }
  }
  return { listings, unreadable, next: null, total: null };
}

interface Reading {
  listings: ChannelListing[];
  unreadable: UnreadableRow[];
  hasMore: boolean;
  total: number | null;
}

/** @throws ChannelError also where the channel answers with an error in place of its rows */
export async function readPage(
  client: WayfairClient,
  page: number,
  pageSize: number,
  filter: ItemFilter,
): Promise<Reading> {
  supplierOf(client, READING);
  const { value, partial } = await client.read({
    title: READING,
    host: 'items',
    document: itemsQuery(page, pageSize, filter),
    variables: {},
    path: ['supplierCatalogItems'],
  });
  const answer = objectOf(value);
  throwItsError(answer);
  const info = objectOf(answer['paginationInfo']);
  const total = countOf(info['totalCount']);
  const rows = answer['catalogItems'];
  // An empty catalogue is one that is said to be empty: goods that only went missing must not count as gone.
  if (rows == null && total !== 0) throw new ChannelError('unreadable', READING, '渠道应答缺少 catalogItems');
  const raws = rowsOf(rows ?? null, READING);
  const reading: Reading = { listings: [], unreadable: [], hasMore: false, total };
  raws.forEach((raw, index) => {
    const lost = partial.find(({ path, isDenied }) => !isDenied && concerns(path, index));
    const read = readRow(
      'listing',
      raw,
      (wire) => readListing(wire, lost),
      (wire) => wire['supplierPartNumber'],
    );
    if ('unreadable' in read) reading.unreadable.push(read.unreadable);
    else reading.listings.push(read.row);
  });
  const pages = countOf(info['totalPages']);
  reading.hasMore = raws.length > 0 && (isTrue(info['hasNextPage']) ?? (pages !== null && page < pages));
  return reading;
}

const concerns = ([list, row]: PartialFailure['path'], index: number): boolean =>
  list === 'catalogItems' && (row === undefined || Number(row) === index || Number.isNaN(Number(row)));

function readListing(wire: WireObject, lost: PartialFailure | undefined): ChannelListing {
  if (lost) throw new WireValueError(String(lost.path.at(-1)), lost.message);
  const market = objectOf(wire['marketContext']);
  const status = requiredText(wire['catalogItemStatus'], 'catalogItemStatus');
  const state = STATES[status];
  if (!state) throw new WireValueError('catalogItemStatus', `未知：${status}`);
  const own = objectOf(wire['class']);
  return {
    channelSku: requiredText(wire['supplierPartNumber'], 'supplierPartNumber'),
    listingIds: listOf(wire['listings'], 'listings').flatMap((row) => textOf(objectOf(row)['listingId']) ?? []),
    storefront: {
      locale: requiredText(market['locale'], 'locale'),
      country: requiredText(market['country'], 'country'),
      brand: requiredText(market['brand'], 'brand'),
    },
    state,
    classId: textOf(own['classId']),
    className: textOf(own['className']),
  };
}

/** The other member of the union: an error where the rows would stand. */
function throwItsError(answer: WireObject): void {
  const http = objectOf(answer['httpError']);
  const internal = textOf(answer['internalError']);
  if (Object.keys(http).length === 0 && internal === null) return;
  const message = inChinese(textOf(http['message']) ?? internal ?? '渠道未说明原因');
  throw new ChannelError(kindOf(countOf(http['code'])), READING, `渠道返回错误：${message}`);
}

function kindOf(code: number | null): ChannelErrorKind {
  if (code === 429) return 'rate';
  if (code === 401 || code === 403) return 'denied';
  return code !== null && code >= 400 && code < 500 ? 'validation' : 'transient';
}

/** A count of pages or rows proves little: one that cannot be read is none. */
function countOf(value: unknown): number | null {
  try {
    return value == null ? null : quantityOf(value, 'count');
  } catch {
    return null;
  }
}

function isTrue(value: unknown): boolean | null {
  try {
    return flagOf(value, 'flag');
  } catch {
    return null;
  }
}
