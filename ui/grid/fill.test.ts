import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { dict } from '#kit/model/dict.ts';
import * as fields from '#kit/model/field.ts';
import * as feedback from '../feedback.tsx';
import { drawnOut, fill, fillDown, fillRight, fillToEnd, type FillMode } from './fill.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import { placeColumns } from './grid-layout.ts';
import { GridSession } from './grid-session.ts';

const grade = dict('fill_test', { good: '良品', bad: '不良品' });
const COLUMNS: readonly GridColumn[] = [
  { key: 'code', field: fields.text('编码') },
  { key: 'qty', field: fields.quantity('数量') },
  { key: 'left', field: fields.quantity('剩余') },
  { key: 'grade', field: fields.choice('品质', grade) },
  { key: 'cost', field: fields.money('金额', 'currency') },
  { key: 'day', field: fields.date('到货日期') },
  { key: 'sum', field: fields.price('小计', { derived: true }) },
];
const warned = vi.spyOn(feedback.toast, 'warn').mockImplementation(() => undefined);
beforeEach(() => warned.mockClear());
afterAll(() => warned.mockRestore());

function grid(rows: readonly GridRow[], columns = COLUMNS): GridSession {
  const session = new GridSession('test');
  const layout = placeColumns({ columns, parts: [], drawn: {}, room: 900, hasStatistics: false });
  const textsOf = ({ field }: GridColumn) => new Map(Object.entries(field.dict?.items ?? {}));
  session.configure({ ...session.settings, columns, layout, textsOf, isReadOnly: false });
  session.load(rows);
  return session;
}

const rowsOf = (count: number, ...first: Record<string, unknown>[]): GridRow[] =>
  Array.from({ length: count }, (_, at) => ({ id: `r${at}`, currency: 'USD', ...first[at] }));
const column = (session: GridSession, key: string) => session.store.rows.map((row) => row[key]);
const at = (key: string): number => COLUMNS.findIndex((one) => one.key === key);

function down(session: GridSession, key: string, sources: number, mode: FillMode = 'goOn'): void {
  const place = at(key);
  const from = { top: 0, bottom: sources - 1, left: place, right: place };
  fill(session, from, { ...from, bottom: session.store.rows.length - 1 }, mode);
}

test('what goes on is written as typed, in one step, and turned by Ctrl', () => {
  const session = grid(rowsOf(4, { code: 'SKU-001', qty: 10, day: '2026-11-30' }, { qty: 20 }));
  down(session, 'code', 1);
  expect(column(session, 'code')).toEqual(['SKU-001', 'SKU-002', 'SKU-003', 'SKU-004']);
  down(session, 'qty', 2);
  expect(column(session, 'qty')).toEqual([10, 20, 30, 40]);
  session.undo();
  expect(column(session, 'qty')).toEqual([10, 20, undefined, undefined]);
  down(session, 'qty', 1, 'turn');
  expect(column(session, 'qty')).toEqual([10, 11, 12, 13]);
  down(session, 'day', 1);
  expect(column(session, 'day').at(-1)).toBe('2026-12-03');
});

test('each cell is judged: what a series runs into is marked where it stands', () => {
  const session = grid(rowsOf(3, { qty: 2 }, { qty: 1 }));
  fill(session, { top: 0, bottom: 1, left: 1, right: 1 }, { top: 0, bottom: 2, left: 1, right: 1 }, 'goOn');
  expect(session.store.rows[2]?.['qty']).toBe(0);
  const minus = grid(rowsOf(4, { qty: 2 }, { qty: 1 }));
  down(minus, 'qty', 2);
  expect(minus.judge.messageAt('r3', 'qty')).toBeDefined();
});

test('a choice is filled as it is stored, and amounts go on only in one currency', () => {
  const session = grid(rowsOf(4, { grade: 'bad', cost: '1.50' }, { cost: '2.00', currency: 'EUR' }));
  down(session, 'grade', 1);
  expect(column(session, 'grade')).toEqual(['bad', 'bad', 'bad', 'bad']);
  down(session, 'cost', 2);
  expect(column(session, 'cost').slice(2)).toEqual(['1.50', 'EUR 2.00']);
  const dollars = grid(rowsOf(3, { cost: '1.50' }, { cost: '2.00' }));
  down(dollars, 'cost', 2);
  expect(column(dollars, 'cost')).toEqual(['1.50', '2.00', '2.50']);
});

test('cells that may not be edited stay and are counted', () => {
  const locked = COLUMNS.map((one) =>
    one.key === 'qty' ? { ...one, editable: ({ id }: GridRow) => id !== 'r1' } : one,
  );
  const session = grid(rowsOf(3, { qty: 5 }), locked);
  down(session, 'qty', 1);
  expect(column(session, 'qty')).toEqual([5, undefined, 5]);
  expect(warned).toHaveBeenCalledWith('部分内容未填充：1 个单元格不可编辑');
});

test('Ctrl+D and Ctrl+R repeat what stands above and at the left', () => {
  const session = grid(rowsOf(3, { code: 'A1', qty: 3 }));
  session.selectRange({ top: 0, bottom: 2, left: 0, right: 1 });
  fillDown(session);
  expect(column(session, 'code')).toEqual(['A1', 'A1', 'A1']);
  session.selectRange({ top: 1, bottom: 1, left: 2, right: 2 });
  fillRight(session);
  expect(column(session, 'left')).toEqual([undefined, 3, undefined]);
});

test('a double click fills as far as the column beside it goes', () => {
  const session = grid(rowsOf(5, { code: 'A', qty: 1 }, { code: 'B' }, { code: 'C' }));
  session.selectRange({ top: 0, bottom: 0, left: 1, right: 1 });
  fillToEnd(session);
  expect(column(session, 'qty')).toEqual([1, 1, 1, undefined, undefined]);
  expect(session.cursor.range).toMatchObject({ top: 0, bottom: 2 });
});

test('a block is drawn out in one direction, the further one', () => {
  const from = { top: 2, bottom: 3, left: 1, right: 1 };
  expect(drawnOut(from, { row: 7, column: 2 })).toEqual({ ...from, bottom: 7 });
  expect(drawnOut(from, { row: 0, column: 1 })).toEqual({ ...from, top: 0 });
  expect(drawnOut(from, { row: 3, column: 4 })).toEqual({ ...from, right: 4 });
  expect(drawnOut(from, { row: 3, column: 1 })).toEqual(from);
});
