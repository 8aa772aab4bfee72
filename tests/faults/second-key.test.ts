import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type App, type StartOptions } from '#app/start.ts';
import { systemActor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { createVault } from '#kit/server/vault.ts';
import { quarantine } from '#modules/channels/server/quarantine.ts';
import { createSecondFactors } from '#modules/system/server/second-factor/second-factors.ts';
import { openShop } from '#tests/channels/shop.ts';
import { PASSWORD, SECRET_KEY, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';
import { newOrder } from '#tests/lifecycles/one-of-each.ts';

/** The secret key is changed: everything it sealed opens with the new one alone in the end. */

const NEW_KEY = 'the key of tomorrow, just as long as the old';
let scene: TestApp;
let clerk: Client;
let plain: Record<string, unknown>;
const lines: string[] = [];

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
  await newOrder(scene, clerk);
  await newOrder(scene, clerk);
  await scene.app.db.tx(systemActor(1, 'test'), (tx) =>
    quarantine(tx, scene.seller.accountId, {
      kind: 'order',
      channelOrderNo: 'ODD-1',
      reason: '无法读取',
      raw: '{"name":"Ann Lee"}',
    }),
  );
  plain = await everything(scene.app, SECRET_KEY);
  await scene.stopApp();
});
afterAll(() => scene?.stop());

const node = (own: Partial<StartOptions>): Promise<App> =>
  startApp({
    connection: scene.connection,
    dataDir: scene.dataDir,
    secretKey: SECRET_KEY,
    base: '/api',
    sessionDays: 1,
    outboundAllow: [],
    allowPrivate: false,
    adminPassword: PASSWORD,
    scheduleMs: 0,
    clock: scene.now,
    worker: { concurrency: 0 },
    log: (_level, _about, message) => lines.push(message),
    ...own,
  });

interface Stored {
  place: string;
  id: string;
  sealed: string;
}

/** Columns in which anything sealed stands, found in the database itself, not by our declarations. */
async function sealedValues(app: App): Promise<Stored[]> {
  const found: Stored[] = [];
  const columns = await app.db.platform(
    (tx) => tx.rows<{ tableName: string; columnName: string; hasTenant: boolean }>`
      select c.table_name, c.column_name, exists (
        select from information_schema.columns t where t.table_schema = 'public'
          and t.table_name = c.table_name and t.column_name = 'tenant_id') as has_tenant
      from information_schema.columns c
      join information_schema.tables b using (table_schema, table_name)
      where c.table_schema = 'public' and c.data_type in ('text', 'jsonb') and b.table_type = 'BASE TABLE'
        and has_table_privilege(to_regclass(format('public.%I', c.table_name)), 'select')
      order by 1, 2`,
  );
  await app.db.tx(systemActor(1, 'test'), async (tx: Tx) => {
    for (const { tableName: table, columnName: name, hasTenant } of columns) {
      const text = `select row_number() over (order by t::text)::text as id, t."${name}"::text as v
        from "${table}" t where t."${name}"::text ~ 'v1\\.[A-Za-z0-9_-]{38,}'
        ${hasTenant ? 'and t.tenant_id = 1' : ''}`;
      const strings = Object.assign([text], { raw: [text] });
      for (const row of await tx.platform.rows<{ id: string; v: string }>(strings))
        for (const [sealed] of row.v.matchAll(/v1\.[A-Za-z0-9_-]{38,}/g))
          found.push({ place: `${table}.${name}`, id: row.id, sealed });
    }
  });
  return found;
}

/** All that is sealed, opened with one key, as sorted texts by place. */
async function everything(app: App, key: string): Promise<Record<string, string[]>> {
  const vault = createVault(key);
  const opened: Record<string, string[]> = {};
  for (const { place, sealed } of await sealedValues(app)) (opened[place] ??= []).push(vault.open(sealed));
  for (const texts of Object.values(opened)) texts.sort();
  return opened;
}

const hashes = async (app: App): Promise<string[]> =>
  (
    await app.db.tx(
      systemActor(1, 'test'),
      (tx) => tx.rows<{ addressHash: string }>`
        select address_hash from sales_order
        where tenant_id = ${tx.tenant} and address_hash is not null order by id`,
    )
  ).map(({ addressHash }) => addressHash);

