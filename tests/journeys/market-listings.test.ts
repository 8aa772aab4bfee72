import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Compared, Trend } from '#modules/market/model/routes.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { addShop, importOffers, keeperOf, listOf, type Row } from './market-scene.ts';

/* 市场: sellers, listings and what was seen of them (domain.md §2.4, §6): by file and by hand, never rewritten. */

let scene: TestApp;
let admin: Client;
let clerk: Client;
let canada: string;

beforeAll(async () => {
  scene = await startTestApp();
  [admin, clerk] = await Promise.all([scene.as('admin'), scene.as('yunying')]);
  canada = await addShop(admin);
});
afterAll(() => scene?.stop());

const LISTING = '/market/marketListing';
const listings = (who: Client, query: Record<string, string> = {}): Promise<Row[]> => listOf(who, LISTING, query);
const named = async (itemId: string, who = clerk): Promise<Row> => {
  const [row] = await listings(who, { itemId });
  if (!row) throw new Error(`no listing ${itemId}`);
  return row;
};
const offersOf = (listingId: string, who = clerk): Promise<Row[]> => listOf(who, '/market/sellerOffer', { listingId });

const HEAD = '市场,平台商品ID,标题,平台卖家ID,卖家,币种,观察时间,价格,评分,评论数,排名,库存信号';
const row = (at: string, price: string, more = '4.5,120,18,有货', about = 'W100,竞品脚凳,RIVAL,竞争者,USD'): string =>
  `Wayfair 美国,${about},${at},${price},${more}`;

test('each live shop is a seller of ours at its marketplace, called as the shop is; it is nobody to watch or delete', async () => {
  covers('ours: the market', '§2 market screens');
  const own = await listOf(clerk, '/market/seller', { kind: 'own' });
  expect(own).toHaveLength(2);
  expect(own.find(({ accountId }) => accountId === canada)).toMatchObject({
    marketplace: 'wayfair_ca',
    name: '加拿大店',
    channelSellerId: 'CA-SHOP',
  });
  expect(own.find(({ accountId }) => accountId === scene.seller.accountId)).toMatchObject({
    marketplace: 'wayfair_us',
  });
  await must(admin.put('/base/channelAccount/edit', { id: canada, name: '加拿大旗舰店', version: 1 }));
  const [renamed] = await listOf(clerk, '/market/seller', { accountId: canada });
  expect(renamed).toMatchObject({ name: '加拿大旗舰店' });
  const gone = await clerk.delete('/market/seller/delete', { id: String(renamed?.id) });
  expect(gone.success).toBe(false);
  const moved = await clerk.put('/market/seller/edit', { id: renamed?.id, version: 2, marketplace: 'amazon_us' });
  expect(moved).toMatchObject({ success: false, status: 422 });
  // A sandbox shop sells nothing.
  const sandbox = await addShop(admin, {
    code: 'SBX',
    name: '沙箱店',
    environment: 'sandbox',
    settings: { clientId: 's' },
  });
  expect(await listOf(clerk, '/market/seller', { accountId: sandbox })).toEqual([]);
});

test('a seller is watched once in a marketplace; the same id elsewhere is another one', async () => {
  const body = { marketplace: 'wayfair_us', channelSellerId: 'ONCE', name: '一家店' };
  await must(clerk.post('/market/seller/add', body));
  const twin = await clerk.post('/market/seller/add', { ...body, name: '又一家' });
  expect(twin).toMatchObject({ success: false, status: 422, message: 'Wayfair 美国已有平台卖家ID“ONCE”' });
  await must(clerk.post('/market/seller/add', { ...body, marketplace: 'amazon_us' }));
  const bad = await clerk.post('/market/seller/add', { ...body, channelSellerId: 'X', url: 'javascript:alert(1)' });
  expect(bad.status).toBe(422);
});

