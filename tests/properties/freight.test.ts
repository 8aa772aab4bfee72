import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freightOf, type FreightTariff } from '#modules/base/model/freight-price.ts';
import { readRates } from '#modules/base/model/freight-sheets.ts';
import { USUAL_DIM } from '#modules/base/model/ship-class.ts';

/* Where a table never asks less for more weight, neither does the price (domain.md §4). */

/** A table of one zone whose prices never fall, with an end or a price for each unit beyond it. */
const monotone = fc
  .record({
    steps: fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 5000 })), {
      minLength: 1,
      maxLength: 12,
    }),
    beyond: fc.option(fc.integer({ min: 0, max: 300 }), { nil: null }),
    least: fc.option(fc.integer({ min: 0, max: 4000 }), { nil: null }),
    fuel: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ steps, beyond, least, fuel }): FreightTariff => {
    let [weight, price] = [0, 0];
    const lines = steps.map(([more, dearer]) => {
      [weight, price] = [weight + more, price + dearer];
      return `${weight}\t${(price / 100).toFixed(2)}`;
    });
    const last = beyond === null ? [] : [`续重\t${(beyond / 100).toFixed(2)}`];
    const read = readRates(['重量\tA', ...lines, ...last].join('\n'));
    if ('fault' in read) throw new Error(read.fault.message);
    return {
      currency: 'USD',
      unit: 'lb',
      rates: read.value,
      surcharges: [],
      least: least === null ? null : (least / 100).toFixed(4),
      fuelRate: (fuel / 100).toFixed(8),
      residentialFee: null,
    };
  });

const priceOf = (tariff: FreightTariff, weightG: number, isParcel: boolean): bigint | null => {
  const found = freightOf(tariff, {
    cartons: [{ lengthMm: 100, widthMm: 100, heightMm: 100, weightG }],
    isParcel,
    zone: 'A',
    isResidential: false,
    dim: USUAL_DIM,
  });
  return 'fault' in found ? null : found.total;
};

test('more weight never costs less, and what is too heavy stays too heavy', () => {
  const grams = fc.integer({ min: 1, max: 250_000 });
  fc.assert(
    fc.property(monotone, grams, grams, fc.boolean(), (tariff, one, other, isParcel) => {
      const [light, heavy] = [Math.min(one, other), Math.max(one, other)];
      const [less, more] = [priceOf(tariff, light, isParcel), priceOf(tariff, heavy, isParcel)];
      if (less === null) expect(more).toBeNull();
      if (less !== null && more !== null) expect(more >= less).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test('the total is the sum of its figures, and none of them is negative', () => {
  fc.assert(
    fc.property(monotone, fc.integer({ min: 1, max: 60_000 }), (tariff, weightG) => {
      const found = freightOf(tariff, {
        cartons: [{ lengthMm: 900, widthMm: 400, heightMm: 300, weightG }],
        isParcel: true,
        zone: 'A',
        isResidential: true,
        dim: USUAL_DIM,
      });
      if ('fault' in found) return;
      expect(found.total).toBe(found.figures.reduce((sum, { amount }) => sum + amount, 0n));
      expect(found.figures.every(({ amount }) => amount >= 0n)).toBe(true);
    }),
  );
});
