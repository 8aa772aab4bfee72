import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDuePrices } from '#modules/channels/server/pricing/price-clock.ts';
import { look, type Page } from '#tests/channels/shop.ts';
import { personWith } from '#tests/contract/worlds.ts';
import { startTestApp, type Answer, type Client } from '#tests/harness/app.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { readRecords, upload, workbook } from '#tests/sheets/upload.ts';
import { covers } from '#tests/spec/covers.ts';
import {
  basePriceOf,
  draftPrice,
  edited,
  movePrice,
  openPriceScene,
  pricedGoods,
  readPrice,
  submitted,
  type PriceScene,
} from './price-scene.ts';

/* 定价: the floor on every path that writes a price, and a price on its way to the channel (domain.md §3.7, §4). */

const DAY = 86_400_000;

let all: PriceScene;

beforeAll(async () => {
  all = await openPriceScene(await startTestApp());
});
afterAll(() => all?.scene.stop());

/** Sessions end while days pass. */
async function pass(days: number): Promise<void> {
  await all.scene.pass(days * DAY);
  const [maker, checker, admin] = await Promise.all(['yunying', 'fuhe', 'admin'].map((name) => all.scene.as(name)));
  all = { ...all, maker, checker, admin } as PriceScene;
}

const BELOW = '106.23 低于底价 106.24，请在“定价”提交调价，由另一人审批';

test('C-03: no way of writing 供货价 goes below the floor of 106.24', async () => {
  covers('ours: price floor');
  const { maker, scene, accountId } = all;
  const goods = await pricedGoods(all);
  const at = '/channels/channelProduct';
  // By the form, and by its interface.
  const form = await edited(maker, at, goods.listingId, { basePrice: '106.23' });
  expect(form).toMatchObject({ status: 422, message: BELOW });
  expect(form.result).toMatchObject({ errors: [{ field: 'basePrice', code: 'channels.priceRefused' }] });
  const added = await maker.post(`${at}/add`, {
    accountId,
    channelSku: 'BELOW-1',
    skuId: goods.skuId,
    basePrice: '106.23',
  });
  expect(added).toMatchObject({ status: 422, message: BELOW });
  // By many rows at once.
  const batch = await must(
    maker.post<{ rows: { ok: boolean; message?: string }[] }>(`${at}/bulkEdit`, {
      ids: [goods.listingId],
      field: 'basePrice',
      operation: 'set',
      value: '106.23',
    }),
  );
  expect(batch.rows).toMatchObject([{ ok: false, message: BELOW }]);
  // By a sheet: the second row is sound and goes in.
  const sound = await pricedGoods(all);
  const sheet = await upload(
    scene,
    maker,
    `${at}/importExcel`,
    await workbook(
      ['店铺', '渠道SKU', '供货价'],
      [
        ['Wayfair 美国站', goods.channelSku, '106.23'],
        ['Wayfair 美国站', sound.channelSku, '106.24'],
      ],
    ),
  );
  expect(sheet.result).toMatchObject({ errorCount: 1, successCount: 1 });
  expect(await basePriceOf(maker, goods.listingId)).toBe('129.9900');
  expect(await basePriceOf(maker, sound.listingId)).toBe('106.2400');
  // At the floor itself it is a price like any other.
  await must(edited(maker, at, goods.listingId, { basePrice: '106.24' }));
});

