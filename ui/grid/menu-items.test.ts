import { expect, test } from 'vitest';
import * as fields from '#kit/model/field.ts';
import type { GridColumn } from './grid-column.ts';
import { placeColumns } from './grid-layout.ts';
import { GridSession } from './grid-session.ts';
import { GridWork } from './grid-work.ts';
import { menuActs } from './menu-items.ts';

const COLUMNS: readonly GridColumn[] = [
  { key: 'code', field: fields.text('编码') },
  { key: 'qty', field: fields.quantity('数量') },
  { key: 'sum', field: fields.price('小计', { derived: true }) },
];
const ROWS = [{ id: 'a' }, { id: 'b' }];

function labels(
  key: string,
  { isReadOnly = false, isTree = false, may = { add: true, remove: true }, hideable = new Set(['qty']) } = {},
): string[] {
  const session = new GridSession('test');
  const layout = placeColumns({
    columns: COLUMNS,
    parts: [],
    drawn: {},
    room: 900,
    hasStatistics: false,
  });
  session.configure({ ...session.settings, columns: COLUMNS, layout, isReadOnly, hideable });
  if (isTree) session.tree.settings = {};
  session.load(ROWS);
  session.activate({ id: 'a', key });
  const props = { title: '货品', columns: COLUMNS, rows: ROWS };
  const work = new GridWork(session, props, { count: 1, position: 0, scrollsToBottom: false });
  work.may = may;
  return menuActs(session, work)
    .flat()
    .map(({ label }) => label);
}

test('what may be edited is cut, filled, emptied; what is read only is copied, sorted, searched', () => {
  expect(labels('qty')).toEqual([
    '剪切',
    '复制',
    '复制带表头',
    '粘贴',
    '清空内容',
    '向下填充',
    '向右填充',
    '填充到相邻列末行',
    '在上方插入 1 行',
    '在下方插入 1 行',
    '删除所选行',
    '升序',
    '降序',
    '筛选此值',
    '查找和替换',
    '隐藏列',
  ]);
  const read = ['复制', '复制带表头', '升序', '降序', '筛选此值', '查找'];
  const none = { add: false, remove: false };
  expect(labels('qty', { isReadOnly: true, may: none, hideable: new Set() })).toEqual(read);
  expect(labels('sum', { may: none })).not.toContain('粘贴');
});

test('rows are put in and taken out only where that is allowed; a tree keeps its order', () => {
  expect(labels('code', { may: { add: false, remove: true } })).not.toContain('在下方插入 1 行');
  expect(labels('code', { may: { add: true, remove: false } })).not.toContain('删除所选行');
  const inTree = labels('code', { isTree: true });
  expect(inTree).toContain('在下方插入 1 行');
  for (const label of ['在上方插入 1 行', '升序', '筛选此值']) expect(inTree).not.toContain(label);
});
