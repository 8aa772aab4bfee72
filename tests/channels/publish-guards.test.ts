import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { personWith } from '#tests/contract/worlds.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { edited } from '#tests/journeys/price-scene.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { openShop } from './shop.ts';
import {
  addTask,
  BED_QUESTIONS,
  cell,
  fill,
  goods,
  itemsIn,
  market,
  moveTask,
  publisher,
  readTask,
  readyTask,
} from './publish-scene.ts';

let scene: TestApp;
let clerk: Client;
let admin: Client;
let productId: string;
let accountId: string;

beforeAll(async () => {
  scene = await startTestApp({ start: { connectors: [publisher] } });
  [clerk, admin] = await Promise.all([scene.as('yunying'), scene.as('admin')]);
  accountId = await openShop(scene, clerk);
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
beforeEach(() => market.reset());
afterAll(async () => {
  expect(await scene.violations()).toEqual([]);
  await scene.stop();
});

const PRICE = 'price::wholesalePrice';

const one = async (more: Parameters<typeof goods>[2] = {}): Promise<string> =>
  (await goods(admin, productId, more)).skuId;

/** What 校验 says of a price. */
async function judged(who: Client, id: string, price: string): Promise<{ code: string; message: string }[]> {
  const [item] = itemsIn(await readTask(who, id));
  if (!item) throw new Error('a SKU was chosen');
  await must(fill(who, id, [cell(item, '4170', 'Queen'), cell(item, PRICE, price)]));
  await moveTask(who, id, 'validate');
  return (itemsIn(await readTask(who, id))[0]?.flaws ?? [])
    .filter(({ questionId, severity }) => questionId === PRICE && severity === 'error')
    .map(({ code, message }) => ({ code, message }));
}

test('a price that nobody can judge is not a price: more places than money has, or more digits', async () => {
  const { id } = await must(addTask(clerk, accountId, [await one()]));
  for (const price of ['1.00001', '0.000000000000000001', '199.99000001', '199.999', '9999999999999999', '10000001'])
    expect(await judged(clerk, id, price), price).toHaveLength(1);
  expect((await moveTask(clerk, id, 'submit')).success).toBe(false);
  expect(await judged(clerk, id, '199.9900')).toEqual([]);

  // A question that takes any text is no way round it.
  market.questions = BED_QUESTIONS.map((question) => ({
    ...question,
    answer: question.id === PRICE ? 'text' : question.answer,
  }));
  const { id: free } = await must(addTask(clerk, accountId, [await one()], { classId: '13' }));
  for (const price of ['0x10', '1e1', '5.', '.5', 'Infinity', '-1', '0'])
    expect(await judged(clerk, free, price), price).toHaveLength(1);
  expect(await judged(clerk, free, '199.99')).toEqual([]);
});

test('a floor stands in no flaw, and who may not see cost and profit learns none by trying', async () => {
  const { id } = await must(addTask(clerk, accountId, [await one()]));
  const [flaw] = await judged(clerk, id, '19.99');
  expect(flaw).toMatchObject({ code: 'priceFloor', message: expect.stringContaining('19.99 低于底价，') });
  const blind = await personWith(scene, admin, [
    'channels:publishTask:list',
    'channels:publishTask:edit',
    'channels:publishTask:validate',
  ]);
  const said = [];
  for (const price of ['19.99', '23', '25', '199.99']) said.push(await judged(blind, id, price));
  expect(new Set(said.map((some) => JSON.stringify(some))).size).toBe(1);
  expect(said[0]).toEqual([
    { code: 'priceFloor', message: '没有查看成本和利润的权限，不能直接改供货价，请在“定价”提交调价' },
  ]);
});

test('a price that is asked only later is none that stands already', async () => {
  const price = BED_QUESTIONS.filter(({ id }) => id === PRICE);
  market.questions = BED_QUESTIONS.filter(({ id }) => id !== PRICE).map((question) =>
    question.id === '900'
      ? { ...question, children: price.map((child) => ({ ...child, askedWhen: ['Yes'] })) }
      : question,
  );
  const { id } = await must(addTask(clerk, accountId, [await one()], { classId: '14' }));
  const [item] = itemsIn(await readTask(clerk, id));
  if (!item) throw new Error('a SKU was chosen');
  const drawers = (answer: string) => fill(clerk, id, [cell(item, '900', answer)]);
  await must(drawers('No'));
  expect(await judged(clerk, id, '1.00')).toEqual([]);
  await must(moveTask(clerk, id, 'submit'));
  await scene.settled();
  expect((await readTask(clerk, id)).status).toBe('live');
  await must(moveTask(clerk, id, 'update'));
  await must(drawers('Yes'));
  expect((await moveTask(clerk, id, 'validate')).result.state).toBe('invalid');
  const flaws = itemsIn(await readTask(clerk, id))[0]?.flaws.filter(({ severity }) => severity === 'error');
  expect(flaws).toMatchObject([{ questionId: PRICE, code: 'priceFloor' }]);
});

test('a change of a text leaves the price that 定价 has made since', async () => {
  const { id } = await readyTask(clerk, accountId, [await one()]);
  await must(moveTask(clerk, id, 'submit'));
  await scene.settled();
  const [live] = itemsIn(await readTask(clerk, id));
  const listing = live?.channelProductId ?? '';
  const priceOf = async (): Promise<number> =>
    Number(
      (await must(admin.get<{ basePrice: string }>('/channels/channelProduct/queryById', { id: listing }))).basePrice,
    );
  expect(await priceOf()).toBe(199.99);
  await must(edited(admin, '/channels/channelProduct', listing, { basePrice: '209.99' }));
  await must(moveTask(clerk, id, 'update'));
  const [item] = itemsIn(await readTask(clerk, id));
  await must(fill(clerk, id, item ? [cell(item, '4170', 'Twin')] : []));
  await must(moveTask(clerk, id, 'validate'));
  await must(moveTask(clerk, id, 'submit'));
  await scene.settled();
  expect(market.updates).toHaveLength(1);
  expect(await priceOf()).toBe(209.99);
});

test('what no database keeps is refused in words', async () => {
  const { id } = await readyTask(clerk, accountId, [await one()]);
  const [item] = itemsIn(await readTask(clerk, id));
  if (!item) throw new Error('a SKU was chosen');
  const saved = (value: string) => fill(clerk, id, [cell(item, 'core::productName', value)]);
  for (const value of ['a\u0000b', 'a\ud800b']) expect((await saved(value)).status, value).toBe(400);
  expect(await saved('x'.repeat(20_001))).toMatchObject({ status: 422, message: expect.stringContaining('20000') });
  expect((await saved('x'.repeat(20_000))).success).toBe(true);
});

test('what a person has decided meanwhile stays, whatever an answer says that was on its way', async () => {
  market.isBusy = true;
  const { id } = await readyTask(clerk, accountId, [await one()]);
  await must(moveTask(clerk, id, 'submit'));
  await scene.settled();
  await scene.pass(25 * 3_600_000);
  let decided: { success: boolean } | null = null;
  market.whileAsked = async () => {
    market.whileAsked = null;
    decided = await moveTask(clerk, id, 'acknowledge', { note: '平台后台已看到' });
  };
  await scene.settled();
  expect(decided).toMatchObject({ success: true });
  const task = await readTask(clerk, id);
  expect(task).toMatchObject({ status: 'live', liveCount: 1 });
  expect(itemsIn(task)[0]?.state).toBe('live');
});

test('what was published from here is held against its storefront: the class, and whether it is on sale', async () => {
  const task = await readyTask(clerk, accountId, [await one()]);
  const channelSku = itemsIn(task)[0]?.channelSku ?? '';
  await must(moveTask(clerk, task.id, 'submit'));
  await scene.settled();
  const compared = async (item: string): Promise<unknown[]> => {
    await must(clerk.post(`/channels/account/${accountId}/pullListings`));
    await scene.settled();
    const query = { channelSku, item };
    return (await must(clerk.get<{ records: unknown[] }>('/channels/listingComparison/list', query))).records;
  };
  const about = { storefront: 'Wayfair 美国', publishTaskId: task.id, acceptable: null };
  expect(await compared('class')).toMatchObject([{ ...about, ours: 'Beds', theirs: 'Beds', gap: 'same' }]);
  expect(await compared('storefront')).toMatchObject([{ ...about, ours: '已上架', theirs: '在售', gap: 'same' }]);
  market.shown = { state: 'notLive', classId: '628', className: 'Kitchen Sinks' };
  expect(await compared('class')).toMatchObject([{ ...about, theirs: 'Kitchen Sinks', gap: 'differs' }]);
  expect(await compared('storefront')).toMatchObject([{ ...about, theirs: '未在售', gap: 'differs' }]);
  // Whoever ends it here has to end it there as well.
  await must(moveTask(clerk, task.id, 'end', { reason: '停产' }));
  expect(await compared('storefront')).toMatchObject([{ ...about, ours: '已下架', theirs: '未在售', gap: 'same' }]);
  expect(await compared('status')).toMatchObject([{ ours: '已下架', gap: 'same' }]);
  market.shown = { state: 'live', classId: '12', className: 'Beds' };
  expect(await compared('storefront')).toMatchObject([{ ...about, theirs: '在售', gap: 'differs' }]);
  expect(await compared('status')).toMatchObject([{ ours: '已下架', gap: 'differs', acceptable: 'live' }]);
});

test('a price of another storefront is judged in its own currency, by the rate of somebody else, or not at all', async () => {
  const { id } = await must(addTask(clerk, accountId, [await one()], { storefront: 'wayfair_uk' }));
  // Without a rate nobody knows what a pound is worth here.
  expect(await judged(clerk, id, '199.99')).toMatchObject([
    { code: 'priceCurrency', message: expect.stringContaining('没有 GBP → USD 的汇率') },
  ]);
  expect((await moveTask(clerk, id, 'submit')).success).toBe(false);
  await must(
    admin.post('/base/exchangeRate/add', {
      fromCode: 'GBP',
      toCode: 'USD',
      rate: '1.25',
      effectiveDate: '2026-01-01',
    }),
  );
  expect(await judged(clerk, id, '199.99')).toEqual([]);
  // 15 pounds are 18.75 dollars: below the floor all the same, and named in the currency of the shop.
  const [flaw] = await judged(clerk, id, '15');
  expect(flaw).toMatchObject({ code: 'priceFloor', message: expect.stringContaining('18.75 低于底价，') });
  expect(flaw?.message).toContain('GBP 按汇率折算为 USD');
});