test('C-03: naming other goods, or naming them later, is no way round the floor', async () => {
  const { maker, accountId } = all;
  const at = '/channels/channelProduct';
  const { skuId } = await pricedGoods(all);
  const { id } = await must(
    maker.post<{ id: string }>(`${at}/add`, { accountId, channelSku: 'LATER-PAIRED', basePrice: '50' }),
  );
  expect(await edited(maker, at, id, { skuId })).toMatchObject({ status: 422 });
  // Nor does a machine name them for whoever set the price.
  const { skuCode } = await pricedGoods(all);
  await must(maker.post(`${at}/add`, { accountId, channelSku: skuCode, basePrice: '50' }));
  const asked = await maker.post(`${at}/autoMap`, { accountId, confirm: true });
  expect(asked).toMatchObject({ status: 422, message: '50.00 低于底价 106.24，请在“定价”提交调价，由另一人审批' });
  // The others of a batch are paired all the same, and it is named with its reason.
  const { skuCode: fine } = await pricedGoods(all);
  const sound = await must(maker.post<{ id: string }>(`${at}/add`, { accountId, channelSku: fine }));
  const some = await must(
    maker.post<{ mapped: number; refused: { channelSku: string; reason: string }[] }>(`${at}/autoMap`, {
      accountId,
      confirm: true,
    }),
  );
  expect(some).toMatchObject({ mapped: 1, refused: [{ channelSku: skuCode, reason: asked.message }] });
  const mapStatusOf = async (channelSku: string): Promise<unknown> =>
    (await must(maker.get<Page<{ mapStatus: string }>>(`${at}/list`, { channelSku, accountId }))).records[0]?.mapStatus;
  expect([await mapStatusOf(fine), await mapStatusOf(skuCode)]).toEqual(['mapped', 'unmapped']);
  await must(all.admin.delete(`${at}/delete`, { id: sound.id }));
  // Somebody else says what is sold: it is what it is.
  await must(edited(all.admin, at, id, { skuId }));
});

test('an approval is of the goods it was given for: dearer ones under the same listing wait once more', async () => {
  const { maker, checker, admin } = all;
  const at = '/channels/channelProduct';
  const cheap = await pricedGoods(all, { cost: '40' });
  const unknown = await pricedGoods(all, { cost: null });
  const { listingId, skuId } = await pricedGoods(all, { price: '109' });
  await must(edited(maker, at, listingId, { skuId: cheap.skuId }));
  const id = await submitted(maker, listingId, '79');
  await must(movePrice(checker, id, 'approve'));
  await must(edited(maker, at, listingId, { skuId }));
  expect((await must(movePrice(maker, id, 'propose'))).state).toBe('pending_approval');
  expect(await readPrice(checker, id)).toMatchObject({ floor: '106.2400', reviewReason: '低于底价', skuId });
  await must(movePrice(checker, id, 'approve'));
  await must(movePrice(maker, id, 'propose'));
  // Handed over already: it is not in force before somebody has looked at the goods of now.
  await must(edited(maker, at, listingId, { skuId: unknown.skuId }));
  expect(await movePrice(maker, id, 'acknowledge')).toMatchObject({ status: 409 });
  expect(await movePrice(maker, id, 'approve')).toMatchObject({ status: 403 });
  await must(movePrice(checker, id, 'approve'));
  await must(movePrice(maker, id, 'acknowledge'));
  expect(await basePriceOf(admin, listingId)).toBe('79.0000');
});

test('C-03: who made a price does not name dearer goods for it, though somebody else noted the answer', async () => {
  const { maker, admin, accountId } = all;
  const at = '/channels/channelProduct';
  const cheap = await pricedGoods(all, { cost: '40' });
  const { skuId } = await pricedGoods(all);
  const { id: listingId } = await must(
    maker.post<{ id: string }>(`${at}/add`, {
      accountId,
      channelSku: 'OWN-WORD',
      skuId: cheap.skuId,
      basePrice: '110',
    }),
  );
  const id = await submitted(maker, listingId, '85');
  await must(movePrice(maker, id, 'propose'));
  await must(movePrice(admin, id, 'acknowledge'));
  expect(await edited(maker, at, listingId, { skuId })).toMatchObject({
    status: 422,
    message: '85.00 低于底价 106.24，请在“定价”提交调价，由另一人审批',
  });
});

test('C-03: who names cheaper goods for a listing does not price by that alone', async () => {
  const { maker, admin } = all;
  const at = '/channels/channelProduct';
  const cheap = await pricedGoods(all, { cost: '40' });
  const { listingId } = await pricedGoods(all, { price: '110' });
  await must(edited(maker, at, listingId, { skuId: cheap.skuId }));
  expect(await edited(maker, at, listingId, { basePrice: '85' })).toMatchObject({ status: 422 });
  const id = await submitted(maker, listingId, '85');
  expect(await readPrice(admin, id)).toMatchObject({ status: 'pending_approval', floor: '106.2400' });
  await must(movePrice(maker, id, 'withdraw'));
  // Of somebody else's word the floor is that of the goods.
  await must(edited(admin, at, listingId, { basePrice: '85' }));
});

