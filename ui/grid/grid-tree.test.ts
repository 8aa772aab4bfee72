import { beforeEach, describe, expect, test, vi } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { ApiError } from '../http/api-error.ts';
import type { GridRow } from './grid-column.ts';
import { GridStore } from './grid-store.ts';
import { GridTree, type TreeSettings } from './grid-tree.ts';
import { GridView } from './grid-view.ts';
import { dropRow, stepRow } from './tree-moves.ts';
import { flatRows, sentRows } from './tree-rows.ts';

const PLAIN = { columnOf: () => undefined, textOf: () => '' };

const ROWS: readonly GridRow[] = [
  { id: 'a', children: [{ id: 'a1', children: [{ id: 'a11' }] }, { id: 'a2' }] },
  { id: 'b' },
  { id: 'b1', parentId: 'b' },
  { id: 'c', hasChildren: true },
];

let store: GridStore;
let tree: GridTree;

function load(rows: readonly GridRow[], settings: TreeSettings = {}): void {
  store = new GridStore();
  store.isTree = true;
  tree = new GridTree(store, new GridView(store, PLAIN), () => undefined);
  tree.settings = settings;
  tree.load(rows, (taken) => store.load(taken));
}

const seen = (): string[] => tree.rows.map(({ id }) => id);
const look = (id: string): ReturnType<GridTree['lookOf']> => tree.lookOf(store.rowOf(id) as GridRow);
const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

beforeEach(() => load(ROWS));

describe('what is seen', () => {
  test('roots at first; what lies below an opened row, as far as its own rows are open', () => {
    expect(seen()).toEqual(['a', 'b', 'c']);
    tree.open('a1');
    tree.open('a');
    expect(seen()).toEqual(['a', 'a1', 'a11', 'a2', 'b', 'c']);
    expect([tree.indexOf('b'), tree.indexOf('b1')]).toEqual([4, -1]);
    tree.close('a');
    expect(seen()).toEqual(['a', 'b', 'c']);
    tree.openWay('b1');
    expect(seen()).toEqual(['a', 'b', 'b1', 'c']);
    expect(tree.nearestShown('a11')).toBe('a');
  });

  test('a row tells its depth, its place among its siblings and whether it opens', () => {
    expect(look('a2')).toMatchObject({ level: 2, position: 2, siblings: 2, isOpen: null });
    expect(look('a11')).toMatchObject({ level: 3, position: 1, siblings: 1 });
    expect(look('b')).toMatchObject({ level: 1, position: 2, siblings: 3, isOpen: false });
    // Nobody could read what it says to have.
    expect(look('c').isOpen).toBeNull();
  });

  test('rows in a circle and below nobody are seen, each once', () => {
    covers('§3 tree table rows');
    load([
      { id: 'x', parentId: 'y' },
      { id: 'y', parentId: 'x' },
      { id: 'own', parentId: 'own' },
      { id: 'lost', parentId: 'gone' },
    ]);
    tree.open('x');
    expect(seen().toSorted()).toEqual(['lost', 'own', 'x', 'y']);
  });

  test('a very deep tree is no trouble', () => {
    load(
      Array.from({ length: 20_000 }, (_, at) => ({
        id: `r${at}`,
        ...(at > 0 ? { parentId: `r${at - 1}` } : {}),
      })),
    );
    tree.openWay('r19999');
    expect(tree.rows).toHaveLength(20_000);
    expect(look('r19999').level).toBe(20_000);
  });

  test('an edited cell is seen; rows without a tree are the list itself', () => {
    store.write([{ id: 'b', key: 'name', value: '新' }]);
    expect(tree.rows[1]).toEqual({ id: 'b', name: '新' });
    tree.settings = null;
    expect(tree.rows).toBe(store.rows);
  });
});

describe('edits', () => {
  test('a removed parent takes what is loaded below it; undo brings all back', () => {
    store.remove(tree.withBelow(['a']));
    expect(store.removedRows().map(({ id }) => id)).toEqual(['a', 'a1', 'a11', 'a2']);
    store.undo();
    tree.open('a');
    expect(seen()).toEqual(['a', 'a1', 'a2', 'b', 'c']);
  });

  test('a new row below a new row is sent among its children', () => {
    const [parent] = store.insert([{ name: '新', parentId: 'a' }], tree.endBelow('a'));
    const id = parent?.id ?? '';
    store.insert([{ name: '新一', parentId: id }], tree.endBelow(id));
    tree.open('a');
    tree.open(id);
    expect(tree.rows.map((row) => row['name'] ?? row.id)).toEqual(['a', 'a1', 'a2', '新', '新一', 'b', 'c']);
    expect(store.changes().added).toEqual([{ name: '新', parentId: 'a', children: [{ name: '新一' }] }]);
    expect(sentRows(store.rows)).toHaveLength(store.rows.length - 1);
  });

  test('rows move among their siblings only, with what lies below, counted for each parent', () => {
    store.orderKey = 'orderNum';
    tree.open('a');
    stepRow(store, tree, 'a2', -1);
    expect(seen()).toEqual(['a', 'a2', 'a1', 'b', 'c']);
    expect(dropRow(store, tree, 'a', 4)).toBe(true);
    expect(seen()).toEqual(['b', 'a', 'a2', 'a1', 'c']);
    const orders = store.rows.map(({ id, orderNum }) => `${id}:${String(orderNum)}`);
    expect(orders).toEqual(expect.arrayContaining(['a2:1', 'a1:2', 'a11:1', 'c:3']));
    expect(dropRow(store, tree, 'a1', 0)).toBe(false);
    expect(dropRow(store, tree, 'b', 5)).toBe(true);
    expect(seen().at(-1)).toBe('b');
  });
});

