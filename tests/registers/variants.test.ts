import { afterAll, beforeAll, expect, test } from 'vitest';
import { personWith } from '#tests/contract/worlds.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';

/* SKUs of a product as one sheet: options, rows for their combinations, cartons, a copy (domain.md §2.2). */

let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
});
afterAll(() => scene.stop());

interface Sku {
  id: string;
  version: number;
  skuCode: string;
  variant: string | null;
}

interface Product {
  id: string;
  version: number;
  options: string | null;
  status: string;
  lines: { sku: Sku[] };
}

const shown = async (id: string): Promise<Product> =>
  (await admin.get<Product>('/catalog/product/queryById', { id })).result;

async function newProduct(spuCode: string): Promise<string> {
  const answer = await admin.post<{ id: string }>('/catalog/product/add', {
    spuCode,
    name: '沙发',
  });
  expect(answer.success, answer.message).toBe(true);
  return answer.result.id;
}

const COLOURS = { name: '颜色', values: ['白', '灰', '黑'] };
const row = (value: string, skuCode: string, more: object = {}) => ({
  values: [value],
  skuCode,
  name: `沙发 ${value}`,
  ...more,
});
const box = (label: string) => ({
  label,
  lengthMm: 900,
  widthMm: 500,
  heightMm: 400,
  grossWeightG: 20_000,
});

const save = (id: string, body: object, who: Client = admin): Promise<Answer<{ errors: object[] } | null>> =>
  who.post(`/catalog/product/${id}/variants`, body);

test('three variants of two cartons each are one save, and the product can be sold', async () => {
  covers('ours: products on sale');
  const id = await newProduct('SOFA');
  const answer = await save(id, {
    version: 1,
    options: [COLOURS],
    skus: [row('白', 'SOFA-W', { standardCost: '88.5' }), row('灰', 'SOFA-G'), row('黑', 'SOFA-B')],
    cartons: [box('座'), box('靠背')],
  });
  expect(answer.success, answer.message).toBe(true);
  const made = await shown(id);
  expect(JSON.parse(made.options ?? '')).toEqual([COLOURS]);
  expect(made.version).toBe(2);
  const skus = made.lines.sku.toSorted((a, b) => a.skuCode.localeCompare(b.skuCode));
  expect(skus.map(({ skuCode, variant }) => [skuCode, variant])).toEqual([
    ['SOFA-B', '黑'],
    ['SOFA-G', '灰'],
    ['SOFA-W', '白'],
  ]);
  const cartons = await admin.get<{ records: { cartonNo: number; label: string }[] }>('/catalog/skuCarton/list', {
    skuId: skus[0]?.id as string,
  });
  expect(cartons.result.records.map(({ cartonNo, label }) => [cartonNo, label])).toEqual([
    [1, '座'],
    [2, '靠背'],
  ]);
  const activated = await admin.post(`/catalog/product/${id}/activate`);
  expect(activated.message).toBe('还不能上架销售：没有选择分类；没有图片');
});

test('a later save changes what differs, adds what is new, and keeps cartons that are there', async () => {
  const id = await newProduct('BENCH');
  const first = { version: 1, options: [{ ...COLOURS, values: ['白'] }] };
  await save(id, { ...first, skus: [row('白', 'BENCH-W')], cartons: [box('整件')] });
  const { version, lines } = await shown(id);
  const [white] = lines.sku as [Sku];
  const again = await save(id, {
    version,
    options: [COLOURS],
    skus: [
      row('白', 'BENCH-WHITE', { id: white.id, version: white.version }),
      row('灰', 'BENCH-G'),
      row('黑', 'BENCH-B'),
    ],
    cartons: [box('新箱')],
  });
  expect(again.success, again.message).toBe(true);
  const skus = (await shown(id)).lines.sku;
  expect(skus.map(({ skuCode }) => skuCode).sort()).toEqual(['BENCH-B', 'BENCH-G', 'BENCH-WHITE']);
  const page = await admin.get<{ records: { label: string }[] }>('/catalog/skuCarton/list', {
    skuId: white.id,
  });
  expect(page.result.records.map(({ label }) => label)).toEqual(['整件']);
});

test('what is wrong stands at its cell, and nothing of the sheet is stored', async () => {
  const id = await newProduct('CHAIR');
  const sheet = (...skus: object[]) => ({ version: 1, options: [COLOURS], skus });
  const twice = await save(id, sheet(row('白', 'CHAIR-W'), row('白', 'CHAIR-X')));
  expect(twice.result).toMatchObject({
    errors: [{ field: 'variant', row: 2, message: '规格 白 重复' }],
  });
  const odd = await save(id, sheet(row('红', 'CHAIR-R')));
  expect(odd.result).toMatchObject({ errors: [{ field: 'variant', row: 1 }] });
  const taken = await save(id, sheet(row('白', 'CHAIR-W'), row('灰', 'SOFA-W')));
  expect(taken.result).toMatchObject({
    errors: [{ field: 'skuCode', row: 2, message: 'SKU已存在' }],
  });
  const heavy = await save(id, {
    ...sheet(row('白', 'CHAIR-W')),
    cartons: [{ ...box('座'), grossWeightG: 0 }],
  });
  expect(heavy.result).toMatchObject({ errors: [{ field: 'cartons.grossWeightG', row: 1 }] });
  expect((await save(id, { ...sheet(), skus: [] })).status).toBe(422);
  expect((await save(id, { ...sheet(row('白', 'CHAIR-W')), version: 9 })).status).toBe(409);
  expect((await shown(id)).lines.sku).toEqual([]);
  await save(id, sheet(row('白', 'CHAIR-W'), row('灰', 'CHAIR-G')));
  const { version } = await shown(id);
  const left = await save(id, { version, options: [COLOURS], skus: [row('黑', 'CHAIR-B')] });
  expect(left.message).toBe('CHAIR-G（灰）没有在表中，请先删除该SKU');
});

test('two who save at once make one set of variants', async () => {
  const id = await newProduct('RACE');
  const sheet = (stem: string) => ({
    version: 1,
    options: [COLOURS],
    skus: COLOURS.values.map((value, at) => row(value, `${stem}-${at}`)),
  });
  const answers = await Promise.all(['RACE-A', 'RACE-B'].map((stem) => save(id, sheet(stem))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await shown(id)).lines.sku).toHaveLength(3);
});

test('a copy is a draft with SKUs and cartons of its own', async () => {
  const id = await newProduct('DESK');
  await save(id, {
    version: 1,
    options: [COLOURS],
    skus: [row('白', 'DESK-W'), row('灰', 'OTHER-G')],
    cartons: [box('桌面'), box('桌腿')],
  });
  const copy = (spuCode: string, who = admin) =>
    who.post<{ id: string }>(`/catalog/product/${id}/copy`, { spuCode, name: '新书桌' });
  expect((await copy('DESK')).message).toBe('SPU已存在');
  const { result } = await copy('TABLE');
  const made = await shown(result.id);
  expect(made.status).toBe('draft');
  expect(made.lines.sku.map(({ skuCode, variant }) => [skuCode, variant]).sort()).toEqual([
    ['TABLE-02', '灰'],
    ['TABLE-W', '白'],
  ]);
  const cartons = await admin.get<{ total: number }>('/catalog/skuCarton/list', {
    skuId: made.lines.sku[0]?.id as string,
  });
  expect(cartons.result.total).toBe(2);
  const reader = await personWith(scene, admin, ['catalog:product:list', 'catalog:product:add']);
  expect((await copy('NOPE', reader)).status).toBe(403);
});
