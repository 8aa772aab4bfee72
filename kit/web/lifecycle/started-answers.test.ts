import { expect, test } from 'vitest';
import { choice, money, price } from '#kit/model/field.ts';
import { dict } from '#kit/model/dict.ts';
import { startedFields, startedValues } from './started-answers.ts';

const bill = { fields: { openTotal: money('未付金额', 'currency') } };
const ask = {
  amount: price('付款金额', { startsAs: 'openTotal', hint: '分次付的改成这次的金额' }),
  way: choice('方式', dict('pay_way', { cash: '现金' })),
};

test('a question begins with what the document has, and says so beside it', () => {
  const row = { id: '1', openTotal: '1320.50', currency: 'USD' };
  expect(startedValues(ask, row)).toEqual({ amount: '1320.50' });
  const { amount, way } = startedFields(ask, bill, row);
  expect(amount?.hint).toBe('未付金额 1,320.50 USD；分次付的改成这次的金额');
  expect(way).toBe(ask.way);
});

test('what is hidden from the reader is not begun with', () => {
  expect(startedValues(ask, { id: '1', currency: 'USD' })).toEqual({});
  expect(startedFields(ask, bill, { id: '1' })['amount']).toBe(ask.amount);
});
