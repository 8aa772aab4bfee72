import { expect, test } from 'vitest';
import { fitted, widthOf, withRoom } from './column-widths.ts';
import type { ListColumn } from './list-column.ts';

const column = (key: string, width: number, isText = true): ListColumn => ({
  key,
  title: key,
  width,
  render: () => null,
  ...(isText ? { text: (row) => String(row[key] ?? '') } : {}),
});
const COLUMNS = [column('姓名', 190), column('邮箱', 200), column('状态', 80, false)];
const ROWS = [
  { id: '1', 姓名: '王运营', 邮箱: 'wang@example.com' },
  { id: '2', 姓名: '李仓', 邮箱: null },
];
const widths = (room: number, rows = ROWS): number[] => fitted(COLUMNS, rows, room).map(({ width }) => width);

test('columns that have room enough stay as they are', () => {
  expect(widths(470)).toEqual([190, 200, 80]);
});

test('columns of text give up what is empty in them, and fill the room', () => {
  const [name = 0, mail = 0, state] = widths(360);
  expect(name + mail + 80).toBeLessThanOrEqual(360);
  expect(name + mail + 80).toBeGreaterThan(355);
  // 16 letters, with the space beside them, are read whole.
  expect(mail).toBeGreaterThan(16 * 7.5 + 16);
  expect(state).toBe(80);
});

test('a column that is blank in all rows needs no more than its title', () => {
  const picture = { ...column('图片', 132, false), isBlank: () => true };
  const columns = [...COLUMNS, picture];
  const [, , state, pictures = 0] = fitted(columns, ROWS, 480).map(({ width }) => width);
  expect(state).toBe(80);
  expect(pictures).toBeLessThan(132);
  expect(pictures).toBeGreaterThanOrEqual(2 * 13);
  expect(widthOf(fitted(columns, ROWS, 480))).toBeLessThanOrEqual(480);
});

test('a number that names the row is read whole, whatever the others give up', () => {
  const number = { ...column('单号', 160), isName: true };
  const rows = [{ id: '1', 单号: 'SH26112300011', 邮箱: 'somebody.else@example.com' }];
  const [first = 0] = fitted([number, column('邮箱', 240)], rows, 290).map(({ width }) => width);
  expect(first).toBeGreaterThanOrEqual(13 * 7.5 + 16);
});

test('a part of the longest texts goes before a column is out of sight', () => {
  const long = [{ id: '1', 姓名: '很长的姓名'.repeat(4), 邮箱: 'somebody.else@example.com' }];
  expect(widthOf(fitted(COLUMNS, long, 380))).toBeLessThanOrEqual(380);
  expect(Math.min(...widths(380, long as typeof ROWS))).toBe(80);
});

test('a code is read whole, in either line, however narrow the room; a list of them gives way', () => {
  const code = { ...column('运单号', 100), isWhole: true };
  const rows = [{ id: '1', 运单号: '1Z84F6030312384455' }];
  const [width = 0] = fitted(withRoom([code, column('备注', 400)], rows), rows, 300).map((one) => one.width);
  expect(width).toBeGreaterThan(18 * 7.5);
  const below = { ...column('商品', 100), lower: [code] };
  const [under = 0] = withRoom([below], rows).map((one) => one.width);
  expect(under).toBeGreaterThan(18 * 6.5);
  const many = [{ id: '1', 运单号: '1Z84F6030312384455,'.repeat(12) }];
  expect(widthOf(withRoom([code], many))).toBeLessThan(300);
});

test('what does not fit all the same is not cut for nothing; an empty list fits where its titles do', () => {
  const long = [{ id: '1', 姓名: '很长的姓名'.repeat(4), 邮箱: 'somebody.else@example.com' }];
  expect(widths(150, long as typeof ROWS)).toEqual([190, 200, 80]);
  expect(widths(100, [])).toEqual([190, 200, 80]);
  expect(widthOf(fitted(COLUMNS, [], 360))).toBeLessThanOrEqual(360);
});

test('of texts that cannot all be whole the short ones are, and the longest is cut', () => {
  const rows = [{ id: '1', 仓库: '新泽西爱迪生仓', 商品: '石纹花盆（三件套）、基特压缩模块沙发（鼠尾草绿）' }];
  const [goods = 0, warehouse = 0] = fitted([column('商品', 360), column('仓库', 136)], rows, 380).map(
    ({ width }) => width,
  );
  expect(warehouse).toBeGreaterThanOrEqual(7 * 13 + 24);
  expect(goods + warehouse).toBeLessThanOrEqual(380);
});
