import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import type { BulkAnswer } from '#kit/model/resource-routes.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look, openShop, type Page } from '#tests/channels/shop.ts';
import { auditOf } from '#tests/contract/register-rows.ts';
import { openOtherTenant } from '#tests/contract/worlds.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, newOrder } from '#tests/lifecycles/one-of-each.ts';
import { readRecords, upload, workbook } from '#tests/sheets/upload.ts';
import { covers } from '#tests/spec/covers.ts';

interface Row {
  id: string;
  version: number;
  tagIds: string[] | null;
  tagIds_dictText: string | null;
  tagIds_tones: string[];
  uses?: number;
}

let scene: TestApp;
let admin: Client;
let orders: string[];
let made = 0;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  await openShop(scene, admin);
  orders = [];
  for (let n = 0; n < 4; n++) orders.push((await newOrder(scene, admin)).id);
});
afterAll(() => scene?.stop());

const addTag = async (scope: string, name: string, color = 'grey'): Promise<string> =>
  (await must(admin.post<{ id: string }>('/base/tag/add', { name, scope, color }))).id;
const tagged = (who: Client, path: string, body: object) =>
  who.post<BulkAnswer & { errors?: { field: string }[] }>(`${path}/tag`, body);
const rowOf = (path: string, id: string): Promise<Row> => must(admin.get<Row>(`${path}/queryById`, { id }));
const found = async (who: Client, tagIds: string): Promise<string[]> =>
  (await must(who.get<Page<Row>>('/orders/salesOrder/list', { tagIds, pageSize: '200' }))).records.map(({ id }) => id);
const product = (more: object = {}): Promise<{ id: string }> => {
  made += 1;
  const body = { spuCode: `TAG-${made}`, name: `标签产品 ${made}`, ...more };
  return must(admin.post<{ id: string }>('/catalog/product/add', body));
};

test('a tag has a name of its own in its scope, without semicolons, and a colour of the palette', async () => {
  covers('ours: tags');
  await addTag('order', '加急');
  await addTag('product', '加急');
  const refusals = [
    { name: '加急', scope: 'order' },
    { name: '一;二', scope: 'order' },
    { name: '一；二', scope: 'order' },
    { name: '紫', scope: 'order', color: 'purple' },
    { name: '别处', scope: 'box' },
  ];
  const fields = [];
  for (const body of refusals) {
    const { status, result } = await admin.post<{ errors: { field: string }[] }>('/base/tag/add', body);
    fields.push([status, result.errors.map(({ field }) => field).join()]);
  }
  expect(fields).toEqual([
    [422, 'name'],
    [422, 'name'],
    [422, 'name'],
    [422, 'color'],
    [422, 'scope'],
  ]);
});

test('a form gives tags of its own scope alone, and lists show names and tones by name', async () => {
  covers('ours: tags');
  const [b, a] = [await addTag('product', 'b款', 'red'), await addTag('product', 'a款', 'blue')];
  const { id } = await product({ tagIds: [b, a, b] });
  expect(await rowOf('/catalog/product', id)).toMatchObject({
    tagIds: [a, b].sort(),
    tagIds_dictText: 'a款;b款',
    tagIds_tones: ['blue', 'red'],
  });
  const ofOrders = await addTag('order', '订单的');
  for (const tagIds of [[ofOrders], [newId()], 'x', [a, ofOrders]]) {
    const answer = await admin.put<{ errors: { field: string }[] }>('/catalog/product/edit', {
      id,
      tagIds,
    });
    expect([answer.status, answer.result.errors[0]?.field]).toEqual([422, 'tagIds']);
  }
  await must(admin.put('/catalog/product/edit', { id, tagIds: [] }));
  expect(await rowOf('/catalog/product', id)).toMatchObject({
    tagIds: null,
    tagIds_dictText: null,
    tagIds_tones: [],
  });
});

