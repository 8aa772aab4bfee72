import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import { movePromotions } from '#modules/channels/server/pricing/promotion-clock.ts';
import { personWith } from '#tests/contract/worlds.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { readRecords, upload, workbook } from '#tests/sheets/upload.ts';
import { covers } from '#tests/spec/covers.ts';
import {
  discounted,
  draftPromotion,
  edited,
  movePrice,
  movePromotion,
  openPriceScene,
  pricedGoods,
  readPromotion,
  submitted,
  type PriceScene,
} from './price-scene.ts';

/* 促销: items against the floor, what overlaps, and what becomes of them when prices change (domain.md §3.7, §4, S13). */

const DAY = 86_400_000;

let all: PriceScene;

beforeAll(async () => {
  all = await openPriceScene(await startTestApp());
});
afterAll(() => all?.scene.stop());

async function pass(days: number): Promise<void> {
  await all.scene.pass(days * DAY);
  const [maker, checker, admin] = await Promise.all(['yunying', 'fuhe', 'admin'].map((name) => all.scene.as(name)));
  all = { ...all, maker, checker, admin } as PriceScene;
}

const clock = (): Promise<void> => movePromotions(all.scene.app.db, all.scene.now());

test('S13: −20% of 129.99 on a floor of 106.24 is blocked, −15% passes and runs its time', async () => {
  covers('ours: price floor');
  const { maker } = all;
  const [deep, fair] = [await pricedGoods(all), await pricedGoods(all)];
  const id = await draftPromotion(all, [
    [deep.listingId, 20],
    [fair.listingId, 15],
  ]);
  const draft = await readPromotion(maker, id);
  expect(draft).toMatchObject({ status: 'draft', blockedCount: 1 });
  expect(draft.lines.promotionItem).toMatchObject([
    { promoPrice: '103.9900', floor: '106.2400', priceCheck: 'block' },
    { promoPrice: '110.4900', floor: '106.2400', priceCheck: 'pass' },
  ]);
  const refused = await movePromotion(maker, id, 'check');
  expect(refused).toMatchObject({
    status: 409,
    message: `1 个产品低于底价被拦截：${deep.channelSku}；请改折扣或申请特批`,
  });
  await must(discounted(maker, id, 15));
  await must(movePromotion(maker, id, 'check'));
  await must(movePromotion(maker, id, 'schedule'));
  await clock();
  expect(await readPromotion(maker, id)).toMatchObject({ status: 'scheduled', blockedCount: 0 });
  const file = await all.scene.app.http.inject({
    url: `/api/channels/promotion/${id}/proposal`,
    headers: { 'x-access-token': maker.token },
  });
  expect(await readRecords(file.rawPayload)).toContainEqual(
    expect.objectContaining({
      'Promotion Name': '黑五',
      'Product Part #': deep.channelSku,
      'Discount Percent': '15%',
      'Promotional Price': '110.49',
    }),
  );
  await pass(1);
  await Promise.all([clock(), clock()]);
  expect(await readPromotion(all.maker, id)).toMatchObject({ status: 'running' });

  // A cut of the base price while it runs is judged before it is saved: 125.00 −15% is 106.25, 124.98 is 106.23.
  const at = '/channels/channelProduct';
  const cut = await edited(all.maker, at, fair.listingId, { basePrice: '124.98' });
  expect(cut).toMatchObject({
    status: 422,
    message: '促销“黑五”按新价为 106.23，低于底价 106.24；请先停止促销或申请特批',
  });
  await must(edited(all.maker, at, fair.listingId, { basePrice: '125' }));
  const [, item] = (await readPromotion(all.maker, id)).lines.promotionItem;
  expect(item).toMatchObject({ basePrice: '125.0000', promoPrice: '106.2500', priceCheck: 'pass' });
  // Nor by 定价, nor by the word of the marketplace.
  const price = await submitted(all.maker, deep.listingId, '120', { effectiveFrom: '2026-11-24' });
  await must(movePrice(all.maker, price, 'propose'));
  expect((await movePrice(all.maker, price, 'acknowledge')).message).toContain('促销“黑五”按新价为 102.00');
  await pass(6);
  await clock();
  expect(await readPromotion(all.maker, id)).toMatchObject({ status: 'ended' });
  expect(await all.scene.violations()).toEqual([]);
});