test('C-03: dearer goods under a price of somebody else wait for a price that bears them', async () => {
  const { maker, checker, admin } = all;
  const at = '/channels/channelProduct';
  const cheap = await pricedGoods(all, { cost: '40' });
  const dear = await pricedGoods(all);
  const { listingId } = await pricedGoods(all, { cost: '40', price: '85' });
  const said = '现价 85.00 低于这个SKU的底价 106.24，请先在“定价”调价，再配对';
  expect(await edited(maker, at, listingId, { skuId: dear.skuId })).toMatchObject({
    status: 422,
    message: said,
    result: { errors: [{ field: 'skuId' }] },
  });
  // Nor in two steps of one person, by no goods in between.
  await must(edited(maker, at, listingId, { skuId: null }));
  expect(await edited(maker, at, listingId, { skuId: dear.skuId })).toMatchObject({ status: 422, message: said });
  // What costs no more than before changes nothing for the worse.
  await must(edited(maker, at, listingId, { skuId: cheap.skuId }));
  // A price that another person approved for some goods bears these, and no dearer ones by the word of whoever names them.
  const price = await submitted(maker, listingId, '79');
  await must(movePrice(checker, price, 'approve'));
  for (const move of ['propose', 'acknowledge']) await must(movePrice(maker, price, move));
  expect(await edited(admin, at, listingId, { skuId: dear.skuId })).toMatchObject({ status: 422 });
  // Raised first, they are named like any other.
  const raised = await submitted(maker, listingId, '106.24');
  await must(movePrice(checker, raised, 'approve'));
  for (const move of ['propose', 'acknowledge']) await must(movePrice(maker, raised, move));
  await must(edited(admin, at, listingId, { skuId: dear.skuId }));
});

test('C-03: nobody makes room for a price of their own by a fee that they lower, override or take away', async () => {
  const { maker, admin } = all;
  const at = '/channels/channelFee';
  const { listingId } = await pricedGoods(all);
  const fee = await firstOf<{ id: string }>(maker, `${at}/list`, { code: 'WF-HAND' });
  const low = (): Promise<Answer<unknown>> =>
    edited(maker, '/channels/channelProduct', listingId, { basePrice: '106.2' });
  await must(edited(maker, at, fee.id, { unitAmount: '0.01' }));
  expect(await low()).toMatchObject({ status: 422, message: BELOW.replace('106.23', '106.20') });
  await must(edited(maker, at, fee.id, { unitAmount: '0.3', effectiveTo: '2026-11-01' }));
  expect(await low()).toMatchObject({ status: 422 });
  await must(edited(maker, at, fee.id, { effectiveTo: null }));
  const rule = { channelCode: 'wayfair', currency: 'USD', effectiveFrom: '2026-01-01', status: 'enabled' };
  const { id } = await must(
    maker.post<{ id: string }>(`${at}/add`, {
      ...rule,
      code: 'WF-NONE',
      feeType: 'handling',
      basis: 'order',
      method: 'fixed',
      unitAmount: '0',
      priority: 9,
      stack: 'replace',
    }),
  );
  expect(await low()).toMatchObject({ status: 422 });
  expect(await readPrice(admin, await submitted(maker, listingId, '106.2'))).toMatchObject({ floor: '106.2400' });
  await must(maker.delete(`${at}/delete`, { id }));
  // What somebody else lowered is lower: (60 + 18.50 + 3) / 0.77 = 105.85.
  await must(edited(admin, at, fee.id, { unitAmount: '0' }));
  await must(low());
  await must(edited(admin, at, fee.id, { unitAmount: '0.3' }));
});

