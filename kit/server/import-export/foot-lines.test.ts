import { expect, test } from 'vitest';
import { footNotes, watchFoot } from './foot-lines.ts';

type Cells = readonly (string | null)[];

/** Rows of a sheet whose titles stand in row 1. @returns rows that are data, and those that are left out */
function read(...sheet: Cells[]): { data: number[]; leftOut: number[]; notes: string[] } {
  const foot = watchFoot();
  const data = sheet.flatMap((source, at) =>
    foot.pass({ rowNumber: at + 2, source: [...source], values: [...source] }).map(({ rowNumber }) => rowNumber),
  );
  const lines = foot.lines();
  return { data, leftOut: lines.map(({ row }) => row), notes: footNotes(lines) };
}

const GOODS: Cells[] = [
  ['LAMP-1', '落地灯', '10', '12.50', null],
  ['LAMP-2', '台灯', '5', '8.00', '易碎'],
];

test.each<[string, Cells]>([
  ['合计 in the first column', ['合计', null, '15', '20.50', null]],
  ['合计 behind an empty cell', [null, '合计：', '15', null, null]],
  ['总计 with units', ['总计', null, '15 件', '¥1,020.50', null]],
  ['a sum within one cell', ['合计：15 件', null, null, null, null]],
  ['Grand Total', ['Grand Total', null, '15', null, null]],
  ['共 n 条', ['共 2 条', null, null, null, null]],
  ['a note', ['备注：以上单价含税', null, null, null, null]],
  ['who made it', ['制表人 张三', null, null, '审核人：李四', null]],
  ['a name in the cell behind', ['制表人：', '张三', null, '日期：', '2026/3/4']],
])('%s at the foot is no data', (_, line) => {
  expect(read(...GOODS, line)).toMatchObject({ data: [2, 3], leftOut: [4] });
});

test('sums that fill in all that the rows do are known by what they sum up', () => {
  const lines: Cells[] = [
    ['LAMP-1', '10', '12.50'],
    ['LAMP-2', '5', '8.00'],
  ];
  expect(read(...lines, ['合计', '15', '20.50']).leftOut).toEqual([4]);
  // A SKU that is called so, with a quantity of its own.
  expect(read(...lines, ['TOTAL', '7', '3.00'])).toMatchObject({ data: [2, 3, 4], leftOut: [] });
});

test('rows that are not filled in themselves do not make a sum one of them', () => {
  const holes: Cells[] = [
    ['LAMP-1', '落地灯'],
    ['LAMP-2', null],
    ['LAMP-3', null],
    ['LAMP-4', '台灯'],
  ];
  expect(read(...holes, ['合计', null]).leftOut).toEqual([6]);
  // What most rows leave empty says nothing, unless no row may.
  const mostly: Cells[] = [...holes, ['LAMP-5', null], ['合计', null]];
  expect(read(...mostly).leftOut).toEqual([]);
  const foot = watchFoot([1]);
  for (const [at, source] of mostly.entries())
    foot.pass({ rowNumber: at + 2, source: [...source], values: [...source] });
  expect(foot.lines().map(({ row }) => row)).toEqual([7]);
});

test('a product that is called 合计 is data where its row is filled in', () => {
  expect(read(...GOODS, ['合计', '合计牌台灯', '3', '9.00', null]).leftOut).toEqual([]);
  expect(read(['合计', '第一个产品', '3', '9.00', null], ...GOODS).leftOut).toEqual([]);
  expect(read(...GOODS, ['LAMP-3', '合计', '3', '9.00', null]).leftOut).toEqual([]);
  expect(read(...GOODS, ['Total Care', null, '3', '9.00', null]).leftOut).toEqual([]);
});

test('a 小计 within the sheet is left out, each for the rows since the last one', () => {
  const lines: Cells[] = [
    ['A', '1'],
    ['B', '2'],
    ['小计', '3'],
    ['C', '4'],
    ['小计', '4'],
    ['合计', '7'],
  ];
  expect(read(...lines)).toMatchObject({ data: [2, 3, 5], leftOut: [4, 6, 7] });
});

test('what looks like a note is data with an error where data follow it', () => {
  expect(read(...GOODS, ['备注：加急', null, null, null, null], GOODS[0] as Cells)).toMatchObject({
    data: [2, 3, 4, 5],
    leftOut: [],
  });
});

test('the lines are named by row, the first of them where there are many', () => {
  expect(read(...GOODS, ['合计', null, '15', null, null], ['制表人：张三', null, null, null, null]).notes).toEqual([
    '不是数据的行不会导入：第 4 行“合计”、第 5 行“制表人：张三”',
  ]);
  const many = Array.from({ length: 7 }, (): Cells => ['备注：见合同', null, null, null, null]);
  expect(read(...GOODS, ...many).notes[0]).toMatch(/第 8 行“备注：见合同” 等 7 行$/);
});
