import { afterAll, beforeAll, expect, test } from 'vitest';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileJob } from '#kit/model/file-job.ts';
import { systemActor } from '#kit/server/actor.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';
import { jobEnd as endOf, jobOf } from './file-jobs.ts';
import { readRecords, upload, workbook } from './upload.ts';

/** The database fails over one row, each time: no row is at fault, and no try gets through. */
let scene: TestApp;
let admin: Client;

const owner = (statement: string): Promise<unknown> =>
  onServer({ ...testCluster().owner, database: scene.connection.database as string }, (client) =>
    client.query(statement),
  );
const brake = (): Promise<unknown> =>
  owner(`create function brake() returns trigger language plpgsql as $$ begin
      if new.sku_code like 'BRAKE%' then raise exception 'broken' using errcode = 'XX000'; end if;
      return new; end $$;
    create trigger brake before insert on sku for each row execute function brake()`);
const mend = (): Promise<unknown> => owner('drop function brake cascade');

beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
  const sheet = await workbook(['SPU', '产品名称'], [['JOB', '大宗产品']]);
  await upload(scene, admin, '/catalog/product/importExcel', sheet);
});
afterAll(() => scene?.stop());

/** A job that broke is tried again after a while. */
async function jobEnd(client: Client, id: string): Promise<FileJob> {
  await scene.settled();
  return endOf(client, id);
}

const ROWS = 1800;
/** Refused in the first chunk, in the one that breaks, and behind it. */
const BAD = [10, 20, 1100, 1700];

async function begin(prefix: string, query = ''): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, i) => [
    i === 1200 ? `BRAKE-${prefix}` : `${prefix}-${i}`,
    `货品 ${i}`,
    BAD.includes(i) ? '没有这个产品' : 'JOB',
  ]);
  const { result } = await upload<{ jobId: string }>(
    scene,
    admin,
    `/catalog/sku/importExcel?background=1${query}`,
    await workbook(['SKU', '名称', '产品'], rows),
  );
  return result.jobId;
}

const refusedIn = async ({ errorFile }: FileJob): Promise<(string | null | undefined)[]> => {
  const { bytes } = await admin.raw('GET', errorFile as string);
  return (await readRecords(bytes)).map((row) => row['SKU'] ?? row['原行号']);
};

const sums = ({ created, updated, unchanged, failed, unprocessed, total }: FileJob): number =>
  created + updated + unchanged + failed + unprocessed - total;

const retry = (id: string) => admin.post('/sys/fileJob/retry', { id });

test('what was refused before an import broke comes back, and a further try goes on behind it', async () => {
  await brake();
  const id = await begin('A');
  const broken = await jobEnd(admin, id);
  expect(broken).toMatchObject({
    status: 'failed',
    total: ROWS,
    created: 998,
    failed: 2,
    unprocessed: 800,
    canRetry: true,
    message: '系统异常，导入已停止：此前已写入新增998行、更新0行，错误2行，其余800行未处理',
  });
  expect(sums(broken)).toBe(0);
  expect(await refusedIn(broken)).toEqual(['A-10', 'A-20']);

  // It breaks again while nothing is mended.
  expect(await retry(id)).toMatchObject({ success: true, message: '已重新排队' });
  expect((await admin.raw('GET', broken.errorFile as string)).status).toBe(404);
  expect(await jobEnd(admin, id)).toMatchObject({ status: 'failed', failed: 2, created: 998 });

  await mend();
  await retry(id);
  const done = await jobEnd(admin, id);
  // A row that was written twice would count as updated or unchanged.
  expect(done).toMatchObject({
    status: 'partial',
    created: ROWS - BAD.length,
    updated: 0,
    unchanged: 0,
    failed: BAD.length,
    unprocessed: 0,
    canRetry: false,
  });
  expect(await refusedIn(done)).toEqual(BAD.map((row) => `A-${row}`));
  expect(await retry(id)).toMatchObject({ success: false, message: '该任务不能重试' });
}, 120_000);

test('all or nothing that broke wrote nothing, names what it found, and starts over', async () => {
  await brake();
  const id = await begin('B', '&partial=0');
  const broken = await jobEnd(admin, id);
  expect(broken).toMatchObject({
    status: 'failed',
    created: 0,
    failed: 2,
    unprocessed: ROWS - 2,
    message: '系统异常，导入已停止，未写入任何数据',
    canRetry: true,
  });
  expect(await refusedIn(broken)).toEqual(['B-10', 'B-20']);
  await mend();
  await retry(id);
  const end = await jobEnd(admin, id);
  expect(end).toMatchObject({ status: 'failed', failed: BAD.length, created: 0, canRetry: false });
  expect(sums(end)).toBe(0);
}, 120_000);

test('where the sheet is lost too, refused rows are named by their number', async () => {
  await brake();
  const id = await begin('C');
  const first = await jobEnd(admin, id);
  expect(first.failed).toBe(2);
  const [source] = await scene.app.db.tx(
    systemActor(1, 'checker'),
    (tx) =>
      tx.rows<{ path: string }>`
      select a.path from asset a join file_job j on j.tenant_id = a.tenant_id and j.source_id = a.id
      where a.tenant_id = ${tx.tenant} and j.id = ${id}::uuid`,
  );
  await rm(join(scene.dataDir, 'files', source?.path as string));
  await retry(id);
  const lost = await jobEnd(admin, id);
  expect(lost).toMatchObject({
    status: 'failed',
    canRetry: false,
    message: '上传的文件已丢失，导入已停止：此前已写入新增998行、更新0行，错误2行，其余800行未处理',
  });
  expect(await refusedIn(lost)).toEqual(['12', '22']);
  await mend();
}, 120_000);

test('a sheet that comes again within a day is imported with a warning', async () => {
  const sheet = await workbook(['SPU', '产品名称'], [['TWICE', '两次']]);
  const send = (query = '') => upload(scene, admin, `/catalog/product/importExcel?x=1${query}`, sheet);
  expect((await send('&dryRun=1')).result.warning).toBeUndefined();
  expect((await send()).result.warning).toBeUndefined();
  const again = await send();
  expect(again.code).toBe(200);
  expect(again.result.warning).toMatch(/^疑似重复导入：admin 已于 \d{4}-\d\d-\d\d \d\d:\d\d 以相同方式导入过同一文件$/);
  // Another way of importing it, a trial, or another sheet is no repetition.
  expect((await send('&mode=update')).result.warning).toBeUndefined();
  expect((await send('&dryRun=1')).result.warning).toBeUndefined();
  const { result } = await upload<{ jobId: string }>(scene, admin, '/catalog/product/importExcel?background=1', sheet);
  expect((await jobOf(admin, result.jobId)).warning).toBe(again.result.warning);
  await jobEnd(admin, result.jobId);
  await scene.pass(2 * 86_400_000);
  admin = await scene.as('admin');
  expect((await send()).result.warning).toBeUndefined();
}, 60_000);