test('goods of unknown cost are never taken for free: a first price needs another person, and so does a lower one', async () => {
  const { maker, checker } = all;
  const goods = await pricedGoods(all, { cost: null, price: '80' });
  const at = '/channels/channelProduct';
  expect(await edited(maker, at, goods.listingId, { basePrice: '79' })).toMatchObject({
    status: 422,
    message: '成本未知，不能直接降价；请先维护成本，或在“定价”提交调价，由另一人审批',
  });
  await must(edited(maker, at, goods.listingId, { basePrice: '81' }));
  const id = await submitted(maker, goods.listingId, '79');
  expect(await readPrice(checker, id)).toMatchObject({
    status: 'pending_approval',
    priceCheck: 'warn',
    reviewReason: '成本未知',
    floor: null,
  });
  const first = { accountId: all.accountId, channelSku: 'UNKNOWN-FIRST', skuId: goods.skuId };
  const said = '成本未知，第一个供货价要另一人审批；请先维护成本，或留空供货价，在“定价”提交调价，由另一人审批';
  expect(await maker.post(`${at}/add`, { ...first, basePrice: '80' })).toMatchObject({
    status: 422,
    message: said,
    result: { errors: [{ field: 'basePrice' }] },
  });
  // Nor in two steps: the price first and the goods then, or the other way round.
  const { id: priced } = await must(
    maker.post<{ id: string }>(`${at}/add`, { ...first, skuId: null, basePrice: '80' }),
  );
  expect(await edited(maker, at, priced, { skuId: goods.skuId })).toMatchObject({ status: 422, message: said });
  await must(maker.delete(`${at}/delete`, { id: priced }));
  const { id: named } = await must(maker.post<{ id: string }>(`${at}/add`, { ...first, channelSku: 'UNKNOWN-2' }));
  expect(await edited(maker, at, named, { basePrice: '80' })).toMatchObject({ status: 422, message: said });
  const waiting = await submitted(maker, named, '80');
  expect(await readPrice(checker, waiting)).toMatchObject({ status: 'pending_approval', reviewReason: '成本未知' });
});

test('a listing that is deleted and added again is measured from the price that it had', async () => {
  const { maker, admin, accountId } = all;
  const at = '/channels/channelProduct';
  const again = async (
    price: string | null,
    goods: Awaited<ReturnType<typeof pricedGoods>>,
  ): Promise<Answer<unknown>> =>
    maker.post(`${at}/add`, { accountId, channelSku: goods.channelSku, skuId: goods.skuId, basePrice: price });
  const goods = await pricedGoods(all, { price: '200' });
  await must(maker.delete(`${at}/delete`, { id: goods.listingId }));
  expect(await again('140', goods)).toMatchObject({
    status: 422,
    message: '变动达到 30%，请在“定价”提交调价，由另一人审批',
  });
  expect(await again('260', goods)).toMatchObject({ status: 422 });
  // Without a price it comes back; what is then asked for is judged from 200.00 as well.
  const { id } = (await must(again(null, goods))) as { id: string };
  expect(await edited(maker, at, id, { basePrice: '140' })).toMatchObject({ status: 422 });
  const low = await submitted(maker, id, '140');
  expect(await readPrice(admin, low)).toMatchObject({
    status: 'pending_approval',
    previousValue: '200.0000',
    changePct: '-0.300000',
    reviewReason: '变动达到 30%',
  });
  await must(movePrice(maker, low, 'withdraw'));
  const great = await submitted(maker, id, '350');
  expect(await readPrice(admin, great)).toMatchObject({ effectiveFrom: '2026-11-30', askedFrom: '2026-11-23' });
  await must(movePrice(maker, great, 'withdraw'));
  // Emptied by the same person before it was deleted, and deleted twice: 200.00 all the same.
  await must(edited(maker, at, id, { basePrice: '150' }));
  await must(edited(maker, at, id, { basePrice: null }));
  await must(maker.delete(`${at}/delete`, { id }));
  expect(await again('140', goods)).toMatchObject({ status: 422 });
  await must(again('150', goods));
  // Another number of the same shop has nothing to do with it; of unknown cost it is a cut that waits.
  const unknown = await pricedGoods(all, { cost: null, price: '200' });
  await must(maker.delete(`${at}/delete`, { id: unknown.listingId }));
  expect(await again('199', unknown)).toMatchObject({
    status: 422,
    message: '成本未知，不能直接降价；请先维护成本，或在“定价”提交调价，由另一人审批',
  });
  await must(again('200', unknown));
});

