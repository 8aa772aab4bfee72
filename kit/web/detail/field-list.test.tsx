import { expect, test } from 'vitest';
import { datetime, text } from '#kit/model/field.ts';
import { defineDocument } from '#kit/model/resource.ts';
import { factKeys } from './field-list.tsx';

const payment = defineDocument({
  module: 'demo',
  name: 'payment',
  title: '付款',
  fields: {
    no: text('单号'),
    bankRef: text('凭据号'),
    reversedBy: text('冲销人', { derived: true }),
    reversedAt: datetime('冲销时间', { derived: true }),
  },
  label: 'no',
  list: ['no'],
  search: ['no'],
  form: [['no', 'bankRef']],
});

test('a payment says that it was reversed only once it was; what may still be filled in is shown blank', () => {
  const row = { id: '1', no: 'P-1', bankRef: null, reversedBy: null, reversedAt: null };
  expect(factKeys(payment, row)).toEqual(['no', 'bankRef']);
  expect(factKeys(payment, { ...row, reversedBy: '周财务', reversedAt: '2026-11-20 09:00:00' })).toEqual([
    'no',
    'bankRef',
    'reversedBy',
    'reversedAt',
  ]);
});
