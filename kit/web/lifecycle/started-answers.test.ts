import { expect, test } from 'vitest';
import { choice, link, money, price, text } from '#kit/model/field.ts';
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

test('a link and a choice are named, a number of a document is not grouped', () => {
  const kinds = dict('kind', { damage: '货损' });
  const of = { fields: { invoiceId: link('发票', 'x:invoice'), type: choice('类型', kinds), poNo: text('PO号') } };
  const asked = {
    to: link('发票', 'x:invoice', { startsAs: 'invoiceId' }),
    kind: choice('类型', kinds, { startsAs: 'type' }),
    po: text('PO号', { startsAs: 'poNo' }),
  };
  const row = {
    id: '1',
    invoiceId: '01a2',
    invoiceId_dictText: 'IV26112400011',
    type: 'damage',
    type_dictText: '货损',
    poNo: '415862017',
  };
  const { to, kind, po } = startedFields(asked, of, row);
  expect([to?.hint, kind?.hint, po?.hint]).toEqual(['发票 IV26112400011', '类型 货损', 'PO号 415862017']);
});
