import { expect, test } from 'vitest';
import { questionLine } from '#kit/web/lines/question-line.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { planPart } from './part-plan.ts';

const question = orderLifecycle.moves.acceptPart.input.lines.lines;
const line = (id: string, qty: number) => ({
  id,
  channelSku: id,
  qty,
  qtyCancelled: 0,
  qtyReserved: 0,
  qtyPacked: 0,
  qtyShipped: 0,
});

test('an answer is ready once every unit of every line has one', () => {
  const plan = (a: object, b: object = { now: 1 }) =>
    planPart([questionLine(question, line('a', 3), { ...a }), questionLine(question, line('b', 1), { ...b })]);
  expect(plan({ now: 2 }).fault).toBe('a 未发货 3 件，还有 1 件没有填写');
  expect(plan({ now: 4 }).fault).toBe('a 未发货 3 件，现在接、缺货待补和拒绝合计 4 件，超出 1 件');
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
