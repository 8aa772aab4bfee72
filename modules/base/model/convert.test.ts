import { expect, test } from 'vitest';
import { convertAmount } from './convert.ts';

test.each([
  // 10,000.00 CNY at 0.13888889 = 1,388.8889
  [1_000_000n, '0.13888889', 'CNY', 'USD', 138_889n],
  // 0.05 at 0.1: half a cent goes up, and mirrored down.
  [5n, '0.1', 'USD', 'CAD', 1n],
  [-5n, '0.1', 'USD', 'CAD', -1n],
  [4n, '0.1', 'USD', 'CAD', 0n],
  // 10.00 USD at 151.255 = 1,512.55: yen have no places.
  [1_000n, '151.255', 'USD', 'JPY', 1_513n],
  // 1,513 JPY at 0.0066 = 9.9858.
  [1_513n, '0.0066', 'JPY', 'USD', 999n],
  // 1.00 USD at 0.30755 = 0.30755 KWD, of three places.
  [100n, '0.30755', 'USD', 'KWD', 308n],
])('%s at %s of %s in %s', (amount, rate, from, to, expected) => {
  expect(convertAmount(amount, rate, from, to)).toBe(expected);
});