describe('children that are asked for', () => {
  const asking = (answers: Record<string, () => Promise<readonly GridRow[]>>) => {
    const loadChildren = vi.fn((row: GridRow) => answers[row.id]?.() ?? Promise.resolve([]));
    load(
      [
        { id: 'p', hasChildren: true },
        { id: 'q', hasChildren: '1' },
      ],
      { loadChildren },
    );
    return loadChildren;
  };

  test('are asked for once however often the row is opened, and are no change', async () => {
    covers('§4 tree table');
    const loadChildren = asking({ p: async () => [{ id: 'p1' }, { id: 'p2', hasChildren: true }] });
    tree.open('p');
    tree.close('p');
    tree.open('p');
    expect(look('p')).toMatchObject({ isLoading: true, isOpen: true });
    await settled();
    expect(seen()).toEqual(['p', 'p1', 'p2', 'q']);
    expect(loadChildren).toHaveBeenCalledTimes(1);
    expect(store.rowOf('p1')).toEqual({ id: 'p1', parentId: 'p' });
    expect([store.isDirty, store.canUndo]).toEqual([false, false]);
  });

  test('none at all: the row loses its expander', async () => {
    covers('§4 tree table');
    asking({});
    tree.open('q');
    await settled();
    expect(look('q')).toMatchObject({ isOpen: null, isLoading: false });
  });

  test('a failure is shown at the row, which can be opened again', async () => {
    let isBroken = true;
    asking({
      p: async () => {
        if (isBroken) throw new ApiError(500, '读不到');
        return [{ id: 'p1' }];
      },
    });
    tree.open('p');
    await settled();
    expect(look('p')).toMatchObject({ isOpen: false, failure: '读不到', isLoading: false });
    isBroken = false;
    tree.open('p');
    await settled();
    expect(look('p').failure).toBeNull();
    expect(seen()).toEqual(['p', 'p1', 'q']);
  });

  test('an answer for a row that is gone is dropped; once it is back it is asked again', async () => {
    const loadChildren = asking({ p: async () => [{ id: 'p1' }] });
    tree.open('p');
    store.remove(tree.withBelow(['p']));
    await settled();
    expect(store.rows.map(({ id }) => id)).toEqual(['q']);
    store.undo();
    expect(look('p').isOpen).toBe(false);
    tree.open('p');
    await settled();
    expect(seen()).toEqual(['p', 'p1', 'q']);
    expect(loadChildren).toHaveBeenCalledTimes(2);
  });

  test('an answer from before a reload is dropped; what was open is requested again', async () => {
    const answers: ((rows: readonly GridRow[]) => void)[] = [];
    asking({ p: () => new Promise((answer) => answers.push(answer)) });
    tree.open('p');
    tree.load([{ id: 'p', hasChildren: true }], (taken) => store.load(taken));
    answers[0]?.([{ id: 'old' }]);
    answers[1]?.([{ id: 'new' }]);
    await settled();
    expect(seen()).toEqual(['p', 'new']);
  });

  test('steps of undo from before they came do not take them out again', async () => {
    asking({ p: async () => [{ id: 'p1' }] });
    store.write([{ id: 'q', key: 'name', value: 'x' }]);
    const [child] = store.insert([{ parentId: 'p' }], tree.endBelow('p'));
    tree.open('p');
    await settled();
    expect(seen()).toEqual(['p', 'p1', child?.id, 'q']);
    store.undo();
    store.undo();
    expect(seen()).toEqual(['p', 'p1', 'q']);
    expect(store.isDirty).toBe(false);
  });
});

test('children given within rows become rows that say whose they are', () => {
  covers('§3 tree table rows');
  expect(flatRows(ROWS)).toEqual([
    { id: 'a' },
    { id: 'a1', parentId: 'a' },
    { id: 'a11', parentId: 'a1' },
    { id: 'a2', parentId: 'a' },
    { id: 'b' },
    { id: 'b1', parentId: 'b' },
    { id: 'c', hasChildren: true },
  ]);
});
