import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { snake, type AnyResource } from '#kit/model/resource.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { glossaryFaults, readGlossary } from '#tools/check-glossary.ts';
import { scaffoldRegister, type NewRegister } from '#tools/scaffold-register.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const NEW: NewRegister = { module: 'base', name: 'paymentHabit', title: '付款习惯' };

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Below the root, so that package imports of the written files work. */
function write(files: Record<string, string>): void {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(join(ROOT, '.cache/new-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
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
  } finally {
    await owner.end();
    await database.drop();
  }
});

test('it is listed and has its glossary line, whose meaning is still to be written', () => {
  const files = scaffoldRegister(ROOT, NEW);
  expect(files['modules/base/model/declared.ts']).toContain(
    "export * from './payment-habit.ts';\n",
  );
  const row = { role: 'resource', title: NEW.title, identifier: NEW.name } as const;
  const file = 'modules/base/model/payment-habit.ts';
  const rows = readGlossary(files['docs/glossary.md'] ?? '').filter((one) => one.file === file);
  expect(glossaryFaults([{ ...row, file }], rows)).toEqual([
    expect.stringContaining('付款习惯 has no meaning'),
  ]);
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
