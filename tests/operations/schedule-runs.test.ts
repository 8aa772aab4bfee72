import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClockBook } from '#modules/operations/server/index.ts';
import { defineOwnWork } from '#kit/model/clock-work.ts';
import { covers } from '#tests/spec/covers.ts';
import { endLeases, openSchedules, type ScheduleScene } from './schedule-scene.ts';

let at: ScheduleScene;
beforeAll(async () => {
  at = await openSchedules();
});
afterAll(() => at.stop());
afterEach(() => at.clear());
beforeEach(() => {
  at.doing.run = async ({ params }) => `说了 ${params.word}`;
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Until the next 09:00 of Shanghai, from whatever moment it is. */
const untilNine = (): number => {
  const now = at.scene.now().getTime();
  const nine = Math.floor(now / (24 * HOUR)) * 24 * HOUR + HOUR;
  return (nine > now ? nine : nine + 24 * HOUR) - now;
};
const execute = (id: string) => at.admin.get('/sys/quartzJob/execute', { id });
const outcomes = async (id: string): Promise<string[]> => (await at.runs(id)).map(({ outcome }) => outcome);
/** A work that stands still until it is let go. */
function doorway(): { entered: Promise<void>; open: () => void; signal: () => AbortSignal | undefined } {
  const entered = Promise.withResolvers<void>();
  const door = Promise.withResolvers<string>();
  let signal: AbortSignal | undefined;
  at.doing.run = (probe) => {
    signal = probe.signal;
    entered.resolve();
    return door.promise;
  };
  return { entered: entered.promise, open: () => door.resolve('走了'), signal: () => signal };
}
const work = async (name = 'a'): Promise<void> => at.node(name).settled();

test('two nodes that look at once start an hour once, and its run is written down', async () => {
  covers('ours: schedules');
  const id = await at.add();
  await at.scene.pass(untilNine());
  await at.look(2);
  expect(await outcomes(id)).toEqual(['waiting']);
  await work('one');
  const [run, ...others] = await at.runs(id);
  expect(others).toEqual([]);
  expect(run).toMatchObject({ outcome: 'done', trigger: 'schedule', message: '说了 早', node: 'one', times: 1 });
  expect(run?.plannedAt).toMatch(/ 09:00:00$/);
  expect(await at.job(id)).toMatchObject({ lastOutcome: 'done', lastMessage: '说了 早' });
  expect((await at.job(id)).nextAt).toMatch(/ 09:00:00$/);
  await at.look(2);
  expect(await at.runs(id)).toHaveLength(1);
});

test('a node that stalls past its lease is written down as 中断, another does the work, and the late one changes nothing', async () => {
  covers('ours: schedules');
  const id = await at.add();
  const stalled = doorway();
  let late: Promise<unknown> = Promise.resolve();
  const first = at.doing.run;
  at.doing.run = async (probe) => {
    const text = await first(probe);
    // Resumed, it writes with what it has held.
    late = probe.tx((tx) => tx.run`update quartz_job set note = '迟到' where tenant_id = ${tx.tenant} and id = ${id}`);
    await late;
    return text;
  };
  await execute(id);
  at.node('stalled').wake();
  await stalled.entered;
  expect(await at.runs(id)).toMatchObject([{ outcome: 'running', node: 'stalled' }]);
  await at.tx(endLeases);
  at.doing.run = async () => '由另一节点完成';
  await work('other');
  expect(await at.runs(id)).toMatchObject([
    { outcome: 'done', trigger: 'recovery', node: 'other', message: '由另一节点完成' },
    { outcome: 'interrupted', trigger: 'hand', node: 'stalled' },
  ]);
  stalled.open();
  await expect
    .poll(() =>
      late.then(
        () => 'written',
        (error: Error) => error.name,
      ),
    )
    .toBe('LeaseLost');
  expect(await at.job(id)).toMatchObject({ description: null, lastOutcome: 'done', lastMessage: '由另一节点完成' });
  expect(await outcomes(id)).toEqual(['done', 'interrupted']);
});

test('what was interrupted is left alone where misses are skipped, and is done over once at most', async () => {
  const skipping = await at.add({ misfire: 'skip' });
  const stalled = doorway();
  await execute(skipping);
  at.node('dying').wake();
  await stalled.entered;
  await at.tx(endLeases);
  await work('next');
  expect(await outcomes(skipping)).toEqual(['interrupted']);
  stalled.open();
  const again = await at.add();
  const one = doorway();
  await execute(again);
  at.node('dies 1').wake();
  await one.entered;
  await at.tx(endLeases);
  const two = doorway();
  at.node('dies 2').wake();
  await two.entered;
  await at.tx(endLeases);
  await work('last');
  expect(await outcomes(again)).toEqual(['interrupted', 'interrupted']);
  one.open();
  two.open();
});

test('a run that throws fails with its reason, people hear of it once a streak', async () => {
  covers('ours: schedules');
  const id = await at.add();
  const reported = async (): Promise<number> =>
    (await at.notices()).filter((title) => title === '定时任务“试验任务”执行失败').length;
  const before = await reported();
  at.doing.run = async () => {
    throw new Error('平台没有回应');
  };
  for (let time = 0; time < 3; time++) {
    await execute(id);
    await work();
  }
  expect(await outcomes(id)).toEqual(['failed', 'failed', 'failed']);
  expect(await at.job(id)).toMatchObject({ lastOutcome: 'failed', lastMessage: '平台没有回应' });
  expect(await reported()).toBe(before + 1);
  at.doing.run = async () => '好了';
  await execute(id);
  await work();
  at.doing.run = async () => {
    throw new Error('password=secret in a driver');
  };
  await execute(id);
  await work();
  // What is none of our words is for the log.
  expect((await at.job(id)).lastMessage).not.toContain('secret');
  expect(await reported()).toBe(before + 2);
});

test('a run that hangs is cut off: it is aborted, gives its place up, and writes nothing any more', async () => {
  covers('ours: schedules');
  const id = await at.add();
  const hanging = doorway();
  let late: Promise<unknown> = Promise.resolve();
  const wait = at.doing.run;
  at.doing.run = async (probe) => {
    await wait(probe);
    late = probe.tx((tx) => tx.run`update quartz_job set note = '迟到' where tenant_id = ${tx.tenant} and id = ${id}`);
    await late;
    return '';
  };
  await execute(id);
  await work();
  expect(await at.runs(id)).toMatchObject([{ outcome: 'timedOut', message: '超过 0.2 秒没有结束，已中止' }]);
  expect(hanging.signal()?.aborted).toBe(true);
  hanging.open();
  await expect
    .poll(() =>
      late.then(
        () => 'written',
        (error: Error) => error.name,
      ),
    )
    .toBe('LeaseLost');
  expect(await at.job(id)).toMatchObject({ description: null, lastOutcome: 'timedOut' });
});

test('asked for twice at once, it is done once', async () => {
  covers('ours: schedules');
  const id = await at.add();
  const answers = await Promise.all([execute(id), execute(id)]);
  expect(answers.map(({ success }) => success).toSorted()).toEqual([false, true]);
  expect(answers.find(({ success }) => !success)?.message).toBe('该任务正在执行或等待执行，请等它结束后再试');
  await work();
  expect(await outcomes(id)).toEqual(['done']);
});

test('hours that passed while nothing ran are made up for once, or skipped, as the rule says', async () => {
  covers('ours: schedules');
  const [once, skip] = [await at.add(), await at.add({ misfire: 'skip' })];
  const quiet = await at.add({ misfire: 'skip', status: -1 });
  const before = (await at.notices()).filter((title) => title.endsWith('没有按时执行')).length;
  await at.scene.pass(untilNine() + 3 * 24 * HOUR);
  await at.look(2);
  await work();
  expect(await at.runs(once)).toMatchObject([{ outcome: 'done', trigger: 'misfire' }]);
  expect(await at.runs(skip)).toMatchObject([{ outcome: 'skipped', message: '错过 4 次，按规则跳过' }]);
  expect(await at.runs(quiet)).toEqual([]);
  const reported = async (): Promise<number> =>
    (await at.notices()).filter((title) => title.endsWith('没有按时执行')).length;
  expect(await reported()).toBe(before + 2);
  // The next hours come in time again.
  await at.scene.pass(untilNine() + MINUTE);
  await at.look();
  await work();
  expect(await outcomes(skip)).toEqual(['done', 'skipped']);
  expect(await reported()).toBe(before + 2);
});

test('an hour that comes while the run before is under way is skipped, or waits for it once', async () => {
  covers('ours: schedules');
  const cronExpression = '0 * * * * ? *';
  const [skip, queue] = [await at.add({ cronExpression }), await at.add({ cronExpression, overlap: 'queue' })];
  const minute = async (): Promise<void> => {
    await at.scene.pass(MINUTE);
    await at.look();
  };
  await minute();
  await minute();
  await minute();
  expect((await outcomes(skip)).toSorted()).toEqual(['skipped', 'skipped', 'waiting']);
  expect((await outcomes(queue)).toSorted()).toEqual(['skipped', 'skipped', 'waiting']);
  const busy = doorway();
  at.node('busy').wake();
  await busy.entered;
  await expect.poll(() => outcomes(queue)).toContain('running');
  await minute();
  expect((await outcomes(queue)).filter((one) => one === 'waiting')).toHaveLength(1);
  expect((await outcomes(skip)).filter((one) => one === 'waiting')).toHaveLength(0);
  busy.open();
  await work('rest');
});

test('stopped while it runs it ends what it does, and stopped before it begins it does nothing', async () => {
  covers('ours: schedules');
  const id = await at.add({ cronExpression: '0 * * * * ? *' });
  const running = doorway();
  await at.scene.pass(MINUTE);
  await at.look();
  const node = at.node('slow');
  node.wake();
  await running.entered;
  expect(await at.admin.get('/sys/quartzJob/pause', { id })).toMatchObject({ success: true });
  running.open();
  await node.settled();
  expect(await outcomes(id)).toEqual(['done']);
  await at.admin.get('/sys/quartzJob/resume', { id });
  await at.scene.pass(MINUTE);
  await at.look();
  await at.admin.get('/sys/quartzJob/pause', { id });
  await work('later');
  expect(await at.runs(id)).toMatchObject([
    { outcome: 'skipped', message: '开始前任务已停止或删除' },
    { outcome: 'done' },
  ]);
  await at.scene.pass(10 * MINUTE);
  await at.look();
  expect(await at.runs(id)).toHaveLength(2);
});

test('people hear once of a run that waits for a quarter of an hour', async () => {
  await at.add();
  await at.scene.pass(untilNine());
  await at.look();
  const count = async (): Promise<number> =>
    (await at.notices()).filter((title) => title.endsWith('没有按时执行')).length;
  const before = await count();
  await at.scene.pass(16 * MINUTE);
  await at.look(2);
  await at.look();
  expect(await count()).toBe(before + 1);
});

test('an edit takes hold with the next run', async () => {
  const id = await at.add();
  await execute(id);
  expect(await at.edit(id, { parameter: '{"word":"晚"}' })).toMatchObject({ success: true });
  await work();
  await execute(id);
  await work();
  expect((await at.runs(id)).map(({ message }) => message)).toEqual(['说了 晚', '说了 早']);
});

test('of two nodes one does what has a pace; one that stalled past its lease is written down and refused', async () => {
  covers('ours: schedules');
  const { db } = at.scene.app;
  const one = {
    kind: defineOwnWork('test.own', '试验系统任务', '只在测试里。'),
    everyMs: HOUR,
    run: async () => undefined,
  };
  const [a, b] = [createClockBook({ db, node: 'a' }), createClockBook({ db, node: 'b' })];
  await a.enter([one]);
  await b.enter([one]);
  const now = at.scene.now();
  const taken = await Promise.all([a.due(now), b.due(now)]);
  expect(taken.flat()).toHaveLength(1);
  const [mine] = taken.flat();
  const later = new Date(now.getTime() + 2 * HOUR);
  const [next] = await b.due(later);
  if (!mine || !next) throw new Error('nobody took it up');
  await b.end(next, later, 5);
  // The stalled node comes back with a failure that is not true any more.
  await a.end(mine, later, 5, new Error('迟到'));
  const rows = await db.platform(
    (tx) => tx.rows<{ outcome: string }>`
      select outcome from clock_work_run where name = 'test.own' order by started_at, outcome`,
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(['interrupted', 'done']);
  const state = await db.platform(
    (tx) => tx.one<{ lastOutcome: string; failStreak: number }>`
      select last_outcome, fail_streak from clock_work where name = 'test.own'`,
  );
  expect(state).toEqual({ lastOutcome: 'done', failStreak: 0 });
});
