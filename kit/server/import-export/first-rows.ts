import { hash } from 'node:crypto';

/** Which row of a sheet brought a text first. */
export interface FirstRows {
  /** Notes a text of a row unless an earlier one brought it. @returns the row that did */
  rowOf(text: string, row: number): number;
}

/** Of a slot: 128 bits of the text's digest, and its row; 0 = free, for rows count from 1. */
const WORDS = 5;
const FEWEST_SLOTS = 1024;

/**
 * A sheet has as many keys as rows: kept as texts they would be most of what an import holds, so
 * only digests are, in one flat table. Two texts of one digest do not happen.
 */
export function createFirstRows(): FirstRows {
  let slots = new Uint32Array(FEWEST_SLOTS * WORDS);
  let used = 0;
  return {
    rowOf(text, row) {
      if (used * 2 >= slots.length / WORDS) slots = grown(slots);
      const digest = hash('sha1', text, 'buffer');
      const words = [0, 4, 8, 12].map((at) => digest.readUInt32LE(at));
      const at = slotOf(slots, words);
      const first = slots[at + 4] as number;
      if (first !== 0) return first;
      slots.set([...words, row], at);
      used += 1;
      return row;
    },
  };
}

/** Where a digest stands, or may stand. */
function slotOf(slots: Uint32Array, words: ArrayLike<number>): number {
  const count = slots.length / WORDS;
  for (let slot = (words[0] as number) % count; ; slot = (slot + 1) % count) {
    const at = slot * WORDS;
    if (slots[at + 4] === 0) return at;
    if ([0, 1, 2, 3].every((word) => slots[at + word] === words[word])) return at;
  }
}

function grown(slots: Uint32Array): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(slots.length * 2);
  for (let at = 0; at < slots.length; at += WORDS) {
    const entry = slots.subarray(at, at + WORDS);
    if (entry[4] !== 0) wider.set(entry, slotOf(wider, entry));
  }
  return wider;
}
