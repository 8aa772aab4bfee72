import { afterAll, beforeAll, expect, test } from 'vitest';
import { wayfair } from '#connectors/wayfair/index.ts';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/database.ts';
import { enqueueListingPulls } from '#modules/channels/server/due-listing-pulls.ts';
import type { Connector, ListingPage } from '#modules/channels/model/port.ts';
import { listingComparisonRows } from '#modules/channels/server/listing-comparison-rows.ts';
import { createUser } from '#modules/system/server/index.ts';
import { cheapest, startCounting } from '#tests/budgets/counted.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { fault, look, openShop, place, pull, type Page } from './shop.ts';

/* What the marketplace shows of our goods, held against what stands here (domain.md §2.4, channels.md §1.9). */

const BED = 'WB-BED-HALDEN-QN';
const TWO_PAGES = 'WB-BED-ALMA-QN';
const VANITY = 'WB-VAN-LIDO-24';
const DAY = 86_400_000;
const ITEMS = 'supplierCatalogItems';
let scene: TestApp;
let clerk: Client;

/** A catalogue that answers with its first page whatever is asked for, and always has one more. */
let isStuck = false;
/** New goods before the others: the second page is the first once more. */
let isMoved = false;
const catalogue: Connector = {
  ...wayfair,
  connect(...given) {
    const connection = wayfair.connect(...given);
    const pullListings = async (page: string | null): Promise<ListingPage> => {
      const number = Number(page ?? 1);
      if (isStuck) return { ...(await connection.pullListings(null)), next: String(number + 1) };
      if (!isMoved) return connection.pullListings(page);
      const shown = await connection.pullListings(number < 3 ? null : String(number - 1));
      return { ...shown, next: shown.next === null ? null : String(number + 1) };
    };
    return { ...connection, pullListings };
  },
};

beforeAll(async () => {
  scene = await startTestApp({ start: { connectors: [catalogue] } });
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
});
afterAll(async () => {
  expect(await scene.violations()).toEqual([]);
  await scene.stop();
});

interface Run {
  kind: string;
  trigger: string;
  status: string;
  pages: number;
  seen: number;
  created: number;
  changed: number;
  repeated: number;
  gone: number;
  quarantined: number;
}

const readRun = (id: string): Promise<Run> => must(clerk.get<Run>('/channels/pullRun/queryById', { id }));

/** 同步商品 of the shop, until all is read. */
async function read(): Promise<Run> {
  const { runId } = await must(
    clerk.post<{ runId: string }>(`/channels/account/${scene.seller.accountId}/pullListings`),
  );
  await scene.settled();
  return readRun(runId);
}

interface Compared {
  accountId: string;
  channelProductId: string | null;
  channelSku: string;
  item: string;
  storefront: string | null;
  ours: string | null;
  theirs: string | null;
  gap: string;
  acceptable: string | null;
}

const compared = async (query: Record<string, string> = {}, by: Client = clerk): Promise<Page<Compared>> =>
  must(by.get<Page<Compared>>('/channels/listingComparison/list', { pageSize: '200', ...query }));

async function one(channelSku: string, item: string): Promise<Compared | undefined> {
  const { records } = await compared({ channelSku, item });
  expect(records.length).toBeLessThan(2);
  return records[0];
}

interface Listing {
  id: string;
  version: number;
  channelItemId: string | null;
  title: string | null;
  status: string;
  skuId: string | null;
  mapStatus: string;
}

async function listingOf(channelSku: string): Promise<Listing | undefined> {
  return (await must(clerk.get<Page<Listing>>('/channels/channelProduct/list', { channelSku }))).records[0];
}

/** Edits the listing as a person does who takes a value over. */
async function edit(channelSku: string, values: object): Promise<void> {
  const { id } = (await listingOf(channelSku)) ?? { id: '' };
  await must(clerk.post('/channels/channelProduct/edit', { id, ...values }));
}

const setStatus = (part: string, status: string): Promise<unknown> =>
  scene.sim('POST', '/listings/status', { part, status });

/** When rows of the shop's goods changed last, by part. */
const changes = (): Promise<{ channelSku: string; changedAt: Date }[]> =>
  look(
    scene,
    (tx) => tx.rows`
      select channel_sku, changed_at from standing_listing
      where tenant_id = ${tx.tenant} order by channel_sku, country`,
  );

test('before anything is read there is nothing to compare, and a reading that breaks off goes on where it was', async () => {
  expect((await compared()).total).toBe(0);
  // The second page fails again and again; the first is not read a second time.
  await fault(scene, { fault: '503', match: { operation: ITEMS, nth: 2, times: 3 } });
  const first = await read();
  expect(first).toMatchObject({ kind: 'listings', trigger: 'manual', status: 'done', repeated: 0, quarantined: 0 });
  expect(first.pages).toBeGreaterThan(2);
  expect(first.created).toBe(first.seen);
  expect(await changes()).toHaveLength(first.seen);
  const { attempts } = await look(
    scene,
    (tx) =>
      tx.one<{ attempts: number }>`select attempts from delivery
      where tenant_id = ${tx.tenant} and handler = 'channels.pullListings'`,
  );
  expect(attempts).toBeGreaterThan(1);
});