test('domain.md §4: 100.00 −30% is 70.00, and 63.00 once the base price is 90.00', async () => {
  const goods = await pricedGoods(all, { cost: '10', price: '100' });
  const when = { startAt: '2026-11-30 00:00:00', endAt: '2026-12-30 00:00:00' };
  const id = await draftPromotion(all, [[goods.listingId, 30]], when);
  for (const move of ['check', 'schedule']) await must(movePromotion(all.maker, id, move));
  await clock();
  expect((await readPromotion(all.maker, id)).lines.promotionItem[0]).toMatchObject({ promoPrice: '70.0000' });
  await must(edited(all.maker, '/channels/channelProduct', goods.listingId, { basePrice: '90' }));
  expect((await readPromotion(all.maker, id)).lines.promotionItem[0]).toMatchObject({ promoPrice: '63.0000' });

  // Promotions never stack: of two that overlap the lower price holds, and each says so.
  const other = await draftPromotion(all, [[goods.listingId, 10]], { ...when, name: '圣诞' });
  await must(movePromotion(all.maker, other, 'check'));
  expect((await readPromotion(all.maker, other)).overlaps).toMatchObject([
    { channelSku: goods.channelSku, ownPrice: '81.00', otherPrice: '63.00', lowerPrice: '63.00' },
  ]);
  expect((await readPromotion(all.maker, id)).overlaps).toMatchObject([{ lowerPrice: '63.00' }]);
  const later = await draftPromotion(all, [[goods.listingId, 10]], {
    name: '元旦',
    startAt: '2026-12-30 00:00:00',
    endAt: '2027-01-03 00:00:00',
  });
  expect((await readPromotion(all.maker, later)).overlaps).toEqual([]);

  // A price that is to change while it runs is said beside it.
  await submitted(all.maker, goods.listingId, '95', { effectiveFrom: '2026-12-10' });
  expect((await readPromotion(all.maker, id)).priceChanges).toEqual([
    expect.objectContaining({ channelSku: goods.channelSku, value: '95.00', effectiveFrom: '2026-12-10' }),
  ]);
  expect((await readPromotion(all.maker, later)).priceChanges).toEqual([]);
});

test('C-03: what another person lets go holds at that price alone, and for nothing that is changed later', async () => {
  const { maker, checker } = all;
  const goods = await pricedGoods(all);
  const when = { startAt: '2026-12-05 00:00:00', endAt: '2026-12-06 00:00:00' };
  const id = await draftPromotion(all, [[goods.listingId, 20]], when);
  await must(movePromotion(maker, id, 'askException', { reason: '清仓' }));
  expect(await movePromotion(maker, id, 'approveException')).toMatchObject({ status: 403 });
  await must(movePromotion(checker, id, 'approveException'));
  expect(await readPromotion(maker, id)).toMatchObject({ status: 'ready', blockedCount: 0 });
  // Back to the draft with a greater discount: what was let go is let go no more.
  await must(movePromotion(maker, id, 'reopen'));
  await must(discounted(maker, id, 50));
  expect((await movePromotion(maker, id, 'check')).message).toContain('低于底价被拦截');
  // Nor does a lower base price take what was let go further down.
  const second = await draftPromotion(all, [[goods.listingId, 20]], when);
  await must(movePromotion(maker, second, 'askException', { reason: '清仓' }));
  await must(movePromotion(checker, second, 'approveException'));
  await must(movePromotion(maker, second, 'schedule'));
  await must(edited(maker, '/channels/channelProduct', goods.listingId, { basePrice: '120' }));
  expect(await readPromotion(maker, second)).toMatchObject({ blockedCount: 1 });
  await pass(6);
  await clock();
  // By the clock it never begins; why stands with it.
  const stopped = await readPromotion(all.maker, second);
  expect(stopped.status).toBe('stopped');
  expect(stopped.outcome).toContain('开始前检查未通过');
  expect(await all.scene.violations()).toEqual([]);
});

