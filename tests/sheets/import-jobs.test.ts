import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJobOver, type FileJob } from '#kit/model/file-job.ts';
import { systemActor } from '#kit/server/actor.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { covers } from '#tests/spec/covers.ts';
import { readRecords, upload, workbook } from './upload.ts';

let scene: TestApp;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true, importBytes: 2 * 1024 * 1024 });
  admin = await scene.as('admin');
  const sheet = await workbook(['SPU', '产品名称'], [['JOB', '大宗产品']]);
  await upload(scene, admin, '/catalog/product/importExcel', sheet);
});
afterAll(() => scene?.stop());

const TITLES = ['SKU', '名称', '产品'];
const sheetOf = (count: number, prefix: string, isBad = (_row: number) => false): Promise<Buffer> =>
  workbook(
    TITLES,
    Array.from({ length: count }, (_, i) => [`${prefix}-${i}`, `货品 ${i}`, isBad(i) ? '没有这个产品' : 'JOB']),
  );

async function begin(bytes: Buffer, query = '', headers: Record<string, string> = {}, client = admin): Promise<string> {
  const path = `/catalog/sku/importExcel?background=1${query}`;
  const answer = await upload<{ jobId: string }>(scene, client, path, bytes, headers);
  expect(answer).toMatchObject({ status: 200, success: true, code: 202 });
  return answer.result.jobId;
}

const jobOf = async (id: string, client = admin): Promise<FileJob> =>
  (await client.get<FileJob>('/sys/fileJob/queryById', { id })).result;

/** Asks until it holds. @returns every answer on the way */
async function watch(id: string, holds: (job: FileJob) => boolean): Promise<FileJob[]> {
  const seen: FileJob[] = [];
  await expect
    .poll(
      async () => {
        seen.push(await jobOf(id));
        return holds(seen.at(-1) as FileJob);
      },
      { timeout: 120_000, interval: 15 },
    )
    .toBe(true);
  return seen;
}
const isOver = ({ status }: FileJob): boolean => isJobOver(status);
const ended = async (id: string): Promise<FileJob> => (await watch(id, isOver)).at(-1) as FileJob;

const cancel = (id: string, client = admin) => client.post('/sys/fileJob/cancel', { id });

const skusLike = async (prefix: string): Promise<number> =>
  (await admin.get<{ total: number }>('/catalog/sku/list', { skuCode: `${prefix}-*` })).result.total;

const inTenant = <T>(sql: string): Promise<T[]> =>
  scene.app.db.tx(systemActor(1, 'checker'), (tx) => tx.rows<T>([sql] as never));

test('a job says how far it is, never less than before, and ends with counts and an error file', async () => {
  covers('§7 import');
  const id = await begin(await sheetOf(4000, 'WAY', (row) => row % 200 === 9));
  const seen = await watch(id, isOver);
  const last = seen.at(-1) as FileJob;
  for (const [at, job] of seen.entries()) {
    const before = seen[at - 1] ?? job;
    expect(job.done).toBeGreaterThanOrEqual(before.done);
    expect(job.total).toBeGreaterThanOrEqual(before.total);
    expect(job.created + job.updated + job.unchanged + job.failed).toBe(job.done);
  }
  expect(last).toMatchObject({
    status: 'partial',
    status_dictText: '部分成功',
    resource_dictText: 'SKU',
    fileName: '导入.xlsx',
    message: '总上传行数：4000，已导入行数：3980，错误行数：20',
    total: 4000,
    created: 3980,
    failed: 20,
    outcome: { code: 201, result: { fileUrl: last.errorFile } },
  });
  const file = await admin.raw('GET', last.errorFile as string);
  expect((await readRecords(file.bytes)).length).toBe(20);
  // The sheet is not kept, nor what was noted of it.
  expect(await inTenant(`select id from asset where tenant_id = 1 and kind = 'importSource'`)).toEqual([]);
  expect(await inTenant(`select 1 from file_job_fault where tenant_id = 1`)).toEqual([]);
}, 150_000);

