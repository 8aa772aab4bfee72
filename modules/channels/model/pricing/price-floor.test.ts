import { expect, test } from 'vitest';
import { marginAt, priceFloor, shareText, type FloorInputs } from './price-floor.ts';

const share = (pct: number): bigint => BigInt(pct) * 1_000_000n;

/** domain.md §4: 60.00 + 18.50 + 3.00 + 0.30 over 1 − 3% − 5% − 15%. */
const VECTOR: FloorInputs = {
  landed: 600_000n,
  freight: 185_000n,
  handling: 30_000n,
  fixedFees: 3_000n,
  feeShare: share(3),
  allowanceShare: share(5),
  marginShare: share(15),
  exponent: 2,
};

test('the floor of domain.md §4 is 106.24, up to the next cent', () => {
  expect(priceFloor(VECTOR)).toBe(10_624n);
  // Where it comes out even there is nothing to round up.
  expect(priceFloor({ ...VECTOR, landed: 552_000n })).toBe(10_000n);
});

test('a currency without minor units is rounded up to whole ones', () => {
  expect(priceFloor({ ...VECTOR, exponent: 0 })).toBe(107n);
});

test('fees, allowance and margin that leave nothing have no floor', () => {
  expect(priceFloor({ ...VECTOR, marginShare: share(92) })).toBeNull();
  expect(priceFloor({ ...VECTOR, marginShare: share(93) })).toBeNull();
  expect(priceFloor({ ...VECTOR, marginShare: share(91) })).toBe(818_000n);
});

test('at the floor the margin is what was aimed at, at 129.99 more', () => {
  expect(shareText(marginAt(1_062_400n, VECTOR) ?? 0n)).toBe('0.150045');
  expect(shareText(marginAt(1_299_900n, VECTOR) ?? 0n)).toBe('0.290721');
  expect(shareText(marginAt(800_000n, VECTOR) ?? 0n)).toBe('-0.102500');
  expect(marginAt(0n, VECTOR)).toBeNull();
});