test('many orders get and lose tags after a preview that writes nothing, each with its note', async () => {
  covers('ours: tags');
  const [one, two] = [await addTag('order', '批量一'), await addTag('order', '批量二')];
  const path = '/orders/salesOrder';
  const preview = await must(tagged(admin, path, { ids: orders, add: [one, two], dryRun: true }));
  expect(preview).toMatchObject({ total: 4, changed: 4, same: 0, refused: 0 });
  expect(preview.rows[0]).toMatchObject({ before_dictText: '', after_dictText: '批量一;批量二' });
  expect(await found(admin, one)).toEqual([]);
  const [first, second, third] = orders as [string, string, string];
  const before = await rowOf(path, first);
  await must(tagged(admin, path, { ids: [first, second], add: [one, two] }));
  await must(tagged(admin, path, { ids: [second, third], add: [one], remove: [two] }));
  const after = await rowOf(path, first);
  expect(after).toMatchObject({ tagIds: [one, two].sort(), version: before.version + 1 });
  const last = (await auditOf(scene, first)).at(-1);
  expect(last).toMatchObject({ action: 'edit', diff: { tagIds: [null, [one, two].sort()] } });
  const history = await must(admin.get<{ changes: { title: string; after: string }[] }[]>(`${path}/${first}/history`));
  expect(history.flatMap(({ changes }) => changes)).toContainEqual(
    expect.objectContaining({ title: '标签', before: null, after: '批量一、批量二' }),
  );
  // What is so already is not written again; a lost row is refused by itself.
  const again = await must(tagged(admin, path, { ids: [first, newId()], add: [one] }));
  expect(again).toMatchObject({ changed: 0, same: 1, refused: 1 });
  expect(await rowOf(path, first)).toMatchObject({ version: after.version });

  expect((await found(admin, one)).sort()).toEqual([first, second, third].sort());
  expect(await found(admin, two)).toEqual([first]);
  expect((await found(admin, `${one},${two}`)).length).toBe(3);
  expect(await found(admin, `${one}++${two}`)).toEqual([first]);
  expect(await found(admin, `!${one}`)).not.toContain(first);
  expect((await found(admin, `!${one}`)).length).toBe((await found(admin, '')).length - 3);
  expect((await admin.get('/orders/salesOrder/list', { tagIds: 'nothing' })).status).toBe(400);

  // All that a filter finds.
  const all = await must(tagged(admin, path, { filter: { tagIds: one }, remove: [one, two] }));
  expect(all).toMatchObject({ total: 3, changed: 3 });
  expect(await found(admin, `${one},${two}`)).toEqual([]);
});

test('what is asked wrongly is said at the tags, and nothing is written', async () => {
  covers('ours: tags');
  const [mine, other] = [await addTag('order', '问题'), await addTag('customer', '问题')];
  const wrong = [
    { ids: orders },
    { ids: orders, add: [mine], remove: [mine] },
    { ids: orders, add: [other] },
    { ids: orders, add: ['x'] },
    { ids: orders, add: mine },
  ];
  for (const body of wrong) {
    const { status, result } = await tagged(admin, '/orders/salesOrder', body);
    expect([status, result.errors?.[0]?.field]).toEqual([422, 'add']);
  }
  expect((await tagged(admin, '/orders/salesOrder', { add: [mine] })).status).toBe(422);
  expect((await tagged(admin, '/orders/salesOrder', { filter: { nothing: '1' }, add: [mine] })).status).toBe(400);
  expect(await found(admin, mine)).toEqual([]);
  // No row has more than twenty.
  const { id } = await product();
  const many: string[] = [];
  for (let n = 0; n < 21; n++) many.push(await addTag('product', `第 ${n} 个`));
  await must(tagged(admin, '/catalog/product', { ids: [id], add: many.slice(0, 20) }));
  const full = await must(tagged(admin, '/catalog/product', { ids: [id], add: [many[20]] }));
  expect(full.rows).toMatchObject([{ ok: false, message: '标签最多 20 个' }]);
});

