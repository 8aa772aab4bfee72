/** What the channel keeps of listings: what was added, what was changed, and what tests ordained. */

/** A storefront: each has rows, questions and texts of its own. */
export interface Market {
  locale: string;
  country: string;
  brand: string;
}

export interface Answer {
  attributeId: string;
  value: string;
  /** The nth value of a question that takes several. */
  rank: number;
  /** The nth answer of the repeated question above it. */
  parentRank: number;
  /** The nth carton. */
  attributeInstance: number;
}

export interface Flaw {
  attributeId: string | null;
  rank: number;
  /** Of an answer for each carton: which carton [guess]. */
  parentRank: number;
  flawType: 'ERROR' | 'WARNING';
  flaw: string;
}

/** A new part that was taken; the clock alone tells how far it is. */
export interface Submission {
  requestId: string;
  partNumber: string;
  classId: string;
  market: Market;
  answers: Answer[];
  submittedAt: number;
  /** From here on any query shows it. */
  visibleAt: number;
  /** From here on the verdict is known. */
  decidedAt: number;
  /** From here on it sells, unless it was refused. */
  liveAt: number;
  flaws: Flaw[];
}

/** A request that batches are added to until one says that it was the last. */
interface AdditionRequest {
  id: string;
  isOpen: boolean;
}

export interface Problem {
  code: string;
  title: string;
  detail: string;
  catalogEntityIdentifier: string | null;
  catalogEntityProperty: string | null;
  inputValue: string | null;
}

/** What a call changes of one item, or of all items of one group. */
export interface ItemChange {
  partNumber: string | null;
  groupId: string | null;
  /** Null = in every storefront. */
  market: Market | null;
  itemName?: string;
  attributes?: Record<string, string[]>;
  added?: { mediaUrl: string; isLead: boolean }[];
  removed?: string[];
}

export interface UpdateRequest {
  requestId: string;
  validationOnly: boolean;
  submittedAt: number;
  doneAt: number;
  isBlocked: boolean;
  problems: Problem[];
  changes: ItemChange[];
}

/** A question that came later, or choices that went. */
export interface QuestionChange {
  classId: string;
  added?: { id: string; displayName: string; choices: string[] };
  dropped?: { attributeId: string; choice: string };
}

export interface ListingState {
  requests: AdditionRequest[];
  submissions: Submission[];
  updates: UpdateRequest[];
  questionChanges: QuestionChange[];
  /** Parts that will be refused after a while, with what will be found wrong. */
  refusals: Record<string, Flaw[]>;
  /** Parts that were taken off the shop, or set back on it. */
  statuses: Record<string, 'LIVE' | 'NOT_LIVE' | 'GONE'>;
  /** The lowest wholesale price the seller allows, by part; for the audit. */
  floors: Record<string, number>;
}

export const emptyListingState = (): ListingState => ({
  requests: [],
  submissions: [],
  updates: [],
  questionChanges: [],
  refusals: {},
  statuses: {},
  floors: {},
});

export const isRefused = ({ flaws }: Submission): boolean => flaws.some(({ flawType }) => flawType === 'ERROR');

/** The standing of a new part in its submission. */
export function standingOf(submission: Submission, now: number): 'pending' | 'refused' | 'launching' | 'live' {
  if (now < submission.decidedAt) return 'pending';
  if (isRefused(submission)) return 'refused';
  return now < submission.liveAt ? 'launching' : 'live';
}

export const isSameMarket = (one: Market, other: Market): boolean =>
  one.locale === other.locale && one.country === other.country && one.brand === other.brand;
