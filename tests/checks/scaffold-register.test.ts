import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { gather } from '#kit/model/declared.ts';
import { snake, type AnyResource } from '#kit/model/resource.ts';
import { systemActor } from '#kit/server/actor.ts';
import { assembleModules } from '#kit/server/assemble.ts';
import { openTestDatabase } from '#tests/harness/open-database.ts';
import { defineModule } from '#kit/server/module.ts';
import { createRegistry } from '#kit/server/registry.ts';
import { createVault } from '#kit/server/vault.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { readRooms, roomFaults } from '#tools/check-modules.ts';
import { glossaryFaults, readGlossary } from '#tools/check-glossary.ts';
import { scaffoldRegister, type NewRegister } from '#tools/scaffold-register.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const NEW: NewRegister = { module: 'base', name: 'paymentHabit', title: '付款习惯' };

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Below the root, so that package imports of the written files work. */
function write(files: Record<string, string>, of = ''): string {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(join(ROOT, '.cache/new-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return dirname(join(folder, of));
}

test('a new register comes with a declaration and the table that fits it', async () => {
  const files = scaffoldRegister(ROOT, NEW);
  write(files);
  const file = 'modules/base/model/payment-habit.ts';
  const module = (await import(join(folder, file))) as { paymentHabit: AnyResource };
  const { kind, title, fields } = module.paymentHabit;
  expect({ kind, title }).toEqual({ kind: 'register', title: '付款习惯' });

  const migration = Object.keys(files).find((path) => path.endsWith('_payment_habit.sql')) ?? '';
  const database = await createTestDatabase();
  const owner = new pg.Client(database.owner);
  await owner.connect();
  try {
    await owner.query(files[migration] ?? '');
    const { rows } = await owner.query<{ name: string }>(
      `select column_name as name from information_schema.columns
        where table_name = 'payment_habit'`,
    );
    const columns = rows.map(({ name }) => name);
    for (const field of Object.keys(fields as object)) expect(columns).toContain(snake(field));
    const walled = await owner.query(
      `select relforcerowsecurity as forced from pg_class where relname = 'payment_habit'`,
    );
    expect(walled.rows).toEqual([{ forced: true }]);
    expect(await firstPage(database.app, module)).toMatchObject({ records: [], total: 0 });
  } finally {
    await owner.end();
    await database.drop();
  }
});

/** What its list answers, served by a module that says nothing but that it is declared. */
async function firstPage(connection: pg.PoolConfig, declared: object): Promise<unknown> {
  const db = openTestDatabase({ connection, clock: () => new Date(0) });
  const vault = createVault('nothing is sealed with this, it is only looked at');
  const registry = createRegistry(gather([declared]).resources, [], vault, 'pii');
  try {
    const { routes } = assembleModules([defineModule({ name: 'base', declared })], { registry });
    const list = routes.find(({ path }) => path === '/base/paymentHabit/list');
    const call = { query: {}, tx: (work: never) => db.tx(systemActor(1, 'test'), work) };
    return await list?.handle(call as never);
  } finally {
    await db.close();
  }
}

test('without its line of what the module declares it is refused', async () => {
  const files = scaffoldRegister(ROOT, NEW);
  cpSync(join(ROOT, 'modules/base/model'), write(files, 'modules/base/model/declared.ts'), {
    recursive: true,
    filter: (from) => !from.endsWith('declared.ts'),
  });
  const rooms = await readRooms(folder);
  const file = 'modules/base/model/payment-habit.ts';
  const { [file]: _, ...others } = rooms;
  const declared = (await import(join(folder, 'modules/base/model/declared.ts'))) as object;
  expect(roomFaults(rooms, gather([declared]))).toEqual([]);
  expect(roomFaults(rooms, gather(Object.values(others)))).toEqual([
    `${file}: base:paymentHabit is served by no module: export it from declared.ts`,
  ]);
});

test('it is listed and has its glossary line, whose meaning is still to be written', () => {
  const files = scaffoldRegister(ROOT, NEW);
  expect(files['modules/base/model/declared.ts']).toContain("export * from './payment-habit.ts';\n");
  const row = { role: 'resource', title: NEW.title, identifier: NEW.name } as const;
  const file = 'modules/base/model/payment-habit.ts';
  const rows = readGlossary(files['docs/glossary.md'] ?? '').filter((one) => one.file === file);
  expect(glossaryFaults([{ ...row, file }], rows)).toEqual([expect.stringContaining('付款习惯 has no meaning')]);
});

test.each([
  ['a module that is none', { ...NEW, module: 'payments' }, /no module payments/],
  ['a name in another case', { ...NEW, name: 'PaymentHabit' }, /camelCase/],
  ['a title that is not Chinese', { ...NEW, title: 'habit' }, /in Chinese/],
  ['a table that exists', { ...NEW, name: 'warehouse', title: '仓库' }, /exists already/],
])('%s is refused', (_title, register, message) => {
  expect(() => scaffoldRegister(ROOT, register)).toThrow(message);
});

test('the tool touches four files and copies nothing that follows from the declaration', () => {
  const before = readFileSync(join(ROOT, 'modules/base/model/declared.ts'), 'utf8');
  const files = scaffoldRegister(ROOT, NEW);
  expect(Object.keys(files)).toHaveLength(4);
  expect(readFileSync(join(ROOT, 'modules/base/model/declared.ts'), 'utf8')).toBe(before);
});
