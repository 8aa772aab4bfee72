import type { Fields } from './field.ts';

/** A titled part of the head of a document, in rows of keys. */
export interface DraftPart<K extends string = string> {
  title?: string;
  rows: readonly (readonly K[])[];
}

/** The lines of a document as they are typed. */
export interface DraftLines {
  /** `module:resource` whose rows they are; `lines` of the declaration says how they point back. */
  of: string;
  /** What the table of them is called, 商品明细. */
  title: string;
  /** What they are called in sentences; 明细 where absent. */
  word?: string;
  /** What a line asks; the writable fields of its resource where absent. */
  fields?: Fields;
  /** Keys in the order in which they are typed and pasted; that of the fields where absent. */
  columns?: readonly string[];
  /** Fewest lines with which it is stored; none where absent. */
  least?: number;
  most: number;
  /** Whether a sheet of lines may be read, into the form or into a draft of its own. */
  fromSheet?: boolean;
}

/**
 * How a document is written before it goes its way, data only: in these states its head and lines
 * are added, edited, pasted and imported as a whole; everything after that is a move.
 */
export interface DraftDeclaration<K extends string = string> {
  /** States in which it is written, the one it is born in first. */
  states: readonly string[];
  /** The field that the server numbers, and what numbers begin with. */
  number: { field: K; prefix: string };
  lines: DraftLines;
  /** What it is called while it is typed; the title of the resource where absent. */
  title?: string;
  /** What its head asks; the fields of its form where absent. */
  head?: Readonly<Partial<Record<K, Fields[string]>>>;
  /** Parts of its head; the rows of its form where absent. */
  parts?: readonly DraftPart<K>[];
  /** A link that is chosen brings these fields of its row, until they are typed. */
  brings?: Readonly<Partial<Record<K, readonly K[]>>>;
  /** It may be deleted as long as it is a draft. */
  isDeletable?: boolean;
}
