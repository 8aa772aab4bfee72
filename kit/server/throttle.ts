import { setTimeout as sleep } from 'node:timers/promises';

/** A full bucket lets `burst` calls through at once, then `perSecond` a second. */
export interface ThrottleRate {
  perSecond: number;
  burst: number;
}

/** Token buckets by key (a channel account, say), each of which can be closed for a while. */
export interface Throttle {
  /** Takes a token: 0 = go now, otherwise nothing is taken and the call fits in so many ms. */
  take(key: string, rate: ThrottleRate): number;
  /**
   * Waits for a token in the order of asking.
   * @returns 0 when the call may go, or the milliseconds to come back after when the wait would
   * pass `maxWaitMs`
   */
  turn(key: string, rate: ThrottleRate, maxWaitMs: number): Promise<number>;
  /** After a 429: no call for this key for `ms` from now. Never shortens an earlier closing. */
  close(key: string, ms: number): void;
}

/** A bucket as one instant: when it is full again. Each token taken moves it on by one interval. */
export interface Bucket {
  fullAt: number;
  closedUntil: number;
}

const MAX_KEYS = 10_000;

/**
 * How long until a token is there for one more caller; only moves `fullAt` over a closing.
 * @param reserve tokens that have to stay for callers of more right
 */
export function delayOf(bucket: Bucket, rate: ThrottleRate, now: number, reserve = 0): number {
  const emptyMs = ((rate.burst - 1) / rate.perSecond) * 1000;
  // A channel that closed wants less: after the closing there is one token, not a burst.
  bucket.fullAt = Math.max(bucket.fullAt, bucket.closedUntil + emptyMs);
  const reservedMs = (Math.min(reserve, rate.burst - 1) / rate.perSecond) * 1000;
  return Math.max(0, Math.ceil(bucket.fullAt - emptyMs + reservedMs - now));
}

/** Takes a token, also one that is still to come. */
export function spend(bucket: Bucket, rate: ThrottleRate, now: number): void {
  bucket.fullAt = Math.max(bucket.fullAt, now) + 1000 / rate.perSecond;
}

/** @param now clock in ms; @param wait how to wait, for clocks that are moved by hand */
export function createThrottle(now: () => number = Date.now, wait: (ms: number) => Promise<unknown> = sleep): Throttle {
  const buckets = new Map<string, Bucket>();

  const bucketOf = (key: string): Bucket => {
    const known = buckets.get(key);
    if (known) return known;
    if (buckets.size >= MAX_KEYS) dropIdle(buckets, now());
    const bucket = { fullAt: now(), closedUntil: 0 };
    buckets.set(key, bucket);
    return bucket;
  };

  return {
    take(key, rate) {
      const bucket = bucketOf(key);
      const delay = delayOf(bucket, rate, now());
      if (delay === 0) spend(bucket, rate, now());
      return delay;
    },
    async turn(key, rate, maxWaitMs) {
      const giveUpAt = now() + maxWaitMs;
      const bucket = bucketOf(key);
      const delay = delayOf(bucket, rate, now());
      if (delay > maxWaitMs) return delay;
      spend(bucket, rate, now());
      if (delay > 0) await wait(delay);
      // A 429 may have closed the key while this caller waited.
      for (;;) {
        const closedMs = bucket.closedUntil - now();
        if (closedMs <= 0) return 0;
        if (now() + closedMs > giveUpAt) return Math.ceil(closedMs);
        await wait(closedMs);
      }
    },
    close(key, ms) {
      const bucket = bucketOf(key);
      bucket.closedUntil = Math.max(bucket.closedUntil, now() + ms);
    },
  };
}

/** A full, open bucket is the same as none. When none is full the oldest tenth goes. */
function dropIdle(buckets: Map<string, Bucket>, instant: number): void {
  for (const [key, { fullAt, closedUntil }] of buckets) {
    if (fullAt <= instant && closedUntil <= instant) buckets.delete(key);
  }
  if (buckets.size < MAX_KEYS) return;
  for (const key of [...buckets.keys()].slice(0, MAX_KEYS / 10)) buckets.delete(key);
}
