import { expect, test } from 'vitest';
import { openOfBill, settle, type OwedBill } from './settle-bill.ts';

/** 1,000.00 in euros that stood at 1,100.00 in the books. */
const BILL: OwedBill = {
  total: 100_000n,
  paidTotal: 0n,
  discountTotal: 0n,
  baseTotal: 110_000n,
  settledBase: 0n,
};

test('a part takes its share of what the bill stood for, counted from the beginning', () => {
  const first = settle(BILL, { amount: 33_333n, discount: 0n, baseAmount: 36_666n });
  expect(first).toEqual({
    settledBase: 36_666n,
    discountBase: 0n,
    fxDifference: 0n,
    isPaid: false,
  });
  const after = { ...BILL, paidTotal: 33_333n, settledBase: 36_666n };
  expect(openOfBill(after)).toBe(66_667n);
  // 666.66 of 1,000.00 stand for 733.33, of which 366.66 are gone.
  expect(settle(after, { amount: 33_333n, discount: 0n, baseAmount: 40_000n })).toEqual({
    settledBase: 36_667n,
    discountBase: 0n,
    fxDifference: 3_333n,
    isPaid: false,
  });
});

test('the last payment takes the rest to the cent; its discount has a share of that', () => {
  const bill = { ...BILL, paidTotal: 66_667n, settledBase: 73_334n };
  expect(settle(bill, { amount: 32_333n, discount: 1_000n, baseAmount: 35_000n })).toEqual({
    // 366.66 stood for the rest, 11.00 of it for the discount.
    settledBase: 36_666n,
    discountBase: 1_100n,
    fxDifference: -566n,
    isPaid: true,
  });
});

test('a bill of nothing is paid by nothing', () => {
  const bill = { total: 0n, paidTotal: 0n, discountTotal: 0n, baseTotal: 0n, settledBase: 0n };
  expect(settle(bill, { amount: 0n, discount: 0n, baseAmount: 0n })).toEqual({
    settledBase: 0n,
    discountBase: 0n,
    fxDifference: 0n,
    isPaid: true,
  });
});