test('a trial is a job that writes nothing', async () => {
  const job = await ended(await begin(await sheetOf(600, 'TRY', (row) => row === 3), '&dryRun=1'));
  expect(job).toMatchObject({
    isTrial: true,
    status: 'partial',
    message: '试导入：共600行，599行可以导入，1行有错误',
  });
  expect(await skusLike('TRY')).toBe(0);
});

test('what is stopped keeps what is committed and says how much', async () => {
  const id = await begin(await sheetOf(15_000, 'STOP'));
  await watch(id, ({ done }) => done >= 500);
  expect(await cancel(id)).toMatchObject({ success: true, message: '正在取消' });
  const job = await ended(id);
  expect(job.status).toBe('cancelled');
  expect(job.created).toBeLessThan(15_000);
  expect(job.message).toBe(
    `已取消：此前已写入新增${job.created}行、更新0行，错误0行，其余${15_000 - job.created}行未处理`,
  );
  expect(await skusLike('STOP')).toBe(job.created);
  expect(await cancel(id)).toMatchObject({ success: false, message: '任务已结束，不能取消' });
}, 150_000);

test('all or nothing that is stopped was nothing', async () => {
  const id = await begin(await sheetOf(15_000, 'NONE'), '&partial=0');
  await watch(id, ({ done }) => done >= 500);
  await cancel(id);
  expect(await ended(id)).toMatchObject({
    status: 'cancelled',
    message: '已取消，未写入任何数据',
    created: 0,
  });
  expect(await skusLike('NONE')).toBe(0);
}, 150_000);

test('one key is one job, however often and at once, and its answer is kept', async () => {
  const sheet = await sheetOf(700, 'KEY', (row) => row === 5);
  const headers = { 'idempotency-key': 'one import' };
  const ids = await Promise.all([1, 2, 3].map(() => begin(sheet, '', headers)));
  expect(new Set(ids).size).toBe(1);
  const waited = await upload(scene, admin, '/catalog/sku/importExcel', sheet, headers);
  expect(waited).toMatchObject({ code: 201, result: { successCount: 699, errorCount: 1 } });
  const other = await upload(scene, admin, '/catalog/sku/importExcel', await sheetOf(1, 'X'), headers);
  expect(other).toMatchObject({ status: 409, message: '同一幂等键对应了不同的请求内容' });
  expect(await skusLike('KEY')).toBe(699);
});

test('a job belongs to who uploaded it, and to those who have the right for all of them', async () => {
  const clerk = await personWith(
    scene,
    admin,
    ['import', 'add', 'list'].map((verb) => `catalog:sku:${verb}`),
  );
  const id = await begin(await sheetOf(3, 'OWN', (row) => row === 1), '', {}, clerk);
  await expect.poll(async () => (await jobOf(id, clerk)).status).toBe('partial');
  const listed = async (client: Client, filter = {}): Promise<string[]> => {
    const page = await client.get<{ records: FileJob[] }>('/sys/fileJob/list', filter);
    return page.result.records.map((job) => job.id);
  };
  expect(await listed(clerk)).toEqual([id]);
  expect(await listed(clerk, { direction: 'import' })).toEqual([id]);
  expect(await listed(clerk, { direction: 'export' })).toEqual([]);

  const colleague = await personWith(scene, admin, ['catalog:sku:import']);
  const stranger = await openOtherTenant(scene);
  for (const client of [colleague, stranger]) {
    expect(await listed(client)).toEqual([]);
    expect(await client.get('/sys/fileJob/queryById', { id })).toMatchObject({ status: 404 });
    expect(await cancel(id, client)).toMatchObject({ success: false, message: '未找到对应实体' });
  }
  expect(await listed(admin)).toContain(id);
  // What was uploaded stays with who uploaded it.
  expect(await jobOf(id)).toMatchObject({
    isMine: false,
    errorFile: null,
    outcome: null,
    failed: 1,
  });
});

