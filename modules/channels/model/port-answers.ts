/** What a row of an answer is: an odd one is set aside alone, whatever its kind. */
export type RowKind =
  | 'order'
  | 'cancellation'
  | 'label'
  | 'stock'
  | 'transaction'
  | 'return'
  | 'part'
  | 'listing'
  | 'submission';

/** A raw row of any kind that could not be understood. */
export interface UnreadableRow {
  kind: RowKind;
  /** What the row calls itself: a number, a part; null when even that is missing. */
  key: string | null;
  reason: string;
  raw: string;
}

/**
 * What happened to a write: done, refused by the channel, or sent and not yet visible. `repeat`: the
 * channel has this answer already; whether from us, the caller knows.
 */
export type WriteOutcome =
  | { status: 'done' }
  | { status: 'pending' }
  | { status: 'repeat' }
  /** `rows`: part numbers of the refused lines of a batch; the other lines were taken. */
  | { status: 'refused'; message: string; rows?: readonly string[] };

/** Answer of a re-read: did the effect of an earlier, unanswered write arrive? */
export type Confirmation<T = undefined> = { status: 'done'; result: T } | { status: 'absent' };
