import { expect, test } from 'vitest';
import type { ReportColumn } from '#kit/model/report.ts';
import { cellPath } from './cell-text.ts';

const column = (href: string): ReportColumn => ({ dataIndex: 'accountId', title: '店铺', href }) as ReportColumn;
const HREF = '/orders/sales-line?accountId=${accountId}&soldOn_begin=${begin}&soldOn_end=${end}';

test('a link carries the values of its row, and the period that was asked for', () => {
  const asked = { begin: '2026-11-01', end: '2026-11-30' };
  expect(cellPath(column(HREF), { id: '1', accountId: 'a/b' }, asked)).toBe(
    '/orders/sales-line?accountId=a%2Fb&soldOn_begin=2026-11-01&soldOn_end=2026-11-30',
  );
});

test('a period that was cleared, or a row without a value, bounds nothing', () => {
  expect(cellPath(column(HREF), { id: '1', accountId: null }, { begin: '*', accountId: 'other' })).toBe(
    '/orders/sales-line?accountId=&soldOn_begin=&soldOn_end=',
  );
});

test('a link that leaves the console leads nowhere, whatever the row says', () => {
  expect(cellPath(column('/${accountId}'), { id: '1', accountId: '/evil.example' })).toBe('/%2Fevil.example');
  expect(cellPath(column('https://evil.example/${accountId}'), { id: '1', accountId: 'a' })).toBeNull();
});
