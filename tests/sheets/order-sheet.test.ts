import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { look, openShop, ordersOf, place, pull } from '#tests/channels/shop.ts';
import { upload, workbook } from './upload.ts';

const CHAIR = 'WB-DCH-HOLM-S2';
const STOOL = 'WB-DCH-BRAM-CTR';
const NEW_JERSEY = '31842';
const PATH = '/orders/salesOrder/importExcel';

let scene: TestApp;
let clerk: Client;
let shop = '';

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('admin');
  const accountId = await openShop(scene, clerk);
  const { result } = await clerk.get<{ name: string }>('/base/channelAccount/queryById', {
    id: accountId,
  });
  shop = result.name;
});
afterAll(() => scene.stop());

const TITLES = [
  '店铺',
  'PO号',
  '行号',
  '渠道SKU',
  'SKU',
  '数量',
  '单价',
  '币种',
  '下单时间',
  '最晚发货',
  '仓库编码',
  '收件人',
  '地址',
  '城市',
  '州/省',
  '邮编',
  '国家',
  '电话',
] as const;
type Row = Partial<Record<(typeof TITLES)[number], string | number>>;

const HOME: Row = {
  收件人: 'Ida Wells',
  地址: '12 Elm Street',
  城市: 'Madison',
  '州/省': 'WI',
  邮编: '53703',
  国家: 'US',
};
const line = (po: string, sku: string, more: Row = {}): Row => ({
  店铺: shop,
  PO号: po,
  渠道SKU: sku,
  数量: 1,
  单价: 100,
  仓库编码: NEW_JERSEY,
  ...HOME,
  ...more,
});
const sheetOf = (rows: readonly Row[]): Promise<Buffer> =>
  workbook(
    [...TITLES],
    rows.map((row) => TITLES.map((title) => row[title] ?? null)),
  );
const send = async (rows: readonly Row[], query = '', who: Client = clerk) => {
  const answer = await upload(scene, who, `${PATH}?x=1${query}`, await sheetOf(rows));
  await scene.settled();
  return answer;
};

interface Found {
  id: string;
  source: string;
  status: string;
  holds: string[];
  unitCount: number;
  lines: { orderLine: { channelSku: string; qty: number; qtyReserved: number; skuId: string }[] };
  changes: { items: { field: string; status: string }[] }[];
}
const orders = (po: string) => ordersOf(clerk, { channelOrderNo: po });
async function theOrder(po: string): Promise<Found> {
  const found = await orders(po);
  expect(found).toHaveLength(1);
  return (await clerk.get<Found>('/orders/salesOrder/queryById', { id: found[0]?.id ?? '' })).result;
}

test('rows of one PO are one order, wherever they stand, mapped and reserved as a pulled one is', async () => {
  const answer = await send([
    line('SH-1', STOOL),
    line('SH-2', CHAIR),
    { 店铺: shop, PO号: 'SH-1', 渠道SKU: CHAIR, 数量: 2, 单价: '88.5' },
  ]);
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 200, result: { successCount: 3 } });
  const order = await theOrder('SH-1');
  expect(order).toMatchObject({ source: 'import', status: 'new', unitCount: 3 });
  expect(order.lines.orderLine.map((one) => [one.channelSku, one.qty, one.qtyReserved])).toEqual([
    [STOOL, 1, 1],
    [CHAIR, 2, 2],
  ]);
  expect(order.lines.orderLine.every(({ skuId }) => skuId !== null)).toBe(true);
  const again = await send([line('SH-2', CHAIR)]);
  expect(again).toMatchObject({ code: 200 });
  expect((await theOrder('SH-2')).changes).toEqual([]);
});