test('a sheet brings listings and sellers along; the same sheet again changes nothing', async () => {
  const text = `${HEAD}\n${row('2026-11-20 08:00:00', '99.99')}\n${row('2026-11-21 08:00:00', '95', '4.6,121,15,少量')}\n`;
  const first = await importOffers(scene, clerk, text);
  expect(first, JSON.stringify(first)).toMatchObject({ success: true, result: { errorCount: 0 } });
  const listing = await named('W100');
  expect(listing).toMatchObject({
    title: '竞品脚凳',
    price: '95.0000',
    rank: 15,
    reviewCount: 121,
    stockSignal: 'low',
    status: 'watched',
    currency: 'USD',
    lastSeenAt: '2026-11-21 08:00:00',
  });
  expect(await offersOf(listing.id)).toHaveLength(2);
  const [seller] = await listOf(clerk, '/market/seller', { channelSellerId: 'RIVAL' });
  expect(seller).toMatchObject({ kind: 'watched', name: '竞争者', listingCount: 1 });
  const again = await importOffers(scene, clerk, text);
  expect(again).toMatchObject({ success: true });
  expect(await offersOf(listing.id)).toHaveLength(2);
  // By two at once, in another order: still the same.
  const lines = text.trim().split('\n');
  const turned = `${[lines[0], lines[2], lines[1]].join('\n')}\n`;
  await Promise.all([importOffers(scene, clerk, turned), importOffers(scene, admin, turned)]);
  expect(await offersOf(listing.id)).toHaveLength(2);
});

test('an earlier observation that comes later does not become the latest', async () => {
  await must(importOffers(scene, clerk, `${HEAD}\n${row('2026-11-10 08:00:00', '150')}\n`));
  expect(await named('W100')).toMatchObject({ price: '95.0000', lastSeenAt: '2026-11-21 08:00:00' });
  // What nobody saw stays as it was seen before, and is no zero.
  await must(importOffers(scene, clerk, `${HEAD}\n${row('2026-11-22 08:00:00', '', ',,,缺货')}\n`));
  expect(await named('W100')).toMatchObject({ price: '95.0000', rank: 15, stockSignal: 'out' });
});

test('nothing that was seen is rewritten, put ahead of now, or said in another currency', async () => {
  const before = await named('W100');
  const faults = [
    [row('2026-11-20 08:00:00', '12.00'), /已有一条不同的报价/],
    [row('2099-01-01 08:00:00', '12.00'), /不能晚于现在/],
    [row('2026-11-23 08:00:00', '12.00').replace('USD', 'CAD'), /币种是 USD/],
    [row('2026-11-23 08:00:00', '', ',,,'), /至少填一项/],
    [row('2026-11-23 08:00:00', '-5'), /价格/],
    [row('2026-11-23 08:00:00', '12', '7,1,1,有货'), /评分/],
    [row('2026-11-23 08:00:00', '12', '4,1,1,有货', 'W999,,RIVAL,竞争者,USD'), /请填写标题/],
    [row('2026-11-23 08:00:00', '12', '4,1,1,有货', 'W999,新品,RIVAL,竞争者,'), /请填写币种/],
    [row('2026-11-23 08:00:00', '12', '4,1,1,有货', 'W999,新品,,,USD'), /哪个卖家/],
  ] as const;
  for (const [line, why] of faults) {
    const answer = await importOffers(scene, clerk, `${HEAD}\n${line}\n`, '?partial=0');
    expect(JSON.stringify(answer), line).toMatch(why);
  }
  expect(await named('W100')).toEqual(before);
  expect(await listings(clerk, { itemId: 'W999' })).toEqual([]);
});

test('the same item of a second marketplace, in its own currency, is another listing; prices are never mixed', async () => {
  const about = row('2026-11-21 08:00:00', '130', '4.1,9,40,有货', 'W100,竞品脚凳加拿大,RIVAL,竞争者,CAD');
  await must(importOffers(scene, clerk, `${HEAD}\n${about.replace('Wayfair 美国', 'Wayfair 加拿大')}\n`));
  const both = await listings(clerk, { itemId: 'W100' });
  expect(both.map(({ marketplace, price }) => `${String(marketplace)} ${String(price)}`).toSorted()).toEqual([
    'wayfair_ca 130.0000',
    'wayfair_us 95.0000',
  ]);
  const skuId = scene.seller.skus[STOOL];
  for (const { id, version } of both) await must(clerk.put(`${LISTING}/edit`, { id, version, skuId }));
  const products = await listOf(clerk, '/market/marketProduct', { skuId: String(skuId) });
  expect(products).toHaveLength(2);
  expect(products.find(({ currency }) => currency === 'CAD')).toMatchObject({
    lowestPrice: '130.0000',
    rivalCount: 1,
    ownCount: 0,
    ownPrice: null,
    gap: null,
  });
});

