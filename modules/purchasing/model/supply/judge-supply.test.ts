import { expect, test } from 'vitest';
import { judgeSupply, type SupplyRules } from './judge-supply.ts';
import type { SupplyDetail, SupplyPrice } from './supplier-port.ts';

const RULES: SupplyRules = { priceOwner: 'feed', contentOwner: 'feed', maxPriceChangePct: 30 };
const KNOWN = { title: 'Sofa', category: 'Living', cost: '100.0000', currency: 'USD' };

const price = (units: bigint | null, more: Partial<SupplyPrice> = {}): SupplyPrice => ({
  sku: 'A',
  currency: 'USD',
  price: units,
  shippingFee: 0n,
  isAvailable: units !== null,
  ...more,
});

const judged = (said: SupplyPrice, rules: Partial<SupplyRules> = {}, refused = {}) =>
  judgeSupply(KNOWN, { detail: undefined, price: said }, { ...RULES, ...rules }, refused);

test('a move of exactly 30 % is applied, one above it waits with both figures, up and down', () => {
  expect(judged(price(1_300_000n))).toMatchObject({ cost: { cost: '130.0000', change: '0.300000' }, differences: [] });
  expect(judged(price(700_000n))).toMatchObject({ cost: { cost: '70.0000', change: '-0.300000' }, differences: [] });
  for (const [units, next] of [
    [1_300_001n, '130.0001 USD'],
    [699_999n, '69.9999 USD'],
  ] as const)
    expect(judged(price(units))).toEqual({
      cost: null,
      content: null,
      differences: [{ field: 'cost', title: '成本', old: '100.0000 USD', new: next, reason: '变动超过 30%' }],
    });
});

test('freight is part of what it costs', () => {
  expect(judged(price(900_000n, { shippingFee: 100_000n }))).toMatchObject({ cost: null, differences: [] });
  expect(judged(price(900_000n, { shippingFee: null }))).toMatchObject({ cost: { cost: '90.0000' } });
});

test('another currency waits, whatever the figure', () => {
  expect(judged(price(1_000_000n, { currency: 'EUR' })).differences).toEqual([
    expect.objectContaining({ old: '100.0000 USD', new: '100.0000 EUR', reason: '币种变了' }),
  ]);
});

test('a first price is taken; what cannot be bought keeps its last one', () => {
  const first = judgeSupply({ ...KNOWN, cost: null, currency: null }, { detail: undefined, price: price(5n) }, RULES);
  expect(first).toMatchObject({ cost: { cost: '0.0005', currency: 'USD', change: null }, differences: [] });
  expect(judged(price(null))).toEqual({ cost: null, content: null, differences: [] });
});

test('goods that cost nothing so far have no share to move by: any price waits', () => {
  const free = judgeSupply({ ...KNOWN, cost: '0.0000' }, { detail: undefined, price: price(1n) }, RULES);
  expect(free.differences).toHaveLength(1);
});

test('where prices are ours, every move waits; what was refused is no news, and another figure is', () => {
  expect(judged(price(1_010_000n), { priceOwner: 'manual' }).differences).toHaveLength(1);
  const refused = { cost: '160.0000 USD' };
  expect(judged(price(1_600_000n), {}, refused)).toEqual({ cost: null, content: null, differences: [] });
  expect(judged(price(1_700_000n), {}, refused).differences).toHaveLength(1);
});

test('words are taken from the feed, or wait, by whose they are', () => {
  const detail = { sku: 'A', title: 'Sofa XL', category: null } as SupplyDetail;
  expect(judgeSupply(KNOWN, { detail, price: undefined }, RULES).content).toEqual({ title: 'Sofa XL', category: null });
  const ours = judgeSupply(KNOWN, { detail, price: undefined }, { ...RULES, contentOwner: 'manual' });
  expect(ours.content).toBeNull();
  expect(ours.differences.map(({ field, old, new: next }) => [field, old, next])).toEqual([
    ['title', 'Sofa', 'Sofa XL'],
    ['category', 'Living', null],
  ]);
});