test('the scene holds something sealed in every place that there is', () => {
  expect(Object.keys(plain)).toEqual(
    expect.arrayContaining([
      'channel_account.client_secret',
      'installation.key_check',
      'quarantined_order.raw',
      'sales_order.ship_to_address1',
      'sales_order.told',
    ]),
  );
});

test('another key is taken with the old one beside it, and both are needed until all is re-sealed', async () => {
  const admin = await node({ worker: { concurrency: 0 } });
  const { userId, codes } = await withRecoveryCodes(admin, SECRET_KEY);
  plain = await everything(admin, SECRET_KEY);
  const before = await hashes(admin);
  await admin.stop();

  await expect(node({ secretKey: NEW_KEY })).rejects.toThrow(/WAYBILL_SECRET_KEY_OLD/);
  const both = await node({ secretKey: NEW_KEY, oldSecretKey: SECRET_KEY });
  // A node that ends in between: the next one goes on.
  await both.resealing?.stop();
  await expect(node({ secretKey: SECRET_KEY })).rejects.toThrow(/^WAYBILL_SECRET_KEY/);
  await both.stop();

  const again = await node({ secretKey: NEW_KEY, oldSecretKey: SECRET_KEY });
  await again.resealing?.done;
  await again.stop();
  expect(lines.filter((line) => line.includes('taken away'))).toHaveLength(1);

  const alone = await node({ secretKey: NEW_KEY });
  try {
    expect(alone.resealing).toBeNull();
    const opened = await everything(alone, NEW_KEY);
    const { 'installation.retired_digests': retired, ...rest } = opened;
    expect(retired).toHaveLength(1);
    expect(rest).toEqual(plain);
    const after = await hashes(alone);
    expect(after).toHaveLength(before.length);
    expect(after.filter((hash) => before.includes(hash))).toEqual([]);
    // Equal addresses stay equal: the search for twins finds them by the digest of today.
    const same = (all: string[]): number[] => all.map((hash) => all.indexOf(hash));
    expect(same(after)).toEqual(same(before));
    expect(await spend(alone, userId, codes[0] as string)).toBe('right');
    expect(await spend(alone, userId, codes[0] as string)).toBe('wrong');
  } finally {
    await alone.stop();
  }
  await expect(node({ secretKey: SECRET_KEY })).rejects.toThrow(/^WAYBILL_SECRET_KEY is not the key of this database/);
});

test('a database from before the check value is opened by the key of its sealed values alone', async () => {
  const { owner } = testCluster();
  const at = { ...owner, database: scene.connection.database as string };
  await onServer(at, (client) => client.query('delete from installation'));
  await expect(node({ secretKey: SECRET_KEY })).rejects.toThrow(/^WAYBILL_SECRET_KEY is not the key of this database/);
  // The values are of the key before: nothing would re-seal them.
  await expect(node({ secretKey: SECRET_KEY, oldSecretKey: NEW_KEY })).rejects.toThrow(
    /^WAYBILL_SECRET_KEY cannot be changed at the first start/,
  );
  const { rows } = await onServer(at, (client) => client.query('select from installation'));
  expect(rows).toEqual([]);
  await (await node({ secretKey: NEW_KEY })).stop();
});

/** Somebody with a second factor, as the product stores it. */
async function withRecoveryCodes(app: App, key: string): Promise<{ userId: string; codes: string[] }> {
  const factors = createSecondFactors(app.db, createVault(key));
  const { id: userId } = await app.db.platform(
    (tx) => tx.one<{ id: string }>`select id from app_user where username_key = 'caiwu'`,
  );
  await factors.begin(userId);
  await app.db.platform((tx) => tx.run`update second_factor set confirm_time = ${tx.now} where user_id = ${userId}`);
  const codes = await app.db.tx(systemActor(1, 'test'), (tx) => factors.renewRecoveryCodes(tx, userId));
  return { userId, codes: codes ?? [] };
}

/** Signs in by a recovery code as far as the second factor goes, with the keys of the node. */
async function spend(app: App, userId: string, code: string): Promise<string> {
  const vault = app.registry.vault;
  const factors = createSecondFactors(app.db, vault);
  return app.db.platform((tx) =>
    factors.attempt(tx, scene.now(), {
      userId,
      proof: { kind: 'recoveryCode', code },
      ip: '127.0.0.1',
    }),
  );
}
