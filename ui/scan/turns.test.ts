import { expect, test, vi } from 'vitest';
import { createTurns } from './turns.ts';

const SCANS = Array.from({ length: 20 }, (_, at) => `BX-${100 + at}`);

test('twenty scans a second over answers of one second: each is carried out, alone and in its order', async () => {
  vi.useFakeTimers();
  try {
    const turns = createTurns();
    const heard: string[] = [];
    let open = 0;
    let most = 0;
    const seen: number[] = [];
    turns.listen(() => seen.push(turns.waiting()));
    const work = async (number: string): Promise<void> => {
      most = Math.max(most, ++open);
      await new Promise((go) => setTimeout(go, 1000));
      open -= 1;
      heard.push(number);
    };
    for (const number of SCANS) {
      void turns.take(() => work(number));
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(turns.waiting()).toBe(19);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([heard, most, turns.waiting()]).toEqual([SCANS, 1, 0]);
    expect([Math.max(...seen), seen.at(-1)]).toEqual([20, 0]);
  } finally {
    vi.useRealTimers();
  }
});

test('what fails says so to whoever asked for it, and those behind it go on', async () => {
  const turns = createTurns();
  const failed = turns.take(() => Promise.reject(new Error('refused')));
  const next = turns.take(() => 'stored');
  await expect(failed).rejects.toThrow('refused');
  await expect(next).resolves.toBe('stored');
  expect(turns.waiting()).toBe(0);
});