test('I-12: tagging orders and their products moves no level and no reservation', async () => {
  covers('ours: tags');
  const books = () =>
    look(
      scene,
      (tx) => tx.rows<{ row: string }>`
        select l::text as row from stock_level l where l.tenant_id = ${tx.tenant}
        union all select r::text from reservation r where r.tenant_id = ${tx.tenant}
        union all select m::text from stock_movement m where m.tenant_id = ${tx.tenant} order by 1`,
    );
  const before = await books();
  expect(before.length).toBeGreaterThan(0);
  const [one, two] = [await addTag('order', '不动库存'), await addTag('product', '不动库存')];
  await must(tagged(admin, '/orders/salesOrder', { ids: orders, add: [one] }));
  await must(tagged(admin, '/catalog/product', { filter: {}, add: [two] }));
  await scene.settled();
  await must(tagged(admin, '/orders/salesOrder', { ids: orders, remove: [one] }));
  expect(await books()).toEqual(before);
  expect(await scene.violations()).toEqual([]);
});

test('a used tag neither goes nor changes its scope; merged into another its rows keep one', async () => {
  covers('ours: tags');
  const [keep, old, odd] = [
    await addTag('product', '大件'),
    await addTag('product', '大件货'),
    await addTag('order', '大件单'),
  ];
  const both = await product({ tagIds: [keep, old] });
  const one = await product({ tagIds: [old] });
  expect(await admin.delete('/base/tag/delete', { id: old })).toMatchObject({
    status: 409,
    message: '标签“大件货”有 2 条数据使用，不能删除；可以合并到另一个标签',
  });
  expect((await admin.put('/base/tag/edit', { id: old, scope: 'order' })).message).toBe(
    '已有 2 条数据使用，不能更改范围',
  );
  const [listed] = (await must(admin.get<Page<Row>>('/base/tag/list', { name: '大件货' }))).records;
  expect(listed).toMatchObject({ uses: 2 });

  const merge = (body: object) => admin.post<{ merged: number; rows: number }>('/base/tag/merge', body);
  expect((await merge({ ids: [odd], into: keep })).message).toBe('只能合并同一范围的标签');
  expect((await merge({ ids: [keep], into: keep })).status).toBe(422);
  expect((await merge({ ids: [newId()], into: keep })).status).toBe(404);
  expect((await merge({ ids: [old] })).status).toBe(422);
  const trial = { ids: [old], into: keep, dryRun: true };
  expect(await must(merge(trial))).toEqual({ merged: 1, rows: 2 });
  expect(await rowOf('/catalog/product', one.id)).toMatchObject({ tagIds: [old] });
  expect(await must(merge({ ids: [old, keep], into: keep }))).toEqual({ merged: 1, rows: 2 });
  for (const { id } of [both, one])
    expect(await rowOf('/catalog/product', id)).toMatchObject({
      tagIds: [keep],
      tagIds_dictText: '大件',
    });
  expect((await admin.get('/base/tag/queryById', { id: old })).status).toBe(404);
  // Its name is free again.
  await addTag('product', '大件货');
});

test('a merge of more rows than one part moves them all, and what was asked by the tag follows it', async () => {
  covers('ours: tags');
  const [keep, old, other] = [
    await addTag('product', '留下的'),
    await addTag('product', '并掉的'),
    await addTag('product', '无关的'),
  ];
  const many = 12_000;
  await look(
    scene,
    (tx) => tx.run`
      insert into product (tenant_id, id, spu_code, name, status, tag_ids, create_by, create_time)
      select ${tx.tenant}, gen_random_uuid(), 'MERGE-' || n, '床', 'draft', ${[old]}::uuid[], 'test', ${tx.now}
      from generate_series(1, ${many}) n`,
  );
  const filters = {
    tagIds: `${old}++${keep}++${other}`,
    status: 'draft',
    superQueryParams: JSON.stringify([{ field: 'tagIds', rule: 'in', val: old }]),
  };
  const content = {
    columns: [],
    sort: null,
    filters,
    tab: null,
    density: 'compact',
    pageSize: null,
  };
  const stored = await must(
    admin.post<{ id: string }>('/sys/listView/add', {
      listKey: 'catalog:product',
      name: '按标签',
      content,
    }),
  );
  const merged = await must(admin.post<{ rows: number }>('/base/tag/merge', { ids: [old], into: keep }));
  expect(merged.rows).toBe(many);
  expect((await must(admin.get<Page<Row>>('/catalog/product/list', { tagIds: keep }))).total).toBe(10_000);
  const left = await look(
    scene,
    (tx) => tx.one<{ n: number }>`select count(*)::integer as n from product
      where tenant_id = ${tx.tenant} and ${old}::uuid = any(tag_ids)`,
  );
  expect(left.n).toBe(0);
  const view = await look(
    scene,
    (tx) => tx.one<{ content: { filters: Record<string, string> } }>`
      select content from list_view where tenant_id = ${tx.tenant} and id = ${stored.id}::uuid`,
  );
  expect(view.content.filters).toEqual({
    tagIds: `${keep}++${other}`,
    status: 'draft',
    superQueryParams: JSON.stringify([{ field: 'tagIds', rule: 'in', val: keep, type: 'string' }]),
  });
});

