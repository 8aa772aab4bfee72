import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { feeAmount, feesThatHold, type FeeRule, type Sale } from './fee-amount.ts';

const rule = (values: Partial<FeeRule>): FeeRule => ({
  id: 'r',
  code: 'R',
  accountId: null,
  feeType: 'commission',
  basis: 'lineNet',
  method: 'percent',
  rate: null,
  unitAmount: null,
  currency: 'USD',
  least: null,
  most: null,
  skuId: null,
  priority: 0,
  stack: 'add',
  categoryLevel: 0,
  steps: [],
  ...values,
});
const sale = (values: Partial<Sale> = {}): Sale => ({
  units: 2,
  lineNet: 25_998n,
  orderNet: 25_998n,
  weightG: 30_000,
  volumeMm3: 0n,
  ...values,
});

test('3 % of 2 × 129.99, at least 1.00 and at most 50.00, is 7.80; with 0.30 an order 8.10', () => {
  covers('ours: channel fees');
  const share = rule({ rate: '0.03', least: 100n, most: 5_000n });
  const each = rule({ code: 'E', basis: 'order', method: 'fixed', unitAmount: '0.3000' });
  expect(feeAmount(share, sale())).toBe(780n);
  expect(feeAmount(each, sale())).toBe(30n);
  expect(feeAmount(share, sale({ lineNet: 10n }))).toBe(100n);
  expect(feeAmount(share, sale({ lineNet: 1_000_000n }))).toBe(5_000n);
});

test('a step is one price for all that falls into it, its end included', () => {
  const steps = [
    { upTo: null, rate: null, amount: '15' },
    { upTo: '10', rate: null, amount: '5' },
    { upTo: '30.0000', rate: null, amount: '9' },
  ];
  const heavy = rule({ basis: 'weightKg', method: 'tier', steps });
  const of = (weightG: number): bigint => feeAmount(heavy, sale({ weightG }));
  expect([of(10_000), of(10_001), of(30_000), of(30_001)]).toEqual([500n, 900n, 900n, 1_500n]);
  const short = rule({ basis: 'weightKg', method: 'tier', steps: steps.slice(1) });
  expect(feeAmount(short, sale({ weightG: 30_001 }))).toBe(0n);
  const byValue = rule({
    basis: 'orderNet',
    method: 'tier',
    steps: [
      { upTo: '100', rate: '0.15', amount: null },
      { upTo: null, rate: '0.10', amount: null },
    ],
  });
  expect(feeAmount(byValue, sale({ orderNet: 10_000n }))).toBe(1_500n);
  expect(feeAmount(byValue, sale({ orderNet: 10_001n }))).toBe(1_000n);
});

test('by unit, kilogram and cubic metre, half up, in the least unit of the currency', () => {
  const by = (basis: FeeRule['basis'], unitAmount: string, currency = 'USD'): FeeRule =>
    rule({ basis, method: 'fixed', unitAmount, currency });
  expect(feeAmount(by('unit', '1.2345'), sale())).toBe(247n);
  expect(feeAmount(by('weightKg', '0.5'), sale({ weightG: 1_010 }))).toBe(51n);
  expect(feeAmount(by('volumeM3', '80'), sale({ volumeMm3: 125_000_000n }))).toBe(1_000n);
  expect(feeAmount(by('unit', '100.5', 'JPY'), sale({ units: 1 }))).toBe(101n);
});

test('the most particular rule first; one that replaces ends it for those behind, of its type alone', () => {
  const wide = rule({ code: 'channel' });
  const shop = rule({ code: 'shop', accountId: 'a' });
  const deep = rule({ code: 'deep', categoryLevel: 2 });
  const own = rule({ code: 'sku', skuId: 's' });
  const first = rule({ code: 'first', priority: 5 });
  const other = rule({ code: 'other', feeType: 'handling' });
  const codes = (rules: FeeRule[]): string[] => feesThatHold(rules).map(({ code }) => code);
  expect(codes([wide, first, shop, deep, own])).toEqual(['sku', 'deep', 'shop', 'first', 'channel']);
  expect(codes([wide, { ...deep, stack: 'replace' }, own, other])).toEqual(['sku', 'deep', 'other']);
});