test('a bundle costs what its parts cost, and nothing is known of it while one of them is unknown', async () => {
  const { admin, maker, productId, accountId } = all;
  const { id: bundleSkuId } = await must(
    admin.post<{ id: string }>('/catalog/sku/add', { skuCode: 'FLOOR-SET', name: '套装', productId, type: 'bundle' }),
  );
  const [known, unknown] = [await pricedGoods(all, { cost: '20' }), await pricedGoods(all, { cost: null })];
  await must(admin.post('/catalog/bundleItem/add', { bundleSkuId, componentSkuId: known.skuId, qty: 2 }));
  const { id: item } = await must(
    admin.post<{ id: string }>('/catalog/bundleItem/add', { bundleSkuId, componentSkuId: unknown.skuId, qty: 1 }),
  );
  const listing = { accountId, channelSku: 'FLOOR-SET', skuId: bundleSkuId };
  const { id } = await must(maker.post<{ id: string }>('/channels/channelProduct/add', listing));
  expect(await readPrice(admin, await submitted(maker, id, '190'))).toMatchObject({ priceCheck: 'warn', cost: null });
  await must(admin.delete('/catalog/bundleItem/delete', { id: item }));
  const other = await must(
    maker.post<{ id: string }>('/channels/channelProduct/add', {
      ...listing,
      channelSku: 'FLOOR-SET-2',
      basePrice: '200',
    }),
  );
  // (40.00 + 18.50 + 3.00 + 0.30) / 0.77 = 80.2597…
  expect(await readPrice(admin, await submitted(maker, other.id, '190'))).toMatchObject({
    cost: '40.0000',
    floor: '80.2600',
  });
});

test('S13: −15% passes, below the floor waits for another person, and only then goes on', async () => {
  const { maker, checker, admin } = all;
  const goods = await pricedGoods(all);
  const fair = await submitted(maker, goods.listingId, '110.49');
  expect(await readPrice(maker, fair)).toMatchObject({
    status: 'scheduled',
    previousValue: '129.9900',
    changePct: '-0.150012',
    cost: '60.0000',
    floor: '106.2400',
    priceCheck: 'pass',
    reviewReason: null,
  });
  // One of a kind is on its way at a time.
  const second = await draftPrice(maker, goods.listingId, '108');
  expect((await movePrice(maker, second, 'submit')).message).toContain('已有在途的同类调价');
  await must(movePrice(maker, fair, 'withdraw'));

  const below = await submitted(maker, goods.listingId, '103.99');
  expect(await readPrice(maker, below)).toMatchObject({ status: 'pending_approval', reviewReason: '低于底价' });
  expect(await movePrice(maker, below, 'approve')).toMatchObject({ status: 403 });
  await must(movePrice(checker, below, 'approve', { reason: '清仓' }));
  await must(movePrice(maker, below, 'propose'));
  expect(await basePriceOf(maker, goods.listingId)).toBe('129.9900');
  await must(movePrice(maker, below, 'acknowledge'));
  expect(await basePriceOf(maker, goods.listingId)).toBe('103.9900');

  // The next one takes its place; the one before is over on that day.
  const next = await submitted(maker, goods.listingId, '120');
  await must(movePrice(maker, next, 'propose'));
  await must(movePrice(maker, next, 'acknowledge'));
  expect(await readPrice(admin, below)).toMatchObject({ status: 'superseded', effectiveTo: '2026-11-23' });
  expect(await readPrice(admin, next)).toMatchObject({ status: 'active' });
  expect(await all.scene.violations()).toEqual([]);
});

test('four eyes: neither who typed it nor who handed it in approves, nor many small steps of one person', async () => {
  const { maker, admin, checker } = all;
  const goods = await pricedGoods(all, { price: '300' });
  const typed = await draftPrice(admin, goods.listingId, '100');
  await must(movePrice(maker, typed, 'submit'));
  expect(await movePrice(admin, typed, 'approve')).toMatchObject({ status: 403 });
  expect(await movePrice(maker, typed, 'approve')).toMatchObject({ status: 403 });
  await must(movePrice(checker, typed, 'reject', { reason: '太低' }));

  // −20% goes on by itself; −20% more of the same person is −36%.
  const first = await submitted(maker, goods.listingId, '240');
  expect(await readPrice(admin, first)).toMatchObject({ status: 'scheduled' });
  await must(movePrice(maker, first, 'propose'));
  await must(movePrice(maker, first, 'acknowledge'));
  const next = await submitted(maker, goods.listingId, '192');
  expect(await readPrice(admin, next)).toMatchObject({ status: 'pending_approval', reviewReason: '变动达到 30%' });
  await must(movePrice(maker, next, 'withdraw'));
  // Nor by the form, in one step or in two.
  const at = '/channels/channelProduct';
  expect(await edited(maker, at, goods.listingId, { basePrice: '168' })).toMatchObject({ status: 422 });
  expect((await edited(maker, at, goods.listingId, { basePrice: '200' })).message).toContain('变动达到 30%');
  // Nor by making room for it: what they may not decide alone does not count for them.
  const own = await firstOf<{ id: string }>(admin, '/channels/priceSetting/list');
  await must(edited(admin, '/channels/priceSetting', own.id, { targetMargin: '0' }));
  const low = await submitted(admin, (await pricedGoods(all)).listingId, '100');
  expect(await readPrice(checker, low)).toMatchObject({ floor: '106.2400', reviewReason: '低于底价' });
  await must(edited(checker, '/channels/priceSetting', own.id, { targetMargin: '0.15' }));
});

