import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { readRecords, upload, workbook } from './upload.ts';

/** Made up after the headings that 领星, 易仓 and 马帮 export; none of them is a file of a seller. */
let scene: TestApp;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
});
afterAll(() => scene?.stop());

const LINGXING = [
  'SKU',
  '品名',
  'SPU',
  '款名',
  '二级分类',
  '品牌',
  '采购成本(CNY)',
  '单品净重',
  '单品净重单位',
  '外箱规格长',
  '外箱规格宽',
  '外箱规格高',
  '外箱规格单位',
  '单箱重量(kg)',
  '单箱数量(pcs)',
  '采购员',
];
const lingxing = (rows: readonly (readonly (string | number | null)[])[]) => workbook(LINGXING, rows);

const send = (resource: string, bytes: Buffer, query = '') =>
  upload(scene, admin, `/catalog/${resource}/importExcel${query}`, bytes);

const products = () =>
  scene.app.db.tx(
    systemActor(1, 'checker'),
    (tx) => tx.rows<Record<string, unknown>>`
      select p.spu_code, p.name, p.brand, s.sku_code, s.net_weight_g, s.standard_cost::text as cost,
        c.length_mm, c.width_mm, c.height_mm, c.gross_weight_g, c.units_per_carton
      from product p left join sku s on s.tenant_id = p.tenant_id and s.product_id = p.id
        left join sku_carton c on c.tenant_id = s.tenant_id and c.sku_id = s.id
      where p.tenant_id = ${tx.tenant} order by 1, 4`,
  );

test('a product list of 领星 is known by its head, and shown column by column before anything is written', async () => {
  covers('ours: moving over from another ERP');
  const file = await lingxing([
    [
      'LX-BED-W',
      '白色床',
      'LX-BED',
      '实木床',
      '床类',
      'Waybill',
      300,
      1.25,
      'kg',
      120,
      80.5,
      20,
      'cm',
      30.5,
      1,
      '张三',
    ],
    ['LX-BED-B', '黑色床', 'LX-BED', '实木床', '床类', 'Waybill', 300, 1250, 'g', 120, 80.5, 20, 'cm', 30.5, 1, '张三'],
    ['LX-LAMP', '台灯', '', '', '灯具', '--', 45, 800, 'g', '', '', '', '', '', '', ''],
  ]);
  const question = await send('product', file, '?ask=1');
  expect(question.status).toBe(409);
  expect(question.message).toContain(
    '识别为“领星产品导出”：SPU或SKU → SPU，款名或品名 → 产品名称，品牌 → 品牌，二级分类 → 分类',
  );
  expect(question.message).toContain('1 行与前面的行是同一条，只导入第一行');
  expect(question.message).toMatch(/未识别的列不会导入：.*采购员/);
  expect(await products()).toEqual([]);

  expect((await send('product', file)).message).toBe('共2行数据全部导入成功！');
  const skus = await send('sku', file);
  expect(skus.message).toBe('共3行数据全部导入成功！');
  expect(skus.result.notes[0]).toBe(
    '识别为“领星产品导出”：SKU → SKU，SPU或SKU → 产品，品名 → 名称，单品净重 → 净重(g)，采购成本(CNY) → 标准成本',
  );
  // The shop's books are in dollars: yuan are no cost of theirs.
  expect(skus.result.notes).toContain('采购成本(CNY)不是 USD 的 3 行，标准成本留空，请导入后按 USD 填写');
  const cartons = await send('skuCarton', file);
  expect(cartons.message).toBe('共2行数据全部导入成功！');
  expect(cartons.result.notes).toContain('1 行的外箱规格长为空或 0，不会导入');

  const carton = { length_mm: 1200, width_mm: 805, height_mm: 200, gross_weight_g: 30_500, units_per_carton: 1 };
  expect(await products()).toEqual(
    [
      { spuCode: 'LX-BED', name: '实木床', brand: 'Waybill', skuCode: 'LX-BED-B', netWeightG: 1250, cost: null },
      { spuCode: 'LX-BED', name: '实木床', brand: 'Waybill', skuCode: 'LX-BED-W', netWeightG: 1250, cost: null },
      { spuCode: 'LX-LAMP', name: '台灯', brand: null, skuCode: 'LX-LAMP', netWeightG: 800, cost: null },
    ].map((row, at) => ({
      ...row,
      lengthMm: at < 2 ? carton.length_mm : null,
      widthMm: at < 2 ? carton.width_mm : null,
      heightMm: at < 2 ? carton.height_mm : null,
      grossWeightG: at < 2 ? carton.gross_weight_g : null,
      unitsPerCarton: at < 2 ? carton.units_per_carton : null,
    })),
  );
});

test('the next file of the kind changes what changed and adds what is new', async () => {
  const file = await lingxing([
    ['LX-LAMP', '台灯', '', '', '', '', '', 0.82, 'kg', '', '', '', '', '', '', ''],
    ['LX-CHAIR', '椅子', '', '', '', '', '', 6, 'kg', '', '', '', '', '', '', ''],
  ]);
  expect((await send('product', file)).message).toBe('共2行数据全部导入成功！');
  expect((await send('sku', file)).message).toBe('共2行数据全部导入成功！');
  const stored = (await products()).filter(({ spuCode }) => spuCode === 'LX-LAMP' || spuCode === 'LX-CHAIR');
  expect(stored.map(({ skuCode, netWeightG }) => [skuCode, netWeightG])).toEqual([
    ['LX-CHAIR', 6000],
    ['LX-LAMP', 820],
  ]);
});

