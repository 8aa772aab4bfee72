import { expect, test } from 'vitest';
import { isCheckDigitRight } from './check-digit.ts';
import { scannedNumbers } from './scanned-numbers.ts';

test.each([
  ['CS415870972', ['CS415870972']],
  [' WB-OUT-UMBR-10\r\n', ['WB-OUT-UMBR-10']],
  [']C11Z999AA10123456784', ['1Z999AA10123456784']],
  ['\u001dBX-1\u0004', ['BX-1']],
  ['*BX26112400003*', ['BX26112400003']],
  ['*', ['*']],
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

const GOODS = ['036000291452', '0036000291452', '00036000291452'];

test.each([
  ['behind its mark of a carton, with a lot', ']C1010003600029145210ABC'],
  ['with a date and a sign between fields', ']d2010003600029145217270101\u001d10ABC'],
  ['alone', '0100036000291452'],
  ['in brackets, as it is printed', '(01)00036000291452(10)AB'],
  ['of what a pallet holds', '(02)00036000291452(37)24'],
  ['as an address in the web', 'https://id.gs1.org/01/00036000291452/10/ABC?exp=270101'],
])('the number of goods is read out of a code that carries it: %s', (_how, code) => {
  expect(scannedNumbers(code)).toEqual(expect.arrayContaining(GOODS));
});

test('a code that only looks as if it carried one is left alone', () => {
  for (const code of ['0100036000291453', '01000360002914521', 'https://example.com/p/01/036000291452x'])
    expect(scannedNumbers(code)).toEqual([code]);
  // A case of the goods is not one of them.
  expect(scannedNumbers('0110036000291459')).toEqual(['0110036000291459', '10036000291459']);
});

test('the number of a carton or pallet is found with and without its mark', () => {
  const both = ['00106141412345678908', '106141412345678908'];
  expect(scannedNumbers(']C100106141412345678908')).toEqual(both);
  expect(scannedNumbers('(00)106141412345678908')).toEqual(['(00)106141412345678908', ...both]);
});

test.each([
  ['04252614', '042100005264'],
  ['01234565', '012345000065'],
  ['04963406', '049000006346'],
])('the eight digits of a UPC-E, %s, are the UPC %s', (short, long) => {
  expect(scannedNumbers(short)).toContain(long);
});

test('eight digits whose check digit is that of neither are a number like any other', () => {
  expect(scannedNumbers('04252615')).toEqual(['04252615']);
});