test('from 75% on a price holds seven days later, and is not acknowledged before', async () => {
  const { maker, checker } = all;
  const goods = await pricedGoods(all, { price: '120' });
  const id = await submitted(maker, goods.listingId, '216');
  expect(await readPrice(maker, id)).toMatchObject({
    status: 'pending_approval',
    changePct: '0.800000',
    reviewReason: '变动达到 30%',
    effectiveFrom: '2026-11-30',
    askedFrom: '2026-11-23',
  });
  await must(movePrice(checker, id, 'approve'));
  await must(movePrice(maker, id, 'propose'));
  expect((await movePrice(maker, id, 'acknowledge')).message).toBe('生效日是 2026-11-30，还没到，不能确认已生效');
  await pass(7);
  await must(movePrice(all.maker, id, 'acknowledge'));
  expect(await basePriceOf(all.maker, goods.listingId)).toBe('216.0000');
});

test('the clock reminds of a price whose day has come; what has gone below its floor meanwhile waits once more', async () => {
  const { scene } = all;
  const [fine, dearer] = [await pricedGoods(all), await pricedGoods(all)];
  const day = { effectiveFrom: '2026-12-02' };
  const going = await submitted(all.maker, fine.listingId, '110', day);
  const held = await submitted(all.maker, dearer.listingId, '110', day);
  await startDuePrices(scene.app.db, scene.now());
  expect(await readPrice(all.admin, going)).toMatchObject({ status: 'scheduled' });
  await must(
    all.checker.post('/channels/priceSetting/add', {
      accountId: all.accountId,
      channelProductId: dearer.listingId,
      freightEstimate: '30',
    }),
  );
  await pass(2);
  await Promise.all([startDuePrices(scene.app.db, scene.now()), startDuePrices(scene.app.db, scene.now())]);
  expect(await readPrice(all.admin, going)).toMatchObject({ status: 'submitted' });
  expect(await readPrice(all.admin, held)).toMatchObject({ status: 'pending_approval', reviewReason: '低于底价' });
  const cards = await must(all.maker.get<{ key: string; count: number }[]>('/desk/todo'));
  expect(cards.find(({ key }) => key === 'pricesAtChannel')?.count).toBeGreaterThan(0);
  // The file that goes to the marketplace has it, in the currency's own places.
  const file = await scene.app.http.inject({
    url: '/api/channels/priceRecord/proposal',
    headers: { 'x-access-token': all.maker.token },
  });
  const rows = await readRecords(file.rawPayload);
  expect(rows).toContainEqual(
    expect.objectContaining({
      'Supplier Part Number': fine.channelSku,
      'Price Type': 'Base Cost',
      'Current Price': '129.99',
      'New Price': '110.00',
      'Effective Date': '2026-12-02',
    }),
  );
  await must(movePrice(all.maker, going, 'turnDown', { reason: '活动期间不接受' }));
  expect(await basePriceOf(all.maker, fine.listingId)).toBe('129.9900');
});

test('建议零售价 stays at or above 最低广告价', async () => {
  const { maker } = all;
  const { listingId } = await pricedGoods(all);
  const day = { effectiveFrom: '2026-12-02' };
  const map = await submitted(maker, listingId, '199', { ...day, type: 'map' });
  await must(movePrice(maker, map, 'propose'));
  await must(movePrice(maker, map, 'acknowledge'));
  const low = await draftPrice(maker, listingId, '198.99', { ...day, type: 'msrp' });
  expect(await movePrice(maker, low, 'submit')).toMatchObject({
    status: 422,
    message: '建议零售价不能低于最低广告价 199.00',
  });
  await submitted(maker, listingId, '199', { ...day, type: 'msrp' });
});

