import { expect, test } from 'vitest';
import { EDITING_BEAT_MS, EDITING_CELL, EDITING_LAPSE_MS } from '#kit/model/editing-cell.ts';
import { MovedClock } from '#console/socket/moved-clock.ts';
import { GridPresence } from './grid-presence.ts';

const reported = (seat: string, cell: unknown, more: object = {}) => ({
  key: EDITING_CELL,
  args: { socketKey: 'k', seat, who: { id: seat, name: `人${seat}` }, cell, ...more },
});
const cell = { id: 'r1', key: 'name' };

function hands() {
  const clock = new MovedClock();
  let drawn = 0;
  const all = new GridPresence(
    () => (drawn += 1),
    (id) => id !== 'elsewhere',
    clock,
  );
  return { all, clock, drawn: () => drawn };
}

test('presence comes, moves and goes; another grid is another place', () => {
  const { all } = hands();
  all.hear(reported('1', cell), 'k');
  all.hear(reported('2', cell), 'k');
  expect(all.at('r1', 'name')).toEqual(['人1', '人2']);
  all.hear(reported('1', { id: 'r2', key: 'name' }), 'k');
  expect(all.at('r1', 'name')).toEqual(['人2']);
  expect(all.at('r2', 'name')).toEqual(['人1']);
  all.hear(reported('2', null), 'k');
  all.hear(reported('1', cell, { socketKey: 'other' }), 'k');
  all.hear(reported('3', { id: 'elsewhere', key: 'name' }), 'k');
  expect(all.list).toEqual([]);
});

test('unheard of for a while it is gone; a beat keeps it', () => {
  const { all, clock } = hands();
  all.hear(reported('1', cell), 'k');
  clock.pass(2 * EDITING_BEAT_MS);
  expect(all.list).toHaveLength(1);
  all.hear(reported('1', cell), 'k');
  clock.pass(EDITING_LAPSE_MS - 1);
  expect(all.list).toHaveLength(1);
  clock.pass(1);
  expect(all.list).toEqual([]);
});

test('K4 what no server of ours would say is not shown, and no crowd either', () => {
  const { all, drawn } = hands();
  for (const bad of [
    null,
    [],
    { key: 'note', args: {} },
    { key: EDITING_CELL, args: 'x' },
    reported('1', 'cell'),
    reported('1', { id: 1, key: 'name' }),
    reported('1', cell, { who: null }),
    reported('1', cell, { who: { id: 1, name: 'x' } }),
    reported('1', cell, { seat: 7 }),
  ])
    all.hear(bad, 'k');
  expect([all.list, drawn()]).toEqual([[], 0]);
  all.hear(reported('long', cell, { who: { id: 'x', name: '长'.repeat(5000) } }), 'k');
  expect(all.at('r1', 'name')[0]?.length).toBe(50);
  for (let n = 0; n < 1000; n++) all.hear(reported(`s${n}`, cell), 'k');
  expect(all.list).toHaveLength(50);
  all.forget();
  expect(all.list).toEqual([]);
});
