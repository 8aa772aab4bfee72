import { expect, test } from 'vitest';
import {
  bareKey,
  givenNumber,
  parcelKeys,
  parcelNumbers,
  repeatedNumber,
  takenKeys,
  trackingKey,
  trackingNumber,
  trackingNumbers,
} from './tracking-number.ts';

const UPS = '1Z999AA10123456784';
const wide = (text: string): string =>
  [...text].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('');

test.each([
  [`${UPS}\u200b`, UPS],
  [UPS.toLowerCase(), UPS],
  [wide(UPS), UPS],
  ['1Z 999 AA1 01 2345 6784', UPS],
  ['1Z\u00a0999AA1\u30000123456784\u202e', UPS],
  ['7485 2013 7796', '748520137796'],
  ['tba305512345678', 'TBA305512345678'],
  // Signs that no carrier prints: a number of our own, in its own letters.
  ['truck-1a', 'truck-1a'],
  // A barcode that somebody scanned into the input.
  ['420802059400111899223000000123', '9400111899223000000123'],
  ['420 80205 9400 1118 9922 3000 0001 23', '9400111899223000000123'],
  ['9622001560001234567100794808390594', '794808390594'],
  ['1001921334250001000300779017972697', '779017972697'],
  ['9611020987654312345672', '987654312345672'],
  ['\u200b \r\n', ''],
  // Letters of other alphabets that are drawn as Latin ones, and digits of other scripts.
  ['ТВА305512345678', 'TBA305512345678'],
  ['тва305512345678', 'TBA305512345678'],
  ['АВСЕНКМОРТХ1234', 'ABCEHKMOPTX1234'],
  ['ΤΒΑ305512345678', 'TBA305512345678'],
  ['1Z999АА10123456784', UPS],
  ['٧٤٨٥٢٠١٣٧٧٩٦', '748520137796'],
])('%j is kept as %j', (text, number) => {
  expect(trackingNumber(text)).toBe(number);
});

test('of 34 digits behind 420 the check digit says how long the ZIP is', () => {
  expect(trackingNumber('4201002334249200190132607600833457')).toBe('9200190132607600833457');
  expect(trackingNumber('4201002392748931507708513018050063')).toBe('92748931507708513018050063');
});

test.each([
  ['7485 2013 7796', ['748520137796']],
  ['7485 2013 7796, 7485 2013 7807', ['748520137796', '748520137807']],
  ['748520137796，748520137807；748520137818', ['748520137796', '748520137807', '748520137818']],
  ['748520137796\n748520137807\t', ['748520137796', '748520137807']],
  [`${UPS}　${UPS.toLowerCase()}`, [UPS, UPS]],
  ['420 22153 9101026837331000039521', ['9101026837331000039521']],
  [' ,, ', []],
])('%j names %j', (text, numbers) => {
  expect(trackingNumbers(text)).toEqual({ numbers });
});

test('a text that may be one number or two is not guessed at, and one that is too long is none', () => {
  expect(trackingNumbers(`${UPS} 1Z999`)).toEqual({
    fault: `看不出“${UPS} 1Z999”是一个还是几个运单号：几个请用逗号分隔，一个请去掉空格`,
  });
  expect(trackingNumbers('A1'.repeat(32))).toEqual({ numbers: ['A1'.repeat(32)] });
  expect(trackingNumbers('A'.repeat(65))).toEqual({
    fault: '运单号“AAAAAAAAAAAAAAAAAAAA…”有 65 个字，单个最多 64 个字',
  });
});

test.each([
  [UPS, [UPS]],
  // USPS: service, ZIP of five and of nine digits in front; numbers of 20, 22 and 26 digits.
  ['420787019400136105536836345521', ['9400136105536836345521']],
  ['4207870112349400136105536836345521', ['9400136105536836345521']],
  [']C1420787019400136105536836345521', ['9400136105536836345521']],
  ['4207870191136105536836345521', ['91136105536836345521']],
  ['4201002392748931507708513018050063', ['92748931507708513018050063']],
  // FedEx: of 34, 32 and 22 digits.
  ['9622001900000000000000794644790132', ['794644790132']],
  ['1001921334250001000300779017972697', ['779017972697']],
  ['10191234567890127946447901320430', ['794644790132']],
  ['9611020987654312345672', ['987654312345672']],
  ['7946 4479 0132', ['794644790132']],
  ['', []],
])('what reads %j is looked for as %j', (read, numbers) => {
  const found = parcelNumbers(read);
  for (const number of numbers) expect(found).toContain(number);
  expect(found.length > 0).toBe(read !== '');
});

