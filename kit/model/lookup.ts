import type { RowFace } from './list-entry.ts';

/** Texts whose rows are looked up by one call: as many as the longest document has lines. */
export const MOST_LOOKED_UP = 5000;

/** What a text names: a row with its label and, where asked for, its face, or why it names none. */
export type Named =
  | { text: string; id: string; label: string; face?: RowFace }
  | { text: string; fault: 'missing' | 'ambiguous' };
