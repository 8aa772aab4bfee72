import { expect, test } from 'vitest';
import { amountText } from './amount-text.ts';

const read = (text: string, currency?: string): string => {
  const amount = amountText(text, currency);
  return 'decimal' in amount ? amount.decimal : amount.fault;
};

test('an amount is read with the sign or the code of its currency, before or behind', () => {
  const written = ['15', '+15', '.15e2', '$15', '$ 15', 'US$15', 'USD 15', '15 usd', '15USD', '＄１５'];
  expect(written.filter((text) => read(text, 'USD') !== '15')).toEqual(['.15e2']);
  expect(['¥15', '￥15', '15元', 'CNY15', 'CN¥ 15'].map((text) => read(text, 'CNY'))).toEqual(
    Array.from({ length: 5 }, () => '15'),
  );
  expect(read('¥1,500', 'JPY')).toBe('1500');
  expect(['-$15.5', '$-15.5', '($15.5)', '(15.5 USD)', '-15.5', '15.5-'].map((t) => read(t, 'USD'))).toEqual(
    Array.from({ length: 6 }, () => '-15.5'),
  );
});

test('one of another currency is refused and not taken for the same figure in this one', () => {
  expect(['€15', '£15', '¥15', 'CAD 15', 'C$15', '15 EUR', 'HK$15', '15元'].map((t) => read(t, 'USD'))).toEqual(
    Array.from({ length: 8 }, () => 'currency'),
  );
  expect(['$15', 'C$15', 'CAD15'].map((text) => read(text, 'CAD'))).toEqual(['15', '15', '15']);
  expect(['US$15', 'USD15'].map((text) => read(text, 'CAD'))).toEqual(['currency', 'currency']);
  expect(read('$15', 'CNY')).toBe('currency');
  // Two that contradict each other are of another currency in any case.
  expect(read('USD €15', 'USD')).toBe('currency');
  expect(read('€15')).toBe('15');
});

test('blanks group digits or stand beside signs; two numbers are never joined to one', () => {
  expect(['1 234', '$ 1 234.50', '1\u00a0234', '- 5', '1 234 567 USD'].map((t) => read(t, 'USD'))).toEqual([
    '1234',
    '1234.50',
    '1234',
    '-5',
    '1234567',
  ]);
  for (const text of ['1 2', '12 5', '1 2345', '$1 5', '1. 5', '12 345 6', '1, 234'])
    expect(read(text, 'USD'), text).toBe('malformed');
});

test('what is no amount stays none, with or without a currency', () => {
  for (const text of ['', '$', 'USD', 'abc', '1.2.3', '1,5', '$1,5', '15 dollars', '1 2 x', '-+5'])
    expect(read(text, 'USD'), text).toBe('malformed');
  expect(read('1.2E+11', 'USD')).toBe('shortened');
});