test('a sheet names tags with semicolons between them; an unknown name is refused in its row', async () => {
  covers('ours: tags');
  const [one, two] = [await addTag('customer', '老客户'), await addTag('customer', '月结')];
  await addTag('order', '别的范围');
  const titles = ['*客户编码', '*客户名称', '币种', '标签'];
  const sheet = (tags: string, code = 'T-1') => workbook(titles, [[code, '标签客户', 'USD', tags]]);
  const take = async (bytes: Buffer) => upload(scene, admin, '/base/customer/importExcel', bytes);
  const done = await take(await sheet('月结；老客户;'));
  expect(done.message).toBe('共1行数据全部导入成功！');
  const [row] = (await must(admin.get<Page<Row>>('/base/customer/list', { code: 'T-1' }))).records;
  expect(row).toMatchObject({ tagIds: [one, two].sort(), tagIds_dictText: '月结;老客户' });
  const refused = await take(await sheet('老客户;别的范围;没有的', 'T-2'));
  expect(refused).toMatchObject({ code: 201, result: { errorCount: 1, successCount: 0 } });
  const bytes = (
    await scene.app.http.inject({
      url: `/api/base/customer/exportXls?code=T-1`,
      headers: { 'x-access-token': admin.token },
    })
  ).rawPayload;
  expect((await readRecords(bytes))[0]).toMatchObject({ 标签: '月结;老客户' });
});

test('who sees some shops tags their orders alone; a tag of another tenant is none', async () => {
  covers('ours: tags');
  const mine = await addTag('order', '行权限');
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'no_shop',
    realname: 'no_shop',
    password: PASSWORD,
    departs: ['A01'],
    roles: ['OPS'],
    shops: [],
  });
  const shopless = await scene.as('no_shop');
  const hidden = await must(tagged(shopless, '/orders/salesOrder', { ids: orders, add: [mine] }));
  expect(hidden).toMatchObject({ changed: 0, refused: 4 });
  expect(hidden.rows.map(({ label, code }) => `${label}${code}`)).toEqual(orders.map(() => 'notFound'));
  await must(tagged(admin, '/orders/salesOrder', { ids: orders, add: [mine] }));
  const usesFor = async (who: Client) =>
    (await must(who.get<Page<Row>>('/base/tag/list', { name: '行权限' }))).records[0]?.uses;
  expect([await usesFor(admin), await usesFor(shopless)]).toEqual([4, 0]);
  expect(await found(shopless, mine)).toEqual([]);
  // Seen or not, the rows have it.
  expect((await admin.delete('/base/tag/delete', { id: mine })).status).toBe(409);

  const stranger = await openOtherTenant(scene);
  const theirs = await must(stranger.post<{ id: string }>('/base/tag/add', { name: '行权限', scope: 'order' }));
  const foreign = await tagged(admin, '/orders/salesOrder', { ids: orders, add: [theirs.id] });
  expect(foreign.status).toBe(422);
  expect(await found(admin, theirs.id)).toEqual([]);
  expect((await admin.post('/base/tag/merge', { ids: [theirs.id], into: mine })).status).toBe(404);
  expect((await stranger.post('/base/tag/merge', { ids: [mine], into: theirs.id })).status).toBe(404);
});
