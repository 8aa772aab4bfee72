import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstRow, readRecords, upload, workbook, type ImportAnswer } from './upload.ts';

let scene: TestApp;
let admin: Client;
let warehouseId: string;
let skuCodes: string[];

beforeAll(async () => {
  scene = await startTestApp({ importBytes: 2 * 1024 * 1024 });
  admin = await scene.as('admin');
  warehouseId = Object.values(scene.seller.warehouses)[0] as string;
  skuCodes = Object.keys(scene.seller.skus);
});
afterAll(() => scene?.stop());

const TITLES = ['SKU', '数量', '单位成本', '品质'];
const send = (bytes: Buffer, query: Record<string, string> = {}, client = admin) =>
  upload(
    scene,
    client,
    `/inventory/stockAdjustment/importLines?${new URLSearchParams({
      warehouseId,
      kind: 'adjust',
      reason: '盘点',
      ...query,
    }).toString()}`,
    bytes,
  );

const draftOf = async ({ result }: ImportAnswer) =>
  (
    await admin.get<Record<string, unknown> & { lines: Record<string, unknown[]> }>(
      '/inventory/stockAdjustment/queryById',
      { id: result.id as string },
    )
  ).result;

const countDrafts = async (): Promise<number> =>
  (await admin.get<{ total: number }>('/inventory/stockAdjustment/list', { tab: 'open' })).result.total;

test('good lines become one draft, bad ones come back', async () => {
  const [one, two] = skuCodes as [string, string];
  const file = await workbook(TITLES, [
    [one, 5, 12.5, '良品'],
    [two, -2, null, '不良品'],
    ['NO-SUCH-SKU', 1, null, '良品'],
    [one, 0, null, null],
    [two, 1.5, null, '破烂'],
  ]);
  const before = await countDrafts();
  const trial = await send(file, { dryRun: '1' });
  expect(trial).toMatchObject({ result: { errorCount: 3 } });
  expect(trial.result.lines).toEqual([
    { skuId: scene.seller.skus[one], qty: 5, unitCost: '12.5000', condition: 'good' },
    { skuId: scene.seller.skus[two], qty: -2, unitCost: null, condition: 'damaged' },
  ]);
  expect(await countDrafts()).toBe(before);

  const answer = await send(file);
  expect(answer).toMatchObject({
    status: 200,
    code: 201,
    message: '文件导入成功，但有错误。',
    result: { totalCount: 5, successCount: 2, errorCount: 3 },
  });
  expect(answer.result.errors.map(({ row, title, message }) => [row, title, message])).toEqual([
    [4, 'SKU', 'SKU不存在'],
    [5, '数量', '数量不能为0'],
    [6, '品质', '品质不在可选范围内，可填：良品（good）、不良品（damaged）、待检（quarantine）'],
    [6, '数量', '数量必须是整数'],
  ]);
  const draft = await draftOf(answer);
  expect(draft).toMatchObject({
    status: 'draft',
    adjustmentNo: answer.result.documentNo,
    warehouseId,
    kind: 'adjust',
    reason: '盘点',
    lineCount: 2,
    totalQty: 3,
  });
  expect(draft.lines['stockAdjustmentLine']).toMatchObject([
    { skuId_dictText: one, qty: 5, unitCost: '12.5000', condition: 'good' },
    { skuId_dictText: two, qty: -2, unitCost: null, condition: 'damaged' },
  ]);
  const errors = await admin.raw('GET', answer.result.fileUrl as string);
  expect((await readRecords(errors.bytes)).map((row) => row['SKU'])).toEqual(['NO-SUCH-SKU', one, two]);
  expect(await countDrafts()).toBe(before + 1);
});

test('the sum below the lines of a sheet is no line, though it fills in all that they do', async () => {
  const [one, two] = skuCodes as [string, string];
  const file = await workbook(
    ['SKU', '数量'],
    [
      [one, 5],
      [two, 7],
      ['合计', 12],
      ['NO-SUCH-SKU', 1],
    ],
  );
  const { result } = await send(file, { dryRun: '1' });
  expect(result.lines).toHaveLength(2);
  expect(result.notes).toEqual(['不是数据的行不会导入：第 4 行“合计”']);
  expect(result.errors.map(({ row }) => row)).toEqual([5]);
});

