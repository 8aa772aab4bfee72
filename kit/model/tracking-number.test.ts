import { expect, test } from 'vitest';
import {
  carrierOf,
  parcelNumbers,
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
  expect(trackingNumbers('A'.repeat(64))).toEqual({ numbers: ['A'.repeat(64)] });
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

test('one number is one, however it is written; the carrier follows from it', () => {
  expect(trackingKey(` ${UPS.toLowerCase()}\u200b`)).toBe(trackingKey(UPS));
  expect(
    ['1z999aa10123456784', '7485 2013 7796', '9400136105536836345521', 'X1'].map(carrierOf),
  ).toEqual(['UPS', 'FedEx', 'USPS', undefined]);
});
