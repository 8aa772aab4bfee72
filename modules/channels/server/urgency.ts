/** What a call to a channel is for, and what that makes of its right to places and to the rate. */
export interface Urgency {
  /** Its rank in the queue: the lower, the more places. */
  rank: number;
  /** Share of a full bucket that its first call leaves for more urgent ones. */
  leaves: number;
}

/**
 * A truck waits for a label and a deadline for a notice; new orders are wanted soon; acceptances have
 * hours, and stock is sent as it is at that moment. Part of the rate is always left for labels
 * and notices, so that a batch of acceptances holds them up by no more than the calls under way.
 */
export const URGENCY = {
  label: { rank: 1, leaves: 0 },
  shipNotice: { rank: 2, leaves: 0 },
  pull: { rank: 3, leaves: 0.2 },
  accept: { rank: 4, leaves: 0.3 },
  stock: { rank: 5, leaves: 0.3 },
  listings: { rank: 6, leaves: 0.4 },
  publish: { rank: 6, leaves: 0.3 },
} as const satisfies Record<string, Urgency>;
