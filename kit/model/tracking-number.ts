import { withoutInvisible } from './code-text.ts';
import { isCheckDigitRight } from './check-digit.ts';
import { latin } from './look-alikes.ts';
import { readByScanner, scannedNumbers } from './scanned-numbers.ts';

/** Characters of one number: the longest that carriers print are the 34 of a whole barcode. */
const LONGEST = 64;
/** Carriers print their numbers in groups of at most five; a part this long is a number of its own. */
const WHOLE = 10;

/** USPS puts 420 and the ZIP of the receiver, of 5 or 9 digits, in front of its number (IMpb of 20, 22, 26). */
const USPS = [/^420\d{5}(9[1-5](?:\d{18}|\d{20}|\d{24}))$/, /^420\d{9}(9[1-5](?:\d{18}|\d{20}|\d{24}))$/];
/** FedEx prints 34 digits of which the last 14 are the number, with zeros in front of its 12. */
const FEDEX_34 = /^(?:96\d{2}|100\d)\d{16}(\d{14})$/;
/** FedEx Ground prints 22 digits of which the last 15 are the number. */
const FEDEX_22 = /^96\d{5}(\d{15})$/;
/** FedEx Express printed 32 digits of which the 17th to 28th are the number; nothing else tells them apart. */
const FEDEX_32 = /^\d{16}(\d{12})\d{4}$/;

/** Numbers that the digits of a carrier's barcode wrap, the likeliest first. */
function wrapped(bare: string): string[] {
  const usps = USPS.flatMap((form) => form.exec(bare)?.[1] ?? []);
  // Of 34 digits the ZIP may be either; the check digit of the number says which.
  const byCheck = usps.toSorted((a, b) => Number(isCheckDigitRight(b)) - Number(isCheckDigitRight(a)));
  const short = FEDEX_34.exec(bare)?.[1]?.replace(/^0{1,2}/, '');
  const ground = FEDEX_22.exec(bare)?.[1];
  return [...byCheck, ...(short ? [short] : []), ...(ground ? [ground] : [])];
}

/**
 * One tracking number as it is kept, whoever gave it: half width, without blanks and invisible signs,
 * in the letters that it looks like, out of the barcode that wraps it, and in capitals, which is how carriers print letters. What has
 * other signs is no carrier's (a bill of a truck, our own reference): its letters stay.
 */
export function trackingNumber(text: string): string {
  const bare = latin(readByScanner(text).replace(/\s+/g, ''));
  const number = wrapped(bare.replaceAll('-', ''))[0] ?? bare;
  return /^[0-9A-Za-z]+$/.test(number) ? number.toUpperCase() : number;
}

/**
 * The numbers of a text that people typed or pasted: between them stand commas, semicolons or line
 * breaks. Blanks stand within a number as it is printed (`7485 2013 7796`), or between whole ones.
 * @returns what is wrong with the text in words for people, where it cannot be read
 */
export function trackingNumbers(text: string): { numbers: string[] } | { fault: string } {
  const numbers: string[] = [];
  for (const part of text.normalize('NFKC').split(/[,、;\r\n\t]+/)) {
    const groups = withoutInvisible(part).trim().split(/\s+/);
    const whole = groups.filter((group) => group.length >= WHOLE).length;
    if (groups.length > 1 && whole > 0 && whole < groups.length && !isBarcode(groups))
      return {
        fault: `看不出“${groups.join(' ').slice(0, 60)}”是一个还是几个运单号：几个请用逗号分隔，一个请去掉空格`,
      };
    const found = whole > 1 && whole === groups.length && !isBarcode(groups) ? groups : [part];
    numbers.push(...found.map(trackingNumber).filter((number) => number !== ''));
  }
  const long = numbers.find(isTooLong);
  if (long !== undefined)
    return {
      fault: `运单号“${long.slice(0, 20)}…”有 ${long.length} 个字，单个最多 ${LONGEST} 个字`,
    };
  const fault = numbers.map(numberFault).find((one) => one !== null);
  return fault ? { fault } : { numbers };
}

