import { expect, test } from 'vitest';
import { money, price, quantity, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { sumsOf } from './row-sums.ts';

const parcel = defineRegister({
  module: 'test',
  name: 'parcel',
  title: '包裹',
  label: 'code',
  fields: {
    code: text('编号'),
    currency: text('币种'),
    units: quantity('件数'),
    amount: money('金额', 'currency'),
    fee: money('费用', 'currency'),
    unitPrice: price('单价'),
  },
  list: ['code', 'units', 'amount', 'fee', 'unitPrice'],
  search: [],
  form: [],
});

const KEYS = ['code', 'units', 'amount', 'fee', 'unitPrice', 'amount', 'nothing'];

const row = (id: string, values: Record<string, unknown>) => ({ id, code: id, ...values });

test('amounts add up exactly, each currency by itself, and stand in front of quantities', () => {
  const rows = [
    row('1', { currency: 'USD', amount: '0.10', units: 2, unitPrice: '9' }),
    row('2', { currency: 'USD', amount: '1000000000000.20', units: 3, unitPrice: '9' }),
    row('3', { currency: 'JPY', amount: '500', units: null }),
  ];
  expect(sumsOf(parcel, KEYS, rows)).toEqual([
    { key: 'amount', title: '金额', currency: 'USD', value: '1000000000000.30' },
    { key: 'amount', title: '金额', currency: 'JPY', value: '500' },
    { key: 'units', title: '件数', currency: null, value: '5' },
  ]);
});

test('what a reader may not see, and what comes to nothing, is left out', () => {
  const rows = [
    row('1', { currency: 'USD', amount: '5.00', units: 0 }),
    row('2', { currency: 'USD', amount: '-5.00', units: 0 }),
  ];
  expect(sumsOf(parcel, KEYS, rows)).toEqual([]);
});
