import { afterAll, beforeAll, expect, test } from 'vitest';
import { personWith } from '#tests/contract/worlds.ts';
import { startTestApp, type Client } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { giveFile, listOf, type Row } from './market-scene.ts';
import {
  basePriceOf,
  edited,
  movePrice,
  openPriceScene,
  pricedGoods,
  readPrice,
  submitted,
  type PriceScene,
} from './price-scene.ts';

/* 成本构成 tells what the marketplace pays: prices that were handed over are confirmed by it (channels.md §1.11). */

let all: PriceScene;
let sellerId: string;

beforeAll(async () => {
  all = await openPriceScene(await startTestApp());
  const own = await listOf(all.maker, '/market/seller', { kind: 'own', accountId: all.accountId });
  sellerId = own[0]?.id as string;
});
afterAll(() => all?.scene.stop());

const DAY = '2026-11-23';
const REPORT = '/market/marketReport';

/** A price that was handed over to the marketplace. */
async function handedOver(value: string, more: object = {}) {
  const goods = await pricedGoods(all);
  const id = await submitted(all.maker, goods.listingId, value, more);
  await must(movePrice(all.maker, id, 'propose'));
  return { ...goods, id };
}

let periods = 0;

/** A report of these days with so much for each SKU, brought by somebody. @returns what is said of its newest file */
async function told(
  prices: readonly [channelSku: string, base: string][],
  { from = DAY, to = DAY, by = all.maker }: { from?: string; to?: string; by?: Client } = {},
): Promise<string> {
  periods += 1;
  const body = { type: 'costStack', sellerId, periodFrom: from, periodTo: to };
  const { id } = await must(by.post<{ id: string }>(`${REPORT}/add`, body));
  const lines = prices.map(([part, base]) => `2026-W48,${part},${base},85,90`);
  const text = ['Report Week,SupplierPart Number,Base Cost,WholesaleCost,Total Cost', ...lines].join('\n');
  await giveFile(all.scene, by, id, text);
  const [edition] = await listOf(by, '/market/marketReportEdition', { reportId: id });
  expect(edition).toMatchObject({ status: 'parsed' } satisfies Partial<Row>);
  await must(by.delete(`${REPORT}/delete`, { id }));
  return String(edition?.['notes']);
}

test('a price that the marketplace shows is in force, one that it does not show says what it shows', async () => {
  covers('ours: price read-back');
  const { maker, admin } = all;
  const [shown, old] = [await handedOver('120.5'), await handedOver('121')];
  const said = await told([
    [shown.channelSku, '120.50'],
    [old.channelSku, '129.99'],
  ]);
  expect(said).toContain('供货价：1 个调价已生效；1 个调价到了生效日平台仍是旧价，请到“定价”核对');
  expect(await readPrice(maker, shown.id)).toMatchObject({
    status: 'active',
    answer: `成本构成 ${DAY} 显示已生效`,
  });
  expect(await basePriceOf(admin, shown.listingId)).toBe('120.5000');
  expect(await readPrice(maker, old.id)).toMatchObject({ status: 'submitted', answer: `成本构成 ${DAY} 仍是 129.99` });
  expect(await basePriceOf(admin, old.listingId)).toBe('129.9900');
  // The next one has it.
  expect(await told([[old.channelSku, '121']])).toContain('1 个调价已生效');
  expect(await readPrice(maker, old.id)).toMatchObject({ status: 'active' });
  expect(await all.scene.violations()).toEqual([]);
});

test('a report of days before a price says nothing of it, and one in whose days it changes speaks not against it', async () => {
  const { maker } = all;
  const { id, channelSku } = await handedOver('120');
  expect(await told([[channelSku, '120']], { from: '2026-11-16', to: '2026-11-22' })).toContain('供货价与平台一致');
  expect(await readPrice(maker, id)).toMatchObject({ status: 'submitted', answer: null });
  await told([[channelSku, '129.99']], { from: '2026-11-20', to: '2026-11-26' });
  expect(await readPrice(maker, id)).toMatchObject({ status: 'submitted', answer: null });
  await told([[channelSku, '120']], { from: '2026-11-20', to: '2026-11-26' });
  expect(await readPrice(maker, id)).toMatchObject({ status: 'active' });
  // A price of tomorrow is not in force today, whatever stands in a report that ends after it.
  const later = await handedOver('120', { effectiveFrom: '2026-11-24' });
  await told([[later.channelSku, '120']], { to: '2026-11-29' });
  expect(await readPrice(maker, later.id)).toMatchObject({ status: 'submitted', answer: null });
});

test('who may not confirm a price does not do so by a file, nor does a file that says two things', async () => {
  const { maker, scene } = all;
  const { id, channelSku } = await handedOver('120');
  const may = ['list', 'add', 'delete', 'upload'].map((verb) => `market:marketReport:${verb}`);
  const other = await personWith(scene, all.admin, [...may, 'market:seller:list', 'market:marketReportEdition:list']);
  expect(await told([[channelSku, '120']], { by: other })).toContain(
    '1 个调价平台已生效但上传人没有“确认已生效”权限，请到“定价”处理',
  );
  expect(await readPrice(maker, id)).toMatchObject({ status: 'submitted' });
  expect(
    await told([
      [channelSku, '120'],
      [channelSku, '119'],
    ]),
  ).toContain('1 个渠道SKU在文件里有几个供货价，没有核对');
  expect(await readPrice(maker, id)).toMatchObject({ status: 'submitted' });
  // The same twice is one word.
  await told([
    [channelSku, '120'],
    [channelSku, '120'],
  ]);
  expect(await readPrice(maker, id)).toMatchObject({ status: 'active' });
});

test('what our own rules hold is not in force by a report, and the others of it are', async () => {
  const { maker, admin } = all;
  const [held, sound] = [await handedOver('112'), await handedOver('120')];
  // What it costs has gone up since: below its floor it waits for another person's word.
  const cost = { skuId: held.skuId, effectiveFrom: '2026-11-02', standardCost: '90' };
  await must(admin.post('/catalog/skuCost/add', cost));
  const said = await told([
    [held.channelSku, '112'],
    [sound.channelSku, '120'],
  ]);
  expect(said).toContain('1 个调价已生效；1 个调价平台已生效但审批、底价或促销没过，请到“定价”处理');
  expect(await readPrice(maker, held.id)).toMatchObject({ status: 'submitted' });
  expect(await readPrice(maker, sound.id)).toMatchObject({ status: 'active' });
  expect(await basePriceOf(admin, held.listingId)).toBe('129.9900');
});

test('listings whose 供货价 is another at the marketplace are named with both, but not those with a price on its way', async () => {
  const { maker, admin } = all;
  const [same, other, none] = [await pricedGoods(all), await pricedGoods(all), await pricedGoods(all, { price: null })];
  const way = await handedOver('120');
  const said = await told([
    [same.channelSku, '129.9900'],
    [other.channelSku, '125'],
    [none.channelSku, '99.5'],
    [way.channelSku, '129.99'],
    ['NOT-OURS', '1'],
  ]);
  expect(said).toContain('2 个渠道产品的供货价与平台不同：');
  expect(said).toContain(`${other.channelSku}（我们 129.99，平台 125.00）`);
  expect(said).toContain(`${none.channelSku}（我们 未填，平台 99.50）`);
  expect(said).not.toContain(same.channelSku);
  expect(await basePriceOf(admin, other.listingId)).toBe('129.9900');
  expect(await edited(maker, '/channels/channelProduct', other.listingId, { basePrice: '125' })).toMatchObject({
    status: 200,
  });
});
