import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBreaker, recordAnswer, recordFault } from '#modules/channels/server/breaker.ts';
import { covers } from '#tests/spec/covers.ts';
import { openQueue, type QueueScene } from './queue-scene.ts';

let scene: QueueScene;

beforeEach(async () => {
  scene = await openQueue();
});
afterEach(() => scene.stop());

const SHOP = 'shop';
const fault = (shop = SHOP): Promise<void> => scene.tx((tx) => recordFault(tx, shop, '渠道服务异常（503）'));
const waitOf = (shop = SHOP): Promise<number> => scene.tx(async (tx) => (await readBreaker(tx, shop)).waitMs);

test('a shop rests from its fifth failure in a row, longer each time, ten minutes at most', async () => {
  covers('ours: the queue');
  const rests: number[] = [];
  for (let failure = 1; failure <= 11; failure++) {
    await fault();
    const wait = await waitOf();
    rests.push(wait / 1000);
    scene.pass(wait);
    expect(await waitOf()).toBe(0);
  }
  expect(rests).toEqual([0, 0, 0, 0, 30, 60, 120, 240, 480, 600, 600]);
});

test('an answer ends the row: the next failure counts as the first', async () => {
  for (let n = 0; n < 5; n++) await fault();
  await scene.tx((tx) => recordAnswer(tx, SHOP));
  expect(await scene.tx((tx) => readBreaker(tx, SHOP))).toEqual({
    failures: 0,
    waitMs: 0,
    reason: null,
  });
  for (let n = 0; n < 4; n++) await fault();
  expect(await waitOf()).toBe(0);
});

test('the rest of one shop is nothing to another', async () => {
  for (let n = 0; n < 7; n++) await fault();
  await fault('other shop');
  expect(await waitOf()).toBe(120_000);
  expect(await waitOf('other shop')).toBe(0);
});
