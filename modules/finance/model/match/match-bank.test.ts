import { expect, test } from 'vitest';
import { matchMovements, type OpenMovement, type OpenPayment } from './match-bank.ts';

const line = (id: string, more: Partial<OpenMovement> = {}): OpenMovement => ({
  id,
  accountId: 'A',
  currency: 'USD',
  amount: 5_000n,
  bookedOn: '2026-11-20',
  bankRef: null,
  ourRef: null,
  ...more,
});
const payment = (id: string, more: Partial<OpenPayment> = {}): OpenPayment => ({
  id,
  paymentNo: `PM-${id}`,
  direction: 'in',
  customerId: 'C',
  accountId: 'A',
  currency: 'USD',
  left: 5_000n,
  paidOn: '2026-11-20',
  bankRef: null,
  ...more,
});
const found = (lines: OpenMovement[], payments: OpenPayment[], days = 3): string[] =>
  matchMovements(lines, payments, days).map((one) => `${one.lineId}=${one.paymentId} ${one.method} ${one.score}`);

test('the reference and the amount go before a nearer day; the reference alone is not enough', () => {
  const named = payment('named', { bankRef: 'bk 1', paidOn: '2026-10-01' });
  expect(found([line('1', { bankRef: 'BK-1' })], [payment('near'), named])).toEqual(['1=named reference 100']);
  expect(found([line('1', { ourRef: 'PM-x' })], [payment('x', { paidOn: '2026-01-01' })])).toEqual([
    '1=x reference 100',
  ]);
  expect(found([line('1', { bankRef: 'BK-1' })], [payment('named', { bankRef: 'BK-1', left: 4_999n })])).toEqual([]);
});

test('the amount within the days, the nearest first; one day more, the other side, account or currency is none', () => {
  expect(found([line('1')], [payment('3', { paidOn: '2026-11-23' }), payment('1', { paidOn: '2026-11-19' })])).toEqual([
    '1=1 amount 80',
  ]);
  expect(found([line('1')], [payment('a', { paidOn: '2026-11-23', accountId: null })])).toEqual(['1=a amount 55']);
  for (const more of [
    { paidOn: '2026-11-24' },
    { direction: 'out' },
    { accountId: 'B' },
    { currency: 'EUR' },
    { left: 5_001n },
  ] as const)
    expect(found([line('1')], [payment('a', more)])).toEqual([]);
  expect(found([line('1', { amount: -5_000n })], [payment('a', { direction: 'out' })])).toEqual(['1=a amount 90']);
});

test('two alike movements of one day take two alike payments; what may be one of several is left to a person', () => {
  const two = [line('1'), line('2')];
  expect(found(two, [payment('a'), payment('b')])).toEqual(['1=a amount 90', '2=b amount 90']);
  expect(found(two, [payment('a')])).toEqual([]);
  expect(found([line('1')], [payment('a'), payment('b', { customerId: 'D' })])).toEqual([]);
  // The day before or the day after: nobody knows which one it was.
  expect(found([line('1', { bookedOn: '2026-11-19' }), line('2', { bookedOn: '2026-11-21' })], [payment('a')])).toEqual(
    [],
  );
});
