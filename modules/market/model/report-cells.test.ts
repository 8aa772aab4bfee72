import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { fractionOf, readReportCell, scaleOf, textOfUnits, unitsOf } from './report-cells.ts';
import { REPORT_COLUMNS, type ReportColumn } from './report-columns.ts';

const column = (of: Partial<ReportColumn>): ReportColumn => ({
  key: 'k',
  title: '列',
  heads: ['K'],
  kind: 'number',
  ...of,
});
const read = (of: Partial<ReportColumn>, cell: string | null) =>
  readReportCell(column(of), cell, { today: '2026-11-30' });

test('what holds no data is empty, and never zero; a zero is a zero', () => {
  covers('ours: reports of marketplaces');
  for (const cell of [null, '', ' ', '-', '--', '—', 'N/A', 'n/a', 'NULL', '无'])
    for (const kind of ['text', 'whole', 'number', 'date', 'level', 'flag', 'ratio'] as const)
      expect(read({ kind }, cell), `${kind} ${String(cell)}`).toEqual({ value: null });
  expect(read({ kind: 'number' }, '0')).toEqual({ value: '0' });
  expect(read({ kind: 'whole' }, '0.00')).toEqual({ value: 0 });
});

test('amounts as people write them; what is none is refused', () => {
  expect(read({}, '$1,234.50')).toEqual({ value: '1234.5' });
  expect(read({}, '(12.5)')).toEqual({ value: '-12.5' });
  // What floating point has left behind.
  expect(read({}, '12.3400000000001')).toEqual({ value: '12.34' });
  expect(read({}, '1,2')).toHaveProperty('fault');
  expect(read({}, 'twelve')).toHaveProperty('fault');
  expect(read({ kind: 'whole', min: 0 }, '1,200')).toEqual({ value: 1200 });
  expect(read({ kind: 'whole', min: 0 }, '12.5')).toHaveProperty('fault');
  expect(read({ kind: 'whole', min: 0 }, '-3')).toHaveProperty('fault');
});

test('days, levels and flags', () => {
  expect(read({ kind: 'date' }, '2026-11-03')).toEqual({ value: '2026-11-03' });
  expect(read({ kind: 'date' }, 'soon')).toHaveProperty('fault');
  expect(read({ kind: 'level' }, 'green')).toEqual({ value: 'GREEN' });
  expect(read({ kind: 'level' }, 'BLUE')).toHaveProperty('fault');
  expect(read({ kind: 'flag' }, 'Yes')).toEqual({ value: true });
  expect(read({ kind: 'flag' }, '0')).toEqual({ value: false });
  expect(read({ kind: 'flag' }, 'maybe')).toHaveProperty('fault');
});

/** As a column of figures is read whole. */
function ratios(of: Partial<ReportColumn>, cells: readonly string[]) {
  const one = column({ kind: 'ratio', ...of });
  const read = cells.map((cell) => readReportCell(one, cell, { today: '2026-11-30' }));
  const plain = read.flatMap((cell) => ('ratio' in cell && !cell.isPercent ? [cell.ratio] : []));
  const scale = scaleOf(one.scale ?? 'either', plain);
  return read.map((cell) => ('ratio' in cell ? fractionOf(one, cell, scale) : cell));
}
const values = (answers: ReturnType<typeof ratios>) =>
  answers.map((one) => ('value' in one ? one.value : 'fault' in one ? 'fault' : null));

test('percentages become fractions by the scale of their column (channels.md §1.11)', () => {
  // Listing health: 0–100, also where the whole column is below 1.
  expect(values(ratios({ scale: 'hundred' }, ['3.5', '0.8', '100', '0']))).toEqual(['0.035', '0.008', '1', '0']);
  expect(values(ratios({ scale: 'hundred' }, ['101', '-1']))).toEqual(['fault', 'fault']);
  // Option drill-down: 0–1.
  expect(values(ratios({ scale: 'one' }, ['0.035', '1']))).toEqual(['0.035', '1']);
  expect(values(ratios({ scale: 'one' }, ['3.5']))).toEqual(['fault']);
  // Where nobody says it, the column does: one figure beyond 1 makes all of them percentages.
  expect(values(ratios({ scale: 'either' }, ['0.5', '0.1']))).toEqual(['0.5', '0.1']);
  expect(values(ratios({ scale: 'either' }, ['0.5', '15']))).toEqual(['0.005', '0.15']);
  // A sign says it by itself, whatever the column.
  expect(values(ratios({ scale: 'one' }, ['15%']))).toEqual(['0.15']);
  expect(values(ratios({ scale: 'hundred' }, ['15%', '15']))).toEqual(['0.15', '0.15']);
  // B2C discounts are negative: −0.08 … −0.45.
  expect(values(ratios({ scale: 'one', min: -1 }, ['-0.08', '-0.45', '-2']))).toEqual(['-0.08', '-0.45', 'fault']);
});

test('figures are exact to six places, half away from zero', () => {
  expect(textOfUnits(unitsOf('0.0000005'))).toBe('0.000001');
  expect(textOfUnits(unitsOf('-0.0000005'))).toBe('-0.000001');
  expect(textOfUnits(unitsOf('0.1') + unitsOf('0.2'))).toBe('0.3');
  expect(textOfUnits(unitsOf('99999999999.999999'))).toBe('99999999999.999999');
});

test('each type has what tells it, and no heading stands for two of its columns', () => {
  for (const [type, columns] of Object.entries(REPORT_COLUMNS)) {
    expect(
      columns.some(({ isNeeded }) => isNeeded),
      type,
    ).toBe(true);
    const first = columns.map(({ heads }) => heads[0]);
    expect(new Set(first).size, type).toBe(first.length);
    expect(new Set(columns.map(({ key }) => key)).size, type).toBe(columns.length);
  }
  expect(REPORT_COLUMNS.costStack).toHaveLength(36);
  expect(REPORT_COLUMNS.promotionRevenue).toHaveLength(21);
  expect(REPORT_COLUMNS.cancellationPolicy).toHaveLength(11);
});
