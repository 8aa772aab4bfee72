import { describe, expect, test } from 'vitest';
import { integer, quantity, text } from '#kit/model/field.ts';
import { CELL } from './cell-look.ts';
import { isTempId, type GridColumn, type GridRow } from './grid-column.ts';
import { placeColumns } from './grid-layout.ts';
import { GridSession } from './grid-session.ts';
import { GridWork } from './grid-work.ts';

const COLUMNS: readonly GridColumn[] = [
  { key: 'no', field: integer('序号', { ordinal: true }), rules: [{ unique: true }] },
  { key: 'name', field: text('品名') },
  { key: 'count', field: quantity('数量'), statistics: ['sum'] },
];
const row = (n: number, change: object = {}): GridRow => ({
  id: `r${n}`,
  version: 1,
  no: n,
  name: `名${n}`,
  count: n,
  ...change,
});

/** A grid of three rows whose frames come when the test says so. */
function grid() {
  const session = new GridSession('test');
  const frames: (() => void)[] = [];
  session.live.frame = (run) => void frames.push(run);
  session.live.columns = COLUMNS;
  const layout = placeColumns({
    columns: COLUMNS,
    parts: [],
    drawn: {},
    room: 800,
    hasStatistics: true,
  });
  session.configure({ ...session.settings, columns: COLUMNS, layout, isReadOnly: false });
  const newRow = (rows: readonly GridRow[]): Record<string, unknown> => ({
    no: Math.max(0, ...rows.map(({ no }) => Number(no))) + 1,
  });
  const props = { title: '', columns: COLUMNS, rows: [], newRow };
  const work = new GridWork(session, props, { count: 1, position: 0, scrollsToBottom: false });
  session.load([row(1), row(2), row(3)]);
  const type = (id: string, key: string, value: unknown): void => {
    session.edit({ id, key });
    session.type(value);
    session.stopEdit();
  };
  return {
    session,
    work,
    store: session.store,
    comings: session.live.comings,
    type,
    news(...rows: GridRow[]) {
      session.live.receiveAll(rows);
      for (const run of frames.splice(0)) run();
    },
    draw() {
      for (const run of frames.splice(0)) run();
    },
    ids: (): string[] => session.store.rows.map(({ id }) => id),
    names: (): unknown[] => session.store.rows.map(({ name }) => name),
    sum: () => session.statistics.textOf(session.columnOf('count') as GridColumn, 'sum', 'us'),
  };
}

describe('rows that others add', () => {
  test('stand where they are stored, stand out for a while and are no edit', () => {
    const { session, news, ids, store, sum } = grid();
    session.live.renewed.isWished = true;
    news(row(0), row(1), row(4), row(2), row(3), row(5));
    expect(ids()).toEqual(['r0', 'r1', 'r4', 'r2', 'r3', 'r5']);
    expect(session.live.bits('r4', 'name')).toBe(CELL.renewed);
    expect(session.live.bits('r2', 'name')).toBe(0);
    expect(sum()).toBe('15');
    expect(store.isDirty).toBe(false);
    expect(store.canUndo).toBe(false);
  });

  test('stay through undo and redo of what was typed before and after', () => {
    const { session, news, type, ids, names } = grid();
    type('r2', 'name', '一');
    news(row(1), row(4), row(2), row(3));
    type('r4', 'name', '二');
    session.undo();
    session.undo();
    expect(names()).toEqual(['名1', '名4', '名2', '名3']);
    session.redo();
    session.redo();
    expect(names()).toEqual(['名1', '二', '一', '名3']);
    expect(ids()).toEqual(['r1', 'r4', 'r2', 'r3']);
  });

  test('leave new rows here, whose given number gives way and a typed one is marked', async () => {
    const { session, work, news, type, store } = grid();
    const [given, typed] = [...work.addRows([{}]), ...work.addRows([{}])] as [GridRow, GridRow];
    type(typed.id, 'no', 5);
    type(typed.id, 'no', 50);
    type(typed.id, 'no', 5);
    news(row(1), row(2), row(3), row(4, { no: 4 }), row(5, { no: 9 }));
    expect(store.rows.map(({ no }) => no)).toEqual([1, 2, 3, 4, 9, 10, 5]);
    expect(store.rowOf(given.id)).toMatchObject({ no: 10 });
    type(typed.id, 'no', 6);
    news(row(1), row(2), row(3), row(4), row(5, { no: 9 }), row(6));
    expect(store.rowOf(typed.id)).toMatchObject({ no: 6 });
    await Promise.resolve();
    expect(session.judge.messageAt(typed.id, 'no')).toBeTruthy();
    expect(session.judge.messageAt('r6', 'no')).toBe(session.judge.messageAt(typed.id, 'no'));
  });

  test('leave rows that are the same as they are, and those that are newer here', () => {
    const { session, news, draw, store } = grid();
    const [first, second] = store.rows;
    session.live.hear({ ...row(2), version: 3, name: '新' });
    draw();
    news(row(1), row(2, { version: 2, name: '旧' }), row(3, { version: 2, name: '改' }));
    expect(store.rows[0]).toBe(first);
    expect(store.rows[1]).toMatchObject({ ...second, version: 3, name: '新' });
    expect(store.rows[2]).toMatchObject({ version: 2, name: '改' });
  });

  test('wait until nobody types, and come with those that a save waits for', () => {
    const { session, news, draw, ids } = grid();
    session.edit({ id: 'r1', key: 'name' });
    session.type('我');
    news(row(1), row(4));
    expect(ids()).toEqual(['r1', 'r2', 'r3']);
    session.stopEdit();
    draw();
    expect(ids()).toEqual(['r1', 'r4']);
    session.live.receiveAll([row(1), row(4), row(5)]);
    session.live.flush();
    expect(ids()).toEqual(['r1', 'r4', 'r5']);
  });

  test('do not bring back what was removed here; that is gone there too is not removed twice', () => {
    const { work, news, ids, session, store } = grid();
    work.removeRows(['r1', 'r2']);
    news(row(1), row(2), row(3));
    expect(ids()).toEqual(['r3']);
    news(row(2), row(3));
    expect(store.removedRows().map(({ id }) => id)).toEqual(['r2']);
    session.undo();
    expect(ids()).toEqual(['r2', 'r3']);
    expect(store.isDirty).toBe(false);
  });
});

