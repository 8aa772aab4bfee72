import { afterAll, beforeAll, expect, test } from 'vitest';
import { look, openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { setTable, type PartOrder, type PartScene } from '#tests/journeys/part-scene.ts';
import { ADDRESS, must, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { firstRow, readRecords, upload, workbook } from './upload.ts';

/* 配件补发 by a sheet, and by the file of the channel as it is (issue 17). */

const PATH = '/aftersales/partOrder/importExcel';
const TITLES = [
  '店铺',
  '平台补件号',
  'PO号',
  '整件SKU',
  '配件SKU',
  '配件说明',
  '数量',
  '原因',
  '收件人',
  '地址',
  '城市',
  '州/省',
  '邮编',
  '国家',
  '备注',
] as const;
type Row = Partial<Record<(typeof TITLES)[number], string | number>>;

let scene: TestApp;
let clerk: Client;
let table: PartScene;
let shop = '';
let codes: Record<'parent' | 'leg' | 'top', string>;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('kefu');
  await openShop(scene, await scene.as('yunying'));
  table = await setTable(scene);
  const code = async (id: string): Promise<string> =>
    (await must(table.admin.get<{ skuCode: string }>('/catalog/sku/queryById', { id }))).skuCode;
  codes = {
    parent: await code(table.parent),
    leg: await code(table.leg),
    top: await code(table.top),
  };
  const { name } = await must(
    table.admin.get<{ name: string }>('/base/channelAccount/queryById', {
      id: scene.seller.accountId,
    }),
  );
  shop = name;
});
afterAll(() => scene?.stop());

const HOME: Row = {
  收件人: ADDRESS.shipToName,
  地址: ADDRESS.shipToAddress1,
  城市: ADDRESS.shipToCity,
  '州/省': ADDRESS.shipToState,
  邮编: ADDRESS.shipToPostalCode,
  国家: 'US',
};

const send = async (titles: readonly string[], rows: readonly Row[], query = '', who = clerk) => {
  const cells = rows.map((row) => titles.map((title) => row[title as keyof Row] ?? null));
  const answer = await upload(scene, who, `${PATH}?x=1${query}`, await workbook(titles, cells));
  await scene.settled();
  return answer;
};

interface Found extends PartOrder {
  origin: string;
  orderId: string | null;
  itemSummary: string;
  unitCount: number;
}
const found = (channelPartNo: string): Promise<{ records: Found[]; total: number }> =>
  must(clerk.get<{ records: Found[]; total: number }>('/aftersales/partOrder/list', { channelPartNo }));
async function theOne(channelPartNo: string): Promise<Found> {
  const { records } = await found(channelPartNo);
  expect(records).toHaveLength(1);
  return must(clerk.get<Found>('/aftersales/partOrder/queryById', { id: records[0]?.id ?? '' }));
}

const line = (no: string, more: Row = {}): Row => ({
  店铺: shop,
  平台补件号: no,
  配件SKU: codes.leg,
  数量: 1,
  ...HOME,
  ...more,
});

test('rows of one request are one part order, submitted with its clock, wherever they stand', async () => {
  covers('ours: part requests by file');
  const answer = await send(TITLES, [
    line('P-1', { 数量: 2, 原因: '少件' }),
    line('P-2'),
    line('P-1', { 配件SKU: codes.top, 原因: '破损', 备注: '买家很急' }),
  ]);
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 200, result: { successCount: 3 } });
  const both = await theOne('P-1');
  expect(both).toMatchObject({ status: 'new', origin: 'import', unitCount: 3, orderId: null });
  expect(both.confirmBy).not.toBeNull();
  expect(
    both.lines.partLine.map(({ partSkuId, parentSkuId, qty, cause }) => [partSkuId, parentSkuId, qty, cause]),
  ).toEqual([
    [table.leg, table.parent, 2, 'missing'],
    [table.top, table.parent, 1, 'damaged'],
  ]);
  // The file once more changes nothing; another quantity is refused, with the number that it has here.
  const again = await send(TITLES, [
    line('P-1', { 配件SKU: codes.top, 原因: '破损' }),
    line('P-1', { 数量: 2, 原因: '少件' }),
  ]);
  expect(again).toMatchObject({ code: 200 });
  expect((await found('P-1')).total).toBe(1);
  const other = await send(TITLES, [line('P-1', { 数量: 5 })]);
  expect(other).toMatchObject({ code: 201, result: { errorCount: 1 } });
  expect((await theOne('P-1')).unitCount).toBe(3);
});

