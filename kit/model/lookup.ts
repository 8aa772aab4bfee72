/** Texts whose rows are looked up by one call: as many as the longest document has lines. */
export const MOST_LOOKED_UP = 5000;

/** What a text names: a row with its label, or why it names none. */
export type Named =
  | { text: string; id: string; label: string }
  | { text: string; fault: 'missing' | 'ambiguous' };
