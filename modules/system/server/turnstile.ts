import { tooMany } from './attempts.ts';

/**
 * Lets a few pieces of work per key run side by side and the others wait their turn, so that a
 * burst of guesses cannot overtake the counters that would stop it.
 */
interface Turnstile {
  run<T>(key: string, atOnce: number, work: () => Promise<T>): Promise<T>;
}

/** @param maxWaiting beyond so many waiting in all, newcomers are refused with 429 */
export function createTurnstile(maxWaiting: number): Turnstile {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>();
  let waiting = 0;

  const leave = (key: string): void => {
    const queue = queues.get(key);
    if (!queue) return;
    const next = queue.waiting.shift();
    if (next) next();
    else if (--queue.running === 0) queues.delete(key);
  };

  return {
    async run(key, atOnce, work) {
      const queue = queues.get(key) ?? { running: 0, waiting: [] };
      queues.set(key, queue);
      if (queue.running < atOnce) queue.running++;
      else {
        if (waiting >= maxWaiting) throw tooMany('登录人数过多，请稍后重试');
        waiting++;
        // Whoever leaves hands over its place.
        await new Promise<void>((enter) => queue.waiting.push(enter)).finally(() => waiting--);
      }
      try {
        return await work();
      } finally {
        leave(key);
      }
    },
  };
}