test('O-02: by interface and by file, in parallel and in another order, there is one order', async () => {
  const [made] = await place(scene, [
    {
      warehouseId: NEW_JERSEY,
      lines: [
        { partNumber: CHAIR, quantity: 1, price: 120 },
        { partNumber: STOOL, quantity: 2, price: 80 },
      ],
    },
  ]);
  const po = made?.poNumber ?? '';
  const rows: Row[] = [
    { 店铺: shop, PO号: po, 渠道SKU: STOOL, 数量: 2, 单价: 80 },
    { 店铺: shop, PO号: po, 渠道SKU: CHAIR, 数量: 1, 单价: 120 },
  ];
  await Promise.all([
    send(rows),
    pull(scene, clerk),
    send(rows.toReversed()),
    send([...rows, line('SH-3', CHAIR)]),
    pull(scene, clerk),
  ]);
  const order = await theOrder(po);
  expect(order.unitCount).toBe(3);
  expect(order.lines.orderLine).toHaveLength(2);
  const held = order.lines.orderLine.map(({ qtyReserved }) => qtyReserved);
  expect(held.reduce((sum, qty) => sum + qty, 0)).toBe(3);
  expect(await orders('SH-3')).toHaveLength(1);
  // Settled, each way of saying it once more changes nothing.
  await pull(scene, clerk);
  const before = (await theOrder(po)).changes.length;
  await send(rows);
  await pull(scene, clerk);
  await send(rows.toReversed());
  expect((await theOrder(po)).changes).toHaveLength(before);
  // Another quantity is a change of that order that waits, never a second one.
  await send([{ ...(rows[0] as Row), 数量: 3 }, rows[1] as Row]);
  const changed = await theOrder(po);
  expect(changed.holds).toContain('channelChange');
  expect(changed.unitCount).toBe(3);
  expect(changed.changes.flatMap(({ items }) => items.map(({ field }) => field))).toContain('qty');
});

test('a file that came first is completed by the interface without a hold', async () => {
  const [made] = await place(scene, [
    {
      warehouseId: NEW_JERSEY,
      shipSpeed: 'GROUND',
      carrierCode: 'FDEG',
      lines: [{ partNumber: CHAIR, quantity: 1, price: 120 }],
    },
  ]);
  const po = made?.poNumber ?? '';
  await send([{ 店铺: shop, PO号: po, 渠道SKU: CHAIR, 数量: 1, 单价: 120, 仓库编码: NEW_JERSEY }]);
  expect((await theOrder(po)).holds).toContain('address');
  await pull(scene, clerk);
  const order = await theOrder(po);
  expect(order.holds).not.toContain('channelChange');
  expect(order.holds).not.toContain('address');
  expect(order).toMatchObject({ source: 'import', shipSpeed: 'GROUND', carrierCode: 'FDEG' });
});

test('codes of no country and of no currency are refused at their cells', async () => {
  const answer = await send([
    line('SH-30', CHAIR, { 国家: 'XX' }),
    line('SH-31', CHAIR, { 币种: 'ZZZ' }),
    line('SH-32', CHAIR, { 国家: '加拿大', '州/省': 'ON', 邮编: 'K1A 0B1', 币种: 'CAD' }),
  ]);
  expect(answer).toMatchObject({ code: 201, result: { successCount: 1, errorCount: 2 } });
  const answers = (answer.result.errors ?? []).map(({ row, title, message }) => [row, title, message]);
  expect(answers).toEqual([
    [2, '国家', '“XX”不是国家，请写两位代码，如 US'],
    [3, '币种', '没有币种“ZZZ”，请写 ISO 4217 代码，如 USD'],
  ]);
  expect(await orders('SH-30')).toEqual([]);
  expect(await orders('SH-31')).toEqual([]);
});

test('a PO with one bad row stays outside whole and says which row; the others go in', async () => {
  const rows = [
    line('SH-10', CHAIR),
    line('SH-11', STOOL),
    line('SH-10', STOOL, { 数量: 0 }),
    line('SH-12', CHAIR, { 店铺: '没有这家店' }),
    line('SH-13', '', { SKU: 'NO-SUCH-SKU' }),
    line('SH-14', CHAIR),
    line('SH-14', CHAIR),
    line('SH-15', CHAIR),
    line('SH-15', STOOL, { 城市: 'Chicago' }),
  ];
  const trial = await send(rows, '&dryRun=1');
  expect(trial).toMatchObject({ code: 201, result: { successCount: 1, errorCount: 8 } });
  expect(await orders('SH-11')).toEqual([]);
  const answer = await send(rows);
  expect(answer).toMatchObject({ code: 201, result: { successCount: 1, errorCount: 8 } });
  const answers = Object.groupBy(answer.result.errors ?? [], ({ row }) => row);
  expect(answers[2]?.[0]?.message).toBe('PO号 SH-10 第 4 行有错误，整单未导入');
  expect(answers[4]?.[0]).toMatchObject({ title: '数量' });
  expect(answers[5]?.[0]).toMatchObject({ title: '店铺' });
  expect(answers[6]?.[0]).toMatchObject({ title: 'SKU', message: 'SKU NO-SUCH-SKU 不存在' });
  expect(answers[8]?.[0]).toMatchObject({ title: '行号' });
  expect(answers[10]?.[0]).toMatchObject({ title: '城市' });
  expect(await orders('SH-10')).toEqual([]);
  expect(await orders('SH-11')).toHaveLength(1);
  // All or nothing: one bad row and none is taken.
  const strict = await send([line('SH-20', CHAIR), line('SH-21', CHAIR, { 数量: 0 })], '&partial=0');
  expect(strict.code).toBe(201);
  expect(await orders('SH-20')).toEqual([]);
  const whole = await send([line('SH-20', CHAIR), line('SH-21', CHAIR)], '&partial=0');
  expect(whole).toMatchObject({ code: 200, result: { successCount: 2 } });
  expect(await orders('SH-21')).toHaveLength(1);
});

