import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { lifecycles, resources } from '#app/declarations.ts';
import { text } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { checkSchema } from '#tools/check-schema.ts';
import { readCatalogue, type Catalogue } from '#tools/read-catalogue.ts';
import { schemaFaults } from '#tools/schema-faults.ts';

let database: TestDatabase;
let owner: pg.Client;
let clean: Catalogue;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.owner as pg.ClientConfig);
  await owner.connect();
  clean = await readCatalogue(owner, lifecycles);
});
afterAll(async () => {
  await owner?.end();
  await database?.drop();
});

/** Faults of the real schema after a statement that is rolled back afterwards. */
async function faultsAfter(statement: string): Promise<string[]> {
  await owner.query('begin');
  try {
    await owner.query(statement);
    return schemaFaults(await readCatalogue(owner, lifecycles), resources, lifecycles);
  } finally {
    await owner.query('rollback');
  }
}

/** Faults of the clean catalogue with something changed in it. */
const faultsOf = (change: (catalogue: Catalogue) => void): string[] => {
  const catalogue = structuredClone(clean);
  change(catalogue);
  return schemaFaults(catalogue, resources, lifecycles);
};

test('the migrated schema says what the declarations say', async () => {
  expect(clean.tables.length).toBeGreaterThan(40);
  expect(clean.policies.length).toBeGreaterThan(60);
  expect(await checkSchema(owner)).toEqual([]);
});

test('a database without tables is no clean one', async () => {
  const empty = { query: async () => ({ rows: [] }) } as unknown as pg.ClientBase;
  expect(await checkSchema(empty)).toEqual([`0 tables for ${resources.length} resources: not migrated`]);
});

test.each([
  ['alter table sku drop column upc cascade', 'catalog:sku.upc: alter table sku add column upc text;'],
  [
    'alter table sku alter column net_weight_g type bigint',
    'catalog:sku.netWeightG: sku.net_weight_g is bigint, must be integer',
  ],
  [
    'drop index sku_code_key',
    'catalog:sku.skuCode: create unique index on sku (tenant_id, sku_code) where deleted_at is null;',
  ],
  [
    'alter table warehouse drop column deleted_at cascade',
    'base:warehouse.deleted_at: alter table warehouse add column deleted_at timestamp with time zone;',
  ],
  [
    `alter table stock_push drop column stage, add column stage text
      generated always as (case when status = 'done' then 'done' else 'open' end) stored`,
    'stock_push.stage: failed → open, its tab is attention',
  ],
  ['alter table box drop column stage, add column stage text', 'box: no generated column stage'],
  [
    'create table note (id uuid primary key)',
    'note: neither tenant_id nor a place among the platform tables (tools/schema-faults.ts)',
  ],
  [
    'create table note (tenant_id integer not null, id uuid, primary key (id))',
    'note: key note_pkey does not begin with tenant_id',
  ],
  [
    'create table note (tenant_id integer not null, id uuid, primary key (tenant_id, id))',
    `note: row-level security is not forced: call secure_tenant_table('note');`,
  ],
  [
    'create unique index sku_name_everywhere on sku (name)',
    'sku: key sku_name_everywhere does not begin with tenant_id',
  ],
  [
    `create table note (tenant_id integer not null, id serial, primary key (tenant_id, id));
      call secure_tenant_table('note')`,
    'note.id is filled by a sequence',
  ],
  [
    `alter table sku no force row level security`,
    `sku: row-level security is not forced: call secure_tenant_table('sku');`,
  ],
  ['drop policy tenant on sku', 'sku: no policy "tenant" that holds waybill_app to app.tenant'],
  [`alter policy tenant on sku using (true)`, 'sku: no policy "tenant" that holds waybill_app to app.tenant'],
  ['create policy everybody on sku for select using (true)', 'sku: policy everybody shows waybill_app further rows'],
  ['grant truncate on sku to waybill_app', 'sku: waybill_app may truncate it'],
  [
    'create view every_sku as select * from sku',
    "every_sku: a view reads with its owner's rights, past row-level security",
  ],
  [
    `create function tell() returns trigger language plpgsql as $$ begin perform pg_notify('a', 'b'); return new; end $$;
      create trigger tell after insert on sku for each row execute function tell()`,
    'sku: trigger tell',
  ],
  [
    `create function tell() returns void language sql as $$ select pg_notify('a', 'b') $$`,
    'function tell() calls pg_notify',
  ],
  [
    `create function every_name() returns setof text language sql security definer as $$ select name from sku $$`,
    "function every_name() runs with its owner's rights for everybody: revoke execute from public",
  ],
] as const)('a breach is named: %s', async (statement, fault) => {
  expect(await faultsAfter(statement)).toContain(fault);
});

test('a foreign key that leaves the tenant is named', () => {
  const planted = faultsOf(({ foreignKeys }) => {
    const key = foreignKeys.find(({ table, target }) => table === 'sku' && target === 'product');
    Object.assign(key as object, { columns: ['product_id'], targetColumns: ['id'] });
  });
  expect(planted).toHaveLength(1);
  expect(planted[0]).toMatch(/^sku: foreign key \w+ can point into another tenant$/);
  const upwards = faultsOf(({ foreignKeys }) =>
    foreignKeys.push({
      table: 'session',
      name: 'session_sku',
      columns: ['id'],
      target: 'sku',
      targetColumns: ['id'],
    }),
  );
  expect(upwards).toEqual(['session: foreign key session_sku leads from the platform into a tenant table']);
});

test('an app role with powers of its own is named', () => {
  const change = (over: Partial<Catalogue['roles'][number]>): string[] =>
    faultsOf(({ roles }) => Object.assign(roles[0] as object, over));
  expect(change({ bypassesRowSecurity: true })).toEqual(['waybill_app bypasses row-level security']);
  expect(change({ superuser: true })).toEqual(['waybill_app is a superuser']);
  expect(change({ memberOf: ['waybill_owner'] })).toEqual(['waybill_app is a member of waybill_owner']);
  expect(change({ owns: ['sku'] })).toEqual(['waybill_app owns sku']);
});

test('a declaration without its table or its column is named with the statement that mends it', () => {
  const warehouse = resources.find(({ name }) => name === 'warehouse') as AnyResource;
  const planted = { ...warehouse, name: 'strangeThing' } as AnyResource;
  const grown = {
    ...warehouse,
    fields: { ...warehouse.fields, nickName: text('别名') },
  } as AnyResource;
  expect(schemaFaults(clean, [planted], [])).toContain('base:strangeThing: no table strange_thing');
  expect(schemaFaults(clean, [grown], [])).toEqual([
    'base:warehouse.nickName: alter table warehouse add column nick_name text;',
  ]);
});
