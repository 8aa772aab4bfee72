import { expect, test } from 'vitest';
import { planPart, type TypedLine } from './part-plan.ts';

const line = (id: string, qty: number) => ({
  id,
  channelSku: id,
  qty,
  qtyCancelled: 0,
  qtyReserved: 0,
  qtyPacked: 0,
  qtyShipped: 0,
});
const typed = (change: Partial<TypedLine>): TypedLine => ({
  now: 0,
  backorder: 0,
  refuse: 0,
  backorderDate: null,
  estShipDate: null,
  ...change,
});

test('an answer is ready once every unit of every line has one', () => {
  const lines = [line('a', 3), line('b', 1)];
  const plan = (a: Partial<TypedLine>, b: Partial<TypedLine> = { now: 1 }) =>
    planPart(lines, { a: typed(a), b: typed(b) });
  expect(plan({ now: 2 }).fault).toBe('a 还有 1 件没有填写');
  expect(plan({ now: 4 }).fault).toBe('a 多填了 1 件');
  expect(plan({ now: 2, backorder: 1 }).fault).toBe('请填写 a 的补货发货日');
  expect(plan({ refuse: 3 }, { refuse: 1 }).fault).toBe('全部拒绝请用“拒单”');
  // All of it later is an answer, and no refusal.
  const backorderDate = '2026-12-01';
  expect(plan({ backorder: 3, backorderDate }, { backorder: 1, backorderDate }).fault).toBeNull();
  expect(plan({ now: 1, backorder: 1, refuse: 1, backorderDate: '2026-12-01' })).toMatchObject({
    fault: null,
    now: 2,
    backorder: 1,
    refuse: 1,
  });
});
