import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabaseClock } from '#kit/server/database-clock.ts';
import { openBareDatabase, type BareDatabase } from '#kit/server/database.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';

let database: TestDatabase;
let db: BareDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openBareDatabase({ connection: database.app });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const databaseTime = async (): Promise<number> =>
  (await db.platform((tx) => tx.one<{ at: Date }>`select clock_timestamp() as at`)).at.getTime();

test('five minutes ahead or an hour behind, a node counts the time of the database', async () => {
  for (const wrongBy of [300_000, -3_600_000, 86_400_000]) {
    const answers: object[] = [];
    const clock = createDatabaseClock(
      (_level, about) => void answers.push(about),
      () => Date.now() + wrongBy,
    );
    await clock.measure(db);
    const before = await databaseTime();
    const now = clock.now().getTime();
    const after = await databaseTime();
    expect(now).toBeGreaterThanOrEqual(before - 250);
    expect(now).toBeLessThanOrEqual(after + 250);
    expect(answers).toHaveLength(1);
  }
});

test('a clock that is right is left alone: time does not jump', async () => {
  let local = await databaseTime();
  const answers: object[] = [];
  const clock = createDatabaseClock(
    (_level, about) => void answers.push(about),
    () => local,
  );
  // The database is as far on as the question took.
  await clock.measure({
    ...db,
    platform: async () => ({ at: new Date(local + 100) }) as never,
  });
  expect(clock.now().getTime()).toBe(local);
  local += 1000;
  expect(clock.now().getTime()).toBe(local);
  expect(answers).toEqual([]);
});
