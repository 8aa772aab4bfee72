import { expect, test } from 'vitest';
import { isCheckDigitRight, scannedNumbers } from './scanned-numbers.ts';

test.each([
  ['CS415870972', ['CS415870972']],
  [' WB-OUT-UMBR-10\r\n', ['WB-OUT-UMBR-10']],
  [']C11Z999AA10123456784', ['1Z999AA10123456784']],
  ['\u001dBX-1\u0004', ['BX-1']],
  ['', []],
  [' \r', []],
  ['A'.repeat(100), ['A'.repeat(100)]],
  ['A'.repeat(101), []],
])('a scanner that sends %j asks for %j', (text, numbers) => {
  expect(scannedNumbers(text)).toEqual(numbers);
});

test('a UPC is also looked for as the EAN and the GTIN of the same goods, and back', () => {
  const goods = ['036000291452', '0036000291452', '00036000291452'];
  expect(scannedNumbers('036000291452').toSorted()).toEqual(goods.toSorted());
  expect(scannedNumbers('0036000291452').toSorted()).toEqual(goods.toSorted());
});

test('a short EAN, and one of fourteen digits that says something in the first, are not cut', () => {
  expect(scannedNumbers('96385074')).toEqual(['96385074', '000096385074', '0000096385074', '00000096385074']);
  // GTIN-14 of a case: the article without its leading digit is another one.
  expect(scannedNumbers('10036000291459')).toEqual(['10036000291459']);
});

test('digits whose check digit is wrong are a number like any other', () => {
  expect(isCheckDigitRight('4006381333931')).toBe(true);
  expect(isCheckDigitRight('4006381333932')).toBe(false);
  expect(scannedNumbers('036000291453')).toEqual(['036000291453']);
});