test('rows are judged by the rules of every import, and come back under the headings they had', async () => {
  const file = await lingxing([
    ['', '无编码', '', '', '', '', '', '', '', '', '', '', '', '', '', ''],
    ['LX-HEAVY', '重量写坏', 'LX-LAMP', '', '', '', '', '很重', '', '', '', '', '', '', '', ''],
    ['LX-ORPHAN', '没有产品', 'NO-SUCH', '', '', '', '', 1, 'kg', '', '', '', '', '', '', ''],
  ]);
  const { code, result } = await send('sku', file);
  expect(code).toBe(201);
  expect(result.errors.map(({ row, title, message }) => [row, title, message])).toEqual(
    expect.arrayContaining([
      [2, 'SKU', '请输入SKU'],
      [3, '净重(g)', '净重必须是整数'],
      [4, '产品', '产品不存在'],
    ]),
  );
  const back = await readRecords((await admin.raw('GET', result.fileUrl as string)).bytes);
  expect(back[1]).toMatchObject({ SKU: 'LX-HEAVY', 品名: '重量写坏', 单品净重: '很重' });
});

test('易仓 weighs in kilograms and 马帮 in grams, and writes sizes as one text', async () => {
  const eccang = await workbook(
    ['产品代码', '产品名称(中文)', '产品名称(英文)', '产品重量(KG)', '长(CM)', '产品状态'],
    [['YC-1', '书架', 'Shelf', 12.345, 80, '销售中']],
  );
  const mabang = await workbook(
    ['库存SKU', '库存SKU中文名称', '状态', '统一成本价(RMB)', '重量(g)', '装箱尺寸', '装箱毛重(kg)', '装箱数'],
    [['MB-1', '衣架', '正常', 12.5, 456, '40*30.5*20', '9.8', 12]],
  );
  for (const file of [eccang, mabang])
    for (const resource of ['product', 'sku']) expect(await send(resource, file)).toMatchObject({ code: 200 });
  expect(await send('skuCarton', mabang)).toMatchObject({ code: 200 });
  const stored = (await products()).filter(({ spuCode }) => spuCode === 'YC-1' || spuCode === 'MB-1');
  expect(stored).toMatchObject([
    {
      skuCode: 'MB-1',
      netWeightG: 456,
      lengthMm: 400,
      widthMm: 305,
      heightMm: 200,
      grossWeightG: 9800,
      unitsPerCarton: 12,
    },
    { skuCode: 'YC-1', name: '书架', netWeightG: 12_345 },
  ]);
});

const adjustment = (bytes: Buffer, query: Record<string, string> = {}) =>
  upload(
    scene,
    admin,
    `/inventory/stockAdjustment/importLines?${new URLSearchParams({ dryRun: '1', ...query }).toString()}`,
    bytes,
  );

test('a stock list becomes opening lines of one warehouse of it, without what has nothing', async () => {
  const lingxing = await workbook(
    ['品名', 'SKU', '仓库', '可用量', '锁定量', '待检待上架量', '单位库存成本'],
    [
      ['白色床', 'LX-BED-W', '洛杉矶仓', 12, 3, 1, 310],
      ['黑色床', 'LX-BED-B', '洛杉矶仓', 0, 0, 0, 310],
      ['台灯', 'LX-LAMP', '新泽西仓', 7, 0, 0, 45],
      ['不认识', 'LX-NONE', '洛杉矶仓', 5, 0, 0, 1],
    ],
  );
  const question = await adjustment(lingxing);
  expect(question).toMatchObject({
    status: 422,
    message: '文件里有 2 个仓库，一次导入一个，请选择',
    result: { errors: [{ field: '洛杉矶仓' }, { field: '新泽西仓' }] },
  });
  const { result } = await adjustment(lingxing, { part: '洛杉矶仓' });
  expect(result.lines).toMatchObject([{ qty: 12, unitCost: null }]);
  expect(result.errors.map(({ row, message }) => [row, message])).toEqual([[5, 'SKU不存在']]);
  expect(result.notes).toEqual(
    expect.arrayContaining([
      '识别为“领星库存导出”：SKU → SKU，可用量 → 数量，单位库存成本 → 单位成本',
      '1 行的可用量为空或 0，不会导入',
      '“新泽西仓”的 1 行不会导入',
    ]),
  );
  const other = await adjustment(lingxing, { part: '新泽西仓' });
  expect(other.result.lines).toMatchObject([{ qty: 7 }]);
});

test('易仓 and 马帮 list stock under their own headings', async () => {
  const eccang = await workbook(['产品代码', '仓库代码', '可用数量', '待出数量'], [['YC-1', 'US-W', '1,200', 3]]);
  const mabang = await workbook(
    ['库存SKU', '库存SKU中文名称', '仓库', '可用库存', '统一成本价'],
    [['MB-1', '衣架', '深圳仓', 30, 12.5]],
  );
  expect((await adjustment(eccang)).result.lines).toMatchObject([{ qty: 1200 }]);
  expect((await adjustment(mabang)).result.lines).toMatchObject([{ qty: 30, unitCost: null }]);
});

test('a file that belongs elsewhere says where', async () => {
  const stock = await workbook(['SKU', '仓库', '可用量'], [['LX-LAMP', '洛杉矶仓', 1]]);
  const answer = await send('product', stock);
  expect(answer).toMatchObject({ status: 422 });
  expect(answer.message).toBe(
    '这是领星库存导出，请到“库存 - 调整单”新增类型为“期初导入”的调整单，在明细中“从表格导入”',
  );
  const inbox = await upload<{ errors: { message: string }[] }>(
    scene,
    admin,
    '/finance/inbox/take',
    await lingxing([['A', 'B', '', '', '', '', '', '', '', '', '', '', '', '', '', '']]),
  );
  expect(inbox.success).toBe(false);
  expect(inbox.message).toContain('这是领星产品导出，请依次在“产品”“SKU”“箱规”中导入同一个文件');
});