test('a second reading of the same goods changes nothing', async () => {
  covers('ours: listings against their marketplace');
  const before = await changes();
  await scene.pass(60_000);
  const again = await read();
  expect(again).toMatchObject({ status: 'done', created: 0, changed: 0, gone: 0 });
  expect(again.repeated).toBe(before.length);
  expect(await changes()).toEqual(before);
});

test('a title that the marketplace has changed is a difference, until it is taken over', async () => {
  const [made] = await place(scene, [{ lines: [{ partNumber: BED, quantity: 1 }] }]);
  expect(made).toBeDefined();
  await pull(scene, clerk);
  await edit(BED, { title: 'Halden, as we call it' });
  await read();
  const row = await one(BED, 'title');
  expect(row).toMatchObject({ ours: 'Halden, as we call it', gap: 'differs' });
  expect(row?.theirs).toContain('Halden');
  await edit(BED, { title: row?.acceptable });
  expect(await one(BED, 'title')).toMatchObject({ ours: row?.theirs, gap: 'same' });
});

test('one part may stand under two ids: ours is right as one of them, and neither is taken by itself', async () => {
  await edit(TWO_PAGES, { channelItemId: null });
  const row = await one(TWO_PAGES, 'itemId');
  expect(row).toMatchObject({ ours: null, gap: 'untold', acceptable: null });
  const [first, second] = (row?.theirs ?? '').split('、');
  expect(second).toBeTruthy();
  for (const id of [first, second]) {
    await edit(TWO_PAGES, { channelItemId: id });
    expect(await one(TWO_PAGES, 'itemId')).toMatchObject({ gap: 'same' });
  }
  await edit(TWO_PAGES, { channelItemId: 'W000' });
  expect(await one(TWO_PAGES, 'itemId')).toMatchObject({ ours: 'W000', gap: 'differs' });
  await edit(BED, { channelItemId: 'W000' });
  const single = await one(BED, 'itemId');
  expect(single?.acceptable).toBe(single?.theirs);
});

test('what was not published from here has no class to compare', async () => {
  const { records } = await compared({ channelSku: BED, item: 'class' });
  expect(records.length).toBeGreaterThan(0);
  for (const row of records) expect(row).toMatchObject({ ours: null, theirs: 'Beds', gap: 'untold', acceptable: null });
  expect(records.map(({ storefront }) => storefront)).toContain('Wayfair 美国');
});

test('a listing that is off sale there, or not there any more, is a difference and stays', async () => {
  expect(await one(VANITY, 'status')).toMatchObject({ ours: '在售', gap: 'same' });
  await setStatus(VANITY, 'NOT_LIVE');
  const off = await read();
  expect(off.changed).toBeGreaterThan(0);
  expect(await one(VANITY, 'status')).toMatchObject({ ours: '在售', gap: 'differs', acceptable: 'ended' });
  expect((await one(VANITY, 'status'))?.theirs).toContain('未在售');
  const count = (await changes()).length;
  await setStatus(VANITY, 'GONE');
  const gone = await read();
  expect(gone.gone).toBe(off.changed);
  expect(await one(VANITY, 'status')).toMatchObject({ theirs: '平台已没有', gap: 'differs' });
  expect(await changes()).toHaveLength(count);
  expect(await listingOf(VANITY)).toMatchObject({ status: 'live' });
  // Once it counts as gone it is not gone again; what is ended here agrees with it.
  expect((await read()).gone).toBe(0);
  await edit(VANITY, { status: 'ended' });
  expect(await one(VANITY, 'status')).toMatchObject({ ours: '已下架', gap: 'same' });
  await setStatus(VANITY, 'LIVE');
  await read();
  expect(await one(VANITY, 'status')).toMatchObject({ ours: '已下架', gap: 'differs', acceptable: 'live' });
  await edit(VANITY, { status: 'live' });
});

test('what a page leaves out is asked for before it counts as gone, and an odd row makes nothing gone', async () => {
  await fault(scene, { fault: 'odd-row', match: { operation: ITEMS, times: 'always' } });
  await setStatus(VANITY, 'GONE');
  const odd = await read();
  expect(odd).toMatchObject({ status: 'partial', gone: 0 });
  expect(odd.quarantined).toBeGreaterThan(0);
  expect(await one(VANITY, 'status')).toMatchObject({ gap: 'same' });
  await scene.sim('DELETE', '/faults');
  await setStatus(VANITY, 'LIVE');
  expect(await read()).toMatchObject({ status: 'done', gone: 0 });
});

test('a page that shows once more what the one before it showed ends nothing', async () => {
  isMoved = true;
  const run = await read();
  isMoved = false;
  expect(run).toMatchObject({ status: 'done', gone: 0 });
});

test('a catalogue that shows the same page for ever is given up, and nothing counts as gone for it', async () => {
  isStuck = true;
  const run = await read();
  isStuck = false;
  expect(run).toMatchObject({ status: 'failed', gone: 0, error: expect.stringContaining('同样的商品') });
  expect(run.pages).toBeLessThan(40);
  expect(await read()).toMatchObject({ status: 'done', gone: 0 });
});

