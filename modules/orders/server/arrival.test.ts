import { expect, test } from 'vitest';
import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { priceFault } from './arrival.ts';

const fault = (unitPrice: string, expectedPrice: string | null, tolerancePct: number) =>
  priceFault(
    {
      channelSku: 'WB-1',
      unitPrice: parseDecimal(unitPrice, PRICE_SCALE) as bigint,
      expectedPrice,
    },
    tolerancePct,
  );

test('a price that differs by as much as the shop tolerates passes, by more it does not', () => {
  expect(fault('102', '100.0000', 2)).toBeNull();
  expect(fault('98', '100.0000', 2)).toBeNull();
  expect(fault('102.0001', '100.0000', 2)).toContain('WB-1 约定价 100.00，订单价 102.0001（+2%）');
  // What is paid too little is as wrong as what is paid too much.
  expect(fault('97.5', '100.0000', 2)).toBe('WB-1 约定价 100.00，订单价 97.50（-2.5%）');
  expect(fault('10', '100.0000', 50)).toContain('（-90%）');
});

test('without tolerance the price is the agreed one, to the last place', () => {
  expect(fault('14.79', '14.7900', 0)).toBeNull();
  expect(fault('14.7899', '14.7900', 0)).not.toBeNull();
  expect(fault('14.7901', '14.7900', 0)).not.toBeNull();
});

test('where no price was agreed none differs', () => {
  expect(fault('14.79', null, 0)).toBeNull();
  expect(fault('14.79', '0.0000', 0)).toBeNull();
});
