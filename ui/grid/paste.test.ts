import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { dict } from '#kit/model/dict.ts';
import * as fields from '#kit/model/field.ts';
import * as feedback from '../feedback.tsx';
import type { UnitSystem } from '../units.ts';
import { copiedBlock } from './cell-actions.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import { placeColumns } from './grid-layout.ts';
import { GridSession } from './grid-session.ts';
import { paste } from './paste.ts';

const condition = dict('paste_test', { good: '良品', bad: '不良品' });
const COLUMNS: readonly GridColumn[] = [
  { key: 'name', field: fields.text('品名') },
  { key: 'qty', field: fields.quantity('数量') },
  { key: 'condition', field: fields.choice('品质', condition) },
  { key: 'weight', field: fields.weight('重量') },
  { key: 'cost', field: fields.price('单位成本') },
  { key: 'total', field: fields.price('小计', { derived: true }) },
];

const warned = vi.spyOn(feedback.toast, 'warn').mockImplementation(() => undefined);
beforeEach(() => warned.mockClear());
afterAll(() => warned.mockRestore());

interface Given {
  columns?: readonly GridColumn[];
  units?: UnitSystem;
  rows?: readonly GridRow[];
}

function grid({ columns = COLUMNS, units = 'us', rows = [{ id: 'a' }] }: Given = {}): GridSession {
  const session = new GridSession('test');
  const layout = placeColumns({ columns, parts: [], drawn: {}, room: 900, hasStatistics: false });
  const textsOf = ({ field }: GridColumn) => new Map(Object.entries(field.dict?.items ?? {}));
  session.configure({
    ...session.settings,
    columns,
    layout,
    units,
    textsOf,
    isReadOnly: false,
  });
  session.load(rows);
  return session;
}

const without = (key: string): readonly GridColumn[] => COLUMNS.filter((one) => one.key !== key);
const adds = (session: GridSession) => (values: readonly Record<string, unknown>[]) => session.store.insert(values);
const valuesOf = (session: GridSession, ...keys: string[]) =>
  session.store.rows.map((row) => keys.map((key) => row[key] ?? null));

function select(session: GridSession, from: [string, string], to: [string, string] = from): void {
  session.activate({ id: from[0], key: from[1] });
  session.activate({ id: to[0], key: to[1] }, true);
}

test('columns are matched by a line of headings, whatever their order and the cursor', () => {
  const session = grid();
  select(session, ['a', 'weight']);
  paste(session, { text: '数量\t重量(kg)\t品名\n1,200\t2.5\t杯\n3\t\t碗\n\t\t\n' }, adds(session));
  expect(valuesOf(session, 'name', 'qty', 'weight')).toEqual([
    ['杯', 1200, 2500],
    ['碗', 3, null],
  ]);
  expect(warned).not.toHaveBeenCalled();
  session.undo();
  expect(session.store.rows).toEqual([{ id: 'a' }]);
});

test('a heading of a column out of sight fills no other column, and is named', () => {
  const session = grid({ columns: without('cost') });
  paste(session, { text: '品名\t数量\t单位成本\t供应商\n杯\t2\t3.50\t甲' }, null);
  expect(session.store.rows).toEqual([{ id: 'a', name: '杯', qty: 2 }]);
  expect(warned).toHaveBeenCalledWith('部分内容未粘贴：没有“单位成本”、“供应商”列');
});

test('cells that may not be edited, and lines and columns beyond the last, are counted', () => {
  const session = grid();
  paste(session, { text: '品名\t小计\n杯\t1\n碗\t2' }, null);
  expect(valuesOf(session, 'name', 'total')).toEqual([['杯', null]]);
  expect(warned).toHaveBeenLastCalledWith('部分内容未粘贴：1 行超出表格，1 个单元格不可编辑');
  select(session, ['a', 'cost']);
  paste(session, { text: '1\t2\t3' }, null);
  expect(warned).toHaveBeenLastCalledWith('部分内容未粘贴：1 列超出表格，1 个单元格不可编辑');
});

test('what cannot be read below a heading stays as it was written, marked at its cell', () => {
  const session = grid();
  paste(session, { text: '数量\t品质\n十\t良品\n4\t坏的' }, adds(session));
  const second = session.store.rows[1]?.id ?? '';
  expect(valuesOf(session, 'qty', 'condition')).toEqual([
    ['十', 'good'],
    [4, '坏的'],
  ]);
  expect(session.judge.messageAt('a', 'qty')).toBe('数量必须是数字');
  expect(session.judge.messageAt(second, 'condition')).toBe('品质不在可选范围内');
});