interface Adjusted {
  able: number;
  scheduled: number;
  pending: number;
  rows: { channelSku: string; next: string | null; floor?: string; reasons: string[]; fault: string | null }[];
}

test('批量调价 shows what would come of it and writes nothing; then submits what it can', async () => {
  const { maker, scene } = all;
  const [dear, cheap] = [await pricedGoods(all), await pricedGoods(all, { price: '110' })];
  const bare = await pricedGoods(all, { price: null });
  const body = {
    ids: [dear.listingId, cheap.listingId, bare.listingId],
    type: 'baseCost',
    way: 'percent',
    amount: '-5',
    effectiveFrom: '2026-12-03',
  };
  const count = (): Promise<number> =>
    look(scene, async (tx) => (await tx.rows`select 1 from price_record where tenant_id = ${tx.tenant}`).length);
  const before = await count();
  const tried = await must(maker.post<Adjusted>('/channels/priceRecord/adjust', { ...body, dryRun: true }));
  expect(tried).toMatchObject({ able: 2, scheduled: 0, pending: 0 });
  // 123.4905 and 104.50
  expect(tried.rows.map(({ next, reasons, fault }) => [next, reasons, fault])).toEqual([
    ['123.49', [], null],
    ['104.50', ['低于底价'], null],
    [null, [], '没有现价，请用“设为”'],
  ]);
  expect(await count()).toBe(before);
  const done = await must(maker.post<Adjusted>('/channels/priceRecord/adjust', body));
  expect(done).toMatchObject({ able: 2, scheduled: 1, pending: 1 });
  expect(await count()).toBe(before + 2);
  // No formula makes more of a price than somebody may type.
  const huge = { ...body, ids: [cheap.listingId], amount: '10000000', dryRun: true };
  expect((await must(maker.post<Adjusted>('/channels/priceRecord/adjust', huge))).rows[0]).toMatchObject({
    fault: '算出的新价超过 10,000,000',
  });
  // To a margin of 15%: the floor itself.
  const third = await pricedGoods(all);
  const margin = { ...body, ids: [third.listingId], way: 'margin', amount: '15', dryRun: true };
  expect((await must(maker.post<Adjusted>('/channels/priceRecord/adjust', margin))).rows[0]?.next).toBe('106.24');
});

test('by a sheet prices become drafts, which are submitted like any other', async () => {
  const { maker, scene } = all;
  const goods = await pricedGoods(all);
  const rows = await workbook(
    ['店铺', '渠道SKU', '价格类型', '新价', '生效日'],
    [
      ['Wayfair 美国站', goods.channelSku, '供货价', '103.99', '2026-12-03'],
      ['Wayfair 美国站', 'NO-SUCH', '供货价', '103.99', '2026-12-03'],
    ],
  );
  const answer = await upload(scene, maker, '/channels/priceRecord/importExcel', rows);
  expect(answer.result).toMatchObject({ successCount: 1, errorCount: 1 });
  const { id, status } = await firstOf<{ id: string; status: string }>(maker, '/channels/priceRecord/list', {
    channelProductId: goods.listingId,
  });
  expect(status).toBe('draft');
  await must(movePrice(maker, id, 'submit'));
  expect(await readPrice(maker, id)).toMatchObject({ status: 'pending_approval' });
});

/** Somebody who prices goods without knowing what they cost, or what they earn. */
const blind = (): Promise<Client> =>
  personWith(all.scene, all.admin, [
    'channels:channelProduct:list',
    'channels:channelProduct:edit',
    'channels:priceRecord:list',
    'channels:priceRecord:add',
    'channels:priceRecord:submit',
  ]);