test('goods of unknown cost wait for another person too; a listing without a price takes no part', async () => {
  const unknown = await pricedGoods(all, { cost: null });
  const when = { startAt: '2026-12-20 00:00:00', endAt: '2026-12-21 00:00:00' };
  const id = await draftPromotion(all, [[unknown.listingId, 5]], when);
  expect((await movePromotion(all.maker, id, 'check')).message).toBe(
    `1 个产品成本未知：${unknown.channelSku}；请改折扣或申请特批`,
  );
  const bare = await pricedGoods(all, { price: null });
  const refused = await all.maker.post('/channels/promotion/add', {
    accountId: all.accountId,
    name: '无价',
    type: 'sale',
    ...when,
    lines: [{ channelProductId: bare.listingId, discountPct: 5 }],
  });
  expect(refused).toMatchObject({ status: 422, message: '该渠道产品没有供货价或已下架，不能参加促销' });
  const turned = await all.maker.post('/channels/promotion/add', {
    accountId: all.accountId,
    name: '倒着',
    type: 'sale',
    startAt: when.endAt,
    endAt: when.startAt,
    lines: [{ channelProductId: unknown.listingId, discountPct: 5 }],
  });
  expect(turned).toMatchObject({ status: 422, message: '结束时间须晚于开始时间' });
});

test('who may not see cost and profit sees which item is blocked, and no floor', async () => {
  const goods = await pricedGoods(all);
  const who = await personWith(all.scene, all.admin, [
    'channels:promotion:list',
    'channels:promotion:add',
    'channels:promotion:check',
    'channels:channelProduct:list',
  ]);
  const id = await draftPromotion({ accountId: all.accountId, maker: who }, [[goods.listingId, 20]], {
    startAt: '2026-12-20 00:00:00',
    endAt: '2026-12-21 00:00:00',
  });
  const shown = await readPromotion(who, id);
  expect(shown).toMatchObject({ blockedCount: 1 });
  expect(shown).not.toHaveProperty('leastMargin');
  for (const key of ['floor', 'marginRate']) expect(shown.lines.promotionItem[0]).not.toHaveProperty(key);
  const refused = await movePromotion(who, id, 'check');
  expect(JSON.stringify(refused)).not.toContain('106.24');
});

test('an exception is of the goods that it was made for: others under the same listing wait for their own', async () => {
  const { maker, checker, admin } = all;
  const at = '/channels/channelProduct';
  const cheap = await pricedGoods(all, { cost: '40' });
  const { listingId, skuId } = await pricedGoods(all);
  await must(edited(maker, at, listingId, { skuId: cheap.skuId }));
  const day = { startAt: '2026-12-20 00:00:00', endAt: '2026-12-22 00:00:00' };
  const id = await draftPromotion(all, [[listingId, 40]], day);
  await must(movePromotion(maker, id, 'askException', { reason: '清仓' }));
  await must(movePromotion(checker, id, 'approveException'));
  await must(edited(maker, at, listingId, { skuId }));
  expect(await movePromotion(maker, id, 'schedule')).toMatchObject({ status: 409 });
  await must(edited(admin, at, listingId, { skuId: cheap.skuId }));
  await must(movePromotion(maker, id, 'schedule'));
});

