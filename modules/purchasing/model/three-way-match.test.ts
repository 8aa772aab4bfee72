import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differencesOf, takeReceived, taxDifferencesOf } from './three-way-match.ts';

const TOLERANCE = { price: '0.01', units: 0 };
const line = {
  qty: 10,
  unitPrice: 100_000n,
  expected: 100_000n,
  open: 10,
  order: 'held' as const,
  ordered: null,
};

test('a price up to 1 % away matches, one beyond is said with its share', () => {
  expect(differencesOf(line, TOLERANCE)).toEqual([]);
  expect(differencesOf({ ...line, unitPrice: 101_000n }, TOLERANCE)).toEqual([]);
  expect(differencesOf({ ...line, unitPrice: 99_000n }, TOLERANCE)).toEqual([]);
  expect(differencesOf({ ...line, unitPrice: 103_000n }, TOLERANCE)).toEqual(['单价 +3.00%']);
  expect(differencesOf({ ...line, unitPrice: 98_999n }, TOLERANCE)).toEqual(['单价 -1.00%']);
  expect(differencesOf({ ...line, expected: 0n }, TOLERANCE)).toEqual(['采购单价为 0']);
  expect(differencesOf({ ...line, expected: null }, TOLERANCE)).toEqual(['没有采购单价']);
});

test('goods without an order differ whatever their price, and so do units beyond the order', () => {
  expect(differencesOf({ ...line, order: 'none' }, TOLERANCE)).toEqual(['没有采购单']);
  expect(differencesOf({ ...line, order: 'pending' }, TOLERANCE)).toEqual(['采购单未审核或已取消']);
  const within = (sum: number) => differencesOf({ ...line, ordered: { most: 101, sum } }, { price: '0', units: 1000 });
  expect(within(101)).toEqual([]);
  expect(within(102)).toEqual(['最多可开 101 件，共开 102 件']);
});

test('both tolerances are those of the tenant', () => {
  const wider = { price: '0.03', units: 2 };
  expect(differencesOf({ ...line, unitPrice: 103_000n, open: 8 }, wider)).toEqual([]);
  expect(differencesOf({ ...line, unitPrice: 103_001n, open: 7 }, wider)).toEqual(['单价 +3.00%', '数量 +3']);
  expect(differencesOf({ ...line, unitPrice: 100_001n }, { price: '0', units: 0 })).toEqual(['单价 0.00%']);
});

test('tax above the limit, or beyond that of the order, is said with both figures', () => {
  const tolerance = { limit: '0.2', beyond: '0.01' };
  const judge = (tax: bigint, ordered: { tax: bigint; net: bigint } | null = null) =>
    taxDifferencesOf({ amount: 100_000n, tax, ordered }, tolerance, 2);
  expect(judge(20_000n)).toEqual([]);
  expect(judge(20_001n)).toEqual(['税额 200.01，上限 200.00']);
  // Ordered at 13 %, half of it billed: 130.00, and 10.00 of tolerance.
  const ordered = { tax: 26_000n, net: 200_000n };
  expect(judge(14_001n, ordered)).toEqual([]);
  expect(judge(14_002n, ordered)).toEqual(['税额 140.02，采购单 130.00']);
  expect(judge(9_000n, ordered)).toEqual([]);
  expect(judge(30_000n, { tax: 0n, net: 200_000n })).toEqual(['税额 300.00，上限 200.00', '税额 300.00，采购单 0.00']);
  expect(taxDifferencesOf({ amount: 1000n, tax: 500n, ordered: null }, tolerance, 0)).toEqual(['税额 500，上限 200']);
});

test('more than has come and was not billed is said in units; less is no difference', () => {
  expect(differencesOf({ ...line, open: 8 }, TOLERANCE)).toEqual(['数量 +2']);
  expect(differencesOf({ ...line, open: 50 }, TOLERANCE)).toEqual([]);
  expect(differencesOf({ ...line, unitPrice: 103_000n, open: 0 }, TOLERANCE)).toHaveLength(2);
});

const goods = fc.array(
  fc.record({
    lineId: fc.uuid(),
    qty: fc.integer({ min: 0, max: 99 }),
    value: fc.bigInt(0n, 10n ** 9n),
  }),
  { maxLength: 5 },
);

test('however goods are billed, they take what they stood for, and no more', () => {
  fc.assert(
    fc.property(goods, fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 20 }), (all, some) => {
      const left = all.map((one) => ({ ...one, value: one.qty === 0 ? 0n : one.value }));
      const value = left.reduce((sum, one) => sum + one.value, 0n);
      const units = left.reduce((sum, { qty }) => sum + qty, 0);
      let [taken, worth] = [0, 0n];
      for (const requested of some) {
        const { takes, missing } = takeReceived(left, requested);
        for (const take of takes) {
          taken += take.qty;
          worth += take.value;
          expect(take.value >= 0n).toBe(true);
        }
        expect(takes.reduce((sum, { qty }) => sum + qty, missing)).toBe(requested);
      }
      expect(worth + left.reduce((sum, one) => sum + one.value, 0n)).toBe(value);
      if (taken === units) expect(worth).toBe(value);
    }),
  );
});