test('an opening sheet is submitted into stock', async () => {
  const added = await upload(
    scene,
    admin,
    '/catalog/sku/importExcel',
    await workbook(['SKU', '名称', '产品', '标准成本'], [['OPEN-1', '期初品', (await anyProduct()) as string, 3]]),
  );
  expect(added.code).toBe(200);
  const answer = await send(await workbook(['sku ', '* 数量', '单位成本'], [['OPEN-1', 7, 3]]), {
    kind: 'opening',
    reason: '期初',
  });
  expect(answer).toMatchObject({ code: 200, message: '共1行数据全部导入成功！' });
  const id = answer.result.id as string;
  expect((await admin.post(`/inventory/stockAdjustment/${id}/submit`)).success).toBe(true);
  const levels = await admin.get<{ records: Record<string, unknown>[] }>('/inventory/stockLevel/list', {
    warehouseId,
    pageSize: '200',
  });
  expect(levels.result.records).toContainEqual(
    expect.objectContaining({ skuId_dictText: 'OPEN-1', onHand: 7, available: 7 }),
  );
  expect(await scene.violations()).toEqual([]);
});

async function anyProduct(): Promise<unknown> {
  const page = await admin.get<{ records: Record<string, unknown>[] }>('/catalog/product/list');
  return page.result.records[0]?.['spuCode'];
}

test('nothing good makes no draft, and a wrong head is refused before the file is read', async () => {
  const before = await countDrafts();
  const bad = await send(await workbook(TITLES, [['NO', 1, null, null]]));
  expect(bad).toMatchObject({ code: 201, result: { successCount: 0, errorCount: 1 } });
  expect(bad.result.id).toBeUndefined();
  const good = await workbook(TITLES, [[skuCodes[0] as string, 1, null, null]]);
  for (const query of [
    { reason: '' },
    { kind: 'nothing' },
    { warehouseId: 'x' },
    { warehouseId: '0199aaaa-0000-7000-8000-000000000000' },
  ])
    expect((await send(good, query)).status).toBe(422);
  expect((await send(await workbook(['SKU'], [['x']]))).message).toBe('缺少必填列：数量');
  expect(await countDrafts()).toBe(before);
});

test('the same key makes one draft, however often and at once', async () => {
  const file = await workbook(TITLES, [[skuCodes[0] as string, 1, null, null]]);
  const before = await countDrafts();
  const path = `/inventory/stockAdjustment/importLines?warehouseId=${warehouseId}&kind=adjust&reason=x`;
  const answers = await Promise.all(
    [1, 2, 3].map(() => upload(scene, admin, path, file, { 'idempotency-key': 'lines-1' })),
  );
  expect(new Set(answers.map(({ result }) => result.id)).size).toBe(1);
  expect(await countDrafts()).toBe(before + 1);
});

test('a form reads a sheet before its own head is filled in, from a template that the import takes', async () => {
  const template = await admin.raw('GET', '/inventory/stockAdjustment/lineTemplate');
  expect(await firstRow(template.bytes)).toEqual(['*SKU', '品质', '*数量', '单位成本']);
  const [code] = skuCodes as [string];
  const filled = await workbook(await firstRow(template.bytes), [[code, '不良品', 3, 2.5]]);
  const path = '/inventory/stockAdjustment/importLines?dryRun=1';
  const trial = await upload(scene, admin, path, filled);
  expect(trial).toMatchObject({ code: 200, result: { successCount: 1 } });
  expect(trial.result.lines).toEqual([
    { skuId: scene.seller.skus[code], condition: 'damaged', qty: 3, unitCost: '2.5000' },
  ]);
  // Whoever may not see costs fills none in.
  const packer = await scene.as('cangku');
  const plain = await packer.raw('GET', '/inventory/stockAdjustment/lineTemplate');
  expect(await firstRow(plain.bytes)).toEqual(['*SKU', '品质', '*数量']);
});

test('a sheet that is too much is refused with the reason, and leaves nothing behind', async () => {
  const before = await countDrafts();
  const lines = Array.from({ length: 5_001 }, () => [skuCodes[0] as string, 1]);
  const reported = async (bytes: Buffer) => {
    const { status, message } = await send(bytes);
    return [status, message];
  };
  const most = '一张调整单最多 5000 行，请分成多个文件导入';
  expect(await reported(await workbook(['SKU', '数量'], lines))).toEqual([422, most]);
  // Known long before its end.
  const endless = Buffer.from(`SKU,数量\n${'A,1\n'.repeat(300_000)}`);
  expect(await reported(endless)).toEqual([422, most]);
  expect(await reported(Buffer.alloc(2 * 1024 * 1024 + 1, 'a'))).toEqual([
    413,
    '文件大小超出2MB限制, 请压缩或降低文件质量! ',
  ]);
  expect(await reported(Buffer.alloc(0))).toEqual([422, '请选择要导入的文件']);
  expect(await countDrafts()).toBe(before);
  expect(await readdir(join(scene.dataDir, 'files', '1', 'arrivals'))).toEqual([]);
});
