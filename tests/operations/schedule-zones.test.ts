import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createTenant, createUser } from '#modules/system/server/index.ts';
import { PASSWORD } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { openSchedules, type ScheduleScene } from './schedule-scene.ts';

let at: ScheduleScene;
beforeAll(async () => {
  at = await openSchedules();
});
afterAll(() => at.stop());
afterEach(() => at.clear());

const moveTo = (zone: string): Promise<number> =>
  at.scene.app.db.platform((tx) => tx.run`update tenant set timezone = ${zone} where id = 1`);
const nextOf = async (id: string): Promise<string | undefined> =>
  (
    await at.tx(
      (tx) =>
        tx.one<{ nextAt: Date | null }>`select next_at from quartz_job where tenant_id = ${tx.tenant} and id = ${id}`,
    )
  ).nextAt?.toISOString();
/** Lets time pass until a moment. */
const until = (moment: string): Promise<void> => at.scene.pass(Date.parse(moment) - at.scene.now().getTime());

test('hours are those of the tenant, and move with it', async () => {
  covers('ours: schedules');
  const id = await at.add();
  // The tests begin on 23 November 2026, 23:00 in Shanghai.
  expect(await nextOf(id)).toBe('2026-11-24T01:00:00.000Z');
  await moveTo('America/New_York');
  await at.look();
  expect(await nextOf(id)).toBe('2026-11-24T14:00:00.000Z');
  expect(await at.runs(id)).toEqual([]);
});

test('when clocks go forward an hour that does not come is left out, and others stay where they are', async () => {
  covers('ours: schedules');
  await moveTo('America/New_York');
  await until('2027-03-13T07:31:00Z');
  const [night, morning] = [
    await at.add({ cronExpression: '0 30 2 * * ? *' }),
    await at.add({ cronExpression: '0 0 9 * * ? *' }),
  ];
  // On 14 March 02:30 is leapt over; nine o'clock comes an hour earlier by UTC.
  expect(await nextOf(night)).toBe('2027-03-15T06:30:00.000Z');
  expect(await nextOf(morning)).toBe('2027-03-13T14:00:00.000Z');
  await until('2027-03-13T14:00:00Z');
  await at.look();
  expect(await nextOf(morning)).toBe('2027-03-14T13:00:00.000Z');
});

test('when clocks go back an hour that comes twice is met once, and every hour of the day runs through both', async () => {
  covers('ours: schedules');
  await moveTo('America/New_York');
  await until('2027-11-07T04:00:00Z');
  const [once, hourly] = [
    await at.add({ cronExpression: '0 30 1 * * ? *' }),
    await at.add({ cronExpression: '0 0 * * * ? *', overlap: 'queue' }),
  ];
  for (let step = 0; step < 8; step++) {
    await at.scene.pass(30 * 60_000);
    await at.look();
    await at.node(`n${step}`).settled();
  }
  // 01:30 came at 05:30 and 06:30 UTC: it is taken for the second, as Quartz has it.
  const planned = async (id: string): Promise<string[]> =>
    (
      await at.tx(
        (tx) => tx.rows<{ plannedAt: Date }>`
          select planned_at from quartz_run where tenant_id = ${tx.tenant} and job_id = ${id} order by planned_at`,
      )
    ).map(({ plannedAt }) => plannedAt.toISOString());
  expect(await planned(once)).toEqual(['2027-11-07T06:30:00.000Z']);
  expect((await planned(hourly)).map((moment) => moment.slice(11, 16))).toEqual(['05:00', '06:00', '07:00', '08:00']);
});

test('another tenant sees, changes and sets off nothing of it, and reads no faults of the product', async () => {
  covers('ours: schedules');
  await moveTo('Asia/Shanghai');
  const id = await at.add({ description: '只是我们的' });
  await at.admin.get('/sys/quartzJob/execute', { id });
  await at.node('own').settled();
  const { db } = at.scene.app;
  await createTenant(db, { id: 2, code: 'second', name: '另一家' }, at.scene.app.assembled.grants);
  await createUser(db, systemActor(2, 'test'), {
    username: 'stranger',
    realname: '外人',
    password: PASSWORD,
    roles: ['TADM'],
    departs: ['A01'],
  });
  const stranger = await at.scene.as('stranger');
  const list = await stranger.get<{ records: { id: string; isBuiltIn: boolean; lastMessage: string | null }[] }>(
    '/sys/quartzJob/list',
    { pageSize: '100' },
  );
  expect(list.result.records.length).toBeGreaterThan(5);
  expect(list.result.records.every(({ isBuiltIn, lastMessage }) => isBuiltIn && lastMessage === null)).toBe(true);
  for (const verb of ['pause', 'resume', 'execute', 'queryById'])
    expect(await stranger.get(`/sys/quartzJob/${verb}`, { id })).toMatchObject({ success: false });
  expect(await stranger.delete('/sys/quartzJob/delete', { id })).toMatchObject({ success: false });
  const runs = await stranger.get<{ records: unknown[] }>('/operations/quartzRun/list', { jobId: id });
  expect(runs.result.records).toEqual([]);
  const own = list.result.records[0]?.id ?? '';
  expect(await stranger.get('/sys/quartzJob/pause', { id: own })).toMatchObject({ success: false });
  expect(await at.job(id)).toMatchObject({ status: 0, description: '只是我们的' });
});
