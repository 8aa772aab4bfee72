import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeRate, takeTurn, type Turn, type TurnWish } from '#kit/server/rate-limit.ts';
import { covers } from '#tests/spec/covers.ts';
import { openQueue, type QueueScene } from './queue-scene.ts';

let scene: QueueScene;
const RATE = { perSecond: 2, burst: 8 };

beforeEach(async () => {
  scene = await openQueue();
});
afterEach(() => scene.stop());

const take = (wish?: TurnWish, key = 'shop', tenant?: number): Promise<Turn> =>
  scene.tx((tx) => takeTurn(tx, key, RATE, wish), tenant);
const NOW: Turn = { isTaken: true, waitMs: 0 };

test('two nodes that ask at once are given no more together than one', async () => {
  covers('ours: the queue');
  const turns = await Promise.all(Array.from({ length: 40 }, () => take()));
  expect(turns.filter(({ isTaken }) => isTaken)).toHaveLength(8);
  expect(new Set(turns.filter(({ isTaken }) => !isTaken).map(({ waitMs }) => waitMs))).toEqual(new Set([500]));
  scene.pass(1000);
  expect([await take(), await take(), await take()]).toEqual([NOW, NOW, { isTaken: false, waitMs: 500 }]);
});

test('another shop, and another tenant with the same name for it, have rates of their own', async () => {
  for (let n = 0; n < 8; n++) await take();
  expect(await take({}, 'other shop')).toEqual(NOW);
  expect(await take({}, 'shop', 2)).toEqual(NOW);
});

test('what is not urgent leaves part of the rate to what is', async () => {
  const reserve = 3;
  for (let n = 0; n < 5; n++) expect(await take({ reserve })).toEqual(NOW);
  expect(await take({ reserve })).toEqual({ isTaken: false, waitMs: 500 });
  for (let n = 0; n < 3; n++) expect(await take()).toEqual(NOW);
  // The reserve has to be there again first.
  expect(await take({ reserve })).toEqual({ isTaken: false, waitMs: 2000 });
});

test('a call that may wait is given one still to come, behind those given before', async () => {
  for (let n = 0; n < 8; n++) await take();
  const wish = { maxWaitMs: 1000 };
  expect(await take(wish)).toEqual({ isTaken: true, waitMs: 500 });
  expect(await take(wish)).toEqual({ isTaken: true, waitMs: 1000 });
  expect(await take(wish)).toEqual({ isTaken: false, waitMs: 1500 });
});

test('a channel that asks for quiet is quiet on every node until then, and no burst follows', async () => {
  await scene.tx((tx) => closeRate(tx, 'shop', 30_000));
  await scene.tx((tx) => closeRate(tx, 'shop', 5_000));
  expect(await take()).toEqual({ isTaken: false, waitMs: 30_000 });
  scene.pass(30_000);
  expect(await take()).toEqual(NOW);
  expect(await take()).toEqual({ isTaken: false, waitMs: 500 });
});
