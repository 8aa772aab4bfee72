import { expect, test } from 'vitest';
import { MOST_BINS, patternBins } from './bin-pattern.ts';

const codes = (from: string, to: string): string[] => {
  const made = patternBins(from, to);
  return 'bins' in made ? made.bins.map(({ code }) => code) : [`${made.at}: ${made.fault}`];
};

test('A-01-01 to A-03-12 are three racks of twelve, the last part fastest', () => {
  const made = codes('A-01-01', 'A-03-12');
  expect(made).toHaveLength(36);
  expect(made.slice(0, 2)).toEqual(['A-01-01', 'A-01-02']);
  expect(made.slice(11, 13)).toEqual(['A-01-12', 'A-02-01']);
  expect(made.at(-1)).toBe('A-03-12');
  expect(new Set(made).size).toBe(36);
});

test('letters run too, and parts are aisle, rack, level and position', () => {
  expect(codes('A1', 'C2')).toEqual(['A1', 'A2', 'B1', 'B2', 'C1', 'C2']);
  const made = patternBins('B-02-3-04', 'B-02-3-04');
  expect('bins' in made && made.bins).toEqual([
    { code: 'B-02-3-04', aisle: 'B', rack: '02', level: '3', position: '04' },
  ]);
});

test('numbers without zeros in front grow longer', () => {
  expect(codes('R8', 'R11')).toEqual(['R8', 'R9', 'R10', 'R11']);
  expect(codes('R08', 'R111')[0]).toBe('to: 08 和 111 的位数须相同');
});

test('what makes no row, or too many bins, is said at its end', () => {
  expect(codes('', 'A')).toEqual(['from: 请输入首个库位编码']);
  expect(codes('A-01', 'A-01-02')).toEqual(['to: 末个编码须和首个 A-01 的段数相同']);
  expect(codes('A-05', 'A-01')).toEqual(['to: 01 须在 05 之后']);
  expect(codes('AB-1', 'AC-1')[0]).toContain('排不出顺序');
  expect(codes('A-001-01', 'A-999-99')).toEqual([`to: 一次最多生成 ${MOST_BINS} 个库位，请分几次`]);
  expect(codes('A-1', 'A-999999999999')[0]).toContain('最多生成');
  expect(codes('A-0001', 'A-2000')).toHaveLength(MOST_BINS);
  expect(codes('9007199254740993', '9007199254740999')).toEqual(['to: 变化的数字最多 15 位']);
  expect(codes('0000000000000001', '0000000000000003')).toHaveLength(3);
});
