import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { openShop } from '#tests/channels/shop.ts';
import { pdfWords } from '#tests/contract/pdf-words.ts';
import { must, NEW_JERSEY, newOrder, startedShipment, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';

/* Zones and bins of a warehouse, and where each SKU stands (domain.md §2.1). */

let scene: TestApp;
let admin: Client;
let warehouseId: string;
let otherId: string;
let zoneId: string;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  warehouseId = scene.seller.warehouses[NEW_JERSEY] as string;
  otherId = Object.values(scene.seller.warehouses).find((id) => id !== warehouseId) as string;
  zoneId = await added('/base/warehouseZone/add', zone({ code: 'G', name: '良品区' }));
});
afterAll(() => scene.stop());

interface Refused {
  id: string;
  errors: { field: string; message: string }[];
}
const zone = (more: object): object => ({ warehouseId, purpose: 'good', ...more });
const added = async (path: string, body: object): Promise<string> =>
  (await must(admin.post<{ id: string }>(path, body))).id;
const refused = async (path: string, body: object): Promise<string[]> => {
  const { status, result } = await admin.post<Refused>(path, body);
  expect(status).toBe(422);
  return result.errors.map(({ field, message }) => `${field}: ${message}`);
};
const bin = (code: string, more: object = {}): Promise<string> =>
  added('/base/warehouseBin/add', { warehouseId, zoneId, code, ...more });
const sku = (part = STOOL): string => scene.seller.skus[part] as string;
const stand = (binId: string, more: object = {}) =>
  admin.post<Refused>('/inventory/skuBin/add', { warehouseId, skuId: sku(), binId, ...more });

interface Level {
  binId: string | null;
  binId_dictText: string | null;
}
const levels = async (query: Record<string, string>): Promise<Level[]> => {
  const path = '/inventory/stockLevel/list';
  return (await must(admin.get<{ records: Level[] }>(path, query))).records;
};
const shownBin = async (): Promise<string | null | undefined> =>
  (await levels({ skuId: sku(), warehouseId, condition: 'good' }))[0]?.binId_dictText;

test('codes are unique in their warehouse, and a bin stands in a zone of it', async () => {
  covers('ours: bins');
  const taken = zone({ code: 'G', name: '又一个' });
  expect(await refused('/base/warehouseZone/add', taken)).toEqual(['code: 该仓库已有库区 G']);
  const elsewhere = await added('/base/warehouseZone/add', {
    warehouseId: otherId,
    code: 'G',
    name: '那边的',
    purpose: 'good',
  });
  await bin('ONE');
  expect(await refused('/base/warehouseBin/add', { warehouseId, zoneId, code: 'ONE' })).toEqual([
    'code: 该仓库已有库位 ONE',
  ]);
  expect(await refused('/base/warehouseBin/add', { warehouseId, zoneId: elsewhere, code: 'TWO' })).toEqual([
    'zoneId: 库区不属于所选仓库，请重新选择',
  ]);
});

test('a pattern is shown first, makes what is not there, and leaves what is', async () => {
  const pattern = { warehouseId, zoneId, from: 'A-01-01', to: 'A-03-12' };
  const stored = await bin('A-02-05', { walkOrder: 7, note: '坏了一半' });
  const plan = await must(admin.post<{ count: number; existing: string[] }>('/base/warehouseBin/plan', pattern));
  expect(plan).toMatchObject({ count: 35, existing: ['A-02-05'] });
  const list = { warehouseId, code: 'A-*', pageSize: '100' };
  const found = () => must(admin.get<{ total: number; records: object[] }>('/base/warehouseBin/list', list));
  expect((await found()).total).toBe(1);
  expect(await must(admin.post('/base/warehouseBin/generate', pattern))).toEqual({
    added: 35,
    kept: 1,
  });
  const { total, records } = await found();
  expect(total).toBe(36);
  expect(records[0]).toMatchObject({ id: stored, walkOrder: 7, note: '坏了一半' });
  expect(records[1]).toMatchObject({ code: 'A-01-01', aisle: 'A', rack: '01', level: '01' });
  expect(records[35]).toMatchObject({
    code: 'A-03-12',
    place: expect.stringMatching(/\/A-03-12$/),
  });
  expect(await refused('/base/warehouseBin/plan', { ...pattern, to: 'A-01' })).toEqual([
    'to: 末个编码须和首个 A-01-01 的段数相同',
  ]);
});

test('two who make the same bins at once make them once', async () => {
  const pattern = { warehouseId, zoneId, from: 'R-01', to: 'R-40' };
  const both = await Promise.all(
    [0, 1, 2].map(() => must(admin.post<{ added: number; kept: number }>('/base/warehouseBin/generate', pattern))),
  );
  expect(both.map(({ added: n }) => n).sort()).toEqual([0, 0, 40]);
});

