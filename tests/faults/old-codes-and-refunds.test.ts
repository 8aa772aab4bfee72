import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#kit/server/migrate.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';

/** What the log of messages, the keys of calls and the books held before is what they mean now. */

const dir = resolve(import.meta.dirname, '../../db/migrations');
const { admin, owner, template } = testCluster();
const database = `${template}_${randomBytes(5).toString('hex')}`;
const log = (): void => undefined;
let client: pg.Client;

beforeAll(async () => {
  await onServer(admin, async (root) => {
    await root.query(
      `create database ${database} owner waybill_owner template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`,
    );
  });
  await migrate({ owner: { ...owner, database }, dir, log, upTo: '0221' });
  client = new pg.Client({ ...admin, database });
  await client.connect();
  // Rows alone are looked at: what they point to need not be there.
  await client.query('set session_replication_role = replica');
  await leaveOldRows();
  await migrate({ owner: { ...owner, database }, dir, log });
});
afterAll(async () => {
  await client?.end();
  await onServer(admin, async (root) => {
    await root.query(`drop database if exists ${database} with (force)`);
  });
});

const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const at = '2026-11-01T00:00:00Z';
const [AR, RETURNS, STOCK, EAST] = [id(1), id(2), id(3), id(4)];

async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const values = { tenant_id: 7, create_time: at, id: id(999), ...row };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  await client.query(
    `insert into ${table} (${given.map(([name]) => name).join()})
     values (${given.map((_, i) => `$${i + 1}`).join()})`,
    given.map(([, value]) => value),
  );
}

const read = async (query: string): Promise<unknown[][]> =>
  (await client.query({ text: query, rowMode: 'array' })).rows;

async function leaveOldRows(): Promise<void> {
  await client.query(`insert into tenant (id, code, name, create_time) values (7, 'seven', 'seven', '${at}')`);
  for (const [n, purpose, content] of [
    [10, 'forgot', '验证码 884213，用于找回密码，10分钟内有效。'],
    [11, 'notice', '请核对 202611 的账单'],
  ] as const)
    await insert('sent_message', { id: id(n), kind: 'sms', purpose, recipient: 'x', content });
  await insert('receipt', {
    id: undefined,
    create_time: undefined,
    scope: 's',
    key: 'k',
    payload_hash: 'h',
    answer: '{"done":1}',
    at,
  });
  for (const [account, code, type, part] of [
    [AR, 'ar', 'asset', id(5)],
    [RETURNS, 'revenue:returns', 'revenue', ''],
    [STOCK, 'inventory', 'asset', EAST],
  ] as const)
    await insert('account', {
      id: account,
      book: 'tenant',
      code,
      type,
      part,
      is_guarded: false,
      currency: 'USD',
      name: code,
    });
  // Two credit notes that were posted, one of them taken back by hand, and a movement of stock.
  await entry(20, 'creditNote', 30, 'issued', [RETURNS, AR]);
  await entry(21, 'creditNote', 31, 'issued', [RETURNS, AR]);
  await entry(22, 'creditNote', 31, 'issued reversed', [AR, RETURNS], 21);
  await entry(23, 'stockAdjustment', 32, 'post', [STOCK, RETURNS]);
  for (const [note, posted, status] of [
    [30, 20, 'issued'],
    [31, 21, 'reversed'],
  ] as const)
    await insert('credit_note', {
      id: id(note),
      credit_no: `CN${note}`,
      return_id: id(40),
      currency: 'USD',
      total: 36780,
      line_count: 1,
      fx_rate: 1,
      base_currency: 'USD',
      base_total: 36780,
      issued_by: 'caiwu',
      status,
      entry_id: id(posted),
    });
}

async function entry(
  n: number,
  refType: string,
  ref: number,
  event: string,
  [debit, credit]: readonly [string, string],
  reverses?: number,
): Promise<void> {
  await insert('journal_entry', {
    id: id(n),
    entry_no: `JE${n}`,
    book: 'tenant',
    day: '2026-11-01',
    ref_type: refType,
    ref_id: id(ref),
    event,
    digest: 'd',
    amount: 36780,
    currency: 'USD',
    reverses_id: reverses === undefined ? undefined : id(reverses),
  });
  await insert('posting', {
    id: id(n + 100),
    entry_id: id(n),
    line_no: 1,
    debit_account_id: debit,
    credit_account_id: credit,
    amount: 36780,
    currency: 'USD',
  });
}

test('codes of old messages are gone, and what people wrote is as it was', async () => {
  expect(await read('select content, code from sent_message order by id')).toEqual([
    ['验证码 ******，用于找回密码，10分钟内有效。', null],
    ['请核对 202611 的账单', null],
  ]);
});

test('an old receipt is anybody’s', async () => {
  expect(await read('select key, sender from receipt')).toEqual([['k', '']]);
});

test('refunds that were booked without a sale are taken back once, and nobody owes less than nothing', async () => {
  const owed = await read(`select sum(case when debit_account_id = '${AR}' then amount else -amount end)::int
    from posting where '${AR}' in (debit_account_id, credit_account_id)`);
  expect(owed).toEqual([[0]]);
  expect(await read(`select entry_no, reverses_id from journal_entry where create_by = 'system'`)).toEqual([
    ['JE20-R', id(20)],
  ]);
  expect(await read('select entry_id, total::int from credit_note order by id')).toEqual([
    [null, 36780],
    [null, 36780],
  ]);
});

test('entries name the warehouses whose stock they move', async () => {
  expect(await read('select entry_no, warehouse_ids from journal_entry where cardinality(warehouse_ids) > 0')).toEqual([
    ['JE23', [EAST]],
  ]);
});