test('J10: an error file is kept for a week, its job for a quarter', async () => {
  const id = await begin(await sheetOf(2, 'AGE', (row) => row === 1));
  const { errorFile } = await ended(id);
  const ofJob = `select 1 from file_job where tenant_id = 1 and id = '${id}'`;
  const files = `select 1 from asset where tenant_id = 1 and kind = 'importErrors'
    and id = '${errorFile?.split('/').at(-1)}'`;
  expect((await admin.raw('GET', errorFile as string)).status).toBe(200);
  await scene.pass(8 * 86_400_000);
  admin = await scene.as('admin');
  expect((await jobOf(id)).errorFile).toBeNull();
  expect((await admin.raw('GET', errorFile as string)).status).toBe(404);
  await ended(await begin(await sheetOf(1, 'AGE')));
  expect(await inTenant(files)).toEqual([]);
  expect(await inTenant(ofJob)).toHaveLength(1);
  await scene.pass(90 * 86_400_000);
  admin = await scene.as('admin');
  await ended(await begin(await sheetOf(1, 'AGE')));
  expect(await inTenant(ofJob)).toEqual([]);
}, 60_000);

test('J10: a file that is too much or broken is refused with the reason', async () => {
  const send = async (bytes: Buffer) => {
    const { status, message } = await upload(scene, admin, '/catalog/sku/importExcel', bytes);
    return [status, message];
  };
  const rows = `${TITLES.join()}\n${'A,B,C\n'.repeat(200_000)}`;
  expect(await send(Buffer.from(rows))).toEqual([422, '文件超过 200000 行，请拆分后再导入']);
  expect(await send(Buffer.alloc(2 * 1024 * 1024 + 1, 'a'))).toEqual([
    413,
    '文件大小超出2MB限制, 请压缩或降低文件质量! ',
  ]);
  const whole = await sheetOf(2000, 'CUT');
  const job = await ended(await begin(whole.subarray(0, whole.length / 2)));
  expect(job).toMatchObject({ status: 'failed', message: '文件已损坏，无法读取', created: 0 });
  expect(await admin.get('/sys/fileJob/limits')).toMatchObject({
    result: { maxMb: 2, maxRows: 200_000 },
  });
}, 60_000);

test('what waits behind others ends at once when stopped, and what cannot be read is given up', async () => {
  const busy = [await begin(await sheetOf(12_000, 'BUSY')), await begin(await sheetOf(12_000, 'BUSZ'))];
  const waiting = await begin(await sheetOf(5, 'WAIT'));
  const lost = await begin(await sheetOf(5, 'LOST'));
  const orphan = await begin(await sheetOf(5, 'ORPHAN'));
  expect(await jobOf(waiting)).toMatchObject({ status: 'queued' });
  await cancel(waiting);
  expect(await jobOf(waiting)).toMatchObject({
    status: 'cancelled',
    message: '已取消，未写入任何数据',
  });
  const [source] = await inTenant<{ path: string }>(
    `select a.path from asset a join file_job j on j.tenant_id = a.tenant_id and j.source_id = a.id
     where a.tenant_id = 1 and j.id = '${lost}'`,
  );
  await rm(join(scene.dataDir, 'files', source?.path as string));
  // Somebody abandoned its task while it was broken off: nobody else would ever end it.
  const abandoned = () =>
    inTenant(`update delivery set status = 'cancelled' where tenant_id = 1
      and aggregate = '${orphan}' and status = 'pending' returning id`);
  // While the worker looks whether there is room for it, it is not waiting.
  await expect.poll(async () => (await abandoned()).length, { interval: 5 }).toBe(1);
  await inTenant(`update file_job set run = 1 where tenant_id = 1 and id = '${orphan}' returning id`);
  await cancel(orphan);
  expect(await jobOf(orphan)).toMatchObject({ status: 'cancelled' });
  for (const id of busy) await cancel(id);
  expect(await ended(lost)).toMatchObject({
    status: 'failed',
    message: '上传的文件已丢失，导入已停止，未写入任何数据',
    canRetry: false,
  });
  for (const id of busy) expect((await ended(id)).status).toBe('cancelled');
  expect(await skusLike('WAIT')).toBe(0);
}, 150_000);
