import type { Timers } from '#ui/timers.ts';

/** Below what the server lets one socket say (20 a second, 60 at once), with room for beats. */
const AT_ONCE = 20;
const THEN_EVERY_MS = 100;
/** Whoever saves more rows at a time leaves the rest to the others' next reading. */
const MOST_WAITING = 500;

/** Says things one after the other, never faster than the server listens. */
interface PacedSender {
  /** What is still waiting under the same name is replaced. */
  say(name: string, send: () => void): void;
  stop(): void;
}

/** @see PacedSender */
export function createPacedSender(timers: Timers): PacedSender {
  const waiting = new Map<string, () => void>();
  let left = AT_ONCE;
  let cancel: (() => void) | null = null;

  const refill = (): void => {
    cancel = timers.after(THEN_EVERY_MS, () => {
      cancel = null;
      left = Math.min(AT_ONCE, left + 1);
      speak();
    });
  };
  const speak = (): void => {
    for (const [name, send] of waiting) {
      if (left === 0) break;
      left -= 1;
      waiting.delete(name);
      send();
    }
    if (left < AT_ONCE && !cancel) refill();
  };
  return {
    say(name, send) {
      if (!waiting.has(name) && waiting.size >= MOST_WAITING) return;
      waiting.set(name, send);
      speak();
    },
    stop() {
      waiting.clear();
      cancel?.();
      cancel = null;
    },
  };
}
