import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BulkAnswer } from '#kit/model/resource-routes.ts';
import { look } from '#tests/channels/shop.ts';
import { Samples } from '#tests/contract/sample-row.ts';
import { personWith } from '#tests/contract/worlds.ts';
import { startTestApp, type TestApp, type Client } from '#tests/harness/app.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';

/** What somebody tries by editing many rows at once, and what must not come of it. */

interface Refused {
  errors: { field: string; message: string }[];
}

let scene: TestApp;
let admin: Client;
let samples: Samples;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  samples = new Samples(admin, 300);
});
afterAll(() => scene.stop());

const owner = (statement: string): Promise<unknown> =>
  onServer({ ...testCluster().owner, database: scene.connection.database as string }, (client) =>
    client.query(statement),
  );

const SKU = '/catalog/sku';
const bulk = (body: object, { who = admin, path = SKU, key = '' } = {}) =>
  who.post<BulkAnswer & Refused>(`${path}/bulkEdit`, body, key ? { 'idempotency-key': key } : undefined);

let n = 0;
async function newSku(more: object = {}): Promise<string> {
  const productId = await samples.parent('catalog:product');
  const body = {
    skuCode: `ATTACK-${++n}`,
    name: `货 ${n}`,
    type: 'simple',
    pieceCount: 1,
    productId,
    ...more,
  };
  return (await must(admin.post<{ id: string }>(`${SKU}/add`, body))).id;
}

test.each<[string, object]>([
  ['an object without a text', { toString: 1, valueOf: 1 }],
  ['a list of such', [{ toString: 1 }]],
  ['a list of lists', [['x']]],
])('a value that is %s is refused at its field', async (_name, value) => {
  const ids = [await newSku()];
  for (const [field, operation] of [
    ['name', 'set'],
    ['name', 'replace'],
    ['safetyStock', 'increase'],
    ['standardCost', 'percent'],
    ['type', 'set'],
  ])
    expect(await bulk({ ids, field, operation, value, find: '货' })).toMatchObject({
      status: 422,
      result: { errors: [{ field }] },
    });
});

test('an operation that every object knows is none, and nothing of ours is said of it', async () => {
  const ids = [await newSku()];
  for (const operation of ['constructor', '__proto__', 'toString', ['set'], null])
    expect(await bulk({ ids, field: 'name', operation, value: 'x' })).toMatchObject({
      status: 422,
      message: '名称不支持“”',
    });
});

test('a filter that is no object of texts changes nothing', async () => {
  const change = { field: 'name', operation: 'set', value: 'x' };
  expect(await bulk({ filter: [], ...change })).toMatchObject({ status: 422 });
  for (const filter of [{ columns: 5 }, { column: {} }, { name: ['a'] }, { superQueryParams: 5 }])
    for (const path of ['/sys/position', SKU]) {
      const answer = await bulk({ filter, ...change }, { path });
      expect(answer.success, JSON.stringify(filter)).toBe(false);
      expect([200, 400], JSON.stringify(filter)).toContain(answer.status);
    }
});

test('a short call builds no text that fills the memory', async () => {
  const ids = [await newSku({ name: 'a'.repeat(120) }), await newSku({ name: '短' })];
  const replaced = { ids, field: 'name', operation: 'replace', find: 'a' };
  for (const more of [{ value: 'b'.repeat(100_000) }, { value: '', find: 'a'.repeat(2001) }])
    expect(await bulk({ ...replaced, ...more })).toMatchObject({
      status: 422,
      message: '输入的内容不能超过2000个字符',
    });
  const done = await must(bulk({ ...replaced, value: 'b'.repeat(2000) }));
  expect(done.rows).toMatchObject([
    { ok: false, errors: [{ field: 'name', message: '名称不能超过128个字符' }] },
    { ok: true, isChanged: false },
  ]);
});

test('a preview leaves nothing behind but what it answers', async () => {
  const ids = [await newSku(), await newSku()];
  await scene.settled();
  const retained = () =>
    look(
      scene,
      (tx) => tx.rows<object>`
        select (select count(*) from audit_log where tenant_id = ${tx.tenant}) as audit,
          (select count(*) from outbox where tenant_id = ${tx.tenant}) as events,
          (select count(*) from receipt where tenant_id = ${tx.tenant}) as receipts`,
    );
  const before = await retained();
  const change = { ids, field: 'name', operation: 'set', value: '新' };
  const preview = await must(bulk({ ...change, dryRun: true }, { key: 'of a preview' }));
  expect(preview.changed).toBe(2);
  expect(await retained()).toEqual(before);
});

