import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differencesOf, takeReceived } from './three-way-match.ts';

const TOLERANCE = { price: '0.01', units: 0 };
const line = { qty: 10, unitPrice: 100_000n, expected: 100_000n, open: 10 };

test('a price up to 1 % away matches, one beyond is said with its share', () => {
  expect(differencesOf(line, TOLERANCE)).toEqual([]);
  expect(differencesOf({ ...line, unitPrice: 101_000n }, TOLERANCE)).toEqual([]);
  expect(differencesOf({ ...line, unitPrice: 99_000n }, TOLERANCE)).toEqual([]);
  expect(differencesOf({ ...line, unitPrice: 103_000n }, TOLERANCE)).toEqual(['单价 +3.00%']);
  expect(differencesOf({ ...line, unitPrice: 98_999n }, TOLERANCE)).toEqual(['单价 -1.00%']);
  expect(differencesOf({ ...line, expected: 0n }, TOLERANCE)).toEqual(['采购单价为 0']);
  expect(differencesOf({ ...line, expected: null }, TOLERANCE)).toEqual(['没有采购单价']);
});

test('both tolerances are those of the tenant', () => {
  const wider = { price: '0.03', units: 2 };
  expect(differencesOf({ ...line, unitPrice: 103_000n, open: 8 }, wider)).toEqual([]);
  expect(differencesOf({ ...line, unitPrice: 103_001n, open: 7 }, wider)).toEqual([
    '单价 +3.00%',
    '数量 +3',
  ]);
  expect(differencesOf({ ...line, unitPrice: 100_001n }, { price: '0', units: 0 })).toEqual([
    '单价 0.00%',
  ]);
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
    fc.property(
      goods,
      fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 20 }),
      (all, some) => {
        const left = all.map((one) => ({ ...one, value: one.qty === 0 ? 0n : one.value }));
        const value = left.reduce((sum, one) => sum + one.value, 0n);
        const units = left.reduce((sum, { qty }) => sum + qty, 0);
        let [taken, worth] = [0, 0n];
        for (const wanted of some) {
          const { takes, missing } = takeReceived(left, wanted);
          for (const take of takes) {
            taken += take.qty;
            worth += take.value;
            expect(take.value >= 0n).toBe(true);
          }
          expect(takes.reduce((sum, { qty }) => sum + qty, missing)).toBe(wanted);
        }
        expect(worth + left.reduce((sum, one) => sum + one.value, 0n)).toBe(value);
        if (taken === units) expect(worth).toBe(value);
      },
    ),
  );
});
