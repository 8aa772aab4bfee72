import fc from 'fast-check';
import { expect, test } from 'vitest';
import { channelQuantity, NO_RULE, rulesBySku, type QuantityInputs, type ScopedRule } from './channel-quantity.ts';

const inputs = (more: Partial<QuantityInputs> = {}): QuantityInputs => ({
  sources: [
    { warehouseId: 'A', available: 17, sharePct: 100 },
    { warehouseId: 'B', available: 9, sharePct: 50 },
  ],
  rule: NO_RULE,
  stopped: null,
  ...more,
});

test('the vector of the trade: 17 whole and 9 by half are 21; safety 5, 80 %, at most 10 make 10', () => {
  expect(channelQuantity(inputs())).toBe(21);
  const rule = { ...NO_RULE, safetyQty: 5, pct: 80 };
  expect(channelQuantity(inputs({ rule }))).toBe(12);
  expect(channelQuantity(inputs({ rule: { ...rule, maxQty: 10 } }))).toBe(10);
});

test('less than the least shown is nothing, the least itself is shown', () => {
  expect(channelQuantity(inputs({ rule: { ...NO_RULE, minShow: 22 } }))).toBe(0);
  expect(channelQuantity(inputs({ rule: { ...NO_RULE, minShow: 21 } }))).toBe(21);
});

test('fixed and locked ignore the stock; a stopped product ignores the rule', () => {
  const fixed = { ...NO_RULE, mode: 'fixed' as const, fixedQty: 7 };
  expect(channelQuantity(inputs({ rule: fixed }))).toBe(7);
  expect(channelQuantity(inputs({ rule: { ...NO_RULE, mode: 'zero' } }))).toBe(0);
  expect(channelQuantity(inputs({ rule: fixed, stopped: 'discontinued' }))).toBe(0);
});

test('a warehouse below nothing takes nothing from the others', () => {
  const sources = [
    { warehouseId: 'A', available: -4, sharePct: 100 },
    { warehouseId: 'B', available: 3, sharePct: 100 },
  ];
  expect(channelQuantity(inputs({ sources }))).toBe(3);
});

test('never negative, never more than is there, never more for less', () => {
  const amount = fc.integer({ min: -50, max: 5000 });
  const percent = fc.integer({ min: 0, max: 100 });
  const rule = fc.record({
    mode: fc.constant('normal' as const),
    fixedQty: fc.constant(0),
    safetyQty: fc.nat(100),
    pct: percent,
    maxQty: fc.option(fc.nat(500)),
    minShow: fc.nat(20),
  });
  const sources = fc.array(fc.record({ warehouseId: fc.constant('W'), available: amount, sharePct: percent }), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(sources, rule, fc.nat(50), (stock, ruled, less) => {
      const qty = channelQuantity({ sources: stock, rule: ruled, stopped: null });
      expect(Number.isSafeInteger(qty)).toBe(true);
      expect(qty).toBeGreaterThanOrEqual(0);
      const there = stock.reduce((sum, { available }) => sum + Math.max(0, available), 0);
      expect(qty).toBeLessThanOrEqual(there);
      if (ruled.maxQty !== null) expect(qty).toBeLessThanOrEqual(ruled.maxQty);
      const fewer = stock.map((source) => ({ ...source, available: source.available - less }));
      expect(channelQuantity({ sources: fewer, rule: ruled, stopped: null })).toBeLessThanOrEqual(qty);
    }),
    { seed: 3, numRuns: 500 },
  );
});

test('the SKU’s own rule goes before the shop’s, then the smaller priority', () => {
  const rule = (id: string, skuId: string | null, priority: number): ScopedRule => ({
    ...NO_RULE,
    id,
    skuId,
    priority,
  });
  const rules = [rule('1', null, 1), rule('2', 'S', 90), rule('3', 'S', 50), rule('4', 'T', 1)];
  expect(rulesBySku(rules)('S')?.id).toBe('3');
  expect(rulesBySku(rules)('U')?.id).toBe('1');
  expect(rulesBySku([])('U')).toBeNull();
});