test('labels of bins are a PDF', async () => {
  const id = await bin('LABEL-1');
  const { status, bytes } = await admin.raw('POST', '/base/warehouseBin/print', { ids: [id] });
  expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  const none = await admin.raw('POST', '/base/warehouseBin/print', { ids: [] });
  expect(none.status).toBe(422);
});

test('a warehouse with another code names its places by it', async () => {
  const id = await bin('NAMED');
  const { code, version } = await must(
    admin.get<{ code: string; version: number }>('/base/warehouse/queryById', { id: warehouseId }),
  );
  await must(admin.put('/base/warehouse/edit', { id: warehouseId, version, code: `${code}X` }));
  const read = () => must(admin.get<{ place: string }>('/base/warehouseBin/queryById', { id }));
  expect((await read()).place).toBe(`${code}X/NAMED`);
  await must(admin.put('/base/warehouse/edit', { id: warehouseId, version: version + 1, code }));
  expect((await read()).place).toBe(`${code}/NAMED`);
});

test('a SKU stands once in a bin, in its warehouse, and one bin is the primary', async () => {
  const [first, second] = [await bin('P-1', { walkOrder: 5 }), await bin('P-2', { walkOrder: 3 })];
  const one = await must(stand(first));
  expect((await stand(first)).result.errors[0]?.message).toBe('该SKU已登记在库位 P-1');
  expect((await stand(second, { warehouseId: otherId })).result.errors[0]?.field).toBe('binId');
  expect(await shownBin()).toMatch(/\/P-1$/);
  const two = await must(stand(second));
  // Nobody said which is the primary: the first on the way.
  expect(await shownBin()).toMatch(/\/P-2$/);
  await must(admin.post(`/inventory/skuBin/${one.id}/primary`));
  expect(await shownBin()).toMatch(/\/P-1$/);
  const third = await stand(await bin('P-3'), { isPrimary: true });
  expect(third.result.errors[0]).toMatchObject({
    field: 'isPrimary',
    message: expect.stringContaining('主货位已是 P-1'),
  });
  await must(admin.post(`/inventory/skuBin/${two.id}/primary`));
  const rows = await must(
    admin.get<{ records: { id: string; isPrimary: boolean }[] }>('/inventory/skuBin/list', {
      skuId: sku(),
    }),
  );
  expect(rows.records.filter(({ isPrimary }) => isPrimary).map(({ id }) => id)).toEqual([two.id]);
  expect(await levels({ binId: second })).toHaveLength(1);
  // A bin that somebody stands in stays.
  const gone = await admin.delete('/base/warehouseBin/delete', { id: first });
  expect(gone.success).toBe(false);
  for (const { id } of [one, two]) await must(admin.delete('/inventory/skuBin/delete', { id }));
  expect(await shownBin()).toBeFalsy();
});

test('of many who make a bin the primary at once one is it in the end', async () => {
  const ids: string[] = [];
  for (const code of ['Q-1', 'Q-2', 'Q-3', 'Q-4']) ids.push((await must(stand(await bin(code)))).id);
  await Promise.all(ids.map((id) => must(admin.post(`/inventory/skuBin/${id}/primary`))));
  const list = async () =>
    (
      await must(
        admin.get<{ records: { isPrimary: boolean }[] }>('/inventory/skuBin/list', {
          skuId: sku(),
          isPrimary: 'true',
        }),
      )
    ).records;
  expect(await list()).toHaveLength(1);
  const added = await Promise.all(
    ['Q-5', 'Q-6'].map(async (code) =>
      admin.post<Refused>('/inventory/skuBin/add', {
        warehouseId,
        skuId: sku('WB-DCH-HOLM-S2'),
        binId: await bin(code),
        isPrimary: true,
      }),
    ),
  );
  expect(added.map(({ success }) => success).sort()).toEqual([false, true]);
});

test('where SKUs stand comes in as a sheet, bins by their whole name', async () => {
  await bin('SHEET-1');
  const { code } = await must(admin.get<{ code: string }>('/base/warehouse/queryById', { id: warehouseId }));
  const { name } = await must(admin.get<{ name: string }>('/base/warehouse/queryById', { id: warehouseId }));
  const titles = ['仓库', 'SKU', '库位', '主货位'];
  const sheet = await workbook(titles, [
    [name, 'WB-OUT-PLNT-S3', `${code}/SHEET-1`, '是'],
    [name, 'WB-OUT-PLNT-S3', `${code}/NOWHERE`, '否'],
  ]);
  const { result } = await upload(scene, admin, '/inventory/skuBin/importExcel', sheet);
  expect(result).toMatchObject({ successCount: 1, errorCount: 1 });
});

