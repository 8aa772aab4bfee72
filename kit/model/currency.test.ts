import { expect, test } from 'vitest';
import { currenciesWith, exponentOf, isCurrency, moneyText } from './currency.ts';
import { formatDecimal, lineAmount, parseDecimal, PRICE_SCALE } from './money.ts';
import { rules } from './rules.ts';

/** ISO 4217, table A.1: codes by the decimal places of their minor unit. */
const MINOR_UNITS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: 'USD CNY EUR GBP CAD AUD NZD HKD SGD TWD MXN INR CHF SEK PLN BRL ZAR THB',
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

test.each(Object.entries(MINOR_UNITS))('currencies of %s places: %s', (places, codes) => {
  expect(codes.split(' ').map(exponentOf)).toEqual(codes.split(' ').map(() => Number(places)));
  if (places !== '2') expect(currenciesWith(Number(places)).sort()).toEqual(codes.split(' ').sort());
});

/** Quantity, unit price, currency, and what the line comes to, rounded half up once. */
test.each([
  [3, '100.5', 'JPY', '302'],
  [1, '0.4999', 'JPY', '0'],
  [1, '0.5', 'KRW', '1'],
  [2, '1.005', 'USD', '2.01'],
  [1, '1.005', 'USD', '1.01'],
  [1, '1.0049', 'USD', '1.00'],
  [3, '1.2345', 'KWD', '3.704'],
  [1, '0.0005', 'BHD', '0.001'],
  [1, '0.0004', 'TND', '0.000'],
])('%s × %s in %s is %s', (qty, price, currency, amount) => {
  const places = exponentOf(currency);
  const unitPrice = parseDecimal(price, PRICE_SCALE) as bigint;
  expect(formatDecimal(lineAmount(qty, unitPrice, places), places)).toBe(amount);
});

test('money is in currencies of ISO 4217: neither in what looks like one, nor in gold, nor in one of old', () => {
  expect(Object.values(MINOR_UNITS).flatMap((codes) => codes.split(' ').filter((code) => !isCurrency(code)))).toEqual(
    [],
  );
  expect(['ZZZ', 'RMB', 'XXX', 'XTS', 'XAU', 'DEM', 'usd', ''].filter(isCurrency)).toEqual([]);
  expect(rules.currencyCode('ZZZ')).toBe('没有币种“ZZZ”，请写 ISO 4217 代码，如 USD');
  expect(rules.currencyCode('usd')).toBe('币种代码为三位大写字母');
  expect(rules.currencyCode('KWD')).toBeNull();
});

test('an amount in a sentence has its digits in groups, all its places and its currency behind', () => {
  expect(moneyText(844_800n, 'USD')).toBe('8,448.00 USD');
  expect(moneyText(-123_456_789n, 'USD')).toBe('-1,234,567.89 USD');
  expect(moneyText(1_200n, 'JPY')).toBe('1,200 JPY');
  expect(moneyText(1_234_567n, 'KWD')).toBe('1,234.567 KWD');
  expect(moneyText(99n, 'USD')).toBe('0.99 USD');
});