test('登记行情 by hand, and 取消关注: what is not watched counts no more', async () => {
  const { id } = await must(
    clerk.post<{ id: string }>(`${LISTING}/add`, {
      marketplace: 'amazon_us',
      itemId: 'B0TEST',
      title: '手工登记',
      currency: 'USD',
      url: 'https://example.com/B0TEST',
    }),
  );
  const at = '2026-11-21 09:00:00';
  const nobody = await clerk.post(`${LISTING}/${id}/observe`, { at, price: '10' });
  expect(nobody).toMatchObject({ status: 422, message: '请说明是哪个卖家的报价' });
  const [elsewhere] = await listOf(clerk, '/market/seller', { channelSellerId: 'RIVAL', marketplace: 'wayfair_us' });
  const wrong = await clerk.post(`${LISTING}/${id}/observe`, { at, price: '10', sellerId: elsewhere?.id });
  expect(wrong).toMatchObject({ status: 422 });
  const [seller] = await listOf(clerk, '/market/seller', { channelSellerId: 'ONCE', marketplace: 'amazon_us' });
  await must(clerk.post(`${LISTING}/${id}/observe`, { at, price: '10', sellerId: seller?.id }));
  await must(clerk.post(`${LISTING}/${id}/observe`, { at: '2026-11-22 09:00:00', rank: 3 }));
  expect(await named('B0TEST')).toMatchObject({ price: '10.0000', rank: 3, sellerId: seller?.id });
  const trend = await must(clerk.get<Trend>(`${LISTING}/${id}/trend`, { days: '30' }));
  for (const days of ['0', '-1', '367', '1000000', '1.5', 'x'])
    expect(await clerk.get(`${LISTING}/${id}/trend`, { days })).toMatchObject({
      status: 422,
      result: { errors: [{ field: 'days' }] },
    });
  const early = await clerk.post(`${LISTING}/${id}/observe`, { at: '0001-01-01 00:00:00', price: '10' });
  expect(early).toMatchObject({ status: 422, result: { errors: [{ field: 'at' }] } });
  expect(trend.sellers).toHaveLength(1);
  expect(trend.sellers[0]?.points).toMatchObject([
    { at, price: '10.0000', rank: null },
    { at: '2026-11-22 09:00:00', price: null, rank: 3 },
  ]);
  await must(clerk.post(`${LISTING}/${id}/unwatch`, {}));
  expect((await clerk.post(`${LISTING}/${id}/observe`, { at, rank: 4 })).success).toBe(false);
  await must(clerk.post(`${LISTING}/${id}/watch`, {}));
  // What was seen keeps it from being deleted, or made another item.
  expect(await clerk.delete(`${LISTING}/delete`, { id })).toMatchObject({ success: false });
  const { version } = await named('B0TEST');
  expect(await clerk.put(`${LISTING}/edit`, { id, version, itemId: 'B0OTHER' })).toMatchObject({ status: 422 });
});

