import { afterEach, beforeEach, expect, test } from 'vitest';
import { exponential } from '#kit/server/carry-out.ts';
import { Dead, Later, type QueuedHandler } from '#kit/server/deliveries.ts';
import { openQueue, type QueueScene } from './queue-scene.ts';

let scene: QueueScene;

beforeEach(async () => {
  scene = await openQueue();
});
afterEach(() => scene.stop());

const failing = (error: () => Error): QueuedHandler => ({
  rank: 3,
  run: () => Promise.reject(error()),
});

const restOf = async (): Promise<number> => {
  const [row] = await scene.rows('call');
  return (row?.nextAt.getTime() ?? 0) - scene.now().getTime();
};

test('failures rest twice as long each time, from a second to five minutes, a quarter more or less', () => {
  const middle = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => exponential(n, () => 0.5));
  expect(middle).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300].map((seconds) => seconds * 1000));
  expect(exponential(3, () => 0)).toBe(3000);
  expect(exponential(3, () => 1)).toBe(5000);
});

test('a delivery that fails waits as long as the product says, and is a person’s after the eighth time', async () => {
  await scene.store('call', 1);
  const given: string[] = [];
  const worker = scene.node(
    { call: failing(() => new Error('渠道服务异常（503）')) },
    { onDead: async (_tx, delivery, reason) => void given.push(`${delivery.handler} ${reason}`) },
  );
  for (let failure = 1; failure <= 7; failure++) {
    await worker.settled();
    expect(await scene.rows('call')).toMatchObject([{ status: 'pending', attempts: failure }]);
    const rest = await restOf();
    expect(rest).toBeGreaterThanOrEqual(750 * 2 ** (failure - 1));
    expect(rest).toBeLessThanOrEqual(1250 * 2 ** (failure - 1));
    // Not a moment before its time.
    scene.pass(rest - 1);
    await worker.settled();
    expect(await scene.rows('call')).toMatchObject([{ attempts: failure }]);
    scene.pass(1);
  }
  await worker.settled();
  expect(await scene.rows('call')).toMatchObject([{ status: 'dead', attempts: 8, lastError: '渠道服务异常（503）' }]);
  expect(given).toEqual(['call 渠道服务异常（503）']);
});

test('waiting is no failure: it may happen any number of times', async () => {
  await scene.store('call', 1);
  const worker = scene.node({ call: failing(() => new Later('店铺已暂停', 60_000, false)) });
  for (let round = 0; round < 12; round++) {
    await worker.settled();
    expect(await scene.rows('call')).toMatchObject([{ status: 'pending', attempts: 0 }]);
    expect(await restOf()).toBe(60_000);
    scene.pass(60_000);
  }
});

test('a session that the database ended says nothing about the work', async () => {
  await scene.store('call', 1);
  const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
  const worker = scene.node({ call: failing(() => lost) });
  for (let round = 0; round < 12; round++) {
    await worker.settled();
    expect(await scene.rows('call')).toMatchObject([{ status: 'pending', attempts: 0 }]);
    const rest = await restOf();
    expect(rest).toBeGreaterThanOrEqual(3000);
    scene.pass(rest);
  }
});

test('waiting is no failure after seven of them either', async () => {
  await scene.store('call', 1);
  let calls = 0;
  const worker = scene.node({
    call: failing(() => {
      calls += 1;
      return calls <= 7 ? new Error('渠道服务异常') : new Later('店铺已暂停', 60_000, false);
    }),
  });
  for (let round = 0; round < 10; round++) {
    await worker.settled();
    scene.pass(400_000);
  }
  expect(await scene.rows('call')).toMatchObject([{ status: 'pending', attempts: 7 }]);
});

test('what no retry mends is a person’s at once', async () => {
  await scene.store('call', 1);
  await scene.node({ call: failing(() => new Dead('请到平台处理')) }).settled();
  expect(await scene.rows('call')).toMatchObject([{ status: 'dead', attempts: 1 }]);
});

test('what waits for one gate comes back one after the other, the oldest first', async () => {
  await scene.store('call', 10);
  const gate = { key: 'channel:shop', spacingMs: 500 };
  await scene.node({ call: failing(() => new Later('已达频率上限', 200, false, gate)) }, { concurrency: 1 }).settled();
  const rows = await scene.rows('call');
  expect(rows.map((row) => row.nextAt.getTime() - scene.now().getTime())).toEqual(
    rows.map((_, index) => 200 + index * 500),
  );
  expect(rows.every((row) => row.status === 'pending' && row.attempts === 0)).toBe(true);
});
