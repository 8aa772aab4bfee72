/** Lengths are stored in millimetres, weights in grams; the trade speaks inches and pounds. */
export const MM_PER_INCH = 25.4;
export const GRAMS_PER_POUND = 453.59237;

export const inchesToMm = (inches: number): number => Math.round(inches * MM_PER_INCH);
export const poundsToGrams = (pounds: number): number => Math.round(pounds * GRAMS_PER_POUND);

/** Inches to two places, as shown and as sent to a channel. */
export const mmToInches = (mm: number): number => Math.round((mm / MM_PER_INCH) * 100) / 100;
/** Pounds to two places. */
export const gramsToPounds = (grams: number): number =>
  Math.round((grams / GRAMS_PER_POUND) * 100) / 100;
