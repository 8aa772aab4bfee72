import { expect, test } from 'vitest';
import { SHEET_MIME } from '#kit/model/limits.ts';
import { stemOf } from '#kit/model/wire.ts';
import { covers } from '#tests/spec/covers.ts';
import { firstRow, readRecords, upload, workbook } from './upload.ts';
import {
  admin,
  exported,
  importInto,
  openSheets,
  scene,
  SKU_TITLES,
  skuOf,
  skuRow,
  skusLike,
  tableRows,
} from './sheet-scene.ts';

openSheets();

test('an export of every register imports without changing a row (F-02)', async () => {
  const served = scene.app.assembled.serves
    .map(({ resource }) => resource)
    .filter(({ kind, isComposite }) => kind === 'register' && !isComposite);
  expect(served.length).toBeGreaterThan(5);
  for (const resource of served) {
    const { name } = resource;
    const path = stemOf(resource);
    const table = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const before = await tableRows(table);
    if (before.length === 0) continue;
    const answer = await importInto(path, await exported(path));
    expect(answer, path).toMatchObject({
      code: 200,
      message: `共${before.length}行数据全部导入成功！`,
    });
    expect(await tableRows(table), path).toEqual(before);
  }
});

test('the template holds the form, required columns marked, and can be filled in and imported', async () => {
  const template = await exported('/catalog/product', '?template=1');
  const titles = await firstRow(template);
  expect(titles.slice(0, 4)).toEqual(['*SPU', '*产品名称', '英文名称', '品牌']);
  expect(await readRecords(template)).toEqual([]);
  const filled = await workbook(titles, [['SHEET-SPU', '表格产品', 'Sheet product']]);
  expect(await importInto('/catalog/product', filled)).toMatchObject({
    code: 200,
    message: '共1行数据全部导入成功！',
  });
  const page = await admin.get<{ records: Record<string, unknown>[] }>('/catalog/product/list', {
    spuCode: 'SHEET-SPU',
  });
  expect(page.result.records[0]).toMatchObject({ name: '表格产品', status: 'draft' });
});

test('good rows go in, bad ones come back with their reasons, and the corrected file completes it (F-01)', async () => {
  covers('§8 uploads', '§7 import');
  const file = await workbook(SKU_TITLES, [
    skuRow('SH-1'),
    skuRow('SH-2', { 产品: '没有这个产品', 标准成本: '1.23456' }),
    skuRow('SH-3', { 允许超卖: '也许' }),
    skuRow('bad code!', { 名称: '' }),
    skuRow('SH-1', { 名称: '重复' }),
    skuRow('SH-4', { 名称: '=1+1' }),
  ]);
  const trial = await importInto('/catalog/sku', file, '?dryRun=1');
  expect(trial.result).toMatchObject({ totalCount: 6, successCount: 2, errorCount: 4 });
  expect(await skusLike('SH-*')).toEqual([]);

  const answer = await importInto('/catalog/sku', file);
  expect(answer).toMatchObject({
    status: 200,
    success: true,
    code: 201,
    message: '文件导入成功，但有错误。',
    result: { totalCount: 6, successCount: 2, errorCount: 4, fileName: 'SKU导入错误数据.xlsx' },
  });
  expect(answer.result.msg).toBe('总上传行数：6，已导入行数：2，错误行数：4');
  expect(answer.result.errors.map(({ row, title, message }) => [row, title, message])).toEqual([
    [3, '产品', '产品不存在'],
    [3, '标准成本', '标准成本必须是最多4位小数的数字'],
    [4, '允许超卖', '允许超卖不在可选范围内'],
    [5, 'SKU', '只允许字母、数字和 . _ - /，且以字母或数字开头'],
    [5, '名称', '请输入名称'],
    [6, 'SKU', '与第 2 行重复'],
  ]);
  expect(await skusLike('SH-*')).toEqual(['SH-1', 'SH-4']);

  const errorFile = await admin.raw('GET', answer.result.fileUrl as string);
  expect(errorFile.headers['content-type']).toBe(SHEET_MIME);
  const bad = await readRecords(errorFile.bytes);
  expect(bad.map((row) => row['SKU'])).toEqual(['SH-2', 'SH-3', 'bad code!', 'SH-1']);
  expect(bad.map((row) => row['原行号'])).toEqual(['3', '4', '5', '6']);
  const corrected = bad.map((row, index) => {
    const good = {
      ...row,
      产品: 'SHEET-SPU',
      标准成本: '1.2345',
      允许超卖: '否',
      名称: `更正 ${index}`,
      SKU: `SH-C${index}`,
    } as Record<string, string | null>;
    return Object.keys(row).map((title) => good[title] ?? null);
  });
  const again = await importInto('/catalog/sku', await workbook(Object.keys(bad[0] as object), corrected));
  expect(again).toMatchObject({ code: 200, message: '共4行数据全部导入成功！' });
  expect(again.result.ignoredTitles).toEqual([]);
  expect(await skusLike('SH-*')).toEqual(['SH-1', 'SH-4', 'SH-C0', 'SH-C1', 'SH-C2', 'SH-C3']);
});

