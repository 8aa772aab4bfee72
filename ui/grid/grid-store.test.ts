import { describe, expect, test, vi } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { isTempId, type ValueChange } from './grid-column.ts';
import { GridStore } from './grid-store.ts';

const ROWS = [
  { id: 'a', name: '甲', city: 'sz', city_dictText: '深圳', province: 'gd' },
  { id: 'b', name: '乙' },
  { id: 'c', name: '丙' },
];

function loaded(): GridStore {
  const store = new GridStore();
  store.load(ROWS);
  return store;
}

const names = (store: GridStore): unknown[] => store.rows.map(({ name }) => name);

describe('tracking', () => {
  test('new, changed and removed rows are distinguished; a removed new row never was', () => {
    covers('§4 grid');
    const store = loaded();
    const [stored, dropped] = store.insert([{ name: '丁' }, { name: '戊' }], 1);
    store.write([{ id: 'b', key: 'name', value: '乙乙' }]);
    store.remove(new Set(['c', dropped?.id ?? '']));
    expect(isTempId(stored?.id ?? '')).toBe(true);
    expect(names(store)).toEqual(['甲', '丁', '乙乙']);
    expect(store.changes()).toEqual({
      added: [{ name: '丁' }],
      changed: [{ id: 'b', name: '乙乙' }],
      removed: [{ id: 'c', name: '丙' }],
    });
  });

  test('a removed row is reported as it was stored, not as it was typed', () => {
    const store = loaded();
    store.write([{ id: 'b', key: 'name', value: 'x' }]);
    store.remove(new Set(['b']));
    expect(store.removedRows()).toEqual([{ id: 'b', name: '乙' }]);
  });

  test('a value typed back is no change', () => {
    const store = loaded();
    store.write([{ id: 'a', key: 'name', value: 'x' }]);
    expect(store.isDirty).toBe(true);
    store.write([{ id: 'a', key: 'name', value: '甲' }]);
    expect(store.isDirty).toBe(false);
  });

  test('what somebody else stores comes in; what is typed here stays, and so after undo', () => {
    const store = loaded();
    store.write([{ id: 'b', key: 'name', value: '我的' }]);
    store.applyRemote([{ id: 'b', name: '他的', city: 'hz' }]);
    expect(store.rowOf('b')).toEqual({ id: 'b', name: '我的', city: 'hz' });
    expect(store.isChangedCell(store.rows[1] as never, 'city')).toBe(false);
    store.undo();
    expect(store.rowOf('b')).toEqual({ id: 'b', name: '他的', city: 'hz' });
    expect(store.isDirty).toBe(false);
  });
});

describe('undo', () => {
  test('goes back step by step and forth again, removed rows included', () => {
    const store = loaded();
    store.act(() => {
      store.write([{ id: 'a', key: 'name', value: '1' }]);
      store.write([{ id: 'b', key: 'name', value: '2' }]);
    });
    store.remove(new Set(['c']));
    store.undo();
    expect(names(store)).toEqual(['1', '2', '丙']);
    expect(store.removedRows()).toEqual([]);
    store.undo();
    expect(names(store)).toEqual(['甲', '乙', '丙']);
    store.redo();
    store.redo();
    expect(names(store)).toEqual(['1', '2']);
    expect(store.removedRows()).toHaveLength(1);
  });

  test('a step that changes nothing is none, and what was undone can still come back', () => {
    const store = loaded();
    store.write([{ id: 'a', key: 'name', value: '1' }]);
    store.undo();
    store.act(() => undefined);
    expect([store.canUndo, store.canRedo]).toEqual([false, true]);
  });

  test('typing is one step, and can be called off', () => {
    const store = loaded();
    store.beginStep();
    store.write([{ id: 'a', key: 'name', value: 'x' }]);
    store.write([{ id: 'a', key: 'name', value: 'xy' }]);
    store.endStep();
    store.beginStep();
    store.write([{ id: 'b', key: 'name', value: 'z' }]);
    store.cancelStep();
    expect(names(store)).toEqual(['xy', '乙', '丙']);
    store.undo();
    expect(names(store)).toEqual(['甲', '乙', '丙']);
    expect(store.canUndo).toBe(false);
  });

  test('watchers can follow every row through edits and back', () => {
    const store = loaded();
    const held = new Map(ROWS.map((row) => [row.id, row as object]));
    store.onRow = (before, after) => {
      if (after) held.set(after.id, after);
      else if (before) held.delete(before.id);
    };
    store.write([{ id: 'a', key: 'name', value: 'x' }]);
    store.insert([{ name: 'n' }]);
    store.remove(new Set(['b']));
    store.undo();
    store.undo();
    expect(new Set(held.values())).toEqual(new Set(store.rows));
  });
});

test('a moved row is counted again with all behind it', () => {
  covers('§4 grid');
  const store = loaded();
  store.orderKey = 'orderNum';
  store.move('a', 2);
  expect(store.rows.map(({ id, orderNum }) => [id, orderNum])).toEqual([
    ['b', 1],
    ['c', 2],
    ['a', 3],
  ]);
});

test('a new parent value empties what hangs on it, and tells both', () => {
  const store = loaded();
  store.dependents = new Map([['province', ['city']]]);
  const heard = vi.fn<(changes: readonly ValueChange[]) => void>();
  store.onValues = heard;
  store.write([{ id: 'a', key: 'province', value: 'zj' }]);
  expect(store.rowOf('a')).toEqual({ id: 'a', name: '甲', city: null, province: 'zj' });
  expect(heard.mock.calls[0]?.[0].map(({ key, oldValue }) => [key, oldValue])).toEqual([
    ['province', 'gd'],
    ['city', 'sz'],
  ]);
});
