import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { createChangeNews } from '#kit/server/sockets/change-news.ts';
import { sql } from '#kit/server/sql.ts';
import { look } from '#tests/channels/shop.ts';
import { openOtherTenant } from '#tests/contract/worlds.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';

/** The tenant of statements, of what lies in memory, and of what nothing stands behind. */

const OTHER = 2;

let scene: TestApp;
let stranger: Client;

beforeAll(async () => {
  scene = await startTestApp();
  stranger = await openOtherTenant(scene, OTHER);
});
afterAll(() => scene?.stop());

const inTenant = <T>(tenant: number, work: (tx: Tx) => Promise<T>): Promise<T> =>
  scene.app.db.tx(systemActor(tenant, 'test'), work);

test('a statement that names no tenant is not sent, however it is written', async () => {
  const REFUSED = /statement without tenant_id/;
  await expect(inTenant(1, (tx) => tx.rows`select id from sku`)).rejects.toThrow(REFUSED);
  await expect(inTenant(1, (tx) => tx.run`update sku set name = name`)).rejects.toThrow(REFUSED);
  await expect(inTenant(1, (tx) => tx.query(sql`select id from sku`))).rejects.toThrow(REFUSED);
});

test('without a whole number as its tenant no transaction is begun', async () => {
  for (const tenant of [0, -1, 1.5, Number.NaN, `1', true); --` as unknown as number])
    await expect(
      inTenant(tenant, (tx) => tx.rows`select tenant_id from sku`),
      String(tenant),
    ).rejects.toThrow('a transaction needs a tenant');
});

test('a statement that forgets whose rows it means finds those of its own tenant', async () => {
  const skus = (tenant: number) => inTenant(tenant, (tx) => tx.rows<{ n: number }>`select tenant_id from sku`);
  expect((await skus(1)).length).toBeGreaterThan(0);
  expect(await skus(OTHER)).toEqual([]);
  await inTenant(OTHER, (tx) => tx.run`update sku set name = 'stolen' where tenant_id > 0`);
  expect(await look(scene, (tx) => tx.rows`select id from sku where tenant_id = 1 and name = 'stolen'`)).toEqual([]);
});

test('when a transaction is over its session belongs to no tenant', async () => {
  await inTenant(1, (tx) => tx.rows`select tenant_id from sku limit 1`);
  const seen = await scene.app.db.platform(
    (tx) => tx.rows<{ tenant: string | null; n: number }>`
      select current_setting('app.tenant', true) as tenant, count(*)::integer as n from sku`,
  );
  expect(seen[0]?.tenant || null).toBeNull();
  expect(seen[0]?.n).toBe(0);
});

test('numbers of documents are counted by tenant, in memory too', async () => {
  const take = (tenant: number): Promise<string[]> => scene.app.numbering.take(systemActor(tenant, 'test'), 'TST', 2);
  const first = await take(1);
  expect(await take(OTHER)).toEqual(first);
  expect(await take(1)).not.toEqual(first);
});

test('what is broken here is on nobody else’s list of things to do', async () => {
  interface Todo {
    key: string;
    count: number;
  }
  const drift = async (who: Client): Promise<number> =>
    (await must(who.get<Todo[]>('/desk/todo'))).find(({ key }) => key === 'drift')?.count ?? 0;
  await look(scene, (tx) => tx.run`update stock_level set on_hand = on_hand + 7 where tenant_id = ${tx.tenant}`);
  expect(await drift(await scene.as('admin'))).toBeGreaterThan(0);
  expect(await drift(stranger)).toBe(0);
});

const news = {
  told: [] as string[],
  of: createChangeNews((tenant, resource) => news.told.push(`${tenant} ${resource}`), 60_000),
};
afterEach(() => news.of.close());

test('a change in one tenant does not keep that of another from being broadcast', () => {
  news.of.note(1, ['sku']);
  news.of.note(1, ['sku']);
  news.of.note(OTHER, ['sku']);
  expect(news.told).toEqual(['1 sku', '2 sku']);
});
