/**
 * What the ways that everybody takes all day may cost, by count: no clock is read. The figures are
 * those of today and may only fall: a change that costs less writes its new figure here, one that costs
 * more has to be worth a line in review.
 */
export interface Budget {
  /** Round trips to PostgreSQL, with what opens and closes a transaction. */
  statements: number;
  /** Rows that PostgreSQL answered or wrote. */
  rows: number;
}

export interface ListBudget extends Budget {
  /**
   * Rows that PostgreSQL looked at in its tables once plans have settled, by its own statistics. What it
   * chooses may differ by a few; a tenth more is none of these.
   */
  read: number;
  /** Keys of the fullest row. */
  columns: number;
  /** Of the answer as JSON, in kB: digits of a day or a number make no difference. */
  kilobytes: number;
}

/** One page of ten, as it is asked for by somebody who has been at work for a while. */
export const LIST_BUDGETS = {
  // One column more since it is sorted by the deadline that it shows, two since it says how far it is paid.
  orders: { statements: 9, rows: 28, read: 574, columns: 85, kilobytes: 24.1 },
  shipments: { statements: 5, rows: 25, read: 1065, columns: 71, kilobytes: 19.7 },
  stock: { statements: 6, rows: 23, read: 6547, columns: 30, kilobytes: 8.9 },
  products: { statements: 7, rows: 42, read: 1580, columns: 33, kilobytes: 8.9 },
} as const satisfies Record<string, ListBudget>;

/** Of one unit in one box, by a clerk. */
export const MOVE_BUDGETS = {
  // One row more since its invoice is a delivery of its own, stored with those to the channel.
  ship: { statements: 41, rows: 41 },
  accept: { statements: 16, rows: 12 },
} as const satisfies Record<string, Budget>;

/** Orders taken in from a channel, mapped and with stock to hold. */
export const PULL_BUDGETS = {
  'one order of one line': { statements: 26, rows: 23 },
  'one order of three lines': { statements: 26, rows: 31 },
  'four orders of one line': { statements: 104, rows: 92 },
} as const satisfies Record<string, Budget>;

/** Signing in, and the menu behind it, by somebody who did so before. */
export const SIGN_IN_BUDGETS = {
  login: { statements: 31, rows: 19 },
  menu: { statements: 6, rows: 4 },
} as const satisfies Record<string, Budget>;
