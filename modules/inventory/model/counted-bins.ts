/** Most bins, or beginnings of codes, that one count names. */
export const MOST_COUNTED_BINS = 500;

/** Bins that are named one by one, and beginnings of codes (`A-01*`). */
export interface CountedBins {
  codes: string[];
  starts: string[];
}

/** Bins as they are typed or scanned into a count: parted by blanks, commas or lines. */
export function readBins(text: string | null): CountedBins {
  const parts = new Set((text ?? '').split(/[\s,，;；、]+/).filter((part) => part !== ''));
  const starts = [...parts].filter((part) => part.endsWith('*'));
  return {
    codes: [...parts].filter((part) => !part.endsWith('*')),
    starts: starts.map((part) => part.replace(/\*+$/, '')),
  };
}
