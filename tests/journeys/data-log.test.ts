import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import type { ComparedVersion } from '#modules/system/model/routes/data-log.ts';
import { createUser } from '#modules/system/server/index.ts';
import { personWith } from '#tests/contract/worlds.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';

/** 数据日志 (base-calls §7, contract §3): versions of a row, two of them compared, and the way back. */

let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
});
afterAll(() => scene?.stop());

type Row = Record<string, unknown>;
interface Entry extends Row {
  id: string;
  dataVersion: number;
}
const entries = async (query: Record<string, string>, who = admin): Promise<Entry[]> =>
  (await must(who.get<{ records: Entry[] }>('/sys/dataLog/list', query))).records;
const compare = (one: string, two: string, who = admin): Promise<ComparedVersion[]> =>
  must(who.get('/sys/dataLog/queryCompareList', { dataId1: one, dataId2: two }));
const one = (path: string, id: string): Promise<Row> => must(admin.get(`${path}/queryById`, { id }));
const edit = async (path: string, id: string, change: Row): Promise<void> => {
  const { version } = await one(path, id);
  await must(admin.put(`${path}/edit`, { id, version, ...change }));
};

let products = 0;
/** A product in three versions: named 灯一, then 灯二, then of another brand. */
async function lamp(): Promise<string> {
  const spuCode = `LAMP-${++products}`;
  const { id } = await must(admin.post<{ id: string }>('/catalog/product/add', { spuCode, name: '灯一', brand: '甲' }));
  await edit('/catalog/product', id, { name: '灯二' });
  await edit('/catalog/product', id, { brand: '乙' });
  return id;
}

test('each change of a row is a version of it, newest first, by the fields it changed', async () => {
  const id = await lamp();
  const rows = await entries({ dataTable: 'product', dataId: id });
  expect(rows.map(({ dataVersion, changed }) => [dataVersion, changed]).slice(0, 2)).toEqual([
    [3, '品牌'],
    [2, '产品名称'],
  ]);
  expect(rows[0]).toMatchObject({ dataTable: 'product', tableTitle: '产品', createBy: 'admin' });
  expect(JSON.parse(String(rows[1]?.['dataContent']))).toEqual({ name: '灯二' });
  const versions = await must(
    admin.get<Entry[]>('/sys/dataLog/queryDataVerList', { dataTable: 'product', dataId: id }),
  );
  expect(versions.map(({ dataVersion }) => dataVersion)).toEqual([3, 2, 1]);
  expect(versions.map(({ id: entry }) => entry)).toEqual(rows.map(({ id: entry }) => entry));
});

test('two versions stand side by side, each as the row was then', async () => {
  const id = await lamp();
  const [third, second, first] = await entries({ dataTable: 'product', dataId: id });
  const [older, newer] = await compare(String(first?.id), String(third?.id));
  expect(JSON.parse(older?.dataContent ?? '')).toMatchObject({ name: '灯一', brand: '甲' });
  expect(JSON.parse(newer?.dataContent ?? '')).toMatchObject({ name: '灯二', brand: '乙' });
  const [middle] = await compare(String(second?.id), String(second?.id));
  expect(middle).toMatchObject({ dataVersion: 2, row: { name: '灯二', brand: '甲' } });
  const other = await entries({ dataTable: 'product', dataId: await lamp() });
  expect(
    await admin.get('/sys/dataLog/queryCompareList', {
      dataId1: String(first?.id),
      dataId2: String(other[0]?.id),
    }),
  ).toMatchObject({ success: false, message: '未找到版本信息' });
});

test('a version is restored as an edit of today, and that is a version too', async () => {
  const id = await lamp();
  const [, , first] = await entries({ dataTable: 'product', dataId: id });
  const restored = await must(admin.post<{ fields: string[] }>('/sys/dataLog/restore', { id: first?.id }));
  expect(restored.fields.toSorted()).toEqual(['brand', 'name']);
  expect(await one('/catalog/product', id)).toMatchObject({ name: '灯一', brand: '甲' });
  expect(await entries({ dataTable: 'product', dataId: id })).toHaveLength(4);
  expect(await must(admin.post<{ fields: string[] }>('/sys/dataLog/restore', { id: first?.id }))).toEqual({
    fields: [],
  });
});

