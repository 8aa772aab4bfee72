import type { UnreadableRow } from './port-answers.ts';

/** A storefront of a marketplace: listings, questions and texts stand in one each. */
export interface Storefront {
  locale: string;
  country: string;
  brand: string;
}

/** A class of goods as the marketplace divides them; it decides what is asked of a listing. */
export interface ListingClass {
  id: string;
  title: string;
}

export interface ListingQuestion {
  id: string;
  title: string;
  description: string | null;
  answer: 'text' | 'integer' | 'decimal' | 'boolean' | 'choice';
  /** Several values, each with its rank from 1. */
  isMultiple: boolean;
  /** Asked once for each carton (`instance` from 1). */
  isPerCarton: boolean;
  importance: 'required' | 'recommended' | 'optional';
  /** `key` is the value that travels; a boolean has its two here, the one that says yes first. */
  choices: readonly { key: string; title: string }[];
  /** Values of the parent under which it is asked; null = whatever the parent says. */
  askedWhen: readonly string[] | null;
  children: readonly ListingQuestion[];
}

/** One value of an answer; every value travels as text. */
export interface ListingAnswer {
  questionId: string;
  value: string;
  /** The nth value of a question that takes several, from 1. */
  rank: number;
  /** The nth answer of the repeated question above it, from 1. */
  parentRank: number;
  /** The nth carton, from 1. */
  instance: number;
}

export interface ProposedListing {
  channelSku: string;
  classId: string;
  answers: readonly ListingAnswer[];
}

/** What the marketplace finds wrong, at the cell where it stands. */
export interface ListingFlaw {
  /** Null = of the listing as a whole. */
  questionId: string | null;
  rank: number;
  instance: number;
  severity: 'error' | 'warning';
  code: string | null;
  message: string;
}

export interface SubmitListings {
  storefront: Storefront;
  /** At most 30, all of one class. */
  listings: readonly ProposedListing[];
  /** Judged, nothing kept. */
  validateOnly: boolean;
  /** The request that the earlier part of these goods went with; null = the first. */
  requestId: string | null;
  hasMore: boolean;
}

export interface SubmitOutcome {
  /** By it `readSubmission` asks; null where nothing was kept. */
  requestId: string | null;
  results: readonly { channelSku: string; isTaken: boolean; flaws: readonly ListingFlaw[] }[];
}

export interface SubmittedListing {
  channelSku: string;
  state: 'processing' | 'live' | 'refused';
  flaws: readonly ListingFlaw[];
}

/** What became of a submission; a listing that it does not name is still unknown there. */
export interface SubmissionReading {
  listings: readonly SubmittedListing[];
  unreadable: UnreadableRow[];
}

/** A change of what is live: only what is named changes. */
export interface ListingChange {
  channelSku: string;
  classId: string;
  title: string | null;
  /** All values of each question named. */
  answers: readonly { questionId: string; values: readonly string[] }[];
  media: readonly { url: string; action: 'upload' | 'delete'; isLead: boolean }[];
}

export interface UpdateListings {
  storefront: Storefront;
  changes: readonly ListingChange[];
  validateOnly: boolean;
}

export interface ListingProblem {
  /** Null = of the whole request. */
  channelSku: string | null;
  questionId: string | null;
  code: string | null;
  message: string;
}

/** What became of a change: finished may still hold problems, row by row. */
export interface UpdateReading {
  state: 'processing' | 'finished' | 'blocked';
  problems: readonly ListingProblem[];
}

/** A listing as it stands at the marketplace. One part may stand there twice. */
export interface ChannelListing {
  channelSku: string;
  listingIds: readonly string[];
  storefront: Storefront;
  state: 'live' | 'notLive' | 'launching';
  classId: string | null;
  className: string | null;
}

export interface ListingPage {
  listings: readonly ChannelListing[];
  unreadable: UnreadableRow[];
  /** The next page, null = the last. */
  next: string | null;
  total: number | null;
}