test('a filter that finds one row too many is refused, and a key covers all parts of a call', async () => {
  const productId = await samples.parent('catalog:product');
  const count = 10_001;
  await look(
    scene,
    (tx) => tx.run`
      insert into sku (tenant_id, id, sku_code, name, product_id, type, piece_count, create_by, create_time)
      select ${tx.tenant}, gen_random_uuid(), 'MANY-' || n, '一万零一', ${productId}::uuid, 'simple', 1,
        ${tx.actor.username}, ${tx.now} from generate_series(1, ${count}::integer) n`,
  );
  const change = { field: 'safetyStock', operation: 'set', value: 3 };
  expect(await bulk({ filter: { name: '一万零一' }, ...change, dryRun: true })).toMatchObject({
    status: 422,
    message: '一次最多修改10000条，请缩小筛选范围',
  });
  // One key for more rows than one transaction takes.
  const some = await look(
    scene,
    (tx) => tx.rows<{ id: string }>`
      select id from sku where tenant_id = ${tx.tenant} and name = '一万零一' limit 101`,
  );
  const send = () => must(bulk({ ids: some.map(({ id }) => id), ...change }, { key: 'two parts' }));
  const once = await send();
  expect(once).toMatchObject({ changed: 101, refused: 0 });
  expect(await send()).toEqual(once);
});

test('the key of a colleague answers nobody else, and stops nobody', async () => {
  const ids = [await newSku({ safetyStock: 1 })];
  const change = { ids, field: 'safetyStock', operation: 'increase', value: 5 };
  await must(bulk(change, { key: 'overheard' }));
  const who = await personWith(scene, admin, ['catalog:sku:edit']);
  // A call of their own: carried out for them, and each of the two once.
  for (const one of [undefined, who])
    for (let again = 0; again < 2; again++)
      expect(await must(bulk(change, { ...(one ? { who: one } : {}), key: 'overheard' }))).toMatchObject({
        changed: 1,
        refused: 0,
      });
  const stored = await look(
    scene,
    (tx) => tx.one<{ safetyStock: number }>`
      select safety_stock from sku where tenant_id = ${tx.tenant} and id = ${ids[0]}::uuid`,
  );
  expect(stored.safetyStock).toBe(11);
});

test('rows that were tried one by one are changed once, also when the call comes again', async () => {
  // The database fails over one row each time: no rule of ours knows of it beforehand.
  await owner(`create function brake_edit() returns trigger language plpgsql as $$ begin
      if new.name = '卡住' then raise exception 'broken' using errcode = 'XX000'; end if;
      return new; end $$;
    create trigger brake_edit before update on sku for each row execute function brake_edit()`);
  const ids = [await newSku({ name: '卡住' }), await newSku({ safetyStock: 1 })];
  const change = { ids, field: 'safetyStock', operation: 'increase', value: 5 };
  await must(admin.put(`${SKU}/edit`, { id: ids[1], safetyStock: 2 }));
  const stock = async (): Promise<unknown[]> =>
    Promise.all(
      ids.map(
        async (id) => (await must(admin.get<Record<string, unknown>>(`${SKU}/queryById`, { id })))['safetyStock'],
      ),
    );
  const [stuck] = await stock();
  const send = () => must(bulk({ ...change, operation: 'set' }, { key: 'stuck' }));
  expect(await send()).toMatchObject({ rows: [{ ok: false, code: 'unexpected' }, { ok: true }] });
  expect(await stock()).toEqual([stuck, 5]);
  // Somebody counts once more; what failed is tried once more, what was done is not done again.
  await must(admin.put(`${SKU}/edit`, { id: ids[1], safetyStock: 7 }));
  await owner('drop trigger brake_edit on sku');
  expect(await send()).toMatchObject({ changed: 2, refused: 0 });
  expect(await stock()).toEqual([5, 7]);
});