const STORED: GridRow = {
  id: 'a',
  name: '杯',
  qty: 7,
  condition: 'bad',
  weight: 1001,
  cost: '3.1234',
};

function copyOf(session: GridSession, from: string, to: string) {
  select(session, ['a', from], [session.store.rows.at(-1)?.id ?? 'a', to]);
  return copiedBlock(session) ?? {};
}

test('a copy inside the product carries what is stored, whatever the units of the two screens', () => {
  const copied = copyOf(grid({ rows: [STORED] }), 'name', 'cost');
  expect(copied).toHaveProperty('text', '杯\t7\t不良品\t2.21 lb\t3.1234\r\n');
  const metric = grid({ units: 'metric' });
  select(metric, ['a', 'name']);
  paste(metric, copied, null);
  expect(metric.store.rows).toEqual([STORED]);
});

test('a copied value is read as a text where a column holds something else', () => {
  const copied = copyOf(grid({ rows: [STORED] }), 'qty', 'weight');
  const session = grid();
  select(session, ['a', 'name']);
  paste(session, copied, null);
  expect(valuesOf(session, 'name', 'qty', 'condition')).toEqual([['7', '不良品', '2.21 lb']]);
  expect(session.judge.messageAt('a', 'qty')).toBe('数量必须是数字');
});

test('an amount of another currency is not taken for one of ours', () => {
  const inYen = COLUMNS.map((one) => (one.key === 'cost' ? { ...one, currency: () => 'JPY' } : one));
  const money = fields.money('金额', 'currency');
  const columns = [...inYen, { key: 'amount', field: money }];
  const source = grid({ columns, rows: [{ id: 'a', amount: '9.5', currency: 'USD' }] });
  const copied = copyOf(source, 'amount', 'amount');
  select(source, ['a', 'cost']);
  paste(source, copied, null);
  expect(source.judge.messageAt('a', 'cost')).toBe('单位成本的币种不是 JPY，请换算后填写');
});

test('nonsense on the clipboard does no harm', () => {
  for (const exact of ['{', '[]', '[1]', '"x"', 'null', '[[null,{"text":5,"exact":3}]]'])
    expect(() => paste(grid(), { text: '', exact }, null), exact).not.toThrow();
  const session = grid();
  const forged = [[{ text: '五', exact: { nature: 'whole ', value: { a: 1 } } }]];
  select(session, ['a', 'qty']);
  paste(session, { text: '五', exact: JSON.stringify(forged) }, null);
  expect(session.judge.messageAt('a', 'qty')).toBe('数量必须是数字');
});

test('a copy fills a selection that is a multiple of it, and one cell all of it', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map((id, at) => ({ id, name: id, qty: at }));
  const session = grid({ rows });
  select(session, ['a', 'name'], ['b', 'qty']);
  const copied = copiedBlock(session) ?? {};
  select(session, ['b', 'name'], ['e', 'qty']);
  paste(session, copied, null);
  expect(valuesOf(session, 'name', 'qty')).toEqual([
    ['a', 0],
    ['a', 0],
    ['b', 1],
    ['a', 0],
    ['b', 1],
  ]);
  select(session, ['a', 'qty'], ['c', 'qty']);
  paste(session, { text: '9' }, null);
  expect(valuesOf(session, 'qty')).toEqual([[9], [9], [9], [0], [1]]);
  session.undo();
  expect(valuesOf(session, 'qty')).toEqual([[0], [0], [1], [0], [1]]);
});

test('a link that was copied is the same row, with the name that it bears', () => {
  const columns = [{ key: 'owner', field: fields.link('客户', 'x:y') }];
  const id = '0198c5a0-0000-7000-8000-000000000001';
  const source = grid({ columns, rows: [{ id: 'a', owner: id, owner_dictText: '李四' }] });
  const session = grid({ columns });
  select(session, ['a', 'owner']);
  paste(session, copyOf(source, 'owner', 'owner'), null);
  expect(session.store.rows).toEqual([{ id: 'a', owner: id, owner_dictText: '李四' }]);
});
