import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShipQuote } from '#modules/base/model/ship-quote.ts';
import type { AnsweredQuote } from '#modules/fulfilment/model/ship-quote.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, NEW_JERSEY, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/* What ways to ship would cost, and why they cannot (domain.md §2.1, §3.2, §4). */

let scene: TestApp;
let admin: Client;
let warehouseId: string;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  warehouseId = scene.seller.warehouses[NEW_JERSEY] as string;
});
afterAll(() => scene.stop());

interface Refused {
  id: string;
  errors: { field: string; row?: number; message: string }[];
}
let count = 0;
const table = async (more: object = {}): Promise<string> => {
  const body = { code: `T-${(count += 1)}`, name: `价表 ${count}`, currency: 'USD', ...more };
  return (await must(admin.post<{ id: string }>('/base/freightTable/add', body))).id;
};
const RATES = '重量\t2\t8\n1\t8.50\t12\n58\t45\t90\n续重\t0.75\t2';
const ZONES = 'US\t0\t3\t2\t2\nUS\t9\t\t8\t5';
const version = (tableId: string, more: object = {}) =>
  admin.post<Refused>('/base/freightVersion/add', {
    tableId,
    effectiveFrom: '2026-01-01',
    rates: RATES,
    zones: ZONES,
    ...more,
  });
const method = async (priceTableId: string | null, more: object = {}): Promise<string> => {
  const code = `M-${(count += 1)}`;
  const body = { code, name: code, carrier: 'UPS', class: 'parcel', dimDivisor: 139 };
  const path = '/base/shipMethod/add';
  await must(admin.post(path, { ...body, accountOwner: 'own', priceTableId, ...more }));
  return code;
};
const IN = 25.4;
const LB = 453.59237;
const carton = (length: number, width: number, height: number, pounds: number, qty = 1) => ({
  lengthMm: Math.round(length * IN),
  widthMm: Math.round(width * IN),
  heightMm: Math.round(height * IN),
  weightG: Math.round(pounds * LB),
  qty,
});
const ask = (more: object, who = admin) =>
  who.post<AnsweredQuote & Refused>('/fulfilment/shipQuote', {
    warehouseId,
    country: 'US',
    postalCode: '10001',
    isResidential: false,
    ...more,
  });
const quote = (cartons: object[], more: object = {}): Promise<ShipQuote> => must(ask({ cartons, ...more }));
const why = ({ refused }: ShipQuote, code: string): string | undefined => refused.find((one) => one.code === code)?.why;

test('a version says where its sheet is wrong, at its field and line', async () => {
  covers('ours: what shipping costs');
  const tableId = await table();
  const faults = async (more: object): Promise<string[]> => {
    const { status, result } = await version(tableId, more);
    expect(status).toBe(422);
    return result.errors.map(({ field, message }) => `${field}: ${message}`);
  };
  expect(await faults({ rates: '重量\t2\n1\t八元' })).toEqual(['rates: 第 2 行：分区 2 的价格“八元”不是数字']);
  expect(await faults({ zones: 'US\t1', surcharges: '超长\t\t\t\t5' })).toEqual([
    'zones: 第 1 行：第四格须写分区',
    'surcharges: 第 1 行：超长 至少要有一个条件',
  ]);
  expect(await faults({ effectiveTo: '2025-12-31' })).toEqual(['effectiveTo: 失效日不能早于生效日']);
});

test('one box is heavier by the way to ship that rounds its sides up', async () => {
  const tableId = await table();
  await must(version(tableId));
  const plain = await method(tableId);
  const rounds = await method(tableId, { roundsSides: true });
  const { offers } = await quote([carton(12.1, 12.1, 12.1, 5)]);
  const how = (code: string) => offers.find((one) => one.code === code)?.figures[0]?.how;
  expect(how(plain)).toContain('材积重 13 lb（12.1×12.1×12.1 in ÷ 139）');
  expect(how(rounds)).toContain('材积重 16 lb（13×13×13 in，各边已进位 ÷ 139）');
});

