import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileJob } from '#kit/model/file-job.ts';
import { systemActor } from '#kit/server/actor.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';
import { covers } from '#tests/spec/covers.ts';
import { jobEnd, jobOf, jobWhen } from './file-jobs.ts';
import { firstRow, readRecords, upload, workbook } from './upload.ts';

let scene: TestApp;
let admin: Client;

/** More than an .xls holds. */
const MANY = 6_000;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  const rows = Array.from({ length: MANY }, (_, i) => [`EXP-${i}`, `大件 ${i}`]);
  await upload(scene, admin, '/catalog/product/importExcel', await workbook(['SPU', '产品名称'], rows));
}, 120_000);
afterAll(() => scene?.stop());

async function begin(list: string, query: Record<string, string> = {}, client = admin): Promise<string> {
  const answer = await client.get<{ jobId: string }>(`${list}/exportXls`, {
    ...query,
    background: '1',
  });
  expect(answer).toMatchObject({ status: 200, code: 202, message: '已开始后台导出' });
  return answer.result.jobId;
}

const fileOf = async ({ resultFile }: FileJob, client = admin): Promise<Buffer> => {
  const { status, bytes } = await client.raw('GET', resultFile as string);
  expect(status).toBe(200);
  return bytes;
};

const inTenant = <T>(text: string): Promise<T[]> =>
  scene.app.db.tx(systemActor(1, 'checker'), (tx) => tx.rows<T>([text] as never));

test('a list is written in the background, as the call would have answered it', async () => {
  covers('§7 list and export');
  const query = { spuCode: 'EXP-*', name: '*件*' };
  const id = await begin('/catalog/product', query);
  const job = await jobEnd(admin, id);
  expect(job).toMatchObject({
    direction: 'export',
    direction_dictText: '导出',
    resource_dictText: '产品',
    fileName: '产品.xlsx',
    status: 'done',
    message: `共${MANY}行，已生成文件`,
    total: MANY,
    done: MANY,
    unprocessed: 0,
    errorFile: null,
    canRetry: false,
  });
  const { bytes, headers } = await admin.raw('GET', job.resultFile as string);
  expect(headers['content-disposition']).toContain(encodeURIComponent('产品.xlsx'));
  expect(job.fileSize).toBe(bytes.length);
  const request = new URLSearchParams(query).toString();
  const at = await admin.raw('GET', `/catalog/product/exportXls?${request}`);
  expect(await readRecords(bytes)).toEqual(await readRecords(at.bytes));
  const few = await jobEnd(admin, await begin('/catalog/product', { spuCode: 'EXP-77' }));
  expect((await readRecords(await fileOf(few))).map((row) => row['SPU'])).toEqual(['EXP-77']);
  const log = await inTenant<{ diff: unknown }>(
    `select diff from audit_log where tenant_id = 1 and resource = 'catalog:product'
       and action = 'export' order by at desc, id desc limit 1`,
  );
  expect(log).toEqual([{ diff: { rows: 1 } }]);
}, 60_000);

test('J12: rights, scope and masks are those of the person when it is written', async () => {
  const codes = ['catalog:sku:list', 'catalog:sku:export'];
  const plain = await personWith(scene, admin, codes);
  const blind = await jobEnd(plain, await begin('/catalog/sku', {}, plain));
  const titles = await firstRow(await fileOf(blind, plain));
  expect(titles).not.toContain('标准成本');
  expect(titles).toEqual(await firstRow((await plain.raw('GET', '/catalog/sku/exportXls')).bytes));
  const clerk = await personWith(scene, admin, [...codes, 'field:cost:view']);
  const reported = await jobEnd(clerk, await begin('/catalog/sku', {}, clerk));
  expect(await firstRow(await fileOf(reported, clerk))).toContain('标准成本');
  // The right goes while the export waits behind two others, which a lock holds up.
  const waiting = await heldUp(async (release) => {
    const busy = await Promise.all([begin('/catalog/product'), begin('/catalog/product')]);
    for (const id of busy) await jobWhen(admin, id, ({ status }) => status === 'exporting');
    const id = await begin('/catalog/sku', {}, clerk);
    const [role] = await inTenant<{ id: string; ids: string[] }>(
      `select p.role_id as id, array_agg(p.permission_id) as ids from role_permission p
         join user_role ur on ur.tenant_id = p.tenant_id and ur.role_id = p.role_id
         join file_job j on j.tenant_id = ur.tenant_id and j.user_id = ur.user_id
       where j.tenant_id = 1 and j.id = '${id}' group by p.role_id`,
    );
    await must(
      admin.post('/sys/permission/saveRolePermission', {
        roleId: role?.id,
        permissionIds: '',
        lastpermissionIds: role?.ids.join(','),
      }),
    );
    await release();
    return id;
  });
  await scene.settled();
  const [end] = await inTenant<object>(
    `select status, message, result_id from file_job where tenant_id = 1 and id = '${waiting}'`,
  );
  expect(end).toEqual({
    status: 'failed',
    message: '没有权限，请联系管理员授权',
    resultId: null,
  });
  // Nor is handed out what was written before.
  const { status } = await clerk.raw('GET', reported.resultFile as string);
  expect(status).toBe(404);
}, 60_000);

