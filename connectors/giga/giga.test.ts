import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { SupplierError, type SupplierFetch } from '#modules/purchasing/model/supply/supplier-port.ts';
import { giga } from './index.ts';
import { signatureOf } from './sign.ts';

/** The client against answers of our own: what the vendor's documents say, and what else may come. */

const NOW = new Date('2026-12-01T12:00:00Z');
const LOGIN = { apiUrl: 'https://openapi.gigab2b.com', clientId: 'buyer', clientSecret: 'secret' };

type Reply = (path: string, body: { skus?: string[]; page?: number }) => unknown;

interface Sent {
  url: string;
  headers: Record<string, string>;
  body: { skus?: string[]; page?: number };
}

const granted = (data: unknown) => ({ success: true, code: '200', data, requestId: 'r', msg: '' });
const refused = (code: string) => ({ success: false, code, data: null, requestId: 'r', msg: 'no' });

function connected(reply: Reply, status = 200) {
  const sent: Sent[] = [];
  const fetch: SupplierFetch = async (url, { headers, body }) => {
    const read = JSON.parse(body ?? '{}') as Sent['body'];
    sent.push({ url, headers, body: read });
    const answer = reply(url.replace(/^.*\/buyer\//, ''), read);
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    return { status, headers: {}, body: new TextEncoder().encode(text) };
  };
  return { connection: giga.connect(LOGIN, fetch, () => NOW), sent };
}

const fault = async (work: Promise<unknown>): Promise<SupplierError> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SupplierError);
  return error as SupplierError;
};

test('a call is signed over id, path, time and nonce, and the base64 is of the hex digits', async () => {
  const { connection, sent } = connected(() => granted({ pageInfo: {}, records: [] }));
  await connection.testAuth();
  const [{ url, headers }] = sent as [Sent];
  expect(url).toBe('https://openapi.gigab2b.com/b2b-overseas-api/v1/buyer/product/skus/v1');
  expect(headers['client-id']).toBe('buyer');
  expect(headers['timestamp']).toBe(String(NOW.getTime()));
  expect(headers['nonce']).toMatch(/^[A-Za-z0-9]{10}$/);
  const text = `buyer&/b2b-overseas-api/v1/buyer/product/skus/v1&${NOW.getTime()}&${headers['nonce']}`;
  const hex = createHmac('sha256', `buyer&secret&${headers['nonce']}`).update(text).digest('hex');
  expect(Buffer.from(headers['sign'] ?? '', 'base64').toString()).toBe(hex);
});

test('the path of an address that stands behind another one is not signed', () => {
  const signed = { clientId: 'a', clientSecret: 'b', path: '/p', timestamp: 1, nonce: '0123456789' };
  expect(signatureOf(signed)).not.toBe(signatureOf({ ...signed, path: '/giga/p' }));
});

test.each([
  ['401', 'auth', 'Client ID'],
  ['400004', 'auth', 'Client Secret 不正确'],
  ['400007', 'clock', '密钥不用改'],
  ['400008', 'clock', '校准时钟'],
  ['400001', 'rate', '限流'],
  ['500', 'transient', '服务异常'],
  ['4000010', 'unreadable', '随机码'],
  ['400010', 'unreadable', '随机码'],
  ['B20004', 'validation', 'B20004'],
])('code %s is %s', async (code, kind, words) => {
  const error = await fault(connected(() => refused(code)).connection.testAuth());
  expect(error.kind).toBe(kind);
  expect(error.message).toContain(words);
});

test('the code says it, not the status; a status alone is of whoever stands between us', async () => {
  expect((await fault(connected(() => refused('400004'), 500).connection.testAuth())).kind).toBe('auth');
  expect((await fault(connected(() => 'Bad Gateway', 502).connection.testAuth())).kind).toBe('transient');
  expect((await fault(connected(() => '<html>', 200).connection.testAuth())).kind).toBe('unreadable');
  expect((await fault(connected(() => 'slow down', 429).connection.testAuth())).kind).toBe('rate');
  await connected(() => ({ success: true, data: { records: [] } })).connection.testAuth();
  expect((await fault(connected(() => ({ success: false, code: '200', data: null })).connection.testAuth())).kind).toBe(
    'validation',
  );
});