test('goods that the marketplace alone has are listed apart, and added once', async () => {
  const listing = await listingOf(VANITY);
  await look(
    scene,
    (tx) => tx.run`
      update channel_product set deleted_at = ${tx.now}
      where tenant_id = ${tx.tenant} and id = ${listing?.id ?? ''}::uuid`,
  );
  const alone = await compared({ gap: 'onlyTheirs', channelSku: VANITY });
  expect(alone.records).toMatchObject([{ ours: null, channelProductId: null }]);
  const rows = [{ accountId: scene.seller.accountId, channelSku: VANITY }];
  expect(await must(clerk.post('/channels/listingComparison/adopt', { rows }))).toEqual({ added: 1, mapped: 1 });
  expect(await listingOf(VANITY)).toMatchObject({ mapStatus: 'mapped', skuId: scene.seller.skus[VANITY] });
  expect((await compared({ gap: 'onlyTheirs', channelSku: VANITY })).total).toBe(0);
  expect(await must(clerk.post('/channels/listingComparison/adopt', { rows }))).toEqual({ added: 0, mapped: 0 });
  // What the marketplace never showed is not made up.
  const unknown = [{ accountId: scene.seller.accountId, channelSku: 'NO-SUCH-PART' }];
  expect(await must(clerk.post('/channels/listingComparison/adopt', { rows: unknown }))).toMatchObject({ added: 0 });
  for (const body of [{}, { rows: [] }, { rows: [{ accountId: 'x', channelSku: VANITY }] }])
    expect((await clerk.post('/channels/listingComparison/adopt', body)).status).toBe(422);
});

test('the card of the home page is kept for a minute, unless a listing changes, and for those alone who may', async () => {
  const card = async (by: Client = clerk): Promise<number | undefined> =>
    (await must(by.get<{ key: string; count: number }[]>('/desk/todo'))).find(({ key }) => key === 'listingDiffers')
      ?.count;
  const before = await card();
  expect(before).toBe((await compared({ gap: 'differs' })).total);
  const stop = startCounting();
  try {
    const { texts } = await cheapest([card, card, card].map((read) => () => read()));
    expect(texts.filter((text) => text.includes('standing_listing'))).toEqual([]);
  } finally {
    stop();
  }
  // Whoever may not do anything about it has no card, whatever was counted for others.
  expect(await card(await scene.as('kefu'))).toBeUndefined();
  // Behind the back of everybody: only the rows say so.
  const title = (await listingOf(BED))?.title ?? '';
  await look(
    scene,
    (tx) => tx.run`
      update channel_product set title = '另一个标题'
      where tenant_id = ${tx.tenant} and channel_sku = ${BED} and deleted_at is null`,
  );
  await scene.pass(60_000);
  expect(await card()).toBe((before ?? 0) + 1);
  // By the product itself it is known at once.
  await edit(BED, { title });
  expect(await card()).toBe(before);
});

test('each shop is read once a day, from its second day on, and only once for each day', async () => {
  const run = async (at: Date): Promise<number> => {
    const runs = (): Promise<{ id: string }[]> =>
      look(
        scene,
        (tx) => tx.rows`select id from delivery where tenant_id = ${tx.tenant}
        and handler = 'channels.pullListings' and payload ->> 'trigger' = 'schedule'`,
      );
    const before = (await runs()).length;
    await enqueueListingPulls(scene.app.db, [wayfair], at);
    return (await runs()).length - before;
  };
  const { createTime } = await look(
    scene,
    (tx) =>
      tx.one<{ createTime: Date }>`select create_time from channel_account
      where tenant_id = ${tx.tenant} and id = ${scene.seller.accountId}::uuid`,
  );
  const since = (ms: number): Date => new Date(createTime.getTime() + ms);
  expect(await run(since(DAY - 1000))).toBe(0);
  expect(await run(since(DAY))).toBe(1);
  expect(await run(since(DAY + 3_600_000))).toBe(0);
  expect(await run(since(2 * DAY))).toBe(1);
  await scene.settled();
});

test('another shop’s people, who may not, and another tenant see none of it', async () => {
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'elsewhere',
    realname: '别处',
    password: PASSWORD,
    roles: ['OPS'],
    departs: ['A01'],
    shops: [newId()],
  });
  const elsewhere = await scene.as('elsewhere');
  expect((await compared({}, elsewhere)).total).toBe(0);
  expect((await elsewhere.post(`/channels/account/${scene.seller.accountId}/pullListings`)).status).toBe(404);
  const rows = [{ accountId: scene.seller.accountId, channelSku: VANITY }];
  expect((await elsewhere.post('/channels/listingComparison/adopt', { rows })).status).toBe(404);
  const warehouse = await scene.as('cangku');
  expect((await warehouse.get('/channels/listingComparison/list')).status).toBe(403);
  expect((await warehouse.post(`/channels/account/${scene.seller.accountId}/pullListings`)).status).toBe(403);
  const others = await scene.app.db.tx(systemActor(2, 'test'), async (tx) => tx.query(await listingComparisonRows(tx)));
  expect(others).toEqual([]);
});
