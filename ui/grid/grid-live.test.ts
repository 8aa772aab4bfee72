import { describe, expect, test, vi } from 'vitest';
import { RELOAD_EFFECT_MS } from '#kit/model/limits.ts';
import { covers } from '#tests/spec/covers.ts';
import { MovedClock } from '#console/socket/moved-clock.ts';
import { CELL } from './cell-look.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import { COLUMNS, grid, row } from './fixtures/live-grid.ts';

describe('rows of others', () => {
  test('show in cells nobody typed into; version and states come along', () => {
    covers('§3 rows of others');
    const { session, draw, at } = grid();
    session.live.hear({ ...row(1), version: 2, name: '他的', tug_status: { a: 1 } });
    expect(at('r1')['name']).toBe('名1');
    draw();
    expect(at('r1')).toMatchObject({ name: '他的', version: 2, tug_status: { a: 1 } });
    session.live.hear({ id: 'r1', tug_status: { b: 'x' } });
    draw();
    expect(at('r1')).toMatchObject({ name: '他的', tug_status: { a: 1, b: 'x' } });
    expect(session.store.isDirty).toBe(false);
    expect(session.live.conflicts.isEmpty).toBe(true);
  });

  test('stand out for 1400 ms from the last word, where something is another, and only if wished', () => {
    covers('§9 socket times');
    vi.useFakeTimers();
    try {
      const { session, draw } = grid();
      const marked = (): string[] =>
        COLUMNS.filter(({ key }) => session.live.bits('r1', key) & CELL.renewed).map(({ key }) => key);
      session.live.hear({ ...row(1), version: 2, name: '他的' });
      draw();
      expect(marked()).toEqual([]);
      session.live.renewed.isWished = true;
      session.live.hear({ ...row(1), version: 3, name: '他的二' });
      draw();
      expect(marked()).toEqual(['name']);
      vi.advanceTimersByTime(1000);
      session.live.hear({ ...row(1), version: 4, name: '他的二', count: 9 });
      draw();
      expect(marked()).toEqual(['name', 'count']);
      vi.advanceTimersByTime(RELOAD_EFFECT_MS - 1000 + 1);
      expect(marked()).toEqual(['count']);
      vi.advanceTimersByTime(1000 - 2);
      expect(marked()).toEqual(['count']);
      vi.advanceTimersByTime(2);
      expect(marked()).toEqual([]);
      expect(session.live.isQuiet).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  test('come once a frame, however many there are, the newest last', () => {
    const { session, frames, draw, at } = grid(500);
    let emitted = 0;
    session.store.subscribe(() => (emitted += 1));
    for (let n = 0; n < 1000; n++) session.live.hear({ ...row((n % 500) + 1), version: n + 2, name: `第${n}` });
    expect(frames).toHaveLength(1);
    expect(emitted).toBe(0);
    draw();
    expect(emitted).toBeLessThan(5);
    expect(at('r500')).toMatchObject({ version: 1001, name: '第999' });
    expect(at('r1')).toMatchObject({ version: 502, name: '第500' });
  });

  test('K4 what is foreign, older, of another kind or not here is dropped', () => {
    const { session, draw, at, frames } = grid();
    const before = at('r1');
    for (const reported of [
      { ...row(9), id: 'nowhere', version: 2 },
      { ...row(1), version: 0, name: '更旧' },
      { ...row(1), version: 1, name: '同版' },
      JSON.parse('{"id":"r1","__proto__":{"isAdmin":true},"constructor":"x"}') as GridRow,
      { id: 'r1', count: '3', ok: 'ja', name: { $$typeof: 'x' }, amount: '1e9', secret: 's' },
      { id: 'r1', count: Infinity, name: ['x'], code: 5, tug_status: ['x'] },
      { id: 'r1', name: 'x'.repeat(20_000) },
      { id: 'r1', tug_status: { x: { deep: 1 }, y: undefined } },
      { id: 'r1_temp', name: 'x' },
    ] as unknown as GridRow[])
      session.live.hear(reported);
    expect(frames).toHaveLength(0);
    draw();
    expect(at('r1')).toBe(before);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('without all cells the version stays: nobody overwrites what they have not seen', () => {
    const { session, draw, at } = grid();
    session.live.hear({ id: 'r1', version: 7, name: '只有名称' });
    draw();
    expect(at('r1')).toMatchObject({ name: '只有名称', version: 1 });
    session.live.hear({ ...row(2), version: 7, name: '\u202eآب👩‍👧', count: 'x' });
    draw();
    expect(at('r2')).toMatchObject({ name: '\u202eآب👩‍👧', count: 2, version: 1 });
  });

  test('wait while their row is under the editor', () => {
    const { session, draw, at } = grid();
    session.edit({ id: 'r1', key: 'name' });
    session.type('我');
    session.live.hear({ ...row(1), version: 2, name: '他的', count: 50 });
    session.live.hear({ ...row(2), version: 2, name: '他的' });
    draw();
    expect(at('r1')).toMatchObject({ name: '我', count: 1 });
    expect(at('r2')['name']).toBe('他的');
    expect(session.editing).not.toBeNull();
    session.stopEdit();
    draw();
    expect(at('r1')).toMatchObject({ name: '我', count: 50, version: 2 });
    expect(session.live.conflicts.list().map(({ key }) => key)).toEqual(['name']);
  });

  test('keep sums, uniqueness, choice of rows and undo right', async () => {
    const { session, draw, at, type } = grid();
    const sum = (): string => session.statistics.textOf(session.columnOf('count') as GridColumn, 'sum', 'us');
    expect(sum()).toBe('6');
    type('r3', 'code', 'C9');
    session.store.select(['r2']);
    session.live.hear({ ...row(1), version: 2, code: 'C9', count: 100 });
    draw();
    expect(sum()).toBe('105');
    expect(session.store.selected).toEqual(new Set(['r2']));
    // Rows that a change elsewhere has turned are judged after it.
    await Promise.resolve();
    expect(session.judge.messageAt('r1', 'code')).toBeDefined();
    expect(session.judge.messageAt('r3', 'code')).toBeDefined();
    session.undo();
    expect(at('r3')['code']).toBe('C3');
    expect(at('r1')['count']).toBe(100);
    expect(sum()).toBe('105');
    await Promise.resolve();
    expect(session.judge.messageAt('r1', 'code')).toBeUndefined();
  });

  test('a fault that somebody else has mended is gone', async () => {
    const { session, draw } = grid();
    session.load([{ ...row(1), count: 'abc' as never }]);
    await session.validate();
    expect(session.judge.messageAt('r1', 'count')).toBeDefined();
    session.live.hear({ ...row(1), version: 2, count: 8 });
    draw();
    expect(session.judge.messageAt('r1', 'count')).toBeUndefined();
  });
});

describe('what the others receive', () => {
  test('saved rows, once they are here as they are stored', () => {
    const { session, said, type } = grid();
    type('r1', 'name', '我的');
    said.length = 0;
    const gone = { ...row(9), id: 'gone' };
    session.live.saving({ added: [], changed: [row(1), gone], removed: [] });
    session.load([row(1), row(2)]);
    expect(said).toEqual([]);
    session.load([{ ...row(1), version: 2, name: '我的', createBy: 'x', amount: null }, row(2)]);
    expect(said).toEqual([{ ...row(1), version: 2, name: '我的', amount: null }]);
    session.load([{ ...row(1), version: 3 }]);
    expect(said).toHaveLength(1);
  });

  test('of rows that were added or removed that they were, and of long ones their ids', () => {
    const { session, said, type } = grid();
    session.store.remove(new Set(['r2']));
    session.store.insert([{ name: '新' }]);
    type('r1', 'name', '长'.repeat(6000));
    said.length = 0;
    session.live.saving(session.store.changes());
    const long = { ...row(1), version: 2, name: '长'.repeat(6000) };
    session.load([long, row(3), { ...row(4), name: '新' }]);
    expect(said).toEqual([{ id: 'r1' }, { id: 'r2' }, { id: 'r4' }]);
  });

  test('makes them ask for what they cannot tell, once for many words', async () => {
    const { session, draw, at } = grid();
    const clock = new MovedClock();
    const { latest } = session.live;
    latest.timers = clock;
    let requested = 0;
    latest.read = async () => {
      requested += 1;
      return [{ ...row(1), version: 2, name: '长'.repeat(6000) }, row(2), row(4)];
    };
    for (const id of ['r1', 'r3', 'r4']) session.live.hear({ id });
    session.live.hear(row(4));
    expect(requested).toBe(0);
    clock.pass(RELOAD_EFFECT_MS);
    await vi.waitFor(() => expect(requested).toBe(1));
    await Promise.resolve();
    draw();
    expect(session.store.rows.map(({ id }) => id)).toEqual(['r1', 'r2', 'r4']);
    expect(at('r1')).toMatchObject({ version: 2, name: '长'.repeat(6000) });
    session.live.hear({ id: 'r1' });
    clock.pass(RELOAD_EFFECT_MS);
    expect(requested).toBe(2);
  });

  test('by whom a value is theirs: as the server says, or as the row does', () => {
    const { session, draw, type } = grid();
    type('r1', 'name', '我的');
    session.live.hear({ ...row(1), version: 2, name: '他的' }, '李同事');
    draw();
    expect(session.live.noteAt({ id: 'r1', key: 'name' })).toMatch(/^李同事已改为“他的”/);
    session.live.receive({ ...row(1), version: 3, name: '另一个', updateBy: 'wang' });
    draw();
    expect(session.live.noteAt({ id: 'r1', key: 'name' })).toMatch(/^他人已改为“另一个”/);
    session.live.names.learn(new Map([['wang', '王同事']]));
    expect(session.live.noteAt({ id: 'r1', key: 'name' })).toMatch(/^王同事已改为“另一个”/);
  });

  test('where the editor stands, new rows excepted', () => {
    const { session, said, part } = grid();
    session.edit({ id: 'r1', key: 'name' });
    session.type('x');
    session.edit({ id: 'r2', key: 'name' });
    session.stopEdit();
    const [fresh] = session.store.insert([{}]);
    session.edit({ id: fresh?.id ?? '', key: 'name' });
    session.stopEdit();
    session.edit({ id: 'r3', key: 'code' });
    part();
    const cells = said.filter((one, index) => one !== null || said[index - 1] !== null);
    expect(cells).toEqual([
      { id: 'r1', key: 'name' },
      null,
      { id: 'r2', key: 'name' },
      null,
      { id: 'r3', key: 'code' },
      null,
    ]);
  });
});