test('the saved list comes by pages; a row without a number is reported, a number twice is one', async () => {
  const page = (n: number) => ({
    pageInfo: { page: n, totalPage: 2, pageSize: 1000, totalNum: 3 },
    records: n === 1 ? [{ sku: 'A' }, { sku: 'A' }, { productName: 'no number' }] : [{ sku: 42 }],
  });
  const { connection } = connected((_path, body) => granted(page(body.page ?? 0)));
  const first = await connection.listSkus(1);
  expect(first).toMatchObject({ rows: ['A'], next: 2 });
  expect(first.unread).toEqual([{ sku: null, reason: 'sku 缺失', raw: '{"productName":"no number"}' }]);
  expect(await connection.listSkus(2)).toMatchObject({ rows: ['42'], next: null });
  expect(await connected(() => granted(null)).connection.listSkus(1)).toMatchObject({ rows: [], next: null });
});

test('of a batch that fails as a whole the bad one alone is named, and the others are read', async () => {
  const skus = Array.from({ length: 200 }, (_, n) => `S${n}`);
  const bad = new Set(['S7', 'S150']);
  const { connection, sent } = connected((_path, { skus: asked = [] }) =>
    asked.some((sku) => bad.has(sku)) ? refused('B20003') : granted(asked.map((sku) => ({ sku, productName: sku }))),
  );
  const { rows, unread } = await connection.details(skus);
  expect(rows).toHaveLength(198);
  expect(unread.map(({ sku }) => sku)).toEqual(['S7', 'S150']);
  expect(unread[0]?.reason).toContain('B20003');
  expect(sent.length).toBeLessThan(40);
});

test('a batch of which everything is refused is not asked for one by one to its end', async () => {
  const skus = Array.from({ length: 200 }, (_, n) => `S${n}`);
  const { connection, sent } = connected(() => refused('B20003'));
  expect((await fault(connection.details(skus))).kind).toBe('validation');
  expect(sent.length).toBeLessThan(100);
});

test('too many at once is a mistake of ours and is not halved', async () => {
  const { connection, sent } = connected(() => refused('B20002'));
  await fault(connection.prices(['A', 'B']));
  expect(sent).toHaveLength(1);
});

test('a row that nobody asked for is nobody’s, one twice is one, and one that is missing is reported', async () => {
  const { connection } = connected(() => granted([{ sku: 'A', productName: 'a' }, { sku: 'A' }, { sku: 'X' }]));
  const { rows, unread } = await connection.details(['A', 'B']);
  expect(rows.map(({ sku, title }) => [sku, title])).toEqual([['A', 'a']]);
  expect(unread).toEqual([{ sku: 'B', reason: '供应商没有答复这个 SKU', raw: '' }]);
});

const price = async (wire: object) => {
  const { connection } = connected(() => granted([{ sku: 'A', currency: 'USD', ...wire }]));
  const { rows, unread } = await connection.prices(['A']);
  return rows[0] ?? unread[0];
};

test('the lowest price that is valid for one unit, in 1/10000, and the freight beside it', async () => {
  const base = { price: '100.00', exclusivePrice: 98.5, shippingFee: '12.3456' };
  expect(await price(base)).toMatchObject({ price: 985_000n, shippingFee: 123_456n, isAvailable: true });
  const tiers = [
    { minQuantity: 5, price: 50 },
    { minQuantity: 1, price: 97 },
  ];
  expect(await price({ ...base, spotPrice: tiers })).toMatchObject({ price: 970_000n });
  expect(await price({ ...base, spotPrice: null, exclusivePrice: null })).toMatchObject({ price: 1_000_000n });
});

test('a promotion counts between its times, which are of the supplier’s zone', async () => {
  const promoted = (from: string, to: string) =>
    price({ price: 100, discountedPrice: 80, promotionFrom: from, promotionTo: to });
  // 12:00 UTC is 04:00 there.
  expect(await promoted('2026-12-01 03:59:59', '2026-12-02 00:00:00')).toMatchObject({ price: 800_000n });
  expect(await promoted('2026-12-01 04:00:01', '2026-12-02 00:00:00')).toMatchObject({ price: 1_000_000n });
  expect(await promoted('2026-11-01 00:00:00', '2026-12-01 04:00:00')).toMatchObject({ price: 1_000_000n });
});