test('what stands below the rows of a sheet is left out by name, a product that is called so is not', async () => {
  const [spu, ...empty] = SKU_TITLES.map(() => null);
  const file = await workbook(SKU_TITLES, [
    skuRow('FOOT-1'),
    skuRow('FOOT-2', { 名称: '合计' }),
    ['合计', ...empty],
    [spu as null, '备注：以上价格含税', ...empty.slice(1)],
  ]);
  const answer = await importInto('/catalog/sku', file, '?partial=0');
  expect(answer).toMatchObject({ code: 200, message: '共2行数据全部导入成功！' });
  expect(answer.result.notes).toEqual(['不是数据的行不会导入：第 4 行“合计”、第 5 行“备注：以上价格含税”']);
  expect(await skusLike('FOOT-*')).toEqual(['FOOT-1', 'FOOT-2']);
});

test('a row that exists is edited where a given cell differs, and only there', async () => {
  await importInto('/catalog/sku', await workbook(SKU_TITLES, [skuRow('ED-1', { UPC: '036000291452' })]));
  const before = await skuOf('ED-1');
  const update = (cells: Record<string, string>, query = '') =>
    workbook(['SKU', ...Object.keys(cells)], [['ED-1', ...Object.values(cells)]]).then((bytes) =>
      importInto('/catalog/sku', bytes, `?mode=update${query}`),
    );
  expect((await update({ 标准成本: '12.50', 安全库存: '3' })).code).toBe(200);
  expect(await skuOf('ED-1')).toEqual(before);

  expect((await update({ 标准成本: '13', UPC: '' })).code).toBe(200);
  const after = await skuOf('ED-1');
  expect(after).toMatchObject({ standardCost: '13.0000', upc: '036000291452', version: 2 });

  expect((await update({ UPC: '' }, '&blank=clear')).code).toBe(200);
  expect(await skuOf('ED-1')).toMatchObject({ upc: null, standardCost: '13.0000', version: 3 });

  const unknown = await importInto(
    '/catalog/sku',
    await workbook(['SKU', '标准成本'], [['NO-SUCH', '1']]),
    '?mode=update',
  );
  expect(unknown.result.errors).toMatchObject([{ row: 2, code: 'notFound' }]);
  expect(await skusLike('NO-SUCH')).toEqual([]);
});

test('rows without a code of their own are matched by what is unique about them', async () => {
  const titles = ['SKU', '箱序', '箱名', '长', '宽(mm)', '高(mm)', '毛重(g)'];
  const carton = (height: string) =>
    workbook(titles, [
      ['SH-1', '1', '主体', '1000', '500', height, '20000'],
      ['SH-1', '2', '配件', '300', '300', '300', '4000'],
    ]);
  expect((await importInto('/catalog/skuCarton', await carton('200'))).code).toBe(200);
  expect((await importInto('/catalog/skuCarton', await carton('250'))).code).toBe(200);
  const page = await admin.get<{ records: Record<string, unknown>[] }>('/catalog/skuCarton/list', {
    skuId: (await skuOf('SH-1'))['id'] as string,
  });
  expect(page.result.records).toMatchObject([
    { cartonNo: 1, lengthMm: 1000, heightMm: 250, version: 2 },
    { cartonNo: 2, heightMm: 300, version: 1 },
  ]);
});

test('a guard judges rows of a sheet as it judges the form, the rows before it included', async () => {
  const titles = ['SKU', '箱序', '箱名', '每箱件数', '长(mm)', '宽(mm)', '高(mm)', '毛重(g)'];
  const answer = await importInto(
    '/catalog/skuCarton',
    await workbook(titles, [
      ['SH-4', '1', '一箱', '1', '10', '10', '10', '10'],
      ['SH-4', '2', '二箱', '4', '10', '10', '10', '10'],
    ]),
  );
  expect(answer).toMatchObject({ code: 201, result: { successCount: 1, errorCount: 1 } });
  expect(answer.result.errors).toMatchObject([{ row: 3, message: '多箱SKU的每箱件数必须为 1' }]);
});

