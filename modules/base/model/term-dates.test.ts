import { expect, test } from 'vitest';
import { addDays } from '#kit/model/time.ts';
import { earlyDiscount, termDates, type TermDays } from './term-dates.ts';

const on = (invoiceDate: string, more: object = {}) => ({ invoiceDate, ...more });
const term = (more: Partial<TermDays>): TermDays => ({
  baseDate: 'invoiceDate',
  netDays: 0,
  ...more,
});

/** Written down by hand, calendar at hand. */
const VECTORS: [what: string, TermDays, object, string | null, string | null][] = [
  ['net 30 over a short month', term({ netDays: 30 }), on('2026-01-31'), '2026-03-02', null],
  ['net 30 over a leap day', term({ netDays: 30 }), on('2028-01-31'), '2028-03-01', null],
  [
    '2% in 10 days, net 30',
    term({ netDays: 30, discountDays: 10, discountRate: '0.02' }),
    on('2026-11-23'),
    '2026-12-23',
    '2026-12-03',
  ],
  [
    'a discount of nothing is none',
    term({ netDays: 30, discountDays: 10, discountRate: '0' }),
    on('2026-11-23'),
    '2026-12-23',
    null,
  ],
  ['month end', term({ baseDate: 'monthEnd' }), on('2028-02-10'), '2028-02-29', null],
  ['month end, net 30', term({ baseDate: 'monthEnd', netDays: 30 }), on('2026-11-23'), '2026-12-30', null],
  [
    'month end, on the cut-off day',
    term({ baseDate: 'monthEnd', cutoffDay: 25 }),
    on('2026-11-25'),
    '2026-11-30',
    null,
  ],
  [
    'month end, behind it, over the year',
    term({ baseDate: 'monthEnd', cutoffDay: 25 }),
    on('2026-12-26'),
    '2027-01-31',
    null,
  ],
  [
    'an invoice behind the cut-off day counts from the first',
    term({ netDays: 10, cutoffDay: 20 }),
    on('2026-11-21'),
    '2026-12-11',
    null,
  ],
  [
    'from the day of shipping',
    term({ baseDate: 'shipDate', netDays: 7 }),
    on('2026-11-23', { shipDate: '2026-11-20' }),
    '2026-11-27',
    null,
  ],
  [
    'nothing is due before it has arrived',
    term({ baseDate: 'deliveryDate', netDays: 7 }),
    on('2026-11-23', { shipDate: '2026-11-20' }),
    null,
    null,
  ],
];

test.each(VECTORS)('%s', (_what, of, facts, due, discount) => {
  const dates = termDates(of, facts as { invoiceDate: string });
  expect([dates?.dueDate ?? null, dates?.discountDate ?? null]).toEqual([due, discount]);
});

test('on every day of four years: due on or after its base, the base never before the document, months whole', () => {
  const kinds = ['invoiceDate', 'shipDate', 'deliveryDate', 'monthEnd'] as const;
  for (let n = 0; n < 1461; n++) {
    const day = addDays('2027-01-01', n);
    const facts = { invoiceDate: day, shipDate: day, deliveryDate: day };
    const baseDate = kinds[n % 4] as (typeof kinds)[number];
    const netDays = (n * 37) % 366;
    const cutoffDay = n % 5 === 0 ? null : ((n * 11) % 31) + 1;
    const discountDays = netDays === 0 ? 0 : (n * 7) % netDays;
    const dates = termDates({ baseDate, netDays, cutoffDay, discountDays, discountRate: '0.01' }, facts);
    if (!dates) throw new Error(`no dates for ${day}`);
    const { baseDay, dueDate, discountDate } = dates;
    expect(baseDay >= day, `${day} ${baseDate} ${cutoffDay}`).toBe(true);
    expect(addDays(baseDay, netDays)).toBe(dueDate);
    expect((discountDate ?? '') <= dueDate).toBe(true);
    if (baseDate === 'monthEnd') expect(addDays(baseDay, 1).slice(8)).toBe('01');
    else if (baseDay !== day) expect(baseDay.slice(8)).toBe('01');
    // Never further than the end of the month behind.
    expect(baseDay <= addDays(day, 62)).toBe(true);
  }
});

test('the early discount is on goods alone, half up', () => {
  expect(earlyDiscount(25_998n, '0.02')).toBe(520n);
  expect(earlyDiscount(25n, '0.02')).toBe(1n);
  expect(earlyDiscount(24n, '0.02')).toBe(0n);
});
