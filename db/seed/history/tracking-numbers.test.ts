import { expect, test } from 'vitest';
import { fedexNumber, upsNumber } from './tracking-numbers.ts';

test('numbers of carriers end in the digit that proves them, as in their published examples', () => {
  expect(upsNumber('999AA1', '01', 2_345_678)).toBe('1Z999AA10123456784');
  expect(fedexNumber(98_657_878_885)).toBe('986578788855');
  expect(fedexNumber(47_717_908_123)).toBe('477179081230');
});
