import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJobOver, type FileJob } from '#kit/model/file-job.ts';
import { openTestDatabase } from '#tests/harness/open-database.ts';
import { systemActor } from '#kit/server/actor.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { holdPlace, writesTo } from '#tests/harness/held-place.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { powerUp, type ServedProduct } from '#tests/harness/served-product.ts';
import { readRecords, upload, workbook } from '#tests/sheets/upload.ts';
import { covers } from '#tests/spec/covers.ts';

/** The power goes in the middle of an import, or of an export. Each has SKUs of its own. */
let scene: TestApp;
let product: ServedProduct | undefined;

const CHUNK = 500;
/** Chunks that are behind the imports when they are cut off. */
const BEHIND = (IS_LONG ? 2 : 1) * CHUNK;
/** This row is there already, so that it can be held. */
const HELD = BEHIND + 210;
const ROWS = BEHIND + (IS_LONG ? 1_000 : 500);
/** Every hundredth row names a product that there is not. */
const BAD = ROWS / 100;
/** More than an export holds in memory. */
const EXPORTED = IS_LONG ? 6_000 : 2_200;

beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  const admin = await scene.as('admin');
  const sheet = await workbook(['SPU', '产品名称'], [['CUT', '大宗产品']]);
  await upload(scene, admin, '/catalog/product/importExcel', sheet);
  for (const series of ['PART', 'WHOLE']) await addHeld(admin, `${series}-${HELD}`);
  await scene.settled();
  await scene.stopApp();
  product = await powerUp(scene);
});
afterAll(async () => {
  await product?.cutPower();
  await scene?.stop();
});

async function addHeld(admin: Client, code: string): Promise<void> {
  const sheet = await workbook(['SKU', '名称', '产品'], [[code, '先到', 'CUT']]);
  expect((await upload(scene, admin, '/catalog/sku/importExcel', sheet)).code).toBe(200);
}

const now = (): ServedProduct => product as ServedProduct;

/** Uploads SKUs of a series into the running product. @returns the job */
async function begin(
  series: string,
  query: string,
  isBad: (row: number) => boolean,
  lastCode = `${series}-${ROWS - 1}`,
): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, i) => [
    i < ROWS - 1 ? `${series}-${i}` : lastCode,
    `货品 ${i}`,
    isBad(i) ? '没有这个产品' : 'CUT',
  ]);
  const body = new FormData();
  const sheet = await workbook(['SKU', '名称', '产品'], rows);
  body.append('file', new Blob([new Uint8Array(sheet)]), `${series}.xlsx`);
  const response = await fetch(`${now().address}/catalog/sku/importExcel?background=1${query}`, {
    method: 'POST',
    headers: { 'x-access-token': now().token },
    body,
  });
  const answer = (await response.json()) as { code: number; result: { jobId: string } };
  expect(answer.code).toBe(202);
  return answer.result.jobId;
}

const holdRow = (code: string) => holdPlace(scene, `select from sku where sku_code = '${code}' for update`);

