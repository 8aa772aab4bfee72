import type { Timers } from '#ui/timers.ts';
import type { Dial, LineEvents } from './line.ts';

/** A clock and a server's end for tests of the sockets: nothing happens until a test says so. */
export class MovedClock implements Timers {
  private now = 0;
  private waiting: { at: number; run: () => void }[] = [];

  after(ms: number, run: () => void): () => void {
    const one = { at: this.now + ms, run };
    this.waiting.push(one);
    return () => {
      this.waiting = this.waiting.filter((other) => other !== one);
    };
  }

  pass(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const [next] = this.waiting.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.waiting = this.waiting.filter((one) => one !== next);
      this.now = next.at;
      next.run();
    }
    this.now = until;
  }
}

interface Dialled extends LineEvents {
  sent: string[];
  isClosed: boolean;
}

/** Every call that was made, in order. */
export function fakeDial(): { dial: Dial; calls: Dialled[] } {
  const calls: Dialled[] = [];
  const dial: Dial = (events) => {
    const one: Dialled = { ...events, sent: [], isClosed: false };
    calls.push(one);
    return {
      send: (text) => void one.sent.push(text),
      close: () => {
        one.isClosed = true;
      },
    };
  };
  return { dial, calls };
}
