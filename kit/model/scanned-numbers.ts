import { withoutInvisible } from './code-text.ts';
import { numbersOfGoods } from './goods-number.ts';

/** What a scanned number may be: marks of the reader cut off, as the number stands in our rows. */
const LONGEST = 100;

/** AIM identifier: which symbology was read, such as `]C1` or `]d2`. */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/;
/** The signs with which bars of Code 39 begin and end, which some readers send. */
const STARS = /^\*([^*]+)\*$/;

/**
 * What was read without the signs that readers send in front of, within and behind it (GS1, AIM), and in
 * half width, whatever the input method of the device made of it.
 */
export const readByScanner = (text: string): string =>
  withoutInvisible(text.normalize('NFKC')).trim().replace(SYMBOLOGY, '').replace(STARS, '$1').trim();

/**
 * A scanned text as the numbers it may stand for, the likeliest first:
 * - as it was read, without the signs of the reader;
 * - a GTIN that its check digit confirms, also with and without the leading zeros in which UPC and
 *   EAN differ, written out where it is a UPC-E, and out of what a carton says around it.
 * None: nothing was read, or more than any number has.
 */
export function scannedNumbers(text: string): string[] {
  const plain = readByScanner(text);
  if (plain === '' || plain.length > LONGEST) return [];
  return [...new Set([plain, ...numbersOfGoods(plain)])];
}
