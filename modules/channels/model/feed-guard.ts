/**
 * The breaker before a stock feed (domain.md §4 "Feed guard"), pure: a feed that would empty the
 * catalogue stops until a person signs for it. An outage of a warehouse looks just like that.
 */
export interface FeedRow {
  /** What the channel shows now; 0 for what it was never sent. */
  previous: number;
  next: number;
}

/** What a channel shows of rows that stay as they are. */
export interface ShownInAll {
  /** Rows that show something. */
  listed: number;
  units: number;
}

interface GuardPolicy {
  /** More than this share of what is listed going to zero … */
  zeroPct: number;
  /** … and at least so many. */
  zeroItems: number;
  /** Total units falling by more than this share. */
  dropPct: number;
}

const DEFAULT_GUARD: GuardPolicy = { zeroPct: 20, zeroItems: 10, dropPct: 60 };

export interface GuardVerdict {
  /** Why the feed is stopped, for people; null = it may go. */
  reason: string | null;
  toZero: number;
  /** Rows that show something now. */
  listed: number;
  before: number;
  after: number;
}

/**
 * @param rows the rows of the shop that may change
 * @param drifting SKU codes in the feed whose level is not what their ledger says
 * @param rest what is shown of its others: shares are shares of the whole
 */
export function judgeFeed(
  rows: readonly FeedRow[],
  drifting: readonly string[] = [],
  rest: ShownInAll = { listed: 0, units: 0 },
  policy: GuardPolicy = DEFAULT_GUARD,
): GuardVerdict {
  const listed = rest.listed + rows.filter((row) => row.previous > 0).length;
  const toZero = rows.filter((row) => row.previous > 0 && row.next === 0).length;
  const before = rows.reduce((sum, row) => sum + row.previous, rest.units);
  const after = rows.reduce((sum, row) => sum + row.next, rest.units);
  const reasons: string[] = [];
  if (toZero >= policy.zeroItems && toZero * 100 > policy.zeroPct * listed)
    reasons.push(`${toZero} 条将归零，超过在售 ${listed} 条的 ${policy.zeroPct}%`);
  if ((before - after) * 100 > policy.dropPct * before)
    reasons.push(`总数量由 ${before} 降至 ${after}，降幅超过 ${policy.dropPct}%`);
  if (drifting.length > 0) reasons.push(`库存对账异常：${drifting.slice(0, 5).join('、')}`);
  return {
    reason: reasons.length > 0 ? reasons.join('；') : null,
    toZero,
    listed,
    before,
    after,
  };
}
