import { expect, test } from 'vitest';
import * as fields from '#kit/model/field.ts';
import type { GridColumn } from './grid-column.ts';
import { placeColumns } from './grid-layout.ts';
import { GridSession } from './grid-session.ts';

const COLUMNS: readonly GridColumn[] = [
  { key: 'code', field: fields.text('编码', { required: true }) },
  { key: 'qty', field: fields.quantity('数量') },
];
const ROWS = [
  { id: 'a', code: 'SP10', qty: 30 },
  { id: 'b', code: 'SP9', qty: 4 },
  { id: 'c', code: 'SP1', qty: null },
  { id: 'd', code: 'SP2', qty: 4 },
];

function grid(): GridSession {
  const session = new GridSession('test');
  const layout = placeColumns({
    columns: COLUMNS,
    parts: [],
    drawn: {},
    room: 900,
    hasStatistics: false,
  });
  session.configure({ ...session.settings, columns: COLUMNS, layout, isReadOnly: false });
  session.store.orderKey = 'no';
  session.load(ROWS);
  return session;
}

const seen = ({ tree }: GridSession): string => tree.rows.map(({ id }) => id).join('');
const stored = ({ store }: GridSession): string => store.rows.map(({ id }) => id).join('');

test('sorting is for the eyes: rows keep their order, numbers and what is to be stored', () => {
  const session = grid();
  session.view.sortBy({ key: 'qty', direction: 'ascending' });
  expect(seen(session)).toBe('bdac');
  session.view.sortBy({ key: 'qty', direction: 'descending' });
  expect(seen(session)).toBe('abdc');
  session.view.sortBy({ key: 'code', direction: 'ascending' });
  expect(seen(session)).toBe('cdba');
  expect(stored(session)).toBe('abcd');
  expect(session.store.isDirty).toBe(false);
  session.view.sortBy(null);
  expect(seen(session)).toBe('abcd');
});

test('no row moves or goes while it is typed into, and new ones stand where they were put', () => {
  const session = grid();
  session.view.sortBy({ key: 'code', direction: 'ascending' });
  session.store.write([{ id: 'c', key: 'code', value: 'SP99' }]);
  expect(seen(session)).toBe('cdba');
  const [below] = session.store.insert([{}], 3);
  session.view.placeBeside([below?.id ?? ''], 'c', 'below');
  expect(session.tree.rows[1]?.id).toBe(below?.id);
  expect(session.store.rows[3]?.id).toBe(below?.id);
  const [last] = session.store.insert([{}]);
  expect(session.tree.rows.at(-1)?.id).toBe(last?.id);
});

test('rows that are filtered out are still judged and stored, are not chosen, and can be led to', async () => {
  const session = grid();
  session.store.write([{ id: 'a', key: 'code', value: null }]);
  session.store.select(['a', 'b']);
  session.view.filterBy('qty', new Set(['4']));
  expect(seen(session)).toBe('bd');
  expect(session.view.hiddenCount).toBe(2);
  expect([...session.store.selected]).toEqual(['b']);
  expect(await session.validate()).toMatchObject([{ id: 'a', key: 'code' }]);
  expect(session.store.changes().changed).toMatchObject([{ id: 'a' }]);
  session.goTo({ id: 'a', key: 'code' });
  expect(seen(session)).toBe('abd');
  expect(session.editing).toMatchObject({ id: 'a' });
  session.view.showAll();
  expect(seen(session)).toBe('abcd');
});

test('what was asked for stays in force over rows that are loaded again', () => {
  const session = grid();
  session.view.filterBy('qty', new Set(['4']));
  session.load([...ROWS, { id: 'e', code: 'SP3', qty: 4 }]);
  expect(seen(session)).toBe('bde');
});
