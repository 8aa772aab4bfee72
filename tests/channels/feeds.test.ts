import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import {
  draftPromotion,
  movePrice,
  movePromotion,
  openPriceScene,
  pricedGoods,
  submitted,
} from '#tests/journeys/price-scene.ts';
import { sentOrder } from '#tests/journeys/return-scene.ts';
import { must, NEW_JERSEY, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { fault, look, openShop, place, type Page } from './shop.ts';

/* 数据提交 (domain.md §2.4 FeedJob, §3.7), and a sale that reaches the other shops (S12). */

const OTHER_PART = 'WB-DCH-HOLM-S2';
/** The code that the third shop has for the same warehouse: what one seller sends of a code is all of it. */
const OTHER_CODE = '31843';
const MINUTE = 60_000;
type Position = readonly [code: string, part: string];
const VANITY: Position = [NEW_JERSEY, 'WB-VAN-LIDO-24'];
const AT_FIRST: Position = [NEW_JERSEY, STOOL];
const AT_SECOND: Position = [NEW_JERSEY, STOOL];
const AT_THIRD: Position = [OTHER_CODE, OTHER_PART];
let scene: TestApp;
let clerk: Client;
let admin: Client;
let second: string;
let third: string;

beforeAll(async () => {
  scene = await startTestApp();
  [clerk, admin] = await Promise.all([scene.as('yunying'), scene.as('admin')]);
  await scene.sim('POST', '/config', { requireRegister: false });
  await openShop(scene, clerk);
  await stockOf(21);
  second = await shop('第二店', 'waybill-sandbox', AT_SECOND, { safetyQty: 5, pct: 80, maxQty: 10 });
  await scene.sim('POST', '/clients', {
    clientId: 'third',
    clientSecret: 'waybill-sandbox-secret',
    environment: 'sandbox',
  });
  third = await shop('第三店', 'third', AT_THIRD, { safetyQty: 0, pct: 50, maxQty: 100 });
});
afterAll(() => scene?.stop());

/** Of the stool so many lie in New Jersey, and none elsewhere. */
async function stockOf(units: number): Promise<void> {
  const skuId = scene.seller.skus[STOOL] as string;
  const places = await look(
    scene,
    (tx) => tx.rows<{ warehouseId: string; available: number }>`
      select warehouse_id, available from stock_level
      where tenant_id = ${tx.tenant} and sku_id = ${skuId}::uuid and condition = 'good'`,
  );
  for (const { warehouseId, available } of places) {
    const qty = (warehouseId === scene.seller.warehouses[NEW_JERSEY] ? units : 0) - available;
    if (qty === 0) continue;
    const { id } = await must(
      admin.post<{ id: string }>('/inventory/stockAdjustment/add', {
        kind: 'adjust',
        warehouseId,
        reason: '备货',
        lines: [{ skuId, condition: 'good', qty, ...(qty > 0 ? { unitCost: '39.16' } : {}) }],
      }),
    );
    await must(admin.post(`/inventory/stockAdjustment/${id}/submit`));
    await (await scene.as('fuhe')).post(`/inventory/stockAdjustment/${id}/approve`);
  }
  await scene.settled();
}

/** A shop of a sandbox that lists the stool, with a rule of its own. */
async function shop(name: string, clientId: string, [code, part]: Position, rule: object): Promise<string> {
  const { settings } = await must(
    admin.get<{ settings: Record<string, string> }>('/base/channelAccount/queryById', { id: scene.seller.accountId }),
  );
  const apart = Object.entries(settings).map(([key, value]) => [key, value.replace('/wayfair/', '/wayfair-sandbox/')]);
  const { id } = await must(
    admin.post<{ id: string }>('/base/channelAccount/add', {
      code: clientId,
      name,
      channelCode: 'wayfair',
      currency: 'USD',
      environment: 'sandbox',
      settings: { ...Object.fromEntries(apart), clientId, audience: 'https://sandbox.api.wayfair.com/' },
      clientSecret: 'waybill-sandbox-secret',
    }),
  );
  await must(
    admin.post('/base/channelWarehouse/add', {
      accountId: id,
      channelCode: code,
      warehouseId: scene.seller.warehouses[NEW_JERSEY],
    }),
  );
  await must(
    admin.post('/channels/channelProduct/add', {
      accountId: id,
      channelSku: part,
      title: name,
      skuId: scene.seller.skus[STOOL],
    }),
  );
  await must(admin.post('/channels/inventorySyncRule/add', { accountId: id, mode: 'normal', priority: 1, ...rule }));
  expect(await must(admin.post<{ ok: boolean }>(`/channels/account/${id}/test`))).toMatchObject({ ok: true });
  await scene.settled();
  return id;
}

interface Stock {
  stock: Record<string, Record<string, { onHand: number }>>;
}

/** What a marketplace shows of a part at a code. */
async function shown(environment: 'production' | 'sandbox', [code, part]: Position): Promise<number | undefined> {
  const { environments } = await scene.sim<{ environments: Record<string, Stock> }>('GET', '/state');
  return environments[environment]?.stock[code]?.[part]?.onHand;
}

interface Feed {
  id: string;
  feedNo: string;
  type: string;
  mode: string;
  status: string;
  accountId: string;
  items: number;
  ok: number;
  failed: number;
  guardReason: string | null;
  overriddenBy: string | null;
  overrideReason: string | null;
  stockPushId: string | null;
  isOpen: boolean;
  seconds: number | null;
}
interface Item {
  channelProductId_dictText: string;
  place: string;
  previous: string | null;
  submitted: string;
  readBack: string | null;
  status: string;
  error: string | null;
  payloadHash: string;
  stockPushId: string | null;
}

const feeds = async (query: Record<string, string> = {}, who: Client = admin): Promise<Feed[]> =>
  (await must(who.get<Page<Feed>>('/channels/feed/list', { pageSize: '200', ...query }))).records;
const itemsOf = async ({ feedNo }: Feed, who: Client = admin): Promise<Item[]> =>
  (await must(who.get<Page<Item>>('/channels/feedItem/list', { feedNo, pageSize: '200' }))).records;
const todo = async (key: string, who: Client = admin) =>
  (
    await must(who.get<{ key: string; count: number; path: string; query: Record<string, string> }[]>('/desk/todo'))
  ).find((one) => one.key === key);

/** What a shop was last sent of a part. */
async function submittedOf(accountId: string, [code, part]: Position): Promise<number | undefined> {
  const query = { accountId, type: 'inventory', place: code, pageSize: '200' };
  const { records } = await must(admin.get<Page<Item>>('/channels/feedItem/list', query));
  const last = records.find((item) => item.channelProductId_dictText === part);
  return last && Number(last.submitted);
}

/** One of the stool is bought at the first shop. */
async function sell(): Promise<void> {
  await place(scene, [{ warehouseId: NEW_JERSEY, lines: [{ partNumber: STOOL, quantity: 1 }] }]);
  const { runId } = await must(clerk.post<{ runId: string }>(`/channels/account/${scene.seller.accountId}/pull`));
  expect(runId).toBeTruthy();
}

test('a sale of one shop reaches the others by their formula within a minute, read back', async () => {
  covers('ours: data submissions');
  // ⌊(21 − 5) × 80 %⌋ = 12, at most 10; ⌊21 × 50 %⌋ = 10.
  expect([await shown('sandbox', AT_SECOND), await shown('sandbox', AT_THIRD)]).toEqual([10, 10]);
  const before = scene.now().getTime();
  await stockOf(17);
  await sell();
  await scene.settled();
  expect(scene.now().getTime() - before).toBeLessThanOrEqual(MINUTE * 3);
  // 16 left: ⌊(16 − 5) × 80 %⌋ = 8 and ⌊16 × 50 %⌋ = 8; the shop that sold shows 16.
  expect([await shown('sandbox', AT_SECOND), await shown('sandbox', AT_THIRD)]).toEqual([8, 8]);
  expect(await shown('production', AT_FIRST)).toBe(await submittedOf(scene.seller.accountId, AT_FIRST));
  for (const [accountId, [code, part]] of [
    [second, AT_SECOND],
    [third, AT_THIRD],
  ] as const) {
    const [last] = await feeds({ accountId, type: 'inventory' });
    expect(last).toMatchObject({ mode: 'delta', status: 'done', items: 1, ok: 1, failed: 0, isOpen: false });
    expect(await itemsOf(last as Feed)).toMatchObject([
      {
        channelProductId_dictText: part,
        place: code,
        submitted: '8',
        readBack: '8',
        status: 'verified',
        // A push is called by its state: by the word of it.
        stockPushId_dictText: '已核对',
      },
    ]);
  }
});

test('what the marketplace does not show is sent again until it does', async () => {
  await fault(scene, { fault: 'effect-dropped', match: { operation: 'inventory.save', times: 2 } });
  const was = await shown('production', AT_FIRST);
  await sell();
  await scene.settled();
  expect(await shown('production', AT_FIRST)).toBe(Number(was) - 1);
  const [last] = await feeds({ accountId: scene.seller.accountId, type: 'inventory' });
  expect(last).toMatchObject({ status: 'done', isOpen: false });
});

test('the same content has the same hash, other content another', async () => {
  const hashes = new Map<string, string>();
  for (const feed of await feeds({ accountId: second, type: 'inventory' }))
    for (const { submitted, payloadHash } of await itemsOf(feed)) {
      expect(hashes.get(submitted) ?? payloadHash).toBe(payloadHash);
      hashes.set(submitted, payloadHash);
    }
  expect(new Set(hashes.values()).size).toBe(hashes.size);
  expect(hashes.size).toBeGreaterThan(1);
});

test('acceptance and ship notice are submissions of one, by those who see their orders', async () => {
  const packer = await scene.as('cangku');
  const order = await sentOrder(scene, clerk, packer, 1);
  for (const [type, prefix] of [
    ['acceptance', 'AC-'],
    ['shipNotice', 'SN-'],
  ] as const) {
    const [one] = await feeds({ type, orderId: order.id });
    expect(one, type).toMatchObject({ mode: 'single', status: 'done', items: 1, ok: 1, failed: 0 });
    expect(one?.feedNo.startsWith(prefix)).toBe(true);
    expect(await itemsOf(one as Feed)).toMatchObject([{ status: 'accepted' }]);
  }
});

test('warehouses that all fall to zero stop the feed: the channel stays, and only a signature lets it go', async () => {
  const was = await shown('production', VANITY);
  expect(Number(was)).toBeGreaterThan(0);
  // What the interface of the warehouses answers in an outage.
  const counted = await look(
    scene,
    (tx) => tx.rows<{ id: string; frozen: number }>`
      select id, frozen from stock_level
      where tenant_id = ${tx.tenant} and condition = 'good' and available > 0`,
  );
  const freeze = (back: boolean) =>
    look(
      scene,
      (tx) => tx.run`
        update stock_level set frozen = case when ${back} then 0 else on_hand - reserved end
        where tenant_id = ${tx.tenant} and id = any(${counted.map(({ id }) => id)}::uuid[])`,
    );
  await freeze(false);
  await must(clerk.post(`/channels/account/${scene.seller.accountId}/pushStock`));
  await scene.settled();
  const [blocked] = await feeds({ accountId: scene.seller.accountId, status: 'blocked' });
  expect(blocked).toMatchObject({ type: 'inventory', isOpen: true, overriddenBy: null });
  expect(blocked?.guardReason).toContain('将归零');
  expect(await shown('production', VANITY)).toBe(was);
  // Each of its items is stopped, and leads to where it is let go.
  const stopped = await itemsOf(blocked as Feed);
  expect(stopped.length).toBeGreaterThan(0);
  expect(new Set(stopped.map(({ status, stockPushId }) => `${status} ${stockPushId}`))).toEqual(
    new Set([`blocked ${blocked?.stockPushId}`]),
  );
  const card = await todo('feedBlocked');
  expect(card).toMatchObject({ path: '/channel/wf/feed', query: { status: 'blocked' } });
  expect(card?.count).toBe((await feeds({ status: 'blocked' })).length);
  // Who may not override is refused, and so is a signature without a reason.
  const override = `/channels/stockPush/${blocked?.stockPushId}/override`;
  expect((await clerk.post(override, { reason: '清仓' })).status).toBe(403);
  expect((await admin.post(override, {})).status).toBe(422);
  await must(admin.post(override, { reason: '仓库停用，全部下架' }));
  await scene.settled();
  expect(await shown('production', VANITY)).toBe(0);
  const [passed] = await feeds({ feedNo: blocked?.feedNo ?? '' });
  expect(passed).toMatchObject({
    status: 'done',
    isOpen: false,
    overriddenBy: 'admin',
    overrideReason: '仓库停用，全部下架',
  });
  await freeze(true);
});

test('a full set that leaves listings out is held against the guard: what it does not name would be zeroed', async () => {
  const others = [OTHER_PART, VANITY[1]];
  for (const channelSku of others)
    await must(
      clerk.post('/channels/channelProduct/add', { accountId: second, channelSku, skuId: scene.seller.skus[STOOL] }),
    );
  await stockOf(15);
  const unitsOf = (): Promise<(number | undefined)[]> =>
    Promise.all([STOOL, ...others].map((part) => shown('sandbox', [NEW_JERSEY, part])));
  // ⌊(15 − 5) × 80 %⌋ = 8 of each.
  expect(await unitsOf()).toEqual([8, 8, 8]);
  for (const channelSku of others) {
    const { records } = await must(
      clerk.get<Page<{ id: string; version: number }>>('/channels/channelProduct/list', {
        accountId: second,
        channelSku,
      }),
    );
    const [{ id, version } = { id: '', version: 0 }] = records;
    await must(clerk.put('/channels/channelProduct/edit', { id, version, skuId: null }));
  }
  await stockOf(14);
  const [blocked] = await feeds({ accountId: second, type: 'inventory' });
  // 24 units would fall to 7.
  expect(blocked).toMatchObject({ status: 'blocked', guardReason: '总数量由 24 降至 7，降幅超过 60%' });
  expect(await unitsOf()).toEqual([8, 8, 8]);
  await must(admin.post(`/channels/stockPush/${blocked?.stockPushId}/override`, { reason: '两个渠道SKU不再销售' }));
  await scene.settled();
  expect(await unitsOf()).toEqual([7, 0, 0]);
  // Signed for once, it stands in nobody's way.
  await stockOf(13);
  expect(await unitsOf()).toEqual([6, 0, 0]);
});

test('who sees one shop sees its submissions alone, and kinds only with the right to their list', async () => {
  const person = async (username: string, roles: string[], shops: string[] = []) => {
    const who = { username, realname: username, password: PASSWORD, departs: ['A01'], roles };
    await createUser(scene.app.db, systemActor(1, 'test'), { ...who, ...(shops.length > 0 ? { shops } : {}) });
    return scene.as(username);
  };
  const own = await person('own', ['TADM'], [second]);
  const seen = await feeds({}, own);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.every(({ accountId }) => accountId === second)).toBe(true);
  const [foreign] = await feeds({ accountId: third });
  expect(await itemsOf(foreign as Feed, own)).toEqual([]);
  expect(await scene.as('cangku').then((packer) => packer.get('/channels/feed/list'))).toMatchObject({ status: 403 });
  const finance = await scene.as('caiwu');
  const kinds = new Set((await feeds({}, finance)).map(({ type }) => type));
  expect([...kinds].sort()).toEqual(['acceptance', 'inventory', 'shipNotice']);
});

