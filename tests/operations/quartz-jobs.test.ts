import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personWith } from '#tests/contract/worlds.ts';
import type { Client } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { openSchedules, type ScheduleScene } from './schedule-scene.ts';

let at: ScheduleScene;
let admin: Client;
beforeAll(async () => {
  at = await openSchedules();
  ({ admin } = at);
});
afterAll(() => at.stop());

const PATH = '/sys/quartzJob';
const LIST = { column: 'createTime', order: 'desc', field: 'id,,', pageNo: '1', pageSize: '100' };
interface Row extends Record<string, unknown> {
  id: string;
}
const rows = async (query: Record<string, string> = {}, by = admin): Promise<Row[]> =>
  (await by.get<{ records: Row[] }>(`${PATH}/list`, { ...LIST, ...query })).result.records;

test('a stock client of the base lists, adds, edits, stops, starts and deletes', async () => {
  covers('ours: schedules');
  const sent = {
    jobClassName: 'system.remind',
    cronExpression: '0 30 8 * * ? *',
    parameter: '{"title":"盘点","content":"今天盘点"}',
    description: '每天提醒',
    status: 0,
  };
  expect(await admin.post(`${PATH}/add`, sent)).toMatchObject({ success: true, message: '创建定时任务成功' });
  const [row] = await rows({ jobClassName: 'system.remind' });
  expect(row).toMatchObject({ ...sent, delFlag: 0, title: '站内提醒', status_dictText: '正常', isBuiltIn: false });
  // The day of the tests is past nine in Shanghai.
  expect(row?.['nextAt']).toBe('2026-11-24 08:30:00');
  expect(await admin.put(`${PATH}/edit`, { ...row, description: '新说明' })).toMatchObject({
    success: true,
    message: '更新定时任务成功!',
  });
  const id = row?.id ?? '';
  expect(await admin.get(`${PATH}/pause`, { id })).toMatchObject({ success: true, message: '停止定时任务成功' });
  expect(await at.job(id)).toMatchObject({ status: -1, nextAt: null, description: '新说明' });
  expect(await rows({ status: '-1' })).toMatchObject([{ id }]);
  expect(await admin.get(`${PATH}/resume`, { id })).toMatchObject({ success: true, message: '启动定时任务成功' });
  expect(await at.job(id)).toMatchObject({ status: 0, nextAt: '2026-11-24 08:30:00' });
  expect(await admin.get(`${PATH}/execute`, { id })).toMatchObject({ success: true, message: '执行成功!' });
  expect(await admin.delete(`${PATH}/delete`, { id })).toMatchObject({ success: true, message: '删除定时任务成功!' });
  const two = [await at.add(), await at.add()];
  expect(await admin.delete(`${PATH}/deleteBatch`, { ids: `${two.join(',')},` })).toMatchObject({
    success: true,
    message: '删除定时任务成功!',
  });
  expect(await rows({ isBuiltIn: 'false' })).toEqual([]);
  expect(await admin.get(`${PATH}/pause`, { id })).toMatchObject({ success: false, message: '未找到对应实体' });
});

test.each(['child_process', '../../x', 'java.lang.Runtime', '__proto__', 'constructor', 'operations.foldCounts'])(
  'I1: what is no registered work is no work: %s',
  async (jobClassName) => {
    covers('ours: schedules');
    const body = { jobClassName, cronExpression: '0 0 9 * * ? *', parameter: '$(id)' };
    const message = `后台找不到该类名：${jobClassName}`;
    expect(await admin.post(`${PATH}/add`, body)).toMatchObject({
      status: 200,
      success: false,
      message,
      result: { errors: [{ field: 'jobClassName', message }] },
    });
  },
);

test.each([
  ['0/5 * * * * ? *', '两次执行至少间隔 1 分钟：秒请只填一个值，例如 0'],
  ['* 0 9 * * ? *', '两次执行至少间隔 1 分钟：秒请只填一个值，例如 0'],
  ['0 0 9 1 1 ? 2020', '该表达式以后不会再执行，请检查年、月、日'],
  ['0 0 9 30 2 ? *', '该表达式以后不会再执行，请检查年、月、日'],
])('hours that cannot be: %s', async (cronExpression, message) => {
  expect(
    await admin.post(`${PATH}/add`, { jobClassName: 'test.probe', cronExpression, parameter: '{"word":"早"}' }),
  ).toMatchObject({ success: false, message, result: { errors: [{ field: 'cronExpression', message }] } });
});

test.each([
  ['$(id)', '参数请填 JSON 对象，例如 {}'],
  ['["早"]', '参数请填 JSON 对象，例如 {}'],
  ['', '口令：请输入口令'],
  ['{"word":"早","__proto__x":1}', '“试验任务”没有这个参数：__proto__x'],
])('parameters are those of the work: %s', async (parameter, message) => {
  expect(
    await admin.post(`${PATH}/add`, { jobClassName: 'test.probe', cronExpression: '0 0 9 * * ? *', parameter }),
  ).toMatchObject({ success: false, message, result: { errors: [{ field: 'parameter', message }] } });
});