test('a name that two rows share is asked to be a code', async () => {
  await importInto(
    '/catalog/product',
    await workbook(
      ['SPU', '产品名称'],
      [
        ['TWIN-1', '双胞胎'],
        ['TWIN-2', '双胞胎'],
      ],
    ),
  );
  const file = await workbook(SKU_TITLES, [skuRow('TW-1', { 产品: '双胞胎' }), skuRow('TW-2', { 产品: 'TWIN-2' })]);
  const answer = await importInto('/catalog/sku', file);
  expect(answer.result.errors).toMatchObject([{ row: 2, title: '产品', message: '产品名称有重复，请改填编码或 ID' }]);
  // Exported, the row shows the shared name; imported again, it still means its own product.
  const back = await exported('/catalog/sku', '?skuCode=TW-2');
  expect(await importInto('/catalog/sku', back)).toMatchObject({ code: 200 });
  expect(await skuOf('TW-2')).toMatchObject({ version: 1, productId_dictText: '双胞胎' });
});

test('all or nothing writes nothing when one row is bad', async () => {
  const file = await workbook(SKU_TITLES, [skuRow('ALL-1'), skuRow('ALL-2', { 产品: '无' })]);
  const answer = await importInto('/catalog/sku', file, '?partial=0');
  expect(answer).toMatchObject({
    code: 201,
    message: '文件未导入：共2行，其中1行有错误',
    result: { successCount: 0, errorCount: 1, totalCount: 2 },
  });
  expect(await skusLike('ALL-*')).toEqual([]);
  const good = await workbook(SKU_TITLES, [skuRow('ALL-1'), skuRow('ALL-2')]);
  expect(await importInto('/catalog/sku', good, '?partial=0')).toMatchObject({ code: 200 });
  expect(await skusLike('ALL-*')).toEqual(['ALL-1', 'ALL-2']);
});

test('a client that asks for checking gets all or nothing, by address or by form', async () => {
  const file = await workbook(SKU_TITLES, [skuRow('CHK-1'), skuRow('CHK-2', { 产品: '无' })]);
  const nothing = { code: 201, result: { successCount: 0, errorCount: 1, totalCount: 2 } };
  expect(await importInto('/catalog/sku', file, '?validateStatus=1')).toMatchObject(nothing);
  const path = '/catalog/sku/importExcel';
  const checked = { validateStatus: '1' };
  expect(await upload(scene, admin, path, file, {}, checked)).toMatchObject(nothing);
  expect(await skusLike('CHK-*')).toEqual([]);
  expect(await importInto('/catalog/sku', file, '?validateStatus=0')).toMatchObject({
    result: { successCount: 1 },
  });
});

test('the same key and file again answers as before', async () => {
  const file = await workbook(SKU_TITLES, [skuRow('KEY-1'), skuRow('KEY-2', { 产品: '无' })]);
  const send = () => upload(scene, admin, '/catalog/sku/importExcel', file, { 'idempotency-key': 'import-key-1' });
  const first = await send();
  const second = await send();
  expect(first.result).toMatchObject({ successCount: 1, errorCount: 1 });
  expect(second.result).toEqual(first.result);
});

test('a file that is wrong as a whole is refused, and nothing of it is used', async () => {
  const refusal = async (bytes: Buffer) => {
    const { status, success, message } = await importInto('/catalog/sku', bytes);
    return [status, success, message];
  };
  expect(await refusal(await workbook(['SKU', '标准成本'], [['WH-1', '1']]))).toEqual([
    422,
    false,
    '缺少必填列：产品、名称',
  ]);
  expect(await refusal(await workbook(SKU_TITLES, []))).toEqual([422, false, '文件中没有数据']);
  expect(await refusal(Buffer.from('<html><table></table></html>'))).toEqual([
    422,
    false,
    '文件内容是网页或 XML，请用 Excel 另存为 .xlsx 后再导入',
  ]);
  expect(await refusal(Buffer.from('a,b\n1,2'))).toMatchObject([422, false, expect.any(String)]);
  const cut = (await workbook(SKU_TITLES, [skuRow('WH-2')])).subarray(0, 1500);
  expect(await refusal(cut)).toMatchObject([422, false, expect.any(String)]);
  expect(await refusal(Buffer.alloc(0))).toEqual([422, false, '请选择要导入的文件']);
  expect(await skusLike('WH-*')).toEqual([]);
});

