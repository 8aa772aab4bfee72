import { expect, test } from 'vitest';
import { shortNumber } from './short-number.ts';

test('what was read is said whole as long as it may be a number, else by its two ends', () => {
  expect(shortNumber('WB-DCH-BRAM-CTR')).toBe('WB-DCH-BRAM-CTR');
  expect(shortNumber('1'.repeat(40))).toHaveLength(40);
  expect(shortNumber(`https://example.com/${'a'.repeat(90)}/12345678`)).toBe('https://example.com/aaaa…12345678');
});
