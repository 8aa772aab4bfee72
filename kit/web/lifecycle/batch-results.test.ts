import { expect, test } from 'vitest';
import { failuresAsText, groupByReason, withLabels } from './batch-results.ts';

const rows = [
  { id: '1', label: 'PO1', ok: true },
  { id: '2', label: 'PO2', ok: false, message: '库存不足' },
  { id: '3', label: 'PO3', ok: false, message: '已挂起' },
  { id: '4', label: 'PO4', ok: false, message: '库存不足' },
];

test('refusals are grouped by reason, the most frequent first', () => {
  expect(
    groupByReason(rows).map(({ reason, rows: list }) => [reason, list.map((row) => row.label)]),
  ).toEqual([
    ['库存不足', ['PO2', 'PO4']],
    ['已挂起', ['PO3']],
  ]);
});

test('an answer without labels takes those of the preview', () => {
  const named = withLabels(
    [
      { id: '2', label: '', ok: false },
      { id: '9', label: '', ok: false },
    ],
    rows,
  );
  expect(named.map((row) => row.label)).toEqual(['PO2', '9']);
});

test('failures copy as lines of number and reason', () => {
  expect(failuresAsText(rows.slice(1, 3))).toBe('PO2\t库存不足\nPO3\t已挂起');
});
