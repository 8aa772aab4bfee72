import { expect, test } from 'vitest';
import { currenciesWith, exponentOf } from './currency.ts';
import { formatDecimal, lineAmount, parseDecimal, PRICE_SCALE } from './money.ts';

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
