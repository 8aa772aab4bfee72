/** A token bucket per client, on the machine's clock: throttles are about real calls. */
export interface Throttle {
  /** 0 when the call may pass, else whole seconds to wait. */
  take(key: string, perSecond: number): number;
  clear(): void;
}

export function createThrottle(): Throttle {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take(key, perSecond) {
      if (perSecond <= 0) return 0;
      const now = performance.now();
      const capacity = Math.max(1, perSecond);
      const bucket = buckets.get(key) ?? { tokens: capacity, at: now };
      const tokens = Math.min(capacity, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
      const passes = tokens >= 1;
      buckets.set(key, { tokens: passes ? tokens - 1 : tokens, at: now });
      return passes ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond));
    },
    clear: () => buckets.clear(),
  };
}

/** Counts calls of the last second per client, to prove a client keeps below a promised ceiling. */
export interface CallMeter {
  /** Calls of this client in the second that ends now, this one included. */
  count(key: string): number;
}

export function createCallMeter(): CallMeter {
  const calls = new Map<string, number[]>();
  return {
    count(key) {
      const now = performance.now();
      const recent = (calls.get(key) ?? []).filter((at) => now - at < 1000);
      recent.push(now);
      calls.set(key, recent);
      return recent.length;
    },
  };
}
