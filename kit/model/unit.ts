/** Lengths are stored in millimetres, weights in grams; the trade speaks inches and pounds. */
const MM_PER_INCH = 25.4;
export const GRAMS_PER_POUND = 453.59237;

export const inchesToMm = (inches: number): number => Math.round(inches * MM_PER_INCH);
export const poundsToGrams = (pounds: number): number => Math.round(pounds * GRAMS_PER_POUND);

/** Parts of a unit in which people measure, the commonest first. */
const PARTS = [1, 2, 4, 10, 8, 100];

/**
 * The simplest number that is stored as the same whole unit: 68 in is 1727 mm, and 1727 mm is shown
 * as 68 in again, not as 67.99. Inches typed in wholes, halves, quarters or tenths come back as they
 * were typed; an eighth may come back as the tenth beside it, which is the same millimetre. Never
 * more than hundredths (but eighths): a gram is less than that of a pound.
 */
function simplest(stored: number, perUnit: number): number {
  const exact = stored / perUnit;
  for (const part of PARTS) {
    const shown = Math.round(exact * part) / part;
    if (Math.round(shown * perUnit) === stored) return shown;
  }
  return Math.round(exact * 100) / 100;
}

/** Inches as shown and as sent to a channel. */
export const mmToInches = (mm: number): number => simplest(mm, MM_PER_INCH);
/** Pounds as shown and as sent to a channel. */
export const gramsToPounds = (grams: number): number => simplest(grams, GRAMS_PER_POUND);