describe('rows that others take away', () => {
  test('go, with their choice, their sum and every step of undo; the cursor stays in its place', () => {
    const { session, news, type, ids, sum, store } = grid();
    type('r1', 'name', '改');
    session.activate({ id: 'r2', key: 'name' });
    store.select(['r2', 'r3']);
    news(row(1), row(3));
    expect(ids()).toEqual(['r1', 'r3']);
    expect(session.cursor.active).toEqual({ id: 'r3', key: 'name' });
    expect([...store.selected]).toEqual(['r3']);
    expect(sum()).toBe('4');
    session.undo();
    expect(ids()).toEqual(['r1', 'r3']);
    expect(store.changes()).toEqual({ added: [], changed: [], removed: [] });
  });

  test('no longer make a value stand twice', async () => {
    const { session, news, type } = grid();
    type('r3', 'no', 2);
    await Promise.resolve();
    expect(session.judge.faultCount).toBe(2);
    news(row(1), row(3));
    await Promise.resolve();
    expect(session.judge.faultCount).toBe(0);
  });

  test('stay where they were typed into, say so, and keep a save waiting', async () => {
    const { session, work, news, type, comings, names } = grid();
    type('r2', 'name', '我的');
    news(row(1), row(3));
    expect(names()).toEqual(['名1', '我的', '名3']);
    expect(comings.list().map(({ row: { id }, place }) => [id, place])).toEqual([['r2', 1]]);
    expect(session.live.bits('r2', 'count')).toBe(CELL.gone);
    expect(session.live.noteAt({ id: 'r2', key: 'name' })).toContain('此行已被他人删除');
    expect(await work.validateTable(false)).toMatchObject([{ id: 'r2', row: 1 }]);
    // Stored again, it is a row as any other; what was typed stays.
    news(row(1), row(2, { version: 3 }), row(3));
    expect(comings.isEmpty).toBe(true);
    expect(session.store.rowOf('r2')).toMatchObject({ name: '我的', version: 3 });
    expect(await work.validateTable(false)).toBeNull();
  });

  test('kept, are new rows with all that stands in them; undo changes the new row', () => {
    const { session, news, type, comings, store } = grid();
    type('r2', 'name', '我的');
    type('r2', 'count', 7);
    store.select(['r2']);
    session.activate({ id: 'r2', key: 'count' });
    news(row(1), row(3));
    session.chooseGone(new Set(['r2']), true);
    expect(comings.isEmpty).toBe(true);
    const [, stored] = store.rows as [GridRow, GridRow];
    expect(isTempId(stored.id)).toBe(true);
    expect([...store.selected]).toEqual([stored.id]);
    expect(session.cursor.active).toEqual({ id: stored.id, key: 'count' });
    expect(store.changes()).toEqual({
      added: [{ no: 2, name: '我的', count: 7 }],
      changed: [],
      removed: [],
    });
    session.undo();
    expect(store.rowOf(stored.id)).toMatchObject({ name: '我的', count: 2 });
  });

  test('let go, go; undo brings them back to be chosen about, and none is sent as removed', () => {
    const { session, news, type, comings, ids, store } = grid();
    type('r2', 'name', '我的');
    type('r3', 'name', '也是我的');
    news(row(1));
    session.chooseGone(new Set(['r2', 'r3']), false);
    expect(ids()).toEqual(['r1']);
    expect(comings.list()).toEqual([]);
    expect(store.changes()).toEqual({ added: [], changed: [], removed: [] });
    session.undo();
    expect(ids()).toEqual(['r1', 'r2', 'r3']);
    expect(comings.list()).toHaveLength(2);
    expect(store.removedRows()).toEqual([]);
  });

  test('under an editor wait for it; gone with an open conflict, only the row is asked about', () => {
    const { session, news, draw, type, comings, ids } = grid();
    type('r2', 'name', '我的');
    news(row(1), row(2, { name: '他的', version: 2 }), row(3));
    expect(session.live.conflicts.list()).toHaveLength(1);
    session.edit({ id: 'r3', key: 'name' });
    news(row(1));
    expect(ids()).toEqual(['r1', 'r2', 'r3']);
    session.stopEdit();
    draw();
    expect(ids()).toEqual(['r1', 'r2']);
    expect(session.live.conflicts.list()).toEqual([]);
    expect(comings.list()).toHaveLength(1);
  });
});

test('in a tree a row stays while something new hangs below it, and keeps it as a new one', () => {
  const { session, news, ids, comings, store } = grid();
  session.tree.settings = {};
  store.isTree = true;
  session.load([row(1), row(2, { parentId: 'r1' }), row(3)]);
  const [below] = store.insert([{ parentId: 'r2', name: '新' }], 2);
  news();
  expect(ids()).toEqual(['r1', 'r2', below?.id]);
  expect(comings.list().map(({ row: { id } }) => id)).toEqual(['r1', 'r2']);
  session.chooseGone(new Set(['r1', 'r2']), true);
  expect(store.changes().added).toMatchObject([
    { name: '名1', children: [{ name: '名2', children: [{ name: '新' }] }] },
  ]);
});