test('who may not see cost and profit sees no floor, in rows, previews and refusals', async () => {
  const goods = await pricedGoods(all);
  const who = await blind();
  // What is refused leaves nothing behind: by form, one below the floor and one above it are refused alike.
  for (const basePrice of ['106.23', '106.25', '250'])
    expect(await edited(who, '/channels/channelProduct', goods.listingId, { basePrice })).toMatchObject({
      status: 422,
      message: '没有查看成本和利润的权限，不能直接改供货价，请在“定价”提交调价',
      result: { errors: [{ field: 'basePrice' }] },
    });
  await must(edited(who, '/channels/channelProduct', goods.listingId, { title: '餐桌' }));
  // Nor does a trial say on which side of it a price is; a change of 30% it says.
  const asked = { ids: [goods.listingId], type: 'baseCost', way: 'set', effectiveFrom: '2026-12-03', dryRun: true };
  const trial = async (amount: string): Promise<unknown> =>
    (await must(who.post<Adjusted>('/channels/priceRecord/adjust', { ...asked, amount }))).rows[0];
  for (const amount of ['106.23', '106.25'])
    expect(await trial(amount)).toMatchObject({ reasons: [], isUnjudged: true, fault: null });
  expect(await trial('60')).toMatchObject({ reasons: ['变动达到 30%'], isUnjudged: true });
  const seen = await must(all.maker.post<Adjusted>('/channels/priceRecord/adjust', { ...asked, amount: '106.23' }));
  expect(seen.rows[0]).toMatchObject({ reasons: ['低于底价'], isUnjudged: false });
  const id = await submitted(who, goods.listingId, '106.23', { effectiveFrom: '2026-12-03' });
  const shown = await readPrice(who, id);
  expect(shown).toMatchObject({ status: 'pending_approval', reviewReason: '低于底价' });
  for (const key of ['cost', 'floor', 'marginRate']) expect(shown).not.toHaveProperty(key);
  const body = { ids: [goods.listingId], type: 'msrp', way: 'set', amount: '300', effectiveFrom: '2026-12-03' };
  const tried = await must(who.post<Adjusted>('/channels/priceRecord/adjust', { ...body, dryRun: true }));
  for (const key of ['cost', 'floor', 'marginRate']) expect(tried.rows[0]).not.toHaveProperty(key);
  const margin = { ...body, type: 'baseCost', way: 'margin', amount: '1', dryRun: true };
  expect((await must(who.post<Adjusted>('/channels/priceRecord/adjust', margin))).rows[0]?.fault).toBe(
    '没有查看成本和利润的权限，不能按毛利率调价',
  );
});

test('a shop in another currency needs the rate of the day: never 1', async () => {
  const { admin, maker, scene } = all;
  const finance = await scene.as('caiwu');
  const { id: accountId } = await must(
    admin.post<{ id: string }>('/base/channelAccount/add', {
      code: 'WF-CA',
      name: 'Wayfair 加拿大站',
      channelCode: 'wayfair',
      environment: 'live',
      currency: 'CAD',
      settings: { clientId: 'canada' },
      clientSecret: 'canada-secret',
    }),
  );
  const { skuId } = await pricedGoods(all);
  const listing = { accountId, channelSku: 'CAD-1', skuId, basePrice: '200' };
  const refused = await admin.post('/channels/channelProduct/add', listing);
  expect(refused.status).toBe(422);
  expect(refused.message).toContain('缺少汇率');
  await must(
    finance.post('/base/exchangeRate/add', {
      fromCode: 'USD',
      toCode: 'CAD',
      rate: '1.4',
      effectiveDate: '2026-11-01',
    }),
  );
  const { id } = await must(admin.post<{ id: string }>('/channels/channelProduct/add', listing));
  // 60.00 USD are 84.00 CAD; nothing else is decided of this shop: no fees in its currency.
  const price = await readPrice(admin, await submitted(maker, id, '190', { effectiveFrom: '2026-12-03' }));
  expect(price).toMatchObject({ cost: '84.0000', floor: '84.0000', priceCheck: 'pass' });
  // Whoever says what a dollar is worth does not price by it alone: neither a first time nor lower.
  const rate = { fromCode: 'USD', toCode: 'CAD', rate: '0.1', effectiveDate: '2026-11-23' };
  await must(admin.post('/base/exchangeRate/add', rate));
  const first = await admin.post('/channels/channelProduct/add', { ...listing, channelSku: 'CAD-2', basePrice: '9' });
  expect(first.status).toBe(422);
  expect(first.message).toContain('汇率由本人录入');
});
