import { expect, test } from 'vitest';
import { selectRows } from './filters.ts';

const ROWS = [
  { po: '100', at: Date.parse('2026-03-01T00:00:00Z'), open: true },
  { po: '200', at: Date.parse('2026-03-02T00:00:00Z'), open: false },
  { po: '300', at: Date.parse('2026-03-03T00:00:00Z'), open: true },
];
const select = (args: Parameters<typeof selectRows>[1]) =>
  selectRows(ROWS, args, (row: (typeof ROWS)[number], field) => row[field as keyof typeof row], 25).map(
    (row) => row.po,
  );

test('filters compare text, dates and flags, and are tied by their conjunction', () => {
  expect(select({ filters: [{ field: 'po', equals: '200' }] })).toEqual(['200']);
  expect(select({ filters: [{ field: 'open', equals: true }] })).toEqual(['100', '300']);
  expect(select({ filters: [{ field: 'at', greaterThan: '2026-03-01T00:00:00Z' }] })).toEqual(['200', '300']);
  expect(
    select({
      filters: [
        { field: 'po', equals: '100' },
        { field: 'po', equals: '200', conjunction: 'OR' },
        { field: 'open', equals: 'false', conjunction: 'AND' },
      ],
    }),
  ).toEqual(['200']);
  expect(select({ filters: [{ field: 'po', notIn: ['100', '300'] }] })).toEqual(['200']);
});

test('ordering, offset and limit cut the list', () => {
  expect(select({ ordering: [{ desc: 'at' }], limit: 2 })).toEqual(['300', '200']);
  expect(select({ ordering: [{ asc: 'at' }], offset: 1, limit: 5 })).toEqual(['200', '300']);
});
