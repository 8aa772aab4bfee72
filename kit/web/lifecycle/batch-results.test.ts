import { expect, test } from 'vitest';
import { failuresAsText, groupByReason, outcomeOf } from './batch-results.ts';

const rows = [
  { id: '1', label: 'PO1', ok: true },
  { id: '2', label: 'PO2', ok: false, message: '库存不足' },
  { id: '3', label: 'PO3', ok: false, message: '已挂起' },
  { id: '4', label: 'PO4', ok: false, message: '库存不足' },
];

test('refusals are grouped by reason, the most frequent first', () => {
  expect(groupByReason(rows).map(({ reason, rows: list }) => [reason, list.map((row) => row.label)])).toEqual([
    ['库存不足', ['PO2', 'PO4']],
    ['已挂起', ['PO3']],
  ]);
});

test('a run that was stopped reports every document of the preview once', () => {
  const preview = [
    { id: '1', label: 'PO1', ok: true },
    { id: '2', label: 'PO2', ok: false, message: '库存不足' },
    { id: '3', label: 'PO3', ok: true },
  ];
  const run = [{ id: '1', label: '', ok: false, message: '网络超时' }];
  const outcome = outcomeOf(preview, run);
  expect(outcome.map(({ label, ok, message }) => [label, ok, message])).toEqual([
    ['PO1', false, '网络超时'],
    ['PO3', false, '已停止，未执行'],
    ['PO2', false, '库存不足'],
  ]);
  // Only what was refused before the run has a reason that stands until it is cleared.
  expect(outcome.filter(({ isBarred }) => isBarred).map(({ label }) => label)).toEqual(['PO2']);
});

test('what was refused in the preview and went through all the same is reported once, as it went', () => {
  const preview = [{ id: '2', label: 'PO2', ok: false, message: '库存不足' }];
  expect(outcomeOf(preview, [{ id: '2', label: '', ok: true }])).toEqual([{ id: '2', label: 'PO2', ok: true }]);
});

test('failures copy as lines of number and reason', () => {
  expect(failuresAsText(rows.slice(1, 3))).toBe('PO2\t库存不足\nPO3\t已挂起');
});