test('a count of bins counts what stands in them, in walking order', async () => {
  covers('ours: bins');
  const standing = ['WB-ACH-NELL-OTM', 'WB-DTB-HOLM-RD'];
  const bins = [await bin('C-09', { walkOrder: 900 }), await bin('C-01', { walkOrder: 800 })];
  for (const [at, part] of standing.entries())
    await must(admin.post('/inventory/skuBin/add', { warehouseId, skuId: sku(part), binId: bins[at] }));
  const count = (more: object) =>
    admin.post<Refused>('/inventory/stockCount/add', {
      warehouseId,
      extent: 'bins',
      isBlind: false,
      lines: [],
      ...more,
    });
  expect((await count({})).result.errors[0]?.field).toBe('bins');
  expect((await count({ bins: 'C-01 C-77' })).result.errors[0]?.message).toBe('仓库里没有库位 C-77');
  const otherZone = await added('/base/warehouseZone/add', {
    warehouseId: otherId,
    code: 'C',
    name: '良品区',
    purpose: 'good',
  });
  await bin('C-78', { warehouseId: otherId, zoneId: otherZone });
  // It stands in another warehouse.
  expect((await count({ bins: 'C-01 C-78' })).result.errors[0]?.message).toBe('仓库里没有库位 C-78');
  expect((await count({ extent: 'listed', bins: 'C-01' })).result.errors[0]?.field).toBe('extent');
  const { id } = await must(count({ bins: 'C-0*' }));
  await must(admin.post(`/inventory/stockCount/${id}/start`));
  const desk = await must(
    admin.get<{ lines: { goods: { code: string; bins: string[] } }[] }>(`/inventory/stockCount/${id}/desk`),
  );
  expect(desk.lines.map(({ goods }) => [goods.code, ...goods.bins])).toEqual([
    ['WB-DTB-HOLM-RD', 'C-01'],
    ['WB-ACH-NELL-OTM', 'C-09'],
  ]);
});

test('what comes in is shown where to go', async () => {
  const { id } = await must(
    admin.post<{ id: string }>('/inventory/inboundReceipt/add', {
      warehouseId,
      lines: [{ skuId: sku('WB-DTB-HOLM-RD'), qty: 1 }],
    }),
  );
  const desk = await must(
    admin.get<{ lines: { goods: { bins: string[] } }[] }>(`/inventory/inboundReceipt/${id}/desk`),
  );
  expect(desk.lines[0]?.goods.bins).toEqual(['C-01']);
});

test('a pick list says the bins of what is picked', async () => {
  await openShop(scene, admin);
  await must(stand(await bin('PICK-7'), { skuId: sku() }));
  const order = await newOrder(scene, admin);
  const shipment = await startedShipment(scene, admin, order.id);
  const printed = await admin.raw('POST', '/fulfilment/shipment/printPickList', {
    ids: [shipment],
  });
  const words = await pdfWords(printed.bytes);
  expect(words).toContain('货位');
  expect(words).toContain('PICK-7');
});

test('a calendar is judged at its field', async () => {
  covers('ours: calendars of warehouses');
  const { version } = await must(admin.get<{ version: number }>('/base/warehouse/queryById', { id: otherId }));
  const save = (calendar: object) => admin.put<Refused>('/base/warehouse/edit', { id: otherId, version, calendar });
  const faults = async (calendar: object): Promise<string | undefined> => {
    const { status, result } = await save(calendar);
    expect([status, result.errors[0]?.field]).toEqual([422, 'calendar']);
    return result.errors[0]?.message;
  };
  expect(await faults({ workdays: [1], holidays: ['2026-02-30'] })).toBe(
    '节假日 2026-02-30 不是真实的日期，须为 YYYY-MM-DD',
  );
  expect(await faults({ workdays: [] })).toBe('请至少选择一个工作日');
  expect((await save({ workdays: [1, 2], holidays: ['2026-11-26'] })).success).toBe(true);
  const rows = await must(admin.get<{ records: { id: string; skuCount: number }[] }>('/base/warehouse/list', {}));
  expect(rows.records.find(({ id }) => id === warehouseId)?.skuCount).toBeGreaterThan(0);
});

test('nobody sees bins of a warehouse that they do not see', async () => {
  const there = await added('/base/warehouseZone/add', {
    warehouseId: otherId,
    code: 'S',
    name: '良品区',
    purpose: 'good',
  });
  const [hidden, open] = [await bin('S-01'), await bin('S-01', { warehouseId: otherId, zoneId: there })];
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'keeper',
    realname: 'keeper',
    password: PASSWORD,
    roles: ['WH'],
    departs: ['A01'],
    warehouses: [otherId],
  });
  const holder = await scene.as('keeper');
  const { records } = await must(
    holder.get<{ records: { id: string }[] }>('/base/warehouseBin/list', { code: 'S-01' }),
  );
  expect(records.map(({ id }) => id)).toEqual([open]);
  const pattern = { from: 'S-02', to: 'S-03' };
  for (const step of ['plan', 'generate'])
    expect((await holder.post(`/base/warehouseBin/${step}`, { ...pattern, warehouseId, zoneId })).status).toBe(404);
  const printed = await Promise.all(
    [[open], [open, hidden]].map((ids) => holder.raw('POST', '/base/warehouseBin/print', { ids })),
  );
  expect(printed.map(({ status }) => status)).toEqual([200, 404]);
});
