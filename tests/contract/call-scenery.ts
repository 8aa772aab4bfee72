import type { Client, TestApp } from '#tests/harness/app.ts';
import type { Prey } from './administration-tries.ts';
import type { Sent } from './calls.ts';
import type { Row } from './resources.ts';
import type { Samples } from './sample-row.ts';

/**
 * Whose row a call is about, which says how it answers who may not have that row:
 * `row` the one that it names: as a missing one; `each` several, with an answer for each; `rows`
 * whatever is found, without it; `free` nobody's: it makes something, or is about the caller.
 */
export type Kind = 'row' | 'each' | 'rows' | 'free';

export interface GoodCall {
  kind: Kind;
  /** Id of the row that it is about. */
  about?: string;
  /** Key of the resource whose row that is. */
  of?: string;
  path: string;
  sent: Sent;
}

/** What the holder has of their own, by id; `file` is where their upload is kept. */
export interface OwnThings {
  userId: string;
  file: string;
  parts: string;
  /** What that upload is to hold. */
  piece: Buffer;
  view: string;
  query: string;
  job: string;
  notice: string;
  send: string;
  menus: string[];
}

/** What calls are made of: rows of the house, and ids that only its own people hold. */
export interface Scenery {
  scene: TestApp;
  holder: Client;
  samples: Samples;
  /** One row of every resource, by its key. */
  rows: ReadonlyMap<string, Row>;
  prey: Prey;
  own: OwnThings;
  /** The page of people in the menu. */
  pageId: string;
  /** Rows that nothing hangs on, by where their routes begin: for calls that take one away. */
  spare: Map<string, string[]>;
  /** Kept numbers, and error files of the holder, by where their routes begin. */
  numbers: Map<string, string>;
  errorFiles: Map<string, string>;
  /** Whether the call is made by the holder, and may be about a spare row. */
  isHolder: boolean;
}