test('no two versions of a table hold on one day, though they are saved at once', async () => {
  const tableId = await table();
  await must(version(tableId, { effectiveTo: '2026-06-30' }));
  const twin = await version(tableId, { effectiveFrom: '2026-06-30' });
  expect(twin.result.errors[0]?.message).toBe('和同一价表的版本 2026-01-01 至 2026-06-30 日期重叠');
  await must(version(tableId, { effectiveFrom: '2026-07-01', effectiveTo: '2026-07-31' }));
  const both = await Promise.all(
    ['2026-08-01', '2026-09-01', '2026-10-01'].map((effectiveFrom) => version(tableId, { effectiveFrom })),
  );
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  // Another table has days of its own.
  await must(version(await table()));
});

test('two versions that are moved onto one day at once: one stays', async () => {
  const tableId = await table();
  const ids = [];
  for (const month of ['01', '02', '03']) {
    const days = { effectiveFrom: `2027-${month}-01`, effectiveTo: `2027-${month}-05` };
    ids.push((await must(version(tableId, days))).id);
  }
  const moved = await Promise.all(
    ids.map((id) =>
      admin.put('/base/freightVersion/edit', {
        id,
        version: 1,
        effectiveFrom: '2028-01-01',
        effectiveTo: '2028-01-05',
      }),
    ),
  );
  expect(moved.filter(({ success }) => success)).toHaveLength(1);
});

test('the cheapest that can carry it comes first, each figure explained; others say why', async () => {
  const dear = await table();
  const cheap = await table();
  await must(version(dear, { fuelRate: '0.10', residentialFee: '4' }));
  await must(version(cheap));
  const codes = {
    dear: await method(dear),
    cheap: await method(cheap),
    light: await method(cheap, { maxWeightG: Math.round(30 * LB) }),
    short: await method(cheap, { maxLengthMm: Math.round(36 * IN) }),
    slim: await method(cheap, { maxGirthMm: Math.round(90 * IN) }),
    bare: await method(null),
    late: await method(await table()),
  };
  // 40×20×10 in of 38.2 lb are charged as 58 lb; 40 + 2·(20 + 10) = 100 in around.
  const found = await quote([carton(40, 20, 10, 38.2)], { isResidential: true });
  const own = found.offers.filter(({ code }) => Object.values(codes).includes(code));
  expect(own.map(({ code, amount, days, zone }) => [code, amount, days, zone])).toEqual([
    [codes.cheap, '45.00', 2, '2'],
    [codes.dear, '53.90', 2, '2'],
  ]);
  expect(own[1]?.figures.map(({ title, amount }) => `${title} ${amount}`)).toEqual([
    '第 1 箱运费 45.00',
    '住宅附加费 4.00',
    '燃油附加费 4.90',
  ]);
  expect(own[0]?.figures[0]?.how).toContain('材积重 58 lb');
  expect(['light', 'short', 'slim', 'bare', 'late'].map((one) => why(found, codes[one as 'light']))).toEqual([
    'weight',
    'length',
    'girth',
    'price',
    'price',
  ]);
  const far = await quote([carton(10, 10, 10, 5)], { postalCode: '60614' });
  expect(why(far, codes.cheap)).toBe('zone');
});

test('164 in around is a parcel, 165 in is not', async () => {
  const priced = await table();
  await must(version(priced));
  const [parcel, freight] = [await method(priced), await method(priced, { class: 'ltl' })];
  const codes = ({ offers }: ShipQuote): string[] => offers.map(({ code }) => code);
  expect(codes(await quote([carton(60, 30, 22, 40)]))).toContain(parcel);
  const big = await quote([carton(60, 30, 22.5, 40)]);
  expect(codes(big)).not.toContain(parcel);
  expect(codes(big)).toContain(freight);
  expect(why(big, parcel)).toBe('class');
});