/** Whether groups are one barcode that a label prints in parts: `420 22153 9101026837331000039521`. */
const isBarcode = (groups: readonly string[]): boolean => wrapped(groups.join('')).length > 0;

/** Fewer signs has no number that anybody can tell from another. */
const LEAST = 6;

/**
 * All that stands in numbers of carriers, in bills of trucks, on plates (of China, with their first sign) and in
 * references of our own. Quotes, angle brackets and the like are markup or commands that were sent in the place of a
 * number.
 */
const NUMBER = /^[0-9A-Za-z\p{Script=Han}][0-9A-Za-z\p{Script=Han}./_#:+*()·\u2010-\u2015\u2212-]*$/u;

/** A letter or digit that no carrier prints, and that no other can be meant by for sure. */
const OTHER_SIGN = /(?![0-9A-Za-z\p{Script=Han}])[\p{L}\p{N}\p{M}]/u;

/** Why a number is none, whoever gave it; null where it may be one. */
function numberFault(number: string): string | null {
  const other = OTHER_SIGN.exec(number)?.[0];
  if (other !== undefined) return `“${number.slice(0, 20)}”不是运单号：“${other}”不是英文字母或数字，请对照面单改正`;
  const signs = new Set(number.match(/[\p{L}\p{N}]/gu));
  const isNumber = number.length >= LEAST && NUMBER.test(number) && /\d/.test(number);
  return isNumber && signs.size > 1
    ? null
    : `“${number.slice(0, 20)}”不是运单号：至少 ${LEAST} 位、以字母或数字开头、含有数字，不能全是同一个数字，也不能有引号、尖括号等符号`;
}

/**
 * The number that a carrier gave, by what a typed one is judged by.
 * @returns it as {@link trackingNumber} keeps it; empty where what was given is none (`N/A`, zeros alone)
 */
export function givenNumber(text: string): string {
  const number = trackingNumber(text);
  return isTooLong(number) || numberFault(number) !== null ? '' : number;
}

/** Whether a text is longer than any number that a carrier gives. */
export const isTooLong = (number: string): boolean => number.length > LONGEST;

/** Signs that are printed inside of numbers and are no part of them: blanks, dashes, dots and slashes. */
const BETWEEN_SIGNS = /[-./\s\u2010-\u2015\u2212]/g;

/** A number in small letters without the signs inside of it, as the columns `tracking_no_bare` hold it. */
export const bareKey = (number: string): string => number.toLowerCase().replace(BETWEEN_SIGNS, '');

/** How tracking numbers are compared: by {@link trackingNumber}, whatever is printed between their signs. */
export const trackingKey = (number: string): string => bareKey(trackingNumber(number));

/**
 * Keys under which a number may have been given already: its own, and of one behind 420 and a ZIP what is
 * left without them.
 */
export function takenKeys(number: string): string[] {
  const key = trackingKey(number);
  const behind = /^420\d{5}/.test(key) ? [8, 9, 12, 13].map((at) => key.slice(at)) : [];
  return [key, ...behind.filter((rest) => rest.length >= WHOLE)].filter((one) => one !== '');
}

/** The first number that stands among the others more than once, however it is written; nothing where none does. */
export function repeatedNumber(numbers: readonly string[]): string | undefined {
  const keys = numbers.map(trackingKey);
  return numbers.find((_, at) => keys.indexOf(keys[at] as string) < at);
}

/**
 * What a barcode read off a parcel may stand for: as it was read, then the tracking number that the
 * label of a carrier wraps in further digits or prints in groups.
 */
export function parcelNumbers(text: string): string[] {
  const numbers = scannedNumbers(text);
  if (numbers.length === 0) return [];
  const bare = (numbers[0] ?? '').replace(/[\s-]/g, '');
  const old = FEDEX_32.exec(bare)?.[1];
  return [...new Set([...numbers, trackingNumber(text), ...wrapped(bare), ...(old ? [old] : [])])];
}

/** What a barcode may stand for, as `tracking_no_bare` is compared with it. */
export const parcelKeys = (text: string): string[] =>
  [...new Set(parcelNumbers(text).map(bareKey))].filter((key) => key !== '');
