import { expect, test } from 'vitest';
import { createTurnstile } from './turnstile.ts';

test('so many at once, the others in turn, and no more than may wait', async () => {
  const turnstile = createTurnstile(2);
  const open: (() => void)[] = [];
  let inside = 0;
  let most = 0;
  const visit = () =>
    turnstile.run('door', 2, async () => {
      most = Math.max(most, ++inside);
      await new Promise<void>((leave) => open.push(leave));
      inside--;
    });
  const visits = [visit(), visit(), visit(), visit()];
  await expect(visit()).rejects.toMatchObject({ status: 429 });
  while (open.length > 0 || inside > 0) {
    open.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(visits);
  expect(most).toBe(2);
  await turnstile.run('door', 1, async () => undefined);
});

test('work that fails gives its place back', async () => {
  const turnstile = createTurnstile(0);
  const fail = () => turnstile.run('door', 1, () => Promise.reject(new Error('no')));
  await expect(fail()).rejects.toThrow('no');
  await expect(fail()).rejects.toThrow('no');
});
