/** Shorter ones say nothing about anybody and stand in many words. */
const LEAST_SIGNS = 3;
/** Fewer of a longer word tell little of it. */
const LEAST_BEGUN = 4;

/** What stands in their place. */
const VEIL = '***';

/**
 * A text from outside without certain words: names, secrets. Servers quote what they
 * refuse, which is what we sent or what they know, and their refusals are read by everybody.
 */
export function withoutWords(text: string, words: readonly string[]): string {
  const reported = words
    .map((word) => word.trim())
    .filter((word) => word.length >= LEAST_SIGNS)
    .sort((a, b) => b.length - a.length);
  if (reported.length === 0) return text;
  const whole = new RegExp(`${BEFORE}(?:${reported.map(patternOf).join('|')})${AFTER}`, 'giu');
  // Long texts are cut off: the beginning of a word may be all that is left of it.
  const begun = reported.flatMap((word) =>
    Array.from({ length: Math.max(0, word.length - LEAST_BEGUN) }, (_, cut) => patternOf(word.slice(0, -1 - cut))),
  );
  const veiled = text.replace(whole, VEIL);
  if (begun.length === 0) return veiled;
  return veiled.replace(new RegExp(`${BEFORE}(?:${begun.join('|')})$`, 'iu'), VEIL);
}

/** Whole words only: a postcode is also part of numbers that mean something else. */
const [BEFORE, AFTER] = ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'];

const patternOf = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+');