async function jobAtEnd(id: string): Promise<FileJob> {
  const ask = async (): Promise<FileJob> =>
    (await now().call<FileJob>('GET', `/sys/fileJob/queryById?id=${id}`)).result;
  await expect.poll(async () => isJobOver((await ask()).status), { timeout: 240_000, interval: 40 }).toBe(true);
  return ask();
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

interface Stored {
  status: string;
  done: number;
  created: number;
  skus: number;
}
/** The job, and how many SKUs of its series there are; the held one was there before. */
const storedOf = (id: string, series: string) =>
  stored<Stored>(
    `select status, done, created, (select count(*)::integer - 1 from sku
       where tenant_id = 1 and sku_code like '${series}-%') as skus
     from file_job where tenant_id = 1 and id = '${id}'`,
  );

/** An import that was cut off: its job, and what was stored of it when the power went. */
interface Cut {
  id: string;
  left: Stored;
}
let cutting: Promise<{ part: Cut; whole: Cut }> | undefined;
/** It happens once, whichever test asks first. */
const cut = (): Promise<{ part: Cut; whole: Cut }> => (cutting ??= cutOff());

/** The power goes in the middle of two imports, and comes again. */
async function cutOff(): Promise<{ part: Cut; whole: Cut }> {
  const held = [await holdRow(`PART-${HELD}`), await holdRow(`WHOLE-${HELD}`)];
  // The last row repeats the first, which is settled long before the cut.
  const partId = await begin('PART', '', (row) => row % 100 === 7, 'PART-0');
  const wholeId = await begin('WHOLE', '&partial=0', () => false);
  for (const one of held) await one.reached();
  await now().cutPower();
  for (const one of held) await one.open();
  const part = { id: partId, left: await storedOf(partId, 'PART') };
  const whole = { id: wholeId, left: await storedOf(wholeId, 'WHOLE') };
  product = await powerUp(scene);
  return { part, whole };
}

test('an import of good rows goes on behind its last commit, each row once', async () => {
  covers('§2.13 import dialog');
  const { id, left } = (await cut()).part;
  const before = BEHIND - BEHIND / 100;
  expect(left).toMatchObject({ done: BEHIND, created: before, skus: before });
  const job = await jobAtEnd(id);
  // A row that was written twice would count as updated or unchanged.
  expect(job).toMatchObject({
    status: 'partial',
    total: ROWS,
    done: ROWS,
    created: ROWS - BAD - 2,
    updated: 1,
    unchanged: 0,
    failed: BAD + 1,
  });
  expect((await storedOf(id, 'PART')).skus).toBe(ROWS - BAD - 2);
  const errors = await fetch(now().address + (job.errorFile as string), {
    headers: { 'x-access-token': now().token },
  });
  // Rows that were refused before the cut too.
  const refused = await readRecords(Buffer.from(await errors.arrayBuffer()));
  expect(refused.map((row) => row['SKU'])).toEqual([
    ...Array.from({ length: BAD }, (_, i) => `PART-${i * 100 + 7}`),
    'PART-0',
  ]);
}, 300_000);

test('an import of all rows or none leaves none behind, and starts over', async () => {
  const { id, left } = (await cut()).whole;
  expect(left).toMatchObject({ skus: 0, status: 'checking', done: BEHIND });
  expect(await jobAtEnd(id)).toMatchObject({
    status: 'done',
    message: `共${ROWS}行数据全部导入成功！`,
    created: ROWS - 1,
    updated: 1,
  });
  expect((await storedOf(id, 'WHOLE')).skus).toBe(ROWS - 1);
}, 300_000);

test('an export starts over and leaves one whole file', async () => {
  await stored(`
    with added as (insert into sku (tenant_id, id, sku_code, product_id, name, create_time)
      select 1, gen_random_uuid(), 'OUT-' || n, p.id, '货品', p.create_time
      from product p, generate_series(1, ${EXPORTED}) n where p.tenant_id = 1 returning tenant_id)
    select count(*) from added`);
  // It has written its rows and is about to keep the file.
  const held = await holdPlace(scene, writesTo('asset'));
  const path = '/catalog/sku/exportXls?background=1&skuCode=OUT-*';
  const { result } = await now().call<{ jobId: string }>('GET', path);
  await held.reached();
  await now().cutPower();
  await held.open();
  product = await powerUp(scene);
  const job = await jobAtEnd(result.jobId);
  expect(job).toMatchObject({ status: 'done', total: EXPORTED, done: EXPORTED });
  const file = await fetch(now().address + (job.resultFile as string), {
    headers: { 'x-access-token': now().token },
  });
  const rows = await readRecords(Buffer.from(await file.arrayBuffer()));
  expect(new Set(rows.map((row) => row['SKU'])).size).toBe(EXPORTED);
  expect(
    await stored(`select count(*)::integer as n from asset
      where tenant_id = 1 and kind = 'exportFile'`),
  ).toEqual({ n: 1 });
}, 300_000);