test('what cannot be bought has no price', async () => {
  expect(await price({ skuAvailable: false, price: null })).toMatchObject({ price: null, isAvailable: false });
  expect(await price({ skuAvailable: true, price: null })).toMatchObject({ price: null, isAvailable: false });
  expect(await price({ price: 0 })).toMatchObject({ price: null, isAvailable: false });
});

test.each([
  [{ price: '1,299.00' }, 'price'],
  [{ price: -1 }, 'price'],
  [{ price: 1, currency: '$' }, 'currency'],
  [{ price: 1, currency: 'ZZZ' }, 'currency'],
  [{ price: 1, currency: null }, 'currency'],
  [{ price: 1, shippingFee: 'free' }, 'shippingFee'],
  [{ price: 1, spotPrice: 'none' }, 'spotPrice'],
])('%j is reported and stops no other row', async (wire, field) => {
  const reported = await price(wire);
  expect(reported).toMatchObject({ sku: 'A', reason: expect.stringContaining(field) });
  expect(reported).toHaveProperty('raw', expect.stringContaining('"sku":"A"'));
});

const detail = async (wire: object) => {
  const { connection } = connected(() => granted([{ sku: 'A', productName: 'Sofa', ...wire }]));
  return (await connection.details(['A'])).rows[0];
};

test('sizes are read in either unit; Not Applicable is not said', async () => {
  expect(await detail({ weight: 10, length: 40, width: '20', height: 10 })).toMatchObject({
    weightG: 4536,
    lengthMm: 1016,
    widthMm: 508,
    heightMm: 254,
  });
  expect(
    await detail({ weightKg: 1.5, weight: 99, lengthCm: '12.3', length: 'Not Applicable', width: -1 }),
  ).toMatchObject({
    weightG: 1500,
    lengthMm: 123,
    widthMm: null,
    heightMm: null,
  });
});

test('platforms at which it must not be listed, known or not', async () => {
  const unAvailablePlatform = [{ id: 16, name: "Lowe's" }, { id: '8' }, { id: 1 }, { id: 99, name: 'New one' }];
  expect((await detail({ unAvailablePlatform }))?.banned).toEqual(['lowes', 'other', 'wayfair']);
  expect((await detail({ unAvailablePlatform: null }))?.banned).toEqual([]);
});

const stock = async (seller: object | null) => {
  const { connection } = connected(() => granted([{ sku: 'A', sellerInventoryInfo: seller }]));
  const { rows, unread } = await connection.stock(['A']);
  return rows.length > 0 ? rows : unread;
};

test('quantities are ranges, and the least is what counts', async () => {
  const place = (warehouseCode: string, availableQtyMin: unknown, availableQtyMax: unknown) => ({
    warehouseCode,
    availableQtyMin,
    availableQtyMax,
  });
  const distribution = [place('CA1', 20, 50), place('NJ2', '7', null), place('NJ2', 3, 9), place('TX3', 9, 4)];
  const nextArrivalInventory = { nextArrivalBegin: '2026-12-20 00:00:00', nextArrivalQtyMin: 40 };
  expect(await stock({ sellerInventoryDistribution: distribution, nextArrivalInventory })).toEqual([
    { sku: 'A', warehouseCode: 'CA1', least: 20, most: 50, eta: '2026-12-20', etaQty: 40 },
    { sku: 'A', warehouseCode: 'NJ2', least: 3, most: 9, eta: '2026-12-20', etaQty: 40 },
    { sku: 'A', warehouseCode: 'TX3', least: 4, most: 9, eta: '2026-12-20', etaQty: 40 },
  ]);
});

test.each([
  [20, 20, 20],
  ['20', 20, 20],
  ['20-50', 20, 50],
  ['100+', 100, 100],
  [0, 0, 0],
])('where no warehouse is named, %j is all there is', async (total, least, most) => {
  expect(await stock({ sellerAvailableInventory: total })).toEqual([
    { sku: 'A', warehouseCode: 'ALL', least, most, eta: null, etaQty: null },
  ]);
});

test.each([[null], [{}], [{ sellerAvailableInventory: 'plenty' }], [{ sellerAvailableInventory: -3 }]])(
  '%j says nothing of stock and is reported',
  async (seller) => {
    expect(await stock(seller)).toEqual([
      expect.objectContaining({ sku: 'A', reason: expect.stringContaining('sellerAvailableInventory') }),
    ]);
  },
);