test('a scanner that types full width is understood, and what is too long to be a number is none', () => {
  expect(parcelNumbers(wide(UPS))[0]).toBe(UPS);
  expect(parcelNumbers('1'.repeat(101))).toEqual([]);
});

test('a number is one, whichever alphabet its letters come from', () => {
  expect(trackingKey('1Z999АА10123456784')).toBe(trackingKey(UPS));
  expect(repeatedNumber([UPS, '1Z999АА10123456784'])).toBe('1Z999АА10123456784');
});

test('one number is one, however it is written', () => {
  expect(trackingKey(` ${UPS.toLowerCase()}\u200b`)).toBe(trackingKey(UPS));
});

test.each(['SW-0000000020-US', 'sw.0000000020/us', 'SW 0000000020\u2013US'])(
  '%j is the number that is printed without signs between',
  (text) => {
    expect(trackingKey(text)).toBe('sw0000000020us');
    expect(parcelKeys('SW0000000020US')).toContain(bareKey(text));
    expect(parcelKeys(text)).toContain('sw0000000020us');
    expect(repeatedNumber(['SW0000000020US', text])).toBe(text);
  },
);

test('of a number behind 420 and a ZIP it is asked whether the number itself was given', () => {
  expect(takenKeys('42022153794600000001')).toContain('794600000001');
  expect(takenKeys('420221539794600000001')).toContain('794600000001');
  // Behind a ZIP of nine digits as well.
  expect(takenKeys('420221531234794600000001')).toContain('794600000001');
  expect(takenKeys('4202215312349794600000001')).toContain('794600000001');
  // Twelve digits of FedEx that happen to begin so.
  expect(takenKeys('420221530001')).toEqual(['420221530001']);
});

const WORDS = ['-', 'N/A', 'TRUCK-ONE', '12345', 'T-1', '0000000000', '0000000000000000', '0-0-0-0'];
/** Markup and commands that were sent in the place of a number. */
const MARKUP = `=1+1 =1+1+1 <b>1</b> SW<b>1234</b> 1Z999AA1'-- 1Z999AA1" 1Z999&AA1 1Z999\\AA1 SW1^FD12`.split(' ');
test.each([...WORDS, ...MARKUP])('%j is typed or given for a number and is none', (text) => {
  expect(trackingNumbers(text)).toEqual({
    fault: expect.stringContaining(`“${text}”不是运单号`),
  });
  expect(trackingNumbers(`${UPS},${text}`)).toHaveProperty('fault');
  expect(givenNumber(text)).toBe('');
});

test.each([
  ['ЖA1234567', 'Ж'],
  ['SW12Ω34567', 'Ω'],
  ['SWé1234567', 'é'],
  ['SW1234567ñ', 'ñ'],
  ['ひ12345678', 'ひ'],
])('%j has a sign that no carrier prints, which is named', (text, sign) => {
  expect(trackingNumbers(text)).toEqual({
    fault: `“${text}”不是运单号：“${sign}”不是英文字母或数字，请对照面单改正`,
  });
  expect(givenNumber(text)).toBe('');
});

test.each(['TRUCK-0001', 'DOCK-6', '794600', 'PRO 123456', 'BOL#12345', '粤B·12345', 'sw.0000000020/us', 'SW(12)3456'])(
  '%j is typed and is one',
  (text) => {
    expect(trackingNumbers(text)).toHaveProperty('numbers.length', 1);
    expect(givenNumber(text)).toBe(trackingNumber(text));
  },
);

test('a carrier gives one number: several in one text, or one too long to be any, are none', () => {
  expect(givenNumber(` ${UPS.toLowerCase()}\u200b`)).toBe(UPS);
  expect(givenNumber(`${UPS},1Z999AA10123456785`)).toBe('');
  expect(givenNumber('1A'.repeat(32))).toBe('1A'.repeat(32));
  expect(givenNumber(`${'1A'.repeat(32)}1`)).toBe('');
});
