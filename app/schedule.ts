import type { Assembled } from '#kit/server/assembled.ts';
import type { ClockBook } from '#modules/operations/server/index.ts';

export interface Schedule {
  /** Looks now at what is due, and does it. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Looks at the clock again and again, and does what the book says is due here. One that fails holds up no other.
 * Several nodes may look at once: what has a pace is taken up by one of them, what has none stores its work under
 * a dedupe key.
 */
export async function startSchedule(options: {
  clock: () => Date;
  wake: () => void;
  assembled: Pick<Assembled, 'scheduled'>;
  book: ClockBook;
  /** 0 = never. */
  everyMs: number;
  log: (level: 'info' | 'warn' | 'error', about: object, message: string) => void;
}): Promise<Schedule> {
  const { assembled, book, clock, log } = options;
  // What is done at every look comes first: a sweep that takes long holds nothing up.
  await book.enter(assembled.scheduled.toSorted(({ everyMs: a = 0 }, { everyMs: b = 0 }) => a - b));
  let running: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      for (const taken of await book.due(clock())) {
        const { kind, run } = taken.one;
        const began = performance.now();
        const fault = await run(clock()).then(
          () => undefined,
          (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
        );
        if (fault) log('warn', { err: fault, work: kind.name }, 'work by the clock failed');
        await book.end(taken, clock(), performance.now() - began, fault);
      }
    } catch (error) {
      log('warn', { err: error }, 'schedule could not be read');
    }
    options.wake();
  };
  const inTurn = (): Promise<void> => (running = running.then(look));
  const timer = options.everyMs > 0 ? setInterval(() => void inTurn(), options.everyMs) : undefined;
  return {
    look: inTurn,
    async stop() {
      clearInterval(timer);
      await running;
      await book.close(clock()).catch((error: unknown) => log('warn', { err: error }, 'runs could not be written'));
    },
  };
}