test('units of a SKU go in the cartons of theirs; one without any is named at its row', async () => {
  const found = await must(ask({ skus: [{ skuId: scene.seller.skus[STOOL], qty: 3 }] }));
  expect(found.cartons.length).toBeGreaterThan(0);
  const { id: productId } = await must(
    admin.post<{ id: string }>('/catalog/product/add', { spuCode: 'BARE', name: '无箱规' }),
  );
  const { id: skuId } = await must(
    admin.post<{ id: string }>('/catalog/sku/add', { skuCode: 'BARE', name: '无箱规', productId }),
  );
  const bare = await ask({ skus: [{ skuId, qty: 1 }] });
  expect([bare.status, bare.result.errors]).toMatchObject([
    422,
    [{ field: 'skuId', row: 1, message: expect.stringContaining('没有箱规') }],
  ]);
  expect((await ask({})).result.errors[0]?.field).toBe('cartons');
  const wrong = await ask({ cartons: [{ ...carton(1, 1, 1, 1), lengthMm: 0 }] });
  expect(wrong.result.errors[0]).toMatchObject({ field: 'lengthMm', row: 1 });
});

test('too many cartons are refused before any is made', async () => {
  const { id: productId } = await must(
    admin.post<{ id: string }>('/catalog/product/add', { spuCode: 'HEAP', name: '成堆' }),
  );
  const heap = { skuCode: 'HEAP', name: '成堆', type: 'bundle', productId };
  const { id: skuId } = await must(admin.post<{ id: string }>('/catalog/sku/add', heap));
  await must(
    admin.post('/catalog/bundleItem/add', {
      bundleSkuId: skuId,
      componentSkuId: scene.seller.skus[STOOL],
      qty: 1000,
    }),
  );
  const stool = scene.seller.skus[STOOL];
  const { cartons } = await must(ask({ skus: [{ skuId: stool, qty: 1 }] }));
  const request = await ask({
    skus: Array.from({ length: 200 }, () => ({ skuId: stool, qty: 200 })),
  });
  expect(request.result.errors).toMatchObject([
    {
      field: 'cartons',
      message: `一次最多试算 200 箱，现有 ${200 * 200 * cartons.length} 箱`,
    },
  ]);
  // A bundle of a thousand stools is typed wrongly: it is never taken apart, wherever it is asked for.
  const bundle = await ask({ skus: [{ skuId, qty: 1 }] });
  expect(bundle.result.errors).toMatchObject([
    {
      field: 'skuId',
      row: 1,
      message: `HEAP 每套 ${1000 * cartons.length} 箱，超过 200 箱，请检查组合明细`,
    },
  ]);
  const detail = await must(
    admin.get<{ gaps: { message: string }[] }>('/catalog/product/queryById', { id: productId }),
  );
  expect(detail.gaps.map(({ message }) => message)).toContain('组合每套超过 200 箱，请检查组件数量：HEAP');
});

test('another currency is compared in the base currency; without a rate it comes last', async () => {
  const yuan = await table({ currency: 'CNY' });
  await must(version(yuan));
  const code = await method(yuan);
  const of = async () => {
    const { offers } = await quote([carton(5, 5, 5, 1)]);
    return { at: offers.findIndex((one) => one.code === code), offers };
  };
  const before = await of();
  expect(before.at).toBe(before.offers.length - 1);
  await must(
    admin.post('/base/exchangeRate/add', {
      fromCode: 'CNY',
      toCode: 'USD',
      rate: '0.14',
      effectiveDate: '2026-01-01',
    }),
  );
  const after = await of();
  // 8.50 CNY are 1.19 USD.
  expect(after.offers[after.at]).toMatchObject({ amount: '8.50', baseAmount: '1.19' });
  expect(after.at).toBe(0);
});

test('who may not see costs learns which ways can carry it, not what they ask', async () => {
  const clerk = await scene.as('cangku');
  const found = await must(ask({ cartons: [carton(5, 5, 5, 1)] }, clerk));
  expect(found.offers.length).toBeGreaterThan(0);
  for (const { amount, baseAmount, figures } of found.offers)
    expect([amount, baseAmount, figures]).toEqual([null, null, []]);
  const nowhere = await ask({
    warehouseId: scene.seller.skus[STOOL],
    cartons: [carton(5, 5, 5, 1)],
  });
  expect(nowhere.status).toBe(404);
});

test('a table in use stays', async () => {
  const used = await table();
  const code = await method(used);
  const gone = await admin.delete('/base/freightTable/delete', { id: used });
  expect([gone.success, gone.message]).toEqual([false, expect.stringContaining(code)]);
});
