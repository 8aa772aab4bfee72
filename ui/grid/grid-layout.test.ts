import { expect, test } from 'vitest';
import { text } from '#kit/model/field.ts';
import type { GridColumn } from './grid-column.ts';
import { placeColumns } from './grid-layout.ts';

const COLUMNS: readonly GridColumn[] = [
  { key: 'code', field: text('编码'), width: 120, frozen: 'left' },
  { key: 'name', field: text('名称'), width: 240 },
  { key: 'note', field: text('备注'), width: 400 },
  { key: 'state', field: text('状态'), width: 140, frozen: 'right' },
];

const panes = (room: number, drawn: Readonly<Record<string, number>> = {}) => {
  const parts = ['choice', 'number'] as const;
  const layout = placeColumns({ columns: COLUMNS, parts, drawn, room, hasStatistics: false });
  return layout.columns.filter(({ part }) => part === null).map(({ key, pane }) => `${key} ${pane}`);
};

const FROZEN = ['code left', 'name center', 'note center', 'state right'];
const FREE = ['code center', 'name center', 'note center', 'state center'];

test('columns are frozen where the others keep 200 px beside them', () => {
  // Marks of 40 and 60, frozen columns of 120 and 140.
  expect(panes(560)).toEqual(FROZEN);
  expect(panes(559)).toEqual(FREE);
  expect(panes(1200)).toEqual(FROZEN);
});

test('a frozen column that is drawn wide does not hide the rest', () => {
  expect(panes(700, { code: 260 })).toEqual(FROZEN);
  expect(panes(700, { code: 261 })).toEqual(FREE);
});

test('on a phone nothing is frozen', () => {
  expect(panes(390)).toEqual(FREE);
  expect(panes(499, { code: 48, state: 48 })).toEqual(FREE);
});