test('two equal lines of one PO are two where they are numbered', async () => {
  const rows = [line('SH-30', CHAIR, { 行号: 1 }), line('SH-30', CHAIR, { 行号: 2 })];
  expect(await send([...rows, rows[0] as Row])).toMatchObject({ code: 200 });
  expect((await theOrder('SH-30')).lines.orderLine).toHaveLength(2);
});

test('our own SKU names the part that the shop sells it as; a part nobody knows is held', async () => {
  await send([line('SH-40', '', { SKU: CHAIR }), line('SH-41', 'NEVER-HEARD-OF')]);
  expect((await theOrder('SH-40')).lines.orderLine[0]).toMatchObject({
    channelSku: CHAIR,
    qtyReserved: 1,
  });
  expect((await theOrder('SH-41')).holds).toEqual(['unmapped']);
});

test('who may not import is refused, and nobody imports what they would not see', async () => {
  const packer = await scene.as('cangku');
  expect(await send([line('SH-50', CHAIR)], '', packer)).toMatchObject({ status: 403 });
  expect(await orders('SH-50')).toEqual([]);
});

test('five thousand lines go in with little memory', async () => {
  const rows = Array.from({ length: 400 }, (_, n) =>
    line(`BIG-${n % 100}`, 'NEVER-HEARD-OF', { 行号: 1 + Math.floor(n / 100) }),
  );
  expect(await send(rows)).toMatchObject({ code: 200, result: { successCount: 400 } });
  const { n } = await look(
    scene,
    (tx) =>
      tx.one<{ n: number }>`select count(*)::integer as n from sales_order
      where tenant_id = ${tx.tenant} and channel_order_no like 'BIG-%'`,
  );
  expect(n).toBe(100);
  const many = Array.from({ length: 5_001 }, () => line('TOO-MANY', CHAIR));
  expect(await send(many)).toMatchObject({ code: 422 });
});

test('every truth of orders and stock holds after all of this', async () => {
  expect(await scene.violations()).toEqual([]);
});

test('an order list of another ERP is read by its own headings, row after row into one order each', async () => {
  const titles = ['系统单号', '平台单号', '店铺', '订购时间', 'MSKU', 'SKU', '数量', '单价', '币种'];
  const home = ['收件人', '电话', '地址1', '城市', '省/州', '邮编', '国家'];
  const buyer = ['Ida Wells', '608-555-0100', '12 Elm Street', 'Madison', 'WI', '53703', '美国'];
  const rows = [
    ['103000001', 'LX-PO-1', shop, '2026-11-20 08:00:00', CHAIR, '', 2, 88.5, 'USD', ...buyer, '张三'],
    ['103000001', 'LX-PO-1', shop, '2026-11-20 08:00:00', STOOL, '', 1, 40, 'USD', ...buyer, '张三'],
    ['103000002', 'LX-PO-2', '没有这家店', '2026-11-20 09:00:00', CHAIR, '', 1, 88.5, 'USD', ...buyer, '张三'],
  ];
  const file = await workbook([...titles, ...home, '业务员'], rows);
  const question = await upload(scene, clerk, `${PATH}?ask=1`, file);
  expect(question).toMatchObject({ status: 409 });
  expect(question.message).toContain('识别为“领星订单导出”：店铺 → 店铺，平台单号 → PO号，MSKU → 渠道SKU，SKU → SKU');
  expect(question.message).toMatch(/未识别的列不会导入：系统单号、业务员/);
  const { result } = await upload(scene, clerk, `${PATH}?x=1`, file);
  await scene.settled();
  expect(result).toMatchObject({ totalCount: 3, successCount: 2, errorCount: 1 });
  expect(result.errors).toMatchObject([{ row: 4, title: '店铺', message: '店铺不存在' }]);
  const [order] = await orders('LX-PO-1');
  expect(order).toMatchObject({ channelOrderNo: 'LX-PO-1', currency: 'USD' });
});
