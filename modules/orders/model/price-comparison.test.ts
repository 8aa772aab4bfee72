import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { comparePrices, isOff } from './price-comparison.ts';

const line = {
  id: 'line-1',
  channelSku: 'WB-1',
  currency: 'USD',
  unitPrice: '228.1600',
  expectedPrice: '248.0000',
};

test('a price is compared with the agreed one, in money and in tenths of a percent', () => {
  covers('ours: price comparison');
  const [one] = comparePrices([line], []);
  expect(one).toMatchObject({
    current: '228.1600',
    agreed: '248.0000',
    wanted: null,
    difference: '-19.8400',
    percent: '-8.0%',
  });
  expect(one && isOff(one)).toBe(true);
});

test('what the channel wants counts, where it has changed its price', () => {
  const wants = { field: 'unitPrice', lineId: 'line-1', after: '250.5000' };
  expect(comparePrices([line], [wants])[0]).toMatchObject({
    wanted: '250.5000',
    difference: '+2.5000',
    percent: '+1.0%',
  });
});

test('one part on two lines: each has the price that the channel wants of it', () => {
  const wants = (lineId: string, after: string) => ({ field: 'unitPrice', lineId, after });
  const compared = comparePrices(
    [line, { ...line, id: 'line-2' }, { ...line, id: 'line-3' }],
    [wants('line-2', '230.0000'), wants('line-1', '250.5000')],
  );
  expect(compared.map(({ wanted }) => wanted)).toEqual(['250.5000', '230.0000', null]);
});

test('without an agreed price, or in another currency, there is no difference', () => {
  const none = { difference: null, percent: null };
  const unknown = comparePrices([{ ...line, expectedPrice: null }], []);
  expect(unknown[0]).toMatchObject({ agreed: null, ...none });
  expect(unknown.some(isOff)).toBe(false);
  const euro = { field: 'currency', lineId: null, after: 'EUR' };
  expect(comparePrices([line], [euro])[0]).toMatchObject({ currency: 'EUR', ...none });
});

test('a price as agreed is not off, and an agreed price of nothing has no percent', () => {
  expect(comparePrices([{ ...line, unitPrice: '248.0000' }], []).some(isOff)).toBe(false);
  const free = comparePrices([{ ...line, expectedPrice: '0.0000' }], []);
  expect(free[0]).toMatchObject({ difference: '+228.1600', percent: null });
});