test('an export follows the conditions of the list, hostile ones included', async () => {
  const codes = async (query: string): Promise<(string | null)[]> =>
    (await readRecords(await exported('/catalog/sku', query))).map((row) => row['SKU'] ?? null);
  expect((await codes('?skuCode=SH-*')).sort()).toEqual(['SH-1', 'SH-4', 'SH-C0', 'SH-C1', 'SH-C2', 'SH-C3']);
  const id = (await skuOf('SH-1'))['id'] as string;
  expect(await codes(`?selections=${id},0199aaaa-0000-7000-8000-000000000000`)).toEqual(['SH-1']);
  expect(await codes(`?selections=${encodeURIComponent("') or 1=1")}`)).toEqual([]);
  expect(await codes('?skuCode=NONE')).toEqual([]);
  const hostile = await admin.raw('GET', '/catalog/sku/exportXls?column=updatexml(1,1,1)&order=asc');
  expect(hostile.status).toBe(400);
  const broken = await admin.raw('GET', '/catalog/sku/exportXls?superQueryParams=%7B%7D');
  expect(broken.status).toBe(400);
});

test('J9: a text that a spreadsheet would run leaves as text and comes back as it was', async () => {
  const bytes = await exported('/catalog/sku', '?skuCode=SH-4');
  expect(bytes.includes(Buffer.from("'=1+1"))).toBe(true);
  expect((await readRecords(bytes))[0]).toMatchObject({ SKU: 'SH-4', 名称: '=1+1' });
  // Typed in the form, and signs other than the first.
  for (const name of ["+cmd|' /C calc'!A0", '-2+3', '@SUM(1)']) {
    const { id, version } = await skuOf('SH-4');
    expect(await admin.put('/catalog/sku/edit', { id, version, name }), name).toMatchObject({ success: true });
    const written = await exported('/catalog/sku', '?skuCode=SH-4');
    expect(written.includes(Buffer.from(`'${name}`)), name).toBe(true);
    expect((await readRecords(written))[0], name).toMatchObject({ 名称: name });
  }
});

test('documents whose module reads no sheets, and ledgers, are exported and never imported', async () => {
  for (const path of ['/fulfilment/shipment', '/inventory/stockLevel']) {
    expect((await admin.raw('GET', `${path}/exportXls`)).status).toBe(200);
    expect((await admin.raw('POST', `${path}/importExcel`)).status).toBe(404);
  }
});

test('a code in other letters, full width or with a sign nobody sees names the same row', async () => {
  const read = async (code: string, more: Record<string, string> = {}) =>
    importInto('/catalog/sku', await workbook(SKU_TITLES, [skuRow(code, more)]));
  expect(await read('SAME-1')).toMatchObject({ code: 200 });
  for (const [at, code] of ['same-1', 'ＳＡＭＥ－1', 'SAME-1\u200b'].entries())
    expect(await read(code, { 名称: `改 ${at}`, 产品: 'sheet-spu' }), code).toMatchObject({
      code: 200,
    });
  expect(await skusLike('*SAME-1*')).toEqual(['SAME-1']);
  expect(await skuOf('SAME-1')).toMatchObject({ name: '改 2' });

  const twice = await workbook(SKU_TITLES, [skuRow('SAME-2'), skuRow('same-2')]);
  const answer = await importInto('/catalog/sku', twice);
  expect(answer.result.errors).toMatchObject([{ row: 3, message: '与第 2 行重复' }]);

  const { productId } = (await skuOf('SAME-1')) as { productId: string };
  const typed = { name: '又一个', productId, standardCost: '1' };
  expect(await admin.post('/catalog/sku/add', { ...typed, skuCode: 'Same-1' })).toMatchObject({
    success: false,
    message: expect.stringContaining('SKU') as string,
  });
  // Small registers have no column of lower-case twins.
  const more = { type: 'marketplace', status: 'enabled', currency: 'USD' };
  const customer = (code: string) => admin.post('/base/customer/add', { ...more, code, name: code });
  expect(await customer('KH-77')).toMatchObject({ success: true });
  expect(await customer('kh-77')).toMatchObject({ success: false });
});
