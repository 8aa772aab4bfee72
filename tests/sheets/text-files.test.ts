import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { openShop, ordersOf } from '#tests/channels/shop.ts';
import { upload, type ImportAnswer } from './upload.ts';

/* Files of orders with commas, as other programs and people write them. */

const CHAIR = 'WB-DCH-HOLM-S2';
const TITLES = '店铺,PO号,渠道SKU,数量,单价,收件人,地址,城市,州/省,邮编,国家,电话'.split(',');

let scene: TestApp;
let clerk: Client;
let shop = '';

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('admin');
  const accountId = await openShop(scene, clerk);
  shop = (await clerk.get<{ name: string }>('/base/channelAccount/queryById', { id: accountId })).result.name;
});
afterAll(() => scene.stop());

interface Cells {
  qty?: string;
  price?: string;
  address?: string;
  zip?: string;
  phone?: string;
  country?: string;
}

const row = (po: string, cells: Cells = {}): string[] => [
  shop,
  po,
  CHAIR,
  cells.qty ?? '1',
  cells.price ?? '100',
  'Ida Wells',
  cells.address ?? '12 Elm Street',
  'Edison',
  'NJ',
  cells.zip ?? '08817',
  cells.country ?? 'US',
  cells.phone ?? '7325550100',
];

/** Sends the rows as they are, without quotes around anything. */
async function send(rows: readonly string[][], { by = ',', titles = TITLES } = {}): Promise<ImportAnswer> {
  const text = [titles, ...rows].map((cells) => cells.join(by)).join('\r\n');
  const answer = await upload(scene, clerk, '/orders/salesOrder/importExcel', Buffer.from(text));
  await scene.settled();
  return answer;
}

const reasons = ({ result }: ImportAnswer) => result.errors.map(({ row: at, message }) => `${at} ${message}`);
const stored = async (po: string) => ordersOf(clerk, { channelOrderNo: po });

test('an address with a comma and no quotes moves nothing into the wrong columns', async () => {
  const shifted = row('TX-1', { address: '12 Main St, Apt 4' });
  const quoted = row('TX-2', { address: '"12 Main St, Apt 4"' });
  // The last column is empty: what moved stands within the columns of the head.
  const hidden = row('TX-3', { address: '12 Main St, Apt 4', phone: '' });
  const answer = await send([shifted, quoted, hidden]);
  expect(answer.result).toMatchObject({ successCount: 1, errorCount: 2 });
  expect(reasons(answer)).toEqual(
    expect.arrayContaining([
      '2 本行有 13 个值，表头只有 12 列：内容里有分隔符（如逗号）时要用英文双引号括起来',
      '4 本行有 13 个值，表头只有 12 列：内容里有分隔符（如逗号）时要用英文双引号括起来',
    ]),
  );
  expect([await stored('TX-1'), await stored('TX-3')]).toEqual([[], []]);
  expect(await stored('TX-2')).toMatchObject([{ shipToCity: 'Edison', shipToPostalCode: '08817' }]);
});

test('inch marks never swallow the orders between them', async () => {
  const rows = [row('IN-1', { address: '"5 Oak St' }), row('IN-2'), row('IN-3', { address: '"6 Elm St' }), row('IN-4')];
  expect(await send(rows)).toMatchObject({
    status: 422,
    message: expect.stringContaining('第 2 行的引号没有配对') as string,
  });
  expect(await stored('IN-1')).toEqual([]);
});

test('what programs write around a number to keep it a text is no part of it', async () => {
  const asFormula = row('FT-1', { zip: '="08817"' }).with(1, '="FT-1"');
  const behindApostrophe = row('FT-2', { zip: "'08817", qty: "'2" });
  const answer = await send([asFormula, behindApostrophe, Array<string>(TITLES.length).fill(' ')]);
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 200, result: { totalCount: 2, successCount: 2 } });
  expect(await stored('FT-1')).toMatchObject([
    { shipToPostalCode: '08817', holds: expect.not.arrayContaining(['address']) as string[] },
  ]);
  expect(await stored('FT-2')).toMatchObject([{ shipToPostalCode: '08817', unitCount: 2 }]);
});

test('where semicolons part the columns, a comma is read as the other figures of the file have it', async () => {
  const by = ';';
  await send([row('EU-1', { price: '1.240,50' }), row('EU-2', { price: '1,500' })], { by });
  expect(await stored('EU-1')).toMatchObject([{ total: '1240.50' }]);
  expect(await stored('EU-2')).toMatchObject([{ total: '1.50' }]);
  await send([row('EU-3', { price: '12.50' }), row('EU-4', { price: '1,500' })], { by });
  expect(await stored('EU-4')).toMatchObject([{ total: '1500.00' }]);
  // Nothing says which: neither 1500 nor 1.5 is made of it.
  const answer = await send([row('EU-5', { price: '1,500' }), row('EU-6', { price: '7' })], { by });
  expect(answer.result).toMatchObject({ successCount: 1, errorCount: 1 });
  expect(reasons(answer)).toEqual(['2 单价 1,500 看不出逗号、点是千分位还是小数点，请去掉千分位，小数用点']);
  expect(await stored('EU-5')).toEqual([]);
  await send([row('EU-7', { price: '"1,500"' })]);
  expect(await stored('EU-7')).toMatchObject([{ total: '1500.00' }]);
});

test('a country is its two letters, however it is written, and nothing else is one', async () => {
  const answer = await send([
    row('CO-1', { country: 'United States' }),
    row('CO-2', { country: '美国' }),
    row('CO-3', { country: 'USA' }),
    row('CO-3', { country: 'us' }).with(2, 'WB-DCH-BRAM-CTR'),
    row('CO-4', { country: '08817' }),
  ]);
  expect(reasons(answer)).toEqual(['6 “08817”不是国家，请写两位代码，如 US']);
  for (const po of ['CO-1', 'CO-2', 'CO-3']) expect(await stored(po)).toMatchObject([{ shipToCountry: 'US' }]);
});

test('a price is of the currency that its row names, and one that is marked as another says so', async () => {
  const titles = [...TITLES, '币种'];
  const answer = await send(
    [
      [...row('CU-1', { price: 'C$12.50' }), 'CAD'],
      [...row('CU-2', { price: 'US$12.50' }), 'CAD'],
      [...row('CU-3', { price: '￥12.50' }), ''],
      [...row('CU-4', { price: '$12.50' }), 'USD'],
    ],
    { titles },
  );
  expect(reasons(answer)).toEqual([
    '3 单价 US$12.50 写的是其他币种，这里要 CAD 的金额',
    '4 单价 ￥12.50 写的是其他币种，这里要 USD 的金额',
  ]);
  expect(await stored('CU-1')).toMatchObject([{ total: '12.50', currency: 'CAD' }]);
  expect(await stored('CU-4')).toMatchObject([{ total: '12.50', currency: 'USD' }]);
});
