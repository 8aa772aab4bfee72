import { afterEach, beforeEach, expect, test } from 'vitest';
import { isJobOver, type FileJob } from '#kit/model/file-job.ts';
import { openTestDatabase } from '#tests/harness/open-database.ts';
import { systemActor } from '#kit/server/actor.ts';
import { startTestApp, type TestApp } from '#tests/harness/app.ts';
import { powerUp, type ServedProduct } from '#tests/harness/served-product.ts';
import { readRecords, upload, workbook } from '#tests/sheets/upload.ts';
import { covers } from '#tests/spec/covers.ts';

/** The power goes in the middle of an import, or of an export. */
let scene: TestApp;
let product: ServedProduct | undefined;

const ROWS = 6_000;
/** Every hundredth row names a product that there is not. */
const BAD = ROWS / 100;

beforeEach(async () => {
  scene = await startTestApp({ isEmpty: true });
  const admin = await scene.as('admin');
  const sheet = await workbook(['SPU', '产品名称'], [['CUT', '大宗产品']]);
  await upload(scene, admin, '/catalog/product/importExcel', sheet);
  await scene.settled();
  await scene.stopApp();
  product = await powerUp(scene);
});
afterEach(async () => {
  await product?.cutPower();
  await scene.stop();
});

const now = (): ServedProduct => product as ServedProduct;

/** Uploads SKUs into the running product. @returns the job */
async function begin(
  query: string,
  isBad: (row: number) => boolean,
  lastCode = `CUT-${ROWS - 1}`,
): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, i) => [
    i < ROWS - 1 ? `CUT-${i}` : lastCode,
    `货品 ${i}`,
    isBad(i) ? '没有这个产品' : 'CUT',
  ]);
  const body = new FormData();
  const sheet = await workbook(['SKU', '名称', '产品'], rows);
  body.append('file', new Blob([new Uint8Array(sheet)]), '导入.xlsx');
  const response = await fetch(`${now().address}/catalog/sku/importExcel?background=1${query}`, {
    method: 'POST',
    headers: { 'x-access-token': now().token },
    body,
  });
  const answer = (await response.json()) as { code: number; result: { jobId: string } };
  expect(answer.code).toBe(202);
  return answer.result.jobId;
}

const jobOf = async (id: string): Promise<FileJob> =>
  (await now().call<FileJob>('GET', `/sys/fileJob/queryById?id=${id}`)).result;

async function jobWhen(id: string, holds: (job: FileJob) => boolean): Promise<FileJob> {
  let job = await jobOf(id);
  await expect
    .poll(async () => holds((job = await jobOf(id))), { timeout: 240_000, interval: 40 })
    .toBe(true);
  return job;
}

/** What stands in the database, whether or not anything runs. */
async function stored<T>(read: string): Promise<T> {
  const db = openTestDatabase({ connection: { ...scene.connection, max: 1 } });
  try {
    return await db.tx(systemActor(1, 'checker'), (tx) => tx.one<T>([read] as never));
  } finally {
    await db.close();
  }
}

/** A list stops counting at ten thousand. */
const skuCount = async (): Promise<number> =>
  (await stored<{ n: number }>(`select count(*)::integer as n from sku where tenant_id = 1`)).n;

test('an import of good rows goes on behind its last commit, each row once', async () => {
  covers('§2.13 import dialog');
  // The last row repeats the first, which is settled long before the cut.
  const id = await begin('', (row) => row % 100 === 7, 'CUT-0');
  await jobWhen(id, ({ done }) => done >= 1000);
  await now().cutPower();
  const cut = await stored<{ done: number; created: number; skus: number }>(
    `select done, created, (select count(*)::integer from sku where tenant_id = 1) as skus
     from file_job where tenant_id = 1 and resource = 'catalog:sku'`,
  );
  expect(cut.done).toBeLessThan(ROWS);
  expect(cut.skus).toBe(cut.created);

  product = await powerUp(scene);
  const job = await jobWhen(id, ({ status }) => isJobOver(status));
  // A row that was written twice would count as updated or unchanged.
  expect(job).toMatchObject({
    status: 'partial',
    total: ROWS,
    done: ROWS,
    created: ROWS - BAD - 1,
    updated: 0,
    unchanged: 0,
    failed: BAD + 1,
  });
  expect(await skuCount()).toBe(ROWS - BAD - 1);
  const errors = await fetch(now().address + (job.errorFile as string), {
    headers: { 'x-access-token': now().token },
  });
  // Rows that were refused before the cut too.
  const refused = await readRecords(Buffer.from(await errors.arrayBuffer()));
  expect(refused.map((row) => row['SKU'])).toEqual([
    ...Array.from({ length: BAD }, (_, i) => `CUT-${i * 100 + 7}`),
    'CUT-0',
  ]);
}, 300_000);

test('an import of all rows or none leaves none behind, and starts over', async () => {
  const id = await begin('&partial=0', () => false);
  await jobWhen(id, ({ done }) => done >= 1000);
  await now().cutPower();
  const cut = await stored<{ skus: number; status: string }>(
    `select count(*)::integer as skus, (select status from file_job where tenant_id = 1
       and resource = 'catalog:sku') as status from sku where tenant_id = 1`,
  );
  expect(cut).toEqual({ skus: 0, status: 'checking' });

  product = await powerUp(scene);
  const job = await jobWhen(id, ({ status }) => isJobOver(status));
  expect(job).toMatchObject({
    status: 'done',
    message: `共${ROWS}行数据全部导入成功！`,
    created: ROWS,
  });
  expect(await skuCount()).toBe(ROWS);
}, 300_000);

test('an export starts over and leaves one whole file', async () => {
  const sheet = await begin('', () => false);
  await jobWhen(sheet, ({ status }) => status === 'done');
  const { result } = await now().call<{ jobId: string }>(
    'GET',
    '/catalog/sku/exportXls?background=1',
  );
  await jobWhen(result.jobId, ({ done }) => done >= 1000);
  await now().cutPower();
  product = await powerUp(scene);
  const job = await jobWhen(result.jobId, ({ status }) => isJobOver(status));
  expect(job).toMatchObject({ status: 'done', total: ROWS, done: ROWS });
  const file = await fetch(now().address + (job.resultFile as string), {
    headers: { 'x-access-token': now().token },
  });
  const rows = await readRecords(Buffer.from(await file.arrayBuffer()));
  expect(new Set(rows.map((row) => row['SKU'])).size).toBe(ROWS);
  expect(
    await stored(`select count(*)::integer as n from asset
      where tenant_id = 1 and kind = 'exportFile'`),
  ).toEqual({ n: 1 });
}, 300_000);
