import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '#kit/model/refusal.ts';
import { LeaseLost } from '#kit/server/deliveries.ts';
import { isPassing } from '#modules/channels/server/quarantine.ts';
import { createTestDatabase, onServer, type TestDatabase } from '#tests/harness/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The error that PostgreSQL and its driver really answer. */
const errorOf = (work: (client: pg.Client) => Promise<unknown>): Promise<unknown> =>
  onServer(database.owner as pg.ClientConfig, async (client) => {
    client.on('error', () => undefined);
    return work(client).then(
      () => Promise.reject(new Error('this did not fail')),
      (error: unknown) => error,
    );
  });

const raised = (code: string): Promise<unknown> =>
  errorOf((client) => client.query(`do $$ begin raise exception using errcode = '${code}'; end $$`));

test('a lock, a deadlock, a full disk or a server going down is not the order’s fault', async () => {
  for (const code of ['40001', '40P01', '55P03', '53100', '53300', '57014', '57P01', '57P03', '58030'])
    expect(isPassing(await raised(code)), code).toBe(true);
  const waited = await errorOf((client) => client.query(`set statement_timeout = 1; select pg_sleep(5)`));
  expect(isPassing(waited)).toBe(true);
});

test('a session that breaks off without a word is not the order’s fault', async () => {
  const lost = await errorOf((client) => {
    const request = client.query('select pg_sleep(5)');
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    return request;
  });
  expect((lost as { code?: unknown }).code).toBeUndefined();
  expect(isPassing(lost)).toBe(true);
  const unheard = new pg.Client({
    ...database.owner,
    host: '127.0.0.1',
    port: 9,
  } as pg.ClientConfig);
  expect(isPassing(await unheard.connect().catch((error: unknown) => error))).toBe(true);
});

test('a lease that was lost, or a house that cannot answer, is not the order’s fault', () => {
  expect(isPassing(new LeaseLost())).toBe(true);
  expect(isPassing(new Refusal('unavailable', '服务暂不可用', { status: 503 }))).toBe(true);
});

test('what the order itself breaks sets it aside', async () => {
  for (const code of ['22P02', '22001', '22003', '23502', '23505', '23514'])
    expect(isPassing(await raised(code)), code).toBe(false);
  expect(isPassing(new Refusal('orders.noLines', '订单没有明细', { status: 422 }))).toBe(false);
  expect(isPassing(new TypeError('Cannot read properties of undefined'))).toBe(false);
});