test('what the rules of today refuse is not restored', async () => {
  const id = await lamp();
  const [{ id: second } = { id: '' }] = (await entries({ dataTable: 'product', dataId: id })).slice(1);
  const stale = await one('/catalog/product', id);
  await edit('/catalog/product', id, { nameEn: 'Lamp' });
  expect(await admin.post('/sys/dataLog/restore', { id: second, version: stale['version'] })).toMatchObject({
    success: false,
    message: '数据已被他人修改，请刷新',
  });
  const reader = await personWith(scene, admin, [
    'catalog:product:list',
    'system:dataLog:list',
    'system:dataLog:restore',
  ]);
  expect(await reader.post('/sys/dataLog/restore', { id: second })).toMatchObject({ status: 403 });
  await must(admin.delete('/catalog/product/delete', { id }));
  expect(await admin.post('/sys/dataLog/restore', { id: second })).toMatchObject({
    success: false,
    message: '数据已删除，不能恢复版本',
  });
});

test('a person reads versions of what they may list, within their rows, without masked fields', async () => {
  const id = await lamp();
  const [entry] = await entries({ dataTable: 'product', dataId: id });
  const stranger = await personWith(scene, admin, ['system:dataLog:list', 'base:warehouse:list']);
  expect(await entries({ dataTable: 'product' }, stranger)).toEqual([]);
  expect((await entries({}, stranger)).map((row) => row['dataTable'])).not.toContain('product');
  expect(
    await stranger.get('/sys/dataLog/queryCompareList', {
      dataId1: String(entry?.id),
      dataId2: String(entry?.id),
    }),
  ).toMatchObject({ success: false });
  const nobody = await personWith(scene, admin, []);
  expect(await nobody.get('/sys/dataLog/list')).toMatchObject({ status: 403 });
});

test('who works in some warehouses only reads the versions of those', async () => {
  const [mine = '', other = ''] = Object.values(scene.seller.warehouses);
  for (const id of [mine, other]) await edit('/base/warehouse', id, { contact: '王师傅' });
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'half_logs',
    realname: '半仓',
    password: PASSWORD,
    warehouses: [mine],
    roles: ['TADM'],
    departs: ['A01'],
  });
  const limited = await scene.as('half_logs');
  const seen = await entries({ dataTable: 'warehouse' }, limited);
  expect(new Set(seen.map((row) => row['dataId']))).toEqual(new Set([mine]));
  expect((await entries({}, limited)).map((row) => row['dataTable'])).not.toContain('warehouse');
  const [theirs] = await entries({ dataTable: 'warehouse', dataId: other });
  expect(
    await limited.get('/sys/dataLog/queryCompareList', {
      dataId1: String(theirs?.id),
      dataId2: String(theirs?.id),
    }),
  ).toMatchObject({ success: false });
});

test('what is masked for a reader stands in no version, and the cost of a SKU is masked', async () => {
  const sku = Object.values(scene.seller.skus)[0] ?? '';
  await edit('/catalog/sku', sku, { standardCost: '12.5' });
  const seeing = await entries({ dataTable: 'sku', dataId: sku });
  expect(seeing[0]).toMatchObject({ changed: expect.stringContaining('标准成本') as string });
  const blind = await personWith(scene, admin, ['catalog:sku:list', 'system:dataLog:list']);
  const [entry] = await entries({ dataTable: 'sku', dataId: sku }, blind);
  expect(JSON.stringify(entry)).not.toMatch(/标准成本|12\.5/);
  const pair = await compare(String(entry?.id), String(entry?.id), blind);
  expect(JSON.stringify(pair)).not.toMatch(/standardCost|12\.5/);
});

test('an account is compared and restored where the trail keeps what it was', async () => {
  const { id } = await must(
    admin.post<{ id: string }>('/sys/user/add', {
      username: 'versioned',
      realname: '旧名',
      password: PASSWORD,
      selectedroles: '',
    }),
  );
  await must(admin.put('/sys/user/edit', { id, realname: '新名', phone: '13800001111' }));
  const [latest, first] = await entries({ dataTable: 'sys_user', dataId: id });
  const [older, newer] = await compare(String(first?.id), String(latest?.id));
  expect([older?.row['realname'], newer?.row['realname']]).toEqual(['旧名', '新名']);
  expect(newer?.unkept).toContain('phone');
  expect(JSON.stringify([older, newer])).not.toContain('13800001111');
  await must(admin.post('/sys/dataLog/restore', { id: first?.id }));
  const people = await must(admin.get<{ records: Row[] }>('/sys/user/list', { username: 'versioned' }));
  expect(people.records[0]).toMatchObject({ realname: '旧名', phone: '13800001111' });
});