test('the file is for its person alone, for a week', async () => {
  const id = await begin('/catalog/product', { spuCode: 'EXP-1*' });
  const job = await jobEnd(admin, id);
  const colleague = await personWith(scene, admin, [
    'catalog:product:export',
    'system:fileJob:list',
    'system:fileJob:cancel',
  ]);
  const stranger = await openOtherTenant(scene);
  for (const client of [colleague, stranger])
    expect((await client.raw('GET', job.resultFile as string)).status).toBe(404);
  // Whoever sees all jobs sees it, not what is in it.
  expect(await jobOf(colleague, id)).toMatchObject({ isMine: false, resultFile: null });
  expect(await colleague.post('/sys/fileJob/retry', { id })).toMatchObject({ success: false });
  await scene.pass(8 * 86_400_000);
  admin = await scene.as('admin');
  expect(await jobOf(admin, id)).toMatchObject({ status: 'done', resultFile: null });
  expect((await admin.raw('GET', job.resultFile as string)).status).toBe(404);
  await jobEnd(admin, await begin('/catalog/product', { spuCode: 'EXP-1' }));
  const stored = await inTenant(`select 1 from asset where tenant_id = 1 and kind = 'exportFile'`);
  expect(stored).toHaveLength(1);
}, 60_000);

/** While nobody can read products: exports of them begin and get no further. */
const heldUp = <T>(work: (release: () => Promise<unknown>) => Promise<T>): Promise<T> =>
  onServer({ ...testCluster().owner, database: scene.connection.database as string }, async (client) => {
    await client.query('begin; lock table product in access exclusive mode');
    return work(() => client.query('commit'));
  });

test('an export that is stopped leaves no file, running or waiting', async () => {
  const ids = await heldUp(async (release) => {
    const begun = [];
    for (let n = 0; n < 3; n += 1) begun.push(await begin('/catalog/product'));
    const [first, second, waiting] = begun as [string, string, string];
    for (const id of [first, second]) await jobWhen(admin, id, ({ status }) => status === 'exporting');
    for (const id of begun) await admin.post('/sys/fileJob/cancel', { id });
    expect((await jobOf(admin, waiting)).status).toBe('cancelled');
    expect(await jobOf(admin, first)).toMatchObject({ status: 'exporting', isCancelling: true });
    await release();
    return begun;
  });
  for (const id of ids)
    expect(await jobEnd(admin, id)).toMatchObject({
      status: 'cancelled',
      message: '已取消，未生成文件',
      resultFile: null,
      canRetry: false,
    });
}, 60_000);

test('one person has no more than ten under way, and who may not export begins none', async () => {
  const reader = await personWith(scene, admin, ['catalog:product:list']);
  const path = '/catalog/product/exportXls';
  expect((await reader.get(path, { background: '1' })).status).toBe(403);
  await heldUp(async (release) => {
    for (let n = 0; n < 10; n += 1) await begin('/catalog/product', { spuCode: 'EXP-1' });
    expect(await admin.get(path, { background: '1' })).toMatchObject({
      status: 429,
      message: '未完成的导入导出不能超过10个，请等待完成或取消',
    });
    await release();
  });
  await scene.settled();
}, 60_000);
