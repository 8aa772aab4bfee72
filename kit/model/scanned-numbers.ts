import { withoutInvisible } from './code-text.ts';

/** What a scanned number may be: marks of the reader cut off, as the number stands in our rows. */
const LONGEST = 100;

/** AIM identifier: which symbology was read, such as `]C1` or `]d2`. */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/;

/**
 * What was read without the signs that readers send in front of, within and behind it (GS1, AIM), and in
 * half width, whatever the input method of the device made of it.
 */
export const readByScanner = (text: string): string =>
  withoutInvisible(text.normalize('NFKC')).trim().replace(SYMBOLOGY, '').trim();

/**
 * A scanned text as the numbers it may stand for, the likeliest first:
 * - as it was read, without the signs of the reader;
 * - a GTIN that its check digit confirms, also with and without the leading zeros in which UPC and
 *   EAN differ.
 * None: nothing was read, or more than any number has.
 */
export function scannedNumbers(text: string): string[] {
  const plain = readByScanner(text);
  if (plain === '' || plain.length > LONGEST) return [];
  return [...new Set([plain, ...sameGoods(plain)])];
}

const GTIN = /^(\d{8}|\d{12}|\d{13}|\d{14})$/;

/** UPC-A, EAN-13 and GTIN-14 of one article differ in leading zeros alone. */
function sameGoods(plain: string): string[] {
  if (!GTIN.test(plain) || !isCheckDigitRight(plain)) return [];
  const bare = plain.replace(/^0+/, '');
  return [12, 13, 14].filter((length) => length >= bare.length).map((length) => bare.padStart(length, '0'));
}

/** Whether the last digit of a GTIN follows from the others (GS1 General Specifications, 7.9). */
export function isCheckDigitRight(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
}