test('ours against theirs: lowest, median, gap; those that are not watched are left out', async () => {
  const skuId = String(scene.seller.skus[STOOL]);
  const product = await must(
    clerk.post<{ id: string }>('/channels/channelProduct/add', {
      accountId: scene.seller.accountId,
      channelSku: 'OURS-1',
      title: '自有脚凳',
      skuId,
      basePrice: '900',
    }),
  );
  const [seller] = await listOf(clerk, '/market/seller', { accountId: scene.seller.accountId });
  const own = { marketplace: 'wayfair_us', itemId: 'W-OWN', title: '自有脚凳', currency: 'USD' };
  const { id } = await must(
    clerk.post<{ id: string }>(`${LISTING}/add`, { ...own, channelProductId: product.id, sellerId: seller?.id }),
  );
  // Shop and SKU are those of the channel product.
  expect(await named('W-OWN')).toMatchObject({ accountId: scene.seller.accountId, skuId });
  // Somebody else who sells it is no seller of ours, though seen first.
  const [rival] = await listOf(clerk, '/market/seller', { channelSellerId: 'RIVAL', marketplace: 'wayfair_us' });
  const unnamed = { ...own, itemId: 'W-OWN-2', channelProductId: product.id };
  const second = await must(clerk.post<{ id: string }>(`${LISTING}/add`, unnamed));
  const byRival = { at: '2026-11-21 10:00:00', price: '1', sellerId: rival?.id };
  await must(clerk.post(`${LISTING}/${second.id}/observe`, byRival));
  const shown = await named('W-OWN-2');
  expect(shown).toMatchObject({ sellerId: seller?.id, price: null });
  await must(clerk.put(`${LISTING}/edit`, { id: second.id, version: shown['version'], note: '备注' }));
  await must(clerk.post(`${LISTING}/${second.id}/unwatch`, {}));
  await must(
    clerk.post(`${LISTING}/${id}/observe`, { at: '2026-11-21 10:00:00', price: '104.5', rank: 20, rating: '4' }),
  );
  const about = (item: string): string => `${item},竞品 ${item},RIVAL,竞争者,USD`;
  await must(
    importOffers(
      scene,
      clerk,
      `${HEAD}\n${row('2026-11-21 08:00:00', '110', '4,1,7,有货', about('W101'))}\n${row('2026-11-21 08:00:00', '200', '5,1,,缺货', about('W102'))}\n`,
    ),
  );
  for (const item of ['W101', 'W102']) {
    const { id: one, version } = await named(item);
    await must(clerk.put(`${LISTING}/edit`, { id: one, version, skuId }));
  }
  const find = async (): Promise<Row | undefined> =>
    (await listOf(clerk, '/market/marketProduct', { skuId, currency: 'USD' })).find(
      ({ marketplace }) => marketplace === 'wayfair_us',
    );
  // 95, 110, 200 of others; ours is a tenth above the lowest.
  expect(await find()).toMatchObject({
    ownPrice: '104.5000',
    lowestPrice: '95.0000',
    medianPrice: '110.0000',
    gap: '0.100000',
    ownRank: 20,
    bestRank: 7,
    rivalCount: 3,
    rivalsOut: 2,
    ownCount: 1,
  });
  const { id: lowest } = await named('W100', clerk);
  const us = (await listings(clerk, { itemId: 'W100' })).find(({ marketplace }) => marketplace === 'wayfair_us');
  await must(clerk.post(`${LISTING}/${us?.id ?? lowest}/unwatch`, {}));
  expect(await find()).toMatchObject({ lowestPrice: '110.0000', medianPrice: '155.0000', rivalCount: 2 });
  await must(clerk.post(`${LISTING}/${us?.id ?? lowest}/watch`, {}));
  // Mapped to another SKU at the channel, our listing goes along.
  const other = Object.values(scene.seller.skus).find((one) => one !== skuId);
  const { version } = await must(
    clerk.get<{ version: number }>('/channels/channelProduct/queryById', { id: product.id }),
  );
  await must(clerk.put('/channels/channelProduct/edit', { id: product.id, version, skuId: other }));
  expect(await named('W-OWN')).toMatchObject({ skuId: other });
});

test('two to five stand side by side; the price that the channel pays is for whoever sees channel products', async () => {
  const ids = (await listings(clerk, { marketplace: 'wayfair_us' })).map(({ id }) => id);
  const compare = (some: readonly string[], who = clerk) =>
    who.get<Compared[]>('/market/compare', { ids: some.join(',') });
  expect(await compare(ids.slice(0, 1))).toMatchObject({ status: 422 });
  const own = await named('W-OWN');
  const other = await named('W101');
  const [first, second] = await must(compare([own.id, other.id]));
  expect(first).toMatchObject({ itemId: 'W-OWN', isOwn: true, basePrice: '900.0000', price: '104.5000' });
  expect(second).toMatchObject({ itemId: 'W101', isOwn: false, basePrice: null, least: '110.0000', rank: 7 });
  expect(await compare([own.id, '01890000-0000-7000-8000-000000000000'])).toMatchObject({ status: 404 });
});

