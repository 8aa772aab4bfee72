import type { BareDatabase } from './database.ts';

export interface DatabaseClock {
  now(): Date;
  /** Compares with the database once. */
  measure(db: BareDatabase): Promise<void>;
  /** Compares from now on, every half minute. @returns how to stop */
  keep(db: BareDatabase): () => void;
}

/** Smaller differences are left: they may be the way there and back, and time should not jump. */
const TOLERATED_MS = 250;
const EVERY_MS = 30_000;

/**
 * The time of the database, which all nodes share: a node whose own clock is wrong retries nothing
 * too early and keeps every channel's quiet like the others. Between comparisons the own clock counts.
 * @param local the own clock in ms
 */
export function createDatabaseClock(
  log: (level: 'warn', about: object, message: string) => void,
  local: () => number = Date.now,
): DatabaseClock {
  let ahead = 0;
  const measure = async (db: BareDatabase): Promise<void> => {
    const requested = local();
    const { at } = await db.platform((tx) => tx.one<{ at: Date }>`select clock_timestamp() as at`);
    const difference = (requested + local()) / 2 - at.getTime();
    if (Math.abs(difference - ahead) <= TOLERATED_MS) return;
    ahead = difference;
    log('warn', { aheadMs: Math.round(ahead) }, 'the clock of this node differs from the database');
  };
  return {
    now: () => new Date(local() - ahead),
    measure,
    keep(db) {
      const timer = setInterval(() => {
        measure(db).catch((error: unknown) => log('warn', { err: error }, 'clock not compared'));
      }, EVERY_MS);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
