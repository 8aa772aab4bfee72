import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';

/* Lines that are typed together are stored together; what a pasted text names is found at once. */

let scene: TestApp;
let admin: Client;
let productId: string;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  productId = await add('/catalog/product', { spuCode: 'SPU-1', name: '边几' });
});
afterAll(() => scene.stop());

interface Carton {
  id: string;
  version: number;
  cartonNo: number;
  label: string;
}

async function add(path: string, body: object): Promise<string> {
  const answer = await admin.post<{ id: string }>(`${path}/add`, body);
  expect(answer.success, answer.message).toBe(true);
  return answer.result.id;
}

const skuOf = (skuCode: string, name = skuCode): Promise<string> => add('/catalog/sku', { skuCode, productId, name });

const carton = (skuId: string, cartonNo: number, label: string) => ({
  skuId,
  cartonNo,
  label,
  lengthMm: 500,
  widthMm: 400,
  heightMm: 300,
  grossWeightG: 9000,
});

const cartonsOf = async (skuId: string): Promise<Carton[]> => {
  const { result } = await admin.get<{ lines: { skuCarton: Carton[] } }>('/catalog/sku/queryById', {
    id: skuId,
  });
  return result.lines.skuCarton.sort((a, b) => a.cartonNo - b.cartonNo);
};
const labels = async (skuId: string): Promise<string[]> =>
  (await cartonsOf(skuId)).map(({ cartonNo, label }) => `${cartonNo} ${label}`);

const saveLines = (body: object, who: Client = admin, key?: string): Promise<Answer<{ errors: object[] } | null>> =>
  who.post('/catalog/skuCarton/saveLines', body, key ? { 'idempotency-key': key } : {});

async function skuWithCartons(code: string): Promise<[string, [Carton, Carton]]> {
  const skuId = await skuOf(code);
  const lines = [carton(skuId, 1, '床头'), carton(skuId, 2, '床尾')];
  expect(await saveLines({ lines })).toMatchObject({ success: true, message: '编辑成功!' });
  return [skuId, (await cartonsOf(skuId)) as [Carton, Carton]];
}

test('lines are added, changed and removed in one go; a number given up is free', async () => {
  const [skuId, [head, foot]] = await skuWithCartons('TOGETHER');
  const body = {
    removed: [head.id],
    lines: [{ id: foot.id, version: foot.version, cartonNo: 1 }, carton(skuId, 2, '床板')],
  };
  expect((await saveLines(body)).success).toBe(true);
  expect(await labels(skuId)).toEqual(['1 床尾', '2 床板']);
});

test('one wrong line keeps all back, and every wrong one is named by its place', async () => {
  const [skuId, [head, foot]] = await skuWithCartons('NONE');
  const body = {
    removed: [head.id],
    lines: [
      { id: foot.id, version: foot.version, label: '改名' },
      { ...carton(skuId, 3, ''), lengthMm: 0 },
      carton(skuId, 2, '撞号'),
    ],
  };
  const answer = await saveLines(body);
  expect(answer).toMatchObject({ status: 422, success: false });
  expect(answer.result?.errors).toEqual([
    expect.objectContaining({ row: 2, field: 'label', message: '请输入箱名' }),
    expect.objectContaining({ row: 2, field: 'lengthMm', message: '长不能小于1' }),
    expect.objectContaining({ row: 3, field: 'cartonNo', message: '该SKU已有第 2 箱' }),
  ]);
  expect(await labels(skuId)).toEqual(['1 床头', '2 床尾']);
});

test('numbers are swapped, and passed on around a ring, in one save', async () => {
  covers('§2.5 lines in grids');
  const [skuId, [head, foot]] = await skuWithCartons('SWAP');
  const to = ({ id, version }: Carton, cartonNo: number) => ({ id, version, cartonNo });
  expect((await saveLines({ lines: [to(head, 2), to(foot, 1)] })).message).toBe('编辑成功!');
  expect(await labels(skuId)).toEqual(['1 床尾', '2 床头']);
  expect((await saveLines({ lines: [carton(skuId, 3, '床板')] })).success).toBe(true);
  const [one, two, three] = (await cartonsOf(skuId)) as [Carton, Carton, Carton];
  const ring = [to(one, 2), { ...to(two, 3), label: '床头板' }, to(three, 1)];
  expect((await saveLines({ lines: ring })).message).toBe('编辑成功!');
  expect(await labels(skuId)).toEqual(['1 床板', '2 床尾', '3 床头板']);
  const versions = (await cartonsOf(skuId)).map(({ id, version }) => [id, version]);
  expect(versions).toEqual([three, one, two].map(({ id, version }) => [id, version + 1]));
});

test('a number that two lines would have afterwards is refused at its cell, and nothing moves', async () => {
  const [skuId, [head, foot]] = await skuWithCartons('TWICE');
  await saveLines({ lines: [carton(skuId, 3, '床板')] });
  const of = ({ id, version }: Carton, change: object) => ({ id, version, ...change });
  const taken = (row: number, no: number) =>
    expect.objectContaining({ row, field: 'cartonNo', message: `该SKU已有第 ${no} 箱` });
  for (const [lines, errors] of [
    [[of(head, { cartonNo: 2 }), of(foot, { cartonNo: 3 })], [taken(2, 3)]],
    [[of(head, { cartonNo: 2 }), of(foot, { label: '改名' })], [taken(1, 2)]],
    [[of(foot, { cartonNo: 1 }), of(head, { cartonNo: 3 })], [taken(2, 3)]],
    [[of(head, { cartonNo: 2 }), of(foot, { cartonNo: 1 }), carton(skuId, 1, '新')], [taken(3, 1)]],
  ] as [object[], object[]][]) {
    const answer = await saveLines({ lines });
    expect(answer).toMatchObject({ status: 422, success: false });
    expect(answer.result?.errors).toEqual(errors);
    expect(await labels(skuId)).toEqual(['1 床头', '2 床尾', '3 床板']);
  }
});

