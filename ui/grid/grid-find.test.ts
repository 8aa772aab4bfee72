import { expect, test } from 'vitest';
import * as fields from '#kit/model/field.ts';
import type { CellRange } from './grid-cursor.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import { findCells, replaceCells, type Found } from './grid-find.ts';
import { placeColumns } from './grid-layout.ts';
import { GridSession } from './grid-session.ts';

const COLUMNS: readonly GridColumn[] = [
  { key: 'name', field: fields.text('品名') },
  { key: 'qty', field: fields.quantity('数量') },
  { key: 'remark', field: fields.textarea('备注') },
  { key: 'no', field: fields.text('单号'), editable: ({ id }) => id !== 'a' },
];

function grid(rows: readonly GridRow[]): GridSession {
  const session = new GridSession('test');
  const layout = placeColumns({
    columns: COLUMNS,
    parts: [],
    drawn: {},
    room: 900,
    hasStatistics: false,
  });
  session.configure({ ...session.settings, columns: COLUMNS, layout, isReadOnly: false });
  session.load(rows);
  return session;
}

const wish = (text: string) => ({ text, isCaseSensitive: false, isWhole: false });

/** However many turns of the screen it takes. */
function find(session: GridSession, text: string, within: CellRange | null = null): Promise<readonly Found[]> {
  return new Promise((resolve) => {
    findCells(session, wish(text), within, resolve);
  });
}

test('a number is found as it reads and as it is typed, a long text line by line', async () => {
  const session = grid([{ id: 'a', name: '1234', qty: 1234, remark: '外箱\n1,234' }]);
  expect((await find(session, '1234')).map(({ key }) => key)).toEqual(['name', 'qty']);
  expect((await find(session, '1,234')).map(({ key }) => key)).toEqual(['qty', 'remark']);
  expect(await find(session, '1234', { top: 0, bottom: 0, left: 1, right: 2 })).toHaveLength(1);
});

test('all are replaced in one step, each as if typed; what may not be edited is counted', async () => {
  const rows = [
    { id: 'a', name: 'x1', qty: 1, remark: '第1行\n第2行', no: '1' },
    { id: 'b', name: 'x2', qty: 21, remark: null, no: '1' },
  ];
  const session = grid(rows);
  expect(replaceCells(session, await find(session, '1'), wish('1'), '3')).toEqual({
    done: 5,
    closed: 1,
  });
  expect(session.store.rows).toEqual([
    { id: 'a', name: 'x3', qty: 3, remark: '第3行\n第2行', no: '1' },
    { id: 'b', name: 'x2', qty: 23, remark: null, no: '3' },
  ]);
  session.undo();
  expect(session.store.rows).toEqual(rows);
  replaceCells(session, await find(session, '21'), wish('21'), '多');
  expect(session.judge.messageAt('b', 'qty')).toBe('数量必须是数字');
});

test('a cell that has changed since it was found is not written over', async () => {
  const session = grid([
    { id: 'a', name: 'x1', qty: 1 },
    { id: 'b', name: 'x1', qty: 1 },
  ]);
  const found = await find(session, 'x1');
  session.store.write([
    { id: 'a', key: 'name', value: '别人改的' },
    { id: 'b', key: 'name', value: 'x1 新' },
  ]);
  expect(replaceCells(session, found, wish('x1'), 'y')).toEqual({ done: 1, closed: 0 });
  expect(session.store.rows.map(({ name }) => name)).toEqual(['别人改的', 'y 新']);
});
