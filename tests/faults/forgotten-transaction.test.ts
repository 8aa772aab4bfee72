import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSessionLost } from '#kit/server/database-fault.ts';
import { IDLE_TRANSACTION_MS, openBareDatabase, type BareDatabase } from '#kit/server/database.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';

let database: TestDatabase;
let product: BareDatabase;
let hasty: BareDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  product = openBareDatabase({ connection: database.app });
  hasty = openBareDatabase({ connection: { ...database.app, idle_in_transaction_session_timeout: 200 } });
});
afterAll(async () => {
  await Promise.all([product.close(), hasty.close()]);
  await database.drop();
});

test('every session of the product has the bound', async () => {
  const { ms } = await product.platform(
    (tx) => tx.one<{ ms: number }>`
      select setting::int as ms from pg_settings where name = 'idle_in_transaction_session_timeout'`,
  );
  expect(ms).toBe(IDLE_TRANSACTION_MS);
});

test('a forgotten transaction is ended, its locks are let go of, and the product goes on', async () => {
  const lock = (db: BareDatabase) => db.platform((tx) => tx.rows`select pg_advisory_xact_lock(7)`);
  const forgotten = hasty
    .platform(async (tx) => {
      await tx.rows`select pg_advisory_xact_lock(7)`;
      // Asks nothing more until somebody else has the lock, which this one holds.
      await lock(product);
      await tx.rows`select 1 as one`;
    })
    .then(
      () => null,
      (error: unknown) => error,
    );
  const error = await forgotten;
  expect(error).not.toBeNull();
  expect(isSessionLost(error)).toBe(true);
  // The session that is gone is handed to nobody.
  for (let n = 0; n < 3; n += 1) expect(await hasty.platform((tx) => tx.one`select 1 as one`)).toEqual({ one: 1 });
});
