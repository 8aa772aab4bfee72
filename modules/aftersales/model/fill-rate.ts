/** What became of the requests of a month. */
export interface FillCounts {
  received: number;
  shipped: number;
  /** Still to be shipped. */
  open: number;
}

export interface Fill {
  /** Basis points; null before anything was received. */
  rate: number | null;
  forecast: number | null;
  isMet: boolean;
  /** Shipments that lead to the target: of what is open first, then of requests still to come; null: none do. */
  needed: number | null;
  fromNew: number;
}

const WHOLE = 1_000_000n;

/**
 * 达成率: shipped / received of a month, and how many shipments more reach the target (domain.md §8 S10:
 * five of six are 83.3%, one more is 6/7 = 85.7%).
 * @param target millionths of the whole
 */
export function fillOf({ received, shipped, open }: FillCounts, target: bigint): Fill {
  const rate = basisPoints(shipped, received);
  const forecast = basisPoints(shipped + open, received);
  const meets = (done: number, of: number): boolean => BigInt(done) * WHOLE >= target * BigInt(of);
  if (meets(shipped, received)) return { rate, forecast, isMet: true, needed: 0, fromNew: 0 };
  const byOpen = ceilDiv(target * BigInt(received), WHOLE) - BigInt(shipped);
  if (byOpen <= BigInt(open)) return { rate, forecast, isMet: false, needed: Number(byOpen), fromNew: 0 };
  if (target >= WHOLE) return { rate, forecast, isMet: false, needed: null, fromNew: 0 };
  const missing = target * BigInt(received) - BigInt(shipped + open) * WHOLE;
  const fromNew = Number(ceilDiv(missing, WHOLE - target));
  return { rate, forecast, isMet: false, needed: open + fromNew, fromNew };
}

const basisPoints = (part: number, of: number): number | null => (of === 0 ? null : Math.round((part * 10_000) / of));

const ceilDiv = (value: bigint, by: bigint): bigint => (value + by - 1n) / by;