test('a list of submissions is written as a sheet, and knows no other type than there is', async () => {
  const sheet = await admin.raw('GET', '/channels/feed/exportXls?type=inventory');
  expect(sheet.status).toBe(200);
  expect(sheet.bytes.length).toBeGreaterThan(1000);
  expect(await feeds({ type: 'nothing' })).toEqual([]);
});

test('prices handed over together are one submission, each with its answer; nothing of them is read back', async () => {
  const prices = await openPriceScene(scene);
  const { accountId, maker } = prices;
  const [taken, refused] = [await pricedGoods(prices), await pricedGoods(prices)];
  const propose = async (...of: [listingId: string, value: string][]): Promise<string[]> => {
    const ids: string[] = [];
    for (const [listingId, value] of of) ids.push(await submitted(maker, listingId, value));
    await must(maker.post('/channels/priceRecord/batch/propose', { ids }));
    return ids;
  };
  const [one = '', two = ''] = await propose([taken.listingId, '125'], [refused.listingId, '126.5']);
  const [waiting] = await feeds({ accountId, type: 'price' });
  const about = { mode: 'file', items: 2, submittedBy: 'yunying' };
  expect(waiting).toMatchObject({ ...about, status: 'waiting', ok: 0, failed: 0, isOpen: false });
  const before = await itemsOf(waiting as Feed);
  expect(before.toSorted((a, b) => (a.submitted < b.submitted ? -1 : 1))).toMatchObject([
    { submitted: '125 USD', previous: '129.99 USD', place: '供货价', status: 'sent', readBack: null },
    { submitted: '126.5 USD', previous: '129.99 USD', place: '供货价', status: 'sent', readBack: null },
  ]);
  await must(movePrice(maker, one, 'acknowledge'));
  await must(movePrice(maker, two, 'turnDown', { reason: '超出价格带' }));
  const [answered] = await feeds({ accountId, type: 'price' });
  expect(answered).toMatchObject({ ...about, status: 'partial', ok: 1, failed: 1, error: '超出价格带', isOpen: true });
  expect(answered?.feedNo).toBe(waiting?.feedNo);
  const after = await itemsOf(answered as Feed);
  const hashOf = (items: readonly Item[], submittedPrice: string): string | undefined =>
    items.find(({ submitted: said }) => said === submittedPrice)?.payloadHash;
  expect(after.map(({ submitted: said, status, error }) => [said, status, error]).toSorted()).toEqual([
    ['125 USD', 'accepted', null],
    ['126.5 USD', 'rejected', '超出价格带'],
  ]);
  // The answer is no part of what was said.
  expect(new Set(after.map(({ payloadHash }) => payloadHash)).size).toBe(2);
  expect(hashOf(after, '126.5 USD')).toBe(hashOf(before, '126.5 USD'));
  // Said once more it is the same content, in a submission of its own; what had failed is behind us.
  await scene.pass(MINUTE);
  await propose([refused.listingId, '126.5']);
  const [again, first] = await feeds({ accountId, type: 'price' });
  expect(again).toMatchObject({ items: 1, status: 'waiting' });
  expect(first).toMatchObject({ feedNo: answered?.feedNo, isOpen: false });
  expect(hashOf(await itemsOf(again as Feed), '126.5 USD')).toBe(hashOf(before, '126.5 USD'));

  // A promotion is one submission, of as many items as it has.
  const promotionId = await draftPromotion(prices, [[taken.listingId, 15]]);
  expect(await feeds({ accountId, type: 'promotion' })).toEqual([]);
  for (const move of ['check', 'schedule']) await must(movePromotion(maker, promotionId, move));
  const promoted = (await feeds({ accountId, type: 'promotion' }))[0] as Feed;
  expect(promoted).toMatchObject({ mode: 'file', status: 'waiting', items: 1, ok: 0, failed: 0, isOpen: false });
  const [item] = await itemsOf(promoted);
  expect(item).toMatchObject({
    channelProductId_dictText: taken.channelSku,
    previous: '125 USD',
    submitted: '106.25 USD (−15%)',
    status: 'sent',
    readBack: null,
  });
  await must(movePromotion(maker, promotionId, 'stop', { reason: '换货' }));
  expect((await feeds({ accountId, type: 'promotion' }))[0]).toMatchObject({ status: 'cancelled', ok: 0 });
  expect(await itemsOf(promoted)).toMatchObject([{ status: 'cancelled', payloadHash: item?.payloadHash }]);
});
