import { afterEach, expect, test } from 'vitest';
import { CATALOGUE, LEGACY_PART_NUMBERS } from '#simulator/catalogue.ts';
import { overheard, simulatedChannel } from './fixtures/simulated-channel.ts';
import { answersOfBed, UNITED_STATES } from './fixtures/new-listing.ts';
import type { SimulatedChannel } from './fixtures/simulated-channel.ts';

const LAG = 1_000;
const BED = 'WB-BED-ALMA-QN';
const ITEMS = { operation: 'supplierCatalogItems' };

let channel: SimulatedChannel;

afterEach(async () => {
  await channel.close();
});

test('the catalogue is read page by page, each row in its storefront', async () => {
  channel = await simulatedChannel();
  const seen: { channelSku: string; country: string; listingIds: readonly string[] }[] = [];
  for (let page: string | null = null, turns = 0; turns === 0 || page !== null; turns++) {
    const read = await channel.connection.pullListings(page);
    expect(read.listings.length).toBeLessThanOrEqual(30);
    seen.push(
      ...read.listings.map(({ channelSku, storefront, listingIds }) => ({
        channelSku,
        country: storefront.country,
        listingIds,
      })),
    );
    expect(read.unreadable).toEqual([]);
    page = read.next;
    if (page === null) expect(read.total).toBe(seen.length);
  }
  const parts = [...CATALOGUE.map(({ partNumber }) => partNumber), ...Object.keys(LEGACY_PART_NUMBERS)];
  expect(new Set(seen.map(({ channelSku }) => channelSku))).toEqual(new Set(parts));
  expect(seen.filter(({ country }) => country === 'CANADA').length).toBeGreaterThan(10);
  expect(seen.find(({ channelSku }) => channelSku === BED)?.listingIds.length).toBe(2);
});

test('particular parts are found with what is being launched; others are left out', async () => {
  channel = await simulatedChannel();
  const { connection } = channel;
  await connection.submitListings({
    storefront: UNITED_STATES,
    listings: [{ channelSku: 'NEW-1', classId: '12', answers: answersOfBed('NEW-1') }],
    validateOnly: false,
    requestId: null,
    hasMore: false,
  });
  await channel.advance(LAG);
  const { listings } = await connection.findListings([BED, 'NEW-1', 'NO-SUCH-PART', BED]);
  expect(listings.map(({ channelSku, state }) => [channelSku, state])).toEqual([
    ['NEW-1', 'launching'],
    [BED, 'live'],
  ]);
  expect(listings[1]).toMatchObject({ classId: '12', className: 'Beds', storefront: UNITED_STATES });
  const all = await connection.findListings(CATALOGUE.map(({ partNumber }) => partNumber));
  expect(new Set(all.listings.map(({ channelSku }) => channelSku)).size).toBe(CATALOGUE.length);
  expect((await connection.findListings([])).listings).toEqual([]);
});

test('a filter that is ignored answers for no other part, and ends', async () => {
  channel = await simulatedChannel();
  const { connection } = overheard(channel, 'supplierCatalogItems', ({ data }) => {
    for (const row of data.supplierCatalogItems.catalogItems) row.supplierPartNumber = 'OTHER';
  });
  expect((await connection.findListings([BED])).listings).toEqual([]);
  const endless = overheard(channel, 'supplierCatalogItems', ({ data }) => {
    data.supplierCatalogItems.paginationInfo.hasNextPage = true;
  });
  await expect(endless.connection.findListings([BED])).resolves.toMatchObject({ next: null });
});

test('odd rows, unknown states and rows that lost a field stand aside alone', async () => {
  channel = await simulatedChannel();
  await channel.fault(
    { fault: 'odd-row', match: ITEMS },
    { fault: 'unknown-enum', field: 'catalogItemStatus', value: 'SUSPENDED', match: ITEMS },
  );
  const odd = await channel.connection.pullListings(null);
  expect(odd.unreadable.map(({ kind, key }) => [kind, key])).toEqual([
    ['listing', null],
    ['listing', 'ODD-1'],
    ['listing', expect.any(String)],
  ]);
  expect(odd.unreadable[2]?.reason).toContain('SUSPENDED');
  expect(odd.listings.length).toBe(29);
  await channel.fault({ fault: 'null-field', field: 'listings', match: ITEMS });
  const [first] = (await channel.connection.pullListings(null)).listings;
  expect(first?.listingIds).toEqual([]);
  const lost = overheard(channel, 'supplierCatalogItems', (answer) => {
    answer.errors = [{ message: 'lost', path: ['supplierCatalogItems', 'catalogItems', 0, 'listings'] }];
  });
  const spoiled = await lost.connection.pullListings(null);
  expect([spoiled.listings.length, spoiled.unreadable.length]).toEqual([29, 1]);
});

test('a list that is missing is no empty catalogue', async () => {
  channel = await simulatedChannel();
  await channel.fault({ fault: 'null-list', match: ITEMS });
  await expect(channel.connection.pullListings(null)).rejects.toMatchObject({ kind: 'unreadable' });
  const empty = overheard(channel, 'supplierCatalogItems', ({ data }) => {
    data.supplierCatalogItems = { paginationInfo: { totalCount: '0' }, catalogItems: null };
  });
  expect(await empty.connection.pullListings(null)).toEqual({ listings: [], unreadable: [], next: null, total: 0 });
});

test.each([
  [{ httpError: { code: 403, message: 'no scope' } }, 'denied'],
  [{ httpError: { code: '429', message: 'slow down' } }, 'rate'],
  [{ httpError: { code: 400, message: 'bad page' } }, 'validation'],
  [{ httpError: null, internalError: 'boom' }, 'transient'],
])('an error in place of the rows (%j) is %s', async (answer, kind) => {
  channel = await simulatedChannel();
  const { connection } = overheard(channel, 'supplierCatalogItems', ({ data }) => {
    data.supplierCatalogItems = answer;
  });
  await expect(connection.pullListings(null)).rejects.toMatchObject({ kind, operation: '读取在线商品' });
});

test('a shop without its supplier asks nobody', async () => {
  channel = await simulatedChannel();
  const { supplierId: _none, ...settings } = channel.account.settings;
  const bare = channel.connect({ settings });
  await expect(bare.pullListings(null)).rejects.toMatchObject({
    kind: 'validation',
    message: expect.stringContaining('供应商ID未填写'),
  });
  expect(await channel.log()).toEqual([]);
  const wrong = channel.connect({ settings: { ...settings, supplierId: '1' } });
  await expect(wrong.pullListings(null)).rejects.toMatchObject({ kind: 'validation' });
});
