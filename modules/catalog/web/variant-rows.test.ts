import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { combinations, optionFaults } from '../model/variants.ts';
import { matrixRows, type VariantRow } from './variant-rows.ts';

const SOFA = { spuCode: 'SOFA', name: '沙发' };
const COLOURS = { name: '颜色', values: ['白', '灰'] };
const SIZES = { name: '尺寸', values: ['小', '大'] };
const answers = (rows: readonly VariantRow[]): unknown[] =>
  rows.map(({ variant, skuCode, name }) => [variant, skuCode, name]);

test('a product has a row for every combination, under codes of its own', () => {
  covers('ours: products on sale');
  expect(combinations([COLOURS, SIZES])).toHaveLength(4);
  expect(answers(matrixRows([], [], SOFA))).toEqual([[null, 'SOFA', '沙发']]);
  expect(answers(matrixRows([COLOURS], [], SOFA))).toEqual([
    ['白', 'SOFA-01', '沙发 白'],
    ['灰', 'SOFA-02', '沙发 灰'],
  ]);
});

test('what was typed stays with its combination, a SKU without one takes the first free place', () => {
  const typed = { ...matrixRows([COLOURS], [], SOFA)[1], skuCode: 'MINE', upc: '1' } as VariantRow;
  const stored = { id: 'a', variant: null, skuCode: 'SOFA-01', name: '老沙发' };
  const rows = matrixRows([COLOURS, { ...SIZES, values: ['大'] }], [stored, typed], SOFA);
  expect(answers(rows)).toEqual([
    ['白 / 大', 'SOFA-01', '老沙发'],
    ['灰 / 大', 'SOFA-02', '沙发 灰 大'],
  ]);
  const retained = matrixRows([{ ...COLOURS, values: ['灰', '黑'] }], [stored, typed], SOFA);
  expect(answers(retained)[0]).toEqual(['灰', 'MINE', '沙发 灰']);
  // Both places are taken: the stored one stays in sight.
  const gone = { ...stored, id: 'b', variant: '绿', skuCode: 'GREEN' };
  expect(answers(matrixRows([{ ...COLOURS, values: ['灰'] }], [typed, gone], SOFA)).at(-1)).toEqual([
    '绿',
    'GREEN',
    '老沙发',
  ]);
});

test('options that make no table are refused with what is wrong', () => {
  const faults = (...options: (typeof COLOURS)[]): string[] => optionFaults(options).map(({ message }) => message);
  expect(faults(COLOURS, SIZES)).toEqual([]);
  expect(faults(COLOURS, COLOURS)).toEqual(['规格名称不能重复']);
  expect(faults({ name: '颜色', values: [] })).toEqual(['颜色没有规格值']);
  expect(faults({ name: '颜色', values: ['白', '白'] })).toEqual(['颜色的规格值重复']);
  expect(faults({ name: '颜色', values: ['白/灰'] })[0]).toContain('不含“/”');
  const many = Array.from({ length: 15 }, (_, n) => `值${n}`);
  expect(faults({ name: '甲', values: many }, { name: '乙', values: many })).toEqual(['规格组合 225 种，最多 200 种']);
});
