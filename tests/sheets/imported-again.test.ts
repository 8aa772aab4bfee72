import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';
import { covers } from '#tests/spec/covers.ts';
import { upload, workbook } from './upload.ts';

/**
 * A sheet that is imported again right after: the server has not looked at the table since, so its
 * plans could only be made for the table as it was.
 */
let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
  await asOwner('alter table sku set (autovacuum_enabled = false)');
});
afterAll(() => scene?.stop());

const asOwner = <T>(text: string): Promise<T[]> =>
  onServer(
    { ...testCluster().owner, database: scene.connection.database as string },
    async (client) => (await client.query(text)).rows as T[],
  );

/** Rows of SKUs that were read so far, those that were discarded included. */
async function rowsRead(): Promise<number> {
  const [row] = await asOwner<{ n: number }>(
    `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as n
     from pg_stat_user_tables where relname = 'sku'`,
  );
  return row?.n ?? NaN;
}

test('the same sheet again reads each row a few times, not all for each', async () => {
  covers('ours: rights of an import');
  const ROWS = IS_LONG ? 6_000 : 2_000;
  const product = await workbook(['SPU', '产品名称'], [['AGAIN', '大宗产品']]);
  expect((await upload(scene, admin, '/catalog/product/importExcel', product)).code).toBe(200);
  const sheet = await workbook(
    ['SKU', '名称', '产品'],
    Array.from({ length: ROWS }, (_, n) => [`AGAIN-${n}`, `货品 ${n}`, 'AGAIN']),
  );
  const first = await upload(scene, admin, '/catalog/sku/importExcel', sheet);
  expect([first.code, first.result.successCount]).toEqual([200, ROWS]);
  const again = await upload(scene, admin, '/catalog/sku/importExcel', sheet);
  expect([again.code, again.result.successCount]).toEqual([200, ROWS]);
  await scene.stopApp(); // sessions tell what they did at their end at the latest
  expect(await rowsRead()).toBeLessThan(20 * ROWS);
});