test('who lets an exception go sees the price of now, not that of when it was asked for', async () => {
  const { maker, checker } = all;
  const { listingId } = await pricedGoods(all);
  const day = { startAt: '2026-12-20 00:00:00', endAt: '2026-12-22 00:00:00' };
  const id = await draftPromotion(all, [[listingId, 40]], day);
  await must(movePromotion(maker, id, 'askException', { reason: '清仓' }));
  await must(edited(maker, '/channels/channelProduct', listingId, { basePrice: '110' }));
  expect((await readPromotion(checker, id)).lines.promotionItem).toMatchObject([{ promoPrice: '66.0000' }]);
});

test('goods that a promotion cannot bear are not named while it runs or is to run, by whichever way', async () => {
  const { maker, admin, scene, accountId } = all;
  const at = '/channels/channelProduct';
  const dear = await pricedGoods(all, { cost: '70' });
  const unknown = await pricedGoods(all, { cost: null });
  const [one, other] = [await pricedGoods(all), await pricedGoods(all)];
  const id = await draftPromotion(
    all,
    [
      [one.listingId, 15],
      [other.listingId, 0],
    ],
    { name: '年终', startAt: '2026-12-20 00:00:00', endAt: '2027-01-22 00:00:00' },
  );
  // Nothing is promised yet: goods may be others.
  await must(edited(admin, at, one.listingId, { skuId: dear.skuId }));
  await must(edited(admin, at, one.listingId, { skuId: one.skuId }));
  for (const move of ['check', 'schedule']) await must(movePromotion(maker, id, move));
  // (70 + 18.50 + 3 + 0.30) / 0.77 = 119.2207…
  const said = '促销“年终”的促销价 110.49 低于这个SKU的底价 119.23；请先停止促销，再配对';
  const form = await edited(admin, at, one.listingId, { skuId: dear.skuId });
  expect(form).toMatchObject({ status: 422, message: said, result: { errors: [{ field: 'skuId' }] } });
  expect(await edited(maker, at, one.listingId, { skuId: unknown.skuId })).toMatchObject({
    status: 422,
    message: '促销“年终”中的产品不能配对成本未知的SKU；请先维护成本或停止促销',
  });
  const batch = await must(
    admin.post<{ rows: { ok: boolean; message?: string }[] }>(`${at}/bulkEdit`, {
      ids: [one.listingId, other.listingId],
      field: 'skuId',
      operation: 'set',
      value: dear.skuId,
    }),
  );
  // The second is not reduced: 129.99 bears it.
  expect(batch.rows).toMatchObject([{ ok: false, message: said }, { ok: true }]);
  const sheet = await upload(
    scene,
    admin,
    `${at}/importExcel`,
    await workbook(['店铺', '渠道SKU', '本地SKU'], [['Wayfair 美国站', one.channelSku, dear.skuCode]]),
  );
  expect(sheet.result).toMatchObject({ errorCount: 1, successCount: 0 });
  // A machine does not name them either: unpaired, the listing is called what the dear goods are called.
  await must(edited(admin, at, one.listingId, { skuId: null }));
  await must(admin.post('/catalog/skuAlias/add', { skuId: dear.skuId, code: one.channelSku, kind: 'alias' }));
  const asked = await admin.post(`${at}/autoMap`, { accountId, ids: [one.listingId] });
  expect(asked).toMatchObject({ status: 422, message: said });
  await must(edited(admin, at, one.listingId, { skuId: one.skuId }));
  // Stopped, it stands in nobody's way.
  await must(movePromotion(maker, id, 'stop', { reason: '换货' }));
  expect(await edited(maker, at, one.listingId, { skuId: dear.skuId })).toMatchObject({ status: 200 });
});

