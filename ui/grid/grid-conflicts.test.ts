import { describe, expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { grid, row } from './fixtures/live-grid.ts';

describe('conflicts', () => {
  const clash = () => {
    const all = grid();
    all.type('r1', 'name', '我的');
    all.type('r1', 'count', 5);
    all.session.live.hear({ ...row(1), version: 2, name: '他的', amount: '9.00' });
    all.draw();
    return all;
  };

  test('only cells that both have changed, with all three values', () => {
    covers('§3 rows of others');
    const { session, at } = clash();
    expect(at('r1')).toMatchObject({ name: '我的', count: 5, amount: '9.00', version: 2 });
    const [conflict, ...others] = session.live.conflicts.list();
    expect(others).toEqual([]);
    const { mine, theirs, base, key, row: place } = conflict ?? ({} as never);
    expect([key, place, mine['name'], theirs['name'], base['name']]).toEqual(['name', 0, '我的', '他的', '名1']);
    expect(session.live.noteAt({ id: 'r1', key: 'name' })).toContain('他人已改为“他的”');
  });

  test('mine is kept, and sent with the version that was seen', () => {
    const { session } = clash();
    session.settleConflicts(session.live.conflicts.list(), 'mine');
    expect(session.live.conflicts.list()).toEqual([]);
    expect(session.store.changes().changed).toEqual([
      { ...row(1), version: 2, name: '我的', count: 5, amount: '9.00' },
    ]);
  });

  test('theirs is taken; undo brings mine back', () => {
    const { session, at } = clash();
    session.settleConflicts(session.live.conflicts.list(), 'theirs');
    expect(at('r1')).toMatchObject({ name: '他的', count: 5 });
    session.undo();
    expect(at('r1')).toMatchObject({ name: '我的', count: 5, version: 2 });
  });

  test('undone or typed alike there is none; of many changes the first was the origin', () => {
    const { session, draw, type } = clash();
    session.live.hear({ ...row(1), version: 3, name: '他又改', amount: '9.00' });
    draw();
    expect(session.live.conflicts.list()[0]?.base['name']).toBe('名1');
    type('r1', 'name', '他又改');
    expect(session.live.conflicts.list()).toEqual([]);
    session.undo();
    expect(session.live.conflicts.list()).toHaveLength(1);
    session.live.hear({ ...row(1), version: 4, name: '名1', amount: '9.00' });
    draw();
    expect(session.live.conflicts.list()).toEqual([]);
  });

  test('what hangs on a typed cell goes with it, both ways', () => {
    const { session, draw, at, type } = grid();
    session.store.dependents = new Map([['code', ['name']]]);
    type('r1', 'code', 'X');
    session.live.hear({ ...row(1), version: 2, code: 'Y', name: '城' });
    draw();
    expect(at('r1')).toMatchObject({ code: 'X', name: null });
    const [parent] = session.live.conflicts.list();
    session.settleConflicts(parent ? [parent] : [], 'theirs');
    expect(at('r1')).toMatchObject({ code: 'Y', name: '城' });
    expect(session.live.conflicts.list()).toEqual([]);
    expect(session.store.isDirty).toBe(false);
  });

  test('a row that was taken out here is taken out as it is stored by now', () => {
    const { session, at } = clash();
    session.store.remove(new Set(['r2']));
    session.live.take([{ ...row(2), version: 7 }, row(1)]);
    expect(session.store.removedRows()).toEqual([{ ...row(2), version: 7 }]);
    session.undo();
    expect(at('r2')['version']).toBe(7);
  });

  test('are forgotten with the rows', () => {
    const { session } = clash();
    session.load([row(1)]);
    expect(session.live.conflicts.isEmpty).toBe(true);
    expect(session.live.isQuiet).toBe(true);
  });
});
