import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

test('one that fails keeps no other waiting, and the first fault is said at the end', async () => {
  const taken: number[] = [];
  const broken = new Set([2, 3]);
  const walk = inTurn([1, 2, 3, 4], (one) => {
    if (broken.has(one)) throw new Error(`${one} is broken`);
    taken.push(one);
    return Promise.resolve();
  });
  await expect(walk).rejects.toThrow('2 is broken');
  expect(taken).toEqual([1, 4]);
});

test('nothing is said where nothing fails', async () => {
  await expect(inTurn([1], () => Promise.resolve())).resolves.toBeUndefined();
});