test('a promotion has a budget in the currency of its shop, in form, list and export', async () => {
  const { maker, scene } = all;
  const { listingId } = await pricedGoods(all);
  const day = { startAt: '2026-12-20 00:00:00', endAt: '2026-12-22 00:00:00' };
  const id = await draftPromotion(all, [[listingId, 5]], { ...day, name: '有预算', budget: '1500.5' });
  expect(await readPromotion(maker, id)).toMatchObject({ budget: '1500.50', currency: 'USD' });
  const { version, lines, ...head } = await readPromotion(maker, id);
  const items = lines.promotionItem.map((item) => ({ ...item, discountPct: 5 }));
  const path = '/channels/promotion/edit';
  expect(await maker.put(path, { ...head, id, version, lines: items, budget: '-1' })).toMatchObject({ status: 422 });
  await must(maker.put(path, { ...head, id, version, lines: items, budget: '2000' }));
  const shown = await firstOf<{ id: string; budget: string }>(maker, '/channels/promotion/list', { name: '有预算' });
  expect(shown.budget).toBe('2000.00');
  const sheet = await scene.app.http.inject({
    url: '/api/channels/promotion/exportXls?name=有预算',
    headers: { 'x-access-token': maker.token },
  });
  expect((await readRecords(sheet.rawPayload))[0]).toMatchObject({ 预算: '2000' });
});

interface Calendar {
  promotions: { name: string; status: string; startAt: string; endAt: string; overlapCount: number }[];
  overlaps: { channelSku: string; startAt: string; endAt: string; lowerPrice: string; one: object; other: object }[];
}

test('S13: the calendar of a month shows what overlaps, and the lower price', async () => {
  const { maker, accountId } = all;
  const [twice, once] = [await pricedGoods(all), await pricedGoods(all)];
  const checked = async (
    name: string,
    startAt: string,
    endAt: string,
    items: Parameters<typeof draftPromotion>[1],
  ): Promise<string> => {
    const id = await draftPromotion(all, items, { name, startAt, endAt });
    await must(movePromotion(maker, id, 'check'));
    return id;
  };
  const long = await checked('日历长', '2027-03-25 00:00:00', '2027-04-20 00:00:00', [
    [twice.listingId, 10],
    [once.listingId, 10],
  ]);
  const short = await checked('日历短', '2027-04-10 08:00:00', '2027-05-02 00:00:00', [[twice.listingId, 15]]);
  await checked('日历后', '2027-05-01 00:00:00', '2027-05-02 00:00:00', [[once.listingId, 5]]);
  // A draft is nobody's word yet.
  await draftPromotion(all, [[once.listingId, 5]], {
    name: '日历草稿',
    startAt: '2027-04-10 00:00:00',
    endAt: '2027-04-11 00:00:00',
  });
  const month = (value: string, more: object = {}): Promise<Calendar> =>
    must(maker.get<Calendar>('/channels/promotion/calendar', { month: value, ...more }));
  const april = await month('2027-04');
  expect(april.promotions).toMatchObject([
    { name: '日历长', status: 'ready', startAt: '2027-03-25 00:00:00', endAt: '2027-04-20 00:00:00', overlapCount: 1 },
    { name: '日历短', overlapCount: 1 },
  ]);
  // 129.99 −10% is 116.99, −15% is 110.49.
  expect(april.overlaps).toMatchObject([
    {
      channelSku: twice.channelSku,
      startAt: '2027-04-10 08:00:00',
      endAt: '2027-04-20 00:00:00',
      one: { id: long, price: '116.99' },
      other: { id: short, price: '110.49' },
      lowerPrice: '110.49',
    },
  ]);
  // In the month before they do not overlap yet, and in May only one of the two is left.
  expect(await month('2027-03')).toMatchObject({ promotions: [{ name: '日历长', overlapCount: 0 }], overlaps: [] });
  expect((await month('2027-05')).promotions.map(({ name }) => name)).toEqual(['日历短', '日历后']);
  expect(await month('2027-04', { accountId })).toMatchObject({ promotions: [{}, {}] });
  for (const wrong of ['2027-13', '0001-01', 'soon', '2027-4'])
    expect(await maker.get('/channels/promotion/calendar', { month: wrong })).toMatchObject({
      status: 422,
      result: { errors: [{ field: 'month' }] },
    });
  const other = { accountId: newId() };
  expect(await month('2027-04', other)).toMatchObject({ promotions: [], overlaps: [] });
});