test('a schedule pulls no shop that is not there, and may no more than its maker', async () => {
  const shop = '0190a000-0000-7000-8000-000000000000';
  const body = {
    jobClassName: 'channels.pullOrders',
    cronExpression: '0 0 9 * * ? *',
    parameter: JSON.stringify({ accountId: shop }),
  };
  const { message } = await admin.post(`${PATH}/add`, body);
  expect(message).toMatch(/^店铺：/);
  const clerk = await at.scene.as('cangku');
  expect(await clerk.post(`${PATH}/add`, body)).toMatchObject({ status: 403 });
  expect(await clerk.get(`${PATH}/list`)).toMatchObject({ status: 403 });
});

test('whoever may not arrange a work neither sets it going nor has it done now, and may stop it', async () => {
  covers('ours: schedules');
  const parameter = JSON.stringify({ title: '盘点', content: '今天盘点' });
  const body = { jobClassName: 'system.remind', cronExpression: '0 0 9 * * ? *', parameter, status: -1 };
  const { id } = await must(admin.post<{ id: string }>(`${PATH}/add`, body));
  const rights = ['list', 'pause', 'resume', 'execute'].map((verb) => `operations:quartzJob:${verb}`);
  const clerk = await personWith(at.scene, admin, rights);
  for (const move of ['resume', 'execute'])
    expect(await clerk.get(`${PATH}/${move}`, { id }), move).toMatchObject({ status: 403 });
  await must(admin.get(`${PATH}/resume`, { id }));
  expect(await clerk.get(`${PATH}/pause`, { id })).toMatchObject({ success: true });
});

test('a reminder goes to somebody that there is', async () => {
  covers('ours: schedules');
  const body = {
    jobClassName: 'system.remind',
    cronExpression: '0 0 9 * * ? *',
    parameter: JSON.stringify({ title: '盘点', content: '下班前交', username: 'no_one' }),
  };
  expect(await admin.post(`${PATH}/add`, body)).toMatchObject({
    success: false,
    message: '没有可用的用户账号“no_one”',
  });
});

describe('what the product itself does', () => {
  const own = async (name: string, by = admin): Promise<Row> => {
    const [row] = await rows({ jobClassName: name }, by);
    if (!row) throw new Error(`no ${name}`);
    return row;
  };

  test('is listed with its pace and is edited or deleted by nobody', async () => {
    covers('ours: schedules');
    const row = await own('inventory.shareSafety');
    expect(row).toMatchObject({ isBuiltIn: true, title: '分摊安全库存', everySeconds: 3600, status: 0 });
    const { id } = row;
    expect(await admin.put(`${PATH}/edit`, { ...row, cronExpression: '0 0 9 * * ? *' })).toMatchObject({
      success: false,
      message: '“分摊安全库存”是系统任务，由程序安排，不能编辑',
    });
    expect(await admin.delete(`${PATH}/delete`, { id })).toMatchObject({
      success: false,
      message: '“分摊安全库存”是系统任务，由程序安排，不能删除',
    });
    expect(await own('inventory.shareSafety')).toMatchObject({ id });
  });

  test('is stopped, started and done now by the operator alone', async () => {
    const { id } = await own('channels.pullDue');
    expect(await admin.get(`${PATH}/pause`, { id })).toMatchObject({ success: true });
    expect(await own('channels.pullDue')).toMatchObject({ status: -1 });
    expect(await admin.get(`${PATH}/resume`, { id })).toMatchObject({ success: true });
    expect(await admin.get(`${PATH}/execute`, { id })).toMatchObject({ success: true, message: '执行成功!' });
    const looker = await at.scene.as('yunying');
    expect(await rows({ isBuiltIn: 'true' }, looker)).not.toEqual([]);
    expect(await looker.get(`${PATH}/pause`, { id })).toMatchObject({ status: 403 });
  });

  test('has its runs written down, and is left alone while it is stopped', async () => {
    const { schedule } = at.scene.app;
    await schedule.look();
    const row = await own('inventory.shareSafety');
    expect(row).toMatchObject({ lastOutcome: 'done', lastAt: '2026-11-23 23:00:00', nextAt: '2026-11-24 00:00:00' });
    expect(await at.runs(row.id)).toMatchObject([{ outcome: 'done', times: 1, startedAt: '2026-11-23 23:00:00' }]);
    await admin.get(`${PATH}/pause`, { id: row.id });
    await at.scene.pass(3_600_000);
    await schedule.look();
    expect(await at.runs(row.id)).toHaveLength(1);
    await admin.get(`${PATH}/execute`, { id: row.id });
    await schedule.look();
    expect((await at.runs(row.id)).map(({ trigger }) => trigger)).toEqual(['hand', 'schedule']);
    await admin.get(`${PATH}/resume`, { id: row.id });
    await schedule.look();
    expect(await at.runs(row.id)).toHaveLength(2);
  });

  test('what comes at every look is counted by the hour', async () => {
    const { schedule } = at.scene.app;
    const { id } = await own('operations.foldCounts');
    const before = (await at.runs(id)).reduce((sum, { times }) => sum + times, 0);
    for (let look = 0; look < 13; look++) {
      await at.scene.pass(5_000);
      await schedule.look();
    }
    const after = (await at.runs(id)).reduce((sum, { times }) => sum + times, 0);
    expect(after - before).toBeGreaterThanOrEqual(12);
    expect((await at.runs(id)).length).toBeLessThanOrEqual(3);
  });
});
