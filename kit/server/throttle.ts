import { setTimeout as sleep } from 'node:timers/promises';

/** A full bucket lets `burst` calls through at once, then `perSecond` a second. */
export interface ThrottleRate {
  perSecond: number;
  burst: number;
}

/** Token buckets by key (a channel account, say), each of which can be closed until an instant. */
export interface Throttle {
  /** Takes a token: 0 = go now, otherwise nothing is taken and the call fits in so many ms. */
  take(key: string, rate: ThrottleRate): number;
  /**
   * Waits for a token in the order of asking.
   * @returns 0 when the call may go, or the milliseconds to come back after when the wait would
   * pass `maxWaitMs` (nothing is taken then).
   */
  turn(key: string, rate: ThrottleRate, maxWaitMs: number): Promise<number>;
  /** After a 429: no call for this key for `ms` from now. A later closing never shortens an earlier one. */
  close(key: string, ms: number): void;
}

interface Bucket {
  /** Tokens at `at`; below zero while callers wait for their turn. */
  tokens: number;
  at: number;
  closedUntil: number;
  fullAt: number;
}

const MAX_KEYS = 10_000;

/** @param now clock in ms; @param wait how to wait, for clocks that are moved by hand */
export function createThrottle(
  now: () => number = Date.now,
  wait: (ms: number) => Promise<unknown> = sleep,
): Throttle {
  const buckets = new Map<string, Bucket>();

  const refill = (key: string, rate: ThrottleRate): Bucket => {
    const instant = now();
    let bucket = buckets.get(key);
    if (!bucket) {
      if (buckets.size >= MAX_KEYS) dropFull(buckets, instant);
      bucket = { tokens: rate.burst, at: instant, closedUntil: 0, fullAt: instant };
      buckets.set(key, bucket);
    }
    // While the key is closed the bucket does not fill: the channel wants less, not a burst after.
    const from = Math.min(Math.max(bucket.at, bucket.closedUntil), Math.max(instant, bucket.at));
    const gained = (Math.max(0, instant - from) / 1000) * rate.perSecond;
    bucket.tokens = Math.min(rate.burst, bucket.tokens + gained);
    bucket.at = Math.max(instant, bucket.at);
    return bucket;
  };

  /** How long until one more token is there, waiting callers served first. */
  const delayOf = (bucket: Bucket, rate: ThrottleRate): number => {
    const closed = Math.max(0, bucket.closedUntil - bucket.at);
    const missing = Math.max(0, 1 - bucket.tokens);
    return Math.ceil(closed + (missing / rate.perSecond) * 1000);
  };

  const spend = (bucket: Bucket, rate: ThrottleRate): void => {
    bucket.tokens -= 1;
    const refillMs = ((rate.burst - bucket.tokens) / rate.perSecond) * 1000;
    bucket.fullAt = Math.max(bucket.at, bucket.closedUntil) + refillMs;
  };

  const take = (key: string, rate: ThrottleRate): number => {
    const bucket = refill(key, rate);
    const delay = delayOf(bucket, rate);
    if (delay === 0) spend(bucket, rate);
    return delay;
  };

  return {
    take,
    async turn(key, rate, maxWaitMs) {
      const giveUpAt = now() + maxWaitMs;
      const bucket = refill(key, rate);
      const delay = delayOf(bucket, rate);
      if (delay > maxWaitMs) return delay;
      spend(bucket, rate);
      if (delay > 0) await wait(delay);
      // A 429 may have closed the key while this caller waited.
      for (
        let closed = bucket.closedUntil - now();
        closed > 0;
        closed = bucket.closedUntil - now()
      ) {
        if (now() + closed > giveUpAt) {
          bucket.tokens = Math.min(rate.burst, bucket.tokens + 1);
          return Math.ceil(closed);
        }
        await wait(closed);
      }
      return 0;
    },
    close(key, ms) {
      const instant = now();
      const bucket = buckets.get(key) ?? {
        tokens: 1,
        at: instant,
        closedUntil: 0,
        fullAt: instant,
      };
      bucket.closedUntil = Math.max(bucket.closedUntil, instant + ms);
      bucket.tokens = Math.min(bucket.tokens, 1);
      bucket.fullAt = Math.max(bucket.fullAt, bucket.closedUntil + 60_000);
      buckets.set(key, bucket);
    },
  };
}

/** A full, open bucket is the same as none. When none is full the oldest tenth goes. */
function dropFull(buckets: Map<string, Bucket>, instant: number): void {
  for (const [key, bucket] of buckets) if (bucket.fullAt <= instant) buckets.delete(key);
  if (buckets.size < MAX_KEYS) return;
  for (const key of [...buckets.keys()].slice(0, MAX_KEYS / 10)) buckets.delete(key);
}
