import { expect, test } from 'vitest';
import { discountText, promoPrice } from './promotion-price.ts';

test('domain.md §4: −20% of 129.99 is 103.99, −15% is 110.49, and −30% follows the base price', () => {
  expect(promoPrice(1_299_900n, 20, 2)).toBe(1_039_900n);
  expect(promoPrice(1_299_900n, 15, 2)).toBe(1_104_900n);
  expect(promoPrice(1_000_000n, 30, 2)).toBe(700_000n);
  expect(promoPrice(900_000n, 30, 2)).toBe(630_000n);
  expect(promoPrice(1_299_900n, 20, 0)).toBe(1_040_000n);
  expect([30, 15, 0].map(discountText)).toEqual(['减30%（7折）', '减15%（8.5折）', '不打折']);
});
