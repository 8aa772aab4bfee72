import { expect, test } from 'vitest';
import { sharedRequest } from './shared-request.ts';

test('a group shares one request for 30 seconds', async () => {
  let starts = 0;
  const ask = (group: string | undefined, at: number, url = '/a') =>
    sharedRequest(group, url, async () => ++starts, at);
  expect(await Promise.all([ask('g', 0), ask('g', 29_999)])).toEqual([1, 1]);
  expect(await ask('g', 30_000)).toBe(2);
  expect(await ask('other', 30_000)).toBe(3);
  expect(await ask('g', 30_000, '/b')).toBe(4);
  expect([await ask(undefined, 30_000), await ask(undefined, 30_000)]).toEqual([5, 6]);
});

test('a request that failed is not shared', async () => {
  const failing = () => Promise.reject(new Error('down'));
  await expect(sharedRequest('f', '/a', failing, 0)).rejects.toThrow('down');
  expect(await sharedRequest('f', '/a', async () => 'up', 1)).toBe('up');
});