test('a listing of another shop is out of sight, in lists, figures and files; that of a rival is everybody’s', async () => {
  const keeper = await keeperOf(scene, [canada]);
  const own = await named('W-OWN');
  const rival = await named('W101');
  const items = (await listings(keeper)).map(({ itemId }) => itemId);
  expect(items).toContain('W101');
  expect(items).not.toContain('W-OWN');
  expect(await keeper.get(`${LISTING}/queryById`, { id: own.id })).toMatchObject({ status: 404 });
  expect(await keeper.get(`${LISTING}/${own.id}/trend`)).toMatchObject({ status: 404 });
  expect(await keeper.get('/market/compare', { ids: `${own.id},${rival.id}` })).toMatchObject({ status: 404 });
  expect(await offersOf(own.id, keeper)).toEqual([]);
  expect(await offersOf(rival.id, keeper)).toHaveLength(1);
  // What our seller of another shop asks for it they see, and not what the shop is called.
  const [ours] = await listOf(clerk, '/market/seller', { accountId: scene.seller.accountId });
  const sameThere = row(
    '2026-11-22 07:00:00',
    '1',
    '1,1,1,有货',
    `W101,竞品,${String(ours?.['channelSellerId'])},x,USD`,
  );
  await must(importOffers(scene, clerk, `${HEAD}\n${sameThere}\n`));
  const theirsThere = (await offersOf(rival.id, keeper)).filter((offer) => offer['sellerId'] === ours?.['id']);
  expect(theirsThere).toMatchObject([{ sellerId_dictText: null }]);
  const oursHere = (await offersOf(rival.id)).filter((offer) => offer['sellerId'] === ours?.['id']);
  expect(oursHere).toMatchObject([{ sellerId_dictText: ours?.['name'] }]);
  expect((await listOf(keeper, '/market/seller', { kind: 'own' })).map(({ accountId }) => accountId)).toEqual([canada]);
  for (const { ownCount } of await listOf(keeper, '/market/marketProduct')) expect(ownCount).toBe(0);
  const line = row('2026-11-24 08:00:00', '1', '1,1,1,缺货', 'W-OWN,自有脚凳,RIVAL,竞争者,USD');
  const answer = await importOffers(scene, keeper, `${HEAD}\n${line}\n`);
  expect(JSON.stringify(answer)).toMatch(/属于其他店铺/);
  const seller = (await listOf(clerk, '/market/seller', { accountId: scene.seller.accountId }))[0];
  const theirs = row(
    '2026-11-24 08:00:00',
    '1',
    '1,1,1,缺货',
    `W101,竞品,${String(seller?.['channelSellerId'])},x,USD`,
  );
  expect(JSON.stringify(await importOffers(scene, keeper, `${HEAD}\n${theirs}\n`))).toMatch(/属于其他店铺/);
  expect(await offersOf(own.id)).toHaveLength(1);
  expect(await offersOf(rival.id)).toHaveLength(2);
  // A rival may be added by whoever keeps one shop; a listing of another shop may not.
  await must(
    keeper.post(`${LISTING}/add`, { marketplace: 'wayfair_ca', itemId: 'K-1', title: '同行', currency: 'CAD' }),
  );
  const [product] = await listOf(clerk, '/channels/channelProduct', { channelSku: 'OURS-1' });
  const taken = await keeper.post(`${LISTING}/add`, {
    marketplace: 'wayfair_us',
    itemId: 'K-2',
    title: '别人的',
    currency: 'USD',
    channelProductId: product?.id,
  });
  expect(taken).toMatchObject({ success: false, status: 422 });
});

test('offers are added and never written: not even the product may', async () => {
  const tried = look(scene, (tx) => tx.run`update seller_offer set price = 1 where tenant_id = ${tx.tenant}`);
  await expect(tried).rejects.toThrow(/permission denied/);
  expect(await scene.violations()).toEqual([]);
});
