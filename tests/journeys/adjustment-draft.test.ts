import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';

let scene: TestApp;
let admin: Client;
let packer: Client;
let codes: string[];

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  packer = await scene.as('cangku');
  codes = Object.keys(scene.seller.skus);
});
afterAll(() => scene?.stop());

interface Draft {
  id: string;
  version: number;
  status: string;
  lineCount: number;
  totalQty: number;
  reason: string;
  lines: { stockAdjustmentLine: Record<string, unknown>[] };
}

const head = (): Record<string, unknown> => ({
  kind: 'adjust',
  warehouseId: Object.values(scene.seller.warehouses)[0],
  reason: '盘点差异',
});
const line = (index: number, qty: number, unitCost?: string) => ({
  skuId: scene.seller.skus[codes[index] as string],
  condition: 'good',
  qty,
  ...(unitCost === undefined ? {} : { unitCost }),
});
const read = async (id: string): Promise<Draft> =>
  (await admin.get<Draft>('/inventory/stockAdjustment/queryById', { id })).result;
const add = async (...lines: unknown[]): Promise<Draft> => {
  const { result } = await admin.post<{ id: string }>('/inventory/stockAdjustment/add', {
    ...head(),
    lines,
  });
  return read(result.id);
};
const edit = (draft: Draft, lines: unknown[], change: object = {}, client = admin) =>
  client.put('/inventory/stockAdjustment/edit', {
    ...head(),
    id: draft.id,
    version: draft.version,
    lines,
    ...change,
  });
const shown = (draft: Draft) =>
  draft.lines.stockAdjustmentLine.map((one) => [one['skuId_dictText'], one['qty'], one['unitCost']]);

test('lines of a draft are changed, removed and added before it is submitted', async () => {
  const draft = await add(line(0, 5, '2'), line(1, 7, '3'));
  const answer = await edit(draft, [line(2, 1, '4'), line(1, -2, '3.5')], { reason: '复盘' });
  expect(answer).toMatchObject({ status: 200, message: '编辑成功!' });
  const after = await read(draft.id);
  expect(after).toMatchObject({
    status: 'draft',
    version: draft.version + 1,
    reason: '复盘',
    lineCount: 2,
    totalQty: -1,
    updateBy: 'admin',
  });
  expect(shown(after)).toEqual([
    [codes[2], 1, '4.0000'],
    [codes[1], -2, '3.5000'],
  ]);
  expect((await admin.post(`/inventory/stockAdjustment/${draft.id}/submit`)).success).toBe(true);
  const moved = await admin.get<{ records: Record<string, unknown>[] }>('/inventory/stockMovement/list', {
    refNo: String((after as unknown as Record<string, unknown>)['adjustmentNo']),
  });
  expect(moved.result.records.map((one) => one['qty']).sort()).toEqual([-2, 1]);
  expect(await scene.violations()).toEqual([]);
});

test('an old version, a submitted one and a foreign one are not written', async () => {
  const draft = await add(line(0, 1));
  expect((await edit(draft, [line(0, 2)])).success).toBe(true);
  expect(await edit(draft, [line(0, 3)])).toMatchObject({
    status: 409,
    message: '数据已被他人修改，请刷新',
  });
  expect((await edit(draft, [line(0, 3)], { version: undefined })).status).toBe(409);
  const fresh = await read(draft.id);
  expect(fresh.totalQty).toBe(2);
  expect((await admin.post(`/inventory/stockAdjustment/${draft.id}/submit`)).success).toBe(true);
  expect(await edit(await read(draft.id), [line(0, 9)])).toMatchObject({
    status: 409,
    message: '当前状态不允许此操作',
  });
  const nobody = { ...draft, id: '0199aaaa-0000-7000-8000-000000000000' };
  expect((await edit(nobody, [line(0, 9)])).status).toBe(404);
  expect((await read(draft.id)).totalQty).toBe(2);
});

test('wrong lines are named by row and nothing is written', async () => {
  const draft = await add(line(0, 1), line(1, 1));
  const unknown = { ...line(0, 1), skuId: '0199aaaa-0000-7000-8000-000000000000' };
  const answer = await edit(draft, [line(0, 4), line(1, 0), { qty: 1 }]);
  expect(answer).toMatchObject({
    status: 422,
    result: {
      errors: [
        { row: 2, message: '数量不能为0' },
        { row: 3, field: 'skuId' },
      ],
    },
  });
  expect(await edit(draft, [line(0, 4), unknown])).toMatchObject({
    status: 422,
    result: { errors: [{ row: 2, field: 'skuId', message: 'SKU不存在' }] },
  });
  expect((await edit(draft, [])).status).toBe(422);
  expect(await read(draft.id)).toMatchObject({ version: draft.version, lineCount: 2, totalQty: 2 });
});

test('one who may not see costs changes quantities and keeps the costs', async () => {
  const draft = await add(line(0, 5, '2'), line(1, 7, '3'));
  const own = await packer.get<Draft>('/inventory/stockAdjustment/queryById', { id: draft.id });
  const [first, second] = own.result.lines.stockAdjustmentLine as [object, object];
  expect(first).not.toHaveProperty('unitCost');
  const skuId = scene.seller.skus[codes[2] as string];
  const lines = [
    { ...first, qty: 6 },
    { ...second, skuId },
  ];
  expect((await edit(draft, lines, {}, packer)).success).toBe(true);
  // Another SKU has another cost.
  expect(shown(await read(draft.id))).toEqual([
    [codes[0], 6, '2.0000'],
    [codes[2], 7, null],
  ]);
  expect((await edit(draft, [line(0, 1)], {}, await scene.as('kefu'))).status).toBe(403);
});

test('lines stay the same lines over an edit, so that the next editor still means them', async () => {
  const draft = await add(line(0, 5, '2'), line(1, 7, '3'));
  const [first, second] = draft.lines.stockAdjustmentLine as [{ id: string }, { id: string }];
  expect((await edit(draft, [{ ...second, qty: 8 }, line(2, 1, '4')])).success).toBe(true);
  const after = await read(draft.id);
  expect(after.lines.stockAdjustmentLine[0]).toMatchObject({ id: second.id, qty: 8 });
  // The packer had read the draft before: of the line that is still there the cost is known.
  const late = { ...draft, version: after.version };
  const lines = [first, second].map(({ id }, index) => ({ ...line(index, 9), id }));
  expect((await edit(late, [...lines, { ...lines[1] }], {}, packer)).success).toBe(true);
  expect(shown(await read(draft.id))).toEqual(
    expect.arrayContaining([
      [codes[0], 9, null],
      [codes[1], 9, '3.0000'],
      [codes[1], 9, null],
    ]),
  );
});

test('what a checker sent back can be corrected and submitted again', async () => {
  const draft = await add(line(3, 50, '40'));
  await admin.post(`/inventory/stockAdjustment/${draft.id}/submit`);
  const path = `/inventory/stockAdjustment/${draft.id}/reject`;
  expect((await admin.post(path, { reason: '数量不对' })).success).toBe(true);
  const back = await read(draft.id);
  expect(back.status).toBe('rejected');
  const [stored] = back.lines.stockAdjustmentLine as [object];
  expect((await edit(back, [{ ...stored, qty: 5 }])).success).toBe(true);
  const again = await admin.post<{ state: string }>(`/inventory/stockAdjustment/${draft.id}/submit`);
  expect(again.result.state).toBe('posted');
});