test('codes that are unique over all rows are swapped too; one that stays with its row is not free', async () => {
  const skus: { id: string; version: number; upc: string }[] = [];
  for (const upc of ['012345678905', '036000291452', '042100005264'])
    skus.push({
      id: await add('/catalog/sku', { skuCode: upc, name: upc, upc, productId }),
      version: 1,
      upc,
    });
  const [a, b, c] = skus as [(typeof skus)[0], (typeof skus)[0], (typeof skus)[0]];
  const save = (lines: object[]) => admin.post<{ errors: object[] } | null>('/catalog/sku/saveLines', { lines });
  const of = (row: typeof a, change: object) => ({ id: row.id, version: row.version, ...change });
  expect((await save([of(a, { upc: b.upc }), of(b, { upc: a.upc })])).message).toBe('编辑成功!');
  for (const row of [a, b]) row.version += 1;
  const upcOf = async ({ id }: typeof a): Promise<unknown> =>
    (await admin.get<{ upc: string }>('/catalog/sku/queryById', { id })).result.upc;
  expect([await upcOf(a), await upcOf(b)]).toEqual([b.upc, a.upc]);
  // An emptied code is free as well.
  expect((await save([of(b, { upc: c.upc }), of(c, { upc: null })])).message).toBe('编辑成功!');
  b.version += 1;
  const refused = await save([of(a, { upc: c.upc }), of(b, { name: '改名' })]);
  expect(refused.result?.errors).toEqual([expect.objectContaining({ row: 1, field: 'upc' })]);
  expect([await upcOf(a), await upcOf(b)]).toEqual([b.upc, c.upc]);
});

test('a line that somebody else has changed keeps all back', async () => {
  const [skuId, [head, foot]] = await skuWithCartons('STALE');
  const edit = { id: head.id, version: head.version, label: '他人' };
  expect((await admin.put('/catalog/skuCarton/edit', edit)).success).toBe(true);
  const lines = [
    { id: foot.id, version: foot.version, label: '我' },
    { id: head.id, version: head.version, label: '我' },
  ];
  expect(await saveLines({ lines })).toMatchObject({
    status: 409,
    message: '数据已被他人修改，请刷新',
  });
  expect(await labels(skuId)).toEqual(['1 他人', '2 床尾']);
});

test('the same call with the same key is made once', async () => {
  const skuId = await skuOf('KEYED');
  const [body, key] = [{ lines: [carton(skuId, 1, '整件')] }, newId()];
  expect((await saveLines(body, admin, key)).success).toBe(true);
  expect((await saveLines(body, admin, key)).success).toBe(true);
  expect(await labels(skuId)).toEqual(['1 整件']);
});

test('each verb needs its own permission', async () => {
  const [skuId, [head]] = await skuWithCartons('PERMITTED');
  const reader = await scene.as('kefu');
  expect((await reader.get('/catalog/skuCarton/list')).success).toBe(true);
  for (const body of [
    { removed: [head.id] },
    { lines: [carton(skuId, 9, '新箱')] },
    { lines: [{ id: head.id, version: head.version, label: '改' }] },
  ])
    expect(await saveLines(body, reader)).toMatchObject({ status: 403 });
  expect(await saveLines({})).toMatchObject({ status: 422 });
  expect(await labels(skuId)).toEqual(['1 床头', '2 床尾']);
});

test('texts name rows by label, unique code or id, all in one call', async () => {
  covers('ours: pasted codes become links');
  const first = await skuOf('LOOK-1');
  const twins = [
    await add('/catalog/product', { spuCode: 'TWIN-1', name: '双胞胎' }),
    await add('/catalog/product', { spuCode: 'TWIN-2', name: '双胞胎' }),
  ];
  const lookUp = async (path: string, texts: string[]): Promise<object[]> =>
    (await admin.post<object[]>(`${path}/lookup`, { texts })).result;
  expect(await lookUp('/catalog/sku', ['LOOK-1', first, 'ABC', 'LOOK-1'])).toEqual([
    { text: 'LOOK-1', id: first, label: 'LOOK-1' },
    { text: first, id: first, label: 'LOOK-1' },
    { text: 'ABC', fault: 'missing' },
  ]);
  const faced = await admin.post<object[]>('/catalog/sku/lookup', { texts: [first], faces: true });
  expect(faced.result).toMatchObject([{ id: first, face: { picture: null } }]);
  // No two SKUs are called alike in other letters.
  const again = { skuCode: 'look-1', productId, name: 'look-1' };
  expect((await admin.post('/catalog/sku/add', again)).status).toBe(422);
  expect(await lookUp('/catalog/sku', ['look-1', 'LOOK-1', 'ＬＯＯＫ－1'])).toEqual([
    { text: 'look-1', id: first, label: 'LOOK-1' },
    { text: 'LOOK-1', id: first, label: 'LOOK-1' },
    { text: 'ＬＯＯＫ－1', id: first, label: 'LOOK-1' },
  ]);
  expect(await lookUp('/catalog/product', ['twin-2'])).toEqual([{ text: 'twin-2', id: twins[1], label: '双胞胎' }]);
  expect(await lookUp('/catalog/product', ['双胞胎', 'TWIN-2'])).toEqual([
    { text: '双胞胎', fault: 'ambiguous' },
    { text: 'TWIN-2', id: twins[1], label: '双胞胎' },
  ]);
});