test('a number is one request in whatever letters it is written, and a part is known by its other codes', async () => {
  covers('ours: part requests by file');
  await must(table.admin.post('/catalog/skuAlias/add', { skuId: table.leg, code: 'OLD-LEG' }));
  expect((await send(TITLES, [line('P-9', { 配件SKU: 'OLD-LEG' })])).code).toBe(200);
  expect((await send(TITLES, [line('p-9')])).code).toBe(200);
  const { count } = await look(
    scene,
    (tx) => tx.one<{ count: number }>`
      select count(*)::integer as count from part_order
      where tenant_id = ${tx.tenant} and lower(channel_part_no) = 'p-9'`,
  );
  expect(count).toBe(1);
  expect((await theOne('P-9')).lines.partLine).toMatchObject([{ partSkuId: table.leg }]);
});

test('the file of the channel is taken as it is: its titles, its words, the order by its PO', async () => {
  covers('ours: part requests by file');
  const order = await newOrder(scene, await scene.as('yunying'));
  const titles = ['PO', 'Part request no.', 'Part number', 'Qty', 'Reason'];
  const rows = [
    [order.po, `${order.po}-R-7`, codes.leg, 1, 'Arrived damaged'],
    [order.po, `${order.po}-R-7`, codes.top, 1, 'Missing from box'],
  ];
  // One product was sold with it: whose parts they are needs no column.
  const answer = await upload(scene, clerk, PATH, await workbook(titles, rows));
  await scene.settled();
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 200, result: { successCount: 2 } });
  const request = await theOne(`${order.po}-R-7`);
  expect(request).toMatchObject({ status: 'new', orderId: order.id });
  const stool = scene.seller.skus[STOOL];
  expect(request.lines.partLine.map(({ parentSkuId, cause }) => [parentSkuId, cause])).toEqual([
    [stool, 'damaged'],
    [stool, 'missing'],
  ]);
});

test('bad rows stay outside with the reason at each; good requests go in', async () => {
  covers('ours: part requests by file');
  const rows = [
    line('B-OK'),
    line('B-QTY', { 数量: 0 }),
    line('B-PART', { 配件SKU: 'NO-SUCH-PART' }),
    line('B-NONE', { 配件SKU: '', 配件说明: '' }),
    line('B-PARENT', { 配件SKU: '', 配件说明: '脚垫' }),
    { 平台补件号: 'B-SHOP', PO号: 'NOT-OURS', 配件SKU: codes.leg, 数量: 1, ...HOME },
    line('B-TWO'),
    line('B-TWO', { 收件人: 'Somebody Else' }),
    line('B-STREET', { 地址: '' }),
  ];
  const answer = await send(TITLES, rows);
  expect(answer).toMatchObject({
    code: 201,
    result: { totalCount: 9, successCount: 1, errorCount: 8 },
  });
  const { bytes } = await clerk.raw('GET', answer.result.fileUrl as string);
  const faults = (await readRecords(bytes)).map((row) => [row['平台补件号'], row['错误说明']]);
  const of = (no: string): string => faults.flatMap(([own, text]) => (own === no ? [text ?? ''] : [])).join(' | ');
  expect(of('B-QTY')).toContain('数量');
  expect(of('B-PART')).toContain('没有配件SKU NO-SUCH-PART');
  expect(of('B-NONE')).toContain('请填写配件SKU');
  expect(of('B-PARENT')).toContain('请填写整件SKU');
  expect(of('B-SHOP')).toContain('请加一列“店铺”');
  expect(of('B-TWO')).toContain('收件人与同一请求的第 8 行不一致');
  expect(of('B-TWO')).toContain('整单未导入');
  expect(of('B-STREET')).toContain('地址');
  expect((await found('B-OK')).total).toBe(1);
  expect((await found('B-TWO')).total).toBe(0);
});

test('a trial writes nothing, and who may not import has no file taken in', async () => {
  covers('ours: part requests by file');
  const trial = await send(TITLES, [line('T-1')], '&dryRun=true');
  expect(trial.code).toBe(200);
  expect((await found('T-1')).total).toBe(0);
  const refused = await send(TITLES, [line('T-2')], '', table.packer);
  expect(refused.success).toBe(false);
  expect((await found('T-2')).total).toBe(0);
});

test('the template of the channel has its columns in their order', async () => {
  covers('ours: part requests by file');
  const { status, bytes } = await clerk.raw('GET', '/aftersales/partOrder/channelTemplate');
  expect(status).toBe(200);
  expect(await firstRow(bytes)).toEqual(['PO', 'Part request no.', 'Part number', 'Qty', 'Reason']);
  expect(await readRecords(bytes)).toEqual([]);
});
