import { expect, test } from 'vitest';
import { text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument, defineRegister } from '#kit/model/resource.ts';
import { isEnding, isGrave, isPlain, isQuiet, legalMoves, movesAhead, onlyFrom, tabMoves } from './legal-moves.ts';

const parcel = defineDocument({
  module: 'demo',
  name: 'parcel',
  title: '包裹',
  fields: { no: text('单号') },
  label: 'no',
  list: ['no'],
  search: ['no'],
  form: [['no']],
});
const lifecycle = defineLifecycle(parcel, {
  initial: 'new',
  births: {},
  states: { new: ['新', 'idle'], open: ['开', 'busy'], done: ['完', 'done'] },
  tabs: {
    todo: { title: '待办', states: ['new', 'open'] },
    done: { title: '完成', states: ['done'] },
  },
  moves: {
    start: { title: '开始', from: ['new'], to: 'open' },
    reject: {
      title: '拒绝',
      from: ['new'],
      to: 'done',
      input: { why: text('原因') },
      needs: 'reject',
    },
    finish: { title: '完成', from: ['open'], to: 'done', warn: '不可撤销' },
    sync: { title: '同步', from: ['open'], to: 'done', system: true },
  },
});
const all = (): boolean => true;
const names = (moves: readonly { name: string }[]): string[] => moves.map((move) => move.name);

test('only moves of the state are offered, never those of the system', () => {
  expect(names(legalMoves(lifecycle, 'new', all))).toEqual(['start', 'reject']);
  expect(names(legalMoves(lifecycle, 'open', all))).toEqual(['finish']);
  expect(legalMoves(lifecycle, 'done', all)).toEqual([]);
});

test('a move needs its permission', () => {
  const may = (code: string): boolean => code === 'demo:parcel:start';
  expect(names(legalMoves(lifecycle, 'new', may))).toEqual(['start']);
});

test('what the channel cannot do is hidden; what it takes by hand is offered', () => {
  const answer = (can: 'no' | 'manual') => legalMoves(lifecycle, 'new', all, () => can);
  expect(names(answer('no'))).toEqual(['start']);
  expect(names(answer('manual'))).toEqual(['start', 'reject']);
});

test('a batch offers what some document of the tab may do', () => {
  expect(names(tabMoves(lifecycle, 'todo', all))).toEqual(['start', 'reject', 'finish']);
  expect(tabMoves(lifecycle, 'done', all)).toEqual([]);
  expect(names(tabMoves(lifecycle, undefined, all))).toEqual(['start', 'reject', 'finish']);
});

test('what cannot be done now is shown while the row may come to it, and gone once it lies behind', () => {
  const ahead = (state: string, tab?: string): string[] => names(movesAhead(lifecycle, tab, state, all));
  expect(ahead('new', 'todo')).toEqual(['finish']);
  expect(ahead('open', 'todo')).toEqual([]);
  expect(ahead('done')).toEqual([]);
  const back = defineLifecycle(parcel, {
    ...lifecycle,
    births: {},
    moves: {
      start: { title: '开始', from: ['new'], to: 'open' },
      finish: { title: '完成', from: ['open'], to: 'done' },
      // Taken back for a moment, a row is no further on; opened again for good, it is.
      callBack: { title: '撤回', from: ['done'], to: 'new', aside: true },
      reopen: { title: '重开', from: ['done'], to: ['open', 'same'] },
    },
  });
  expect(names(movesAhead(back, undefined, 'done', all))).toEqual(['finish']);
  expect(names(movesAhead(back, undefined, 'new', (code) => code === 'demo:parcel:finish'))).toEqual(['finish']);
});

test('questions or a warning make a move ask first', () => {
  const { start, reject, finish } = lifecycle.moves;
  expect([start, reject, finish].map(isPlain)).toEqual([true, false, false]);
});

test('why a move cannot be made now names the states in which it can', () => {
  expect(onlyFrom(lifecycle, lifecycle.moves.start)).toBe('“新”时可用');
});

test('a move ends a row by its states, by a warning of them, or by its own word', () => {
  const bad = { ...lifecycle, states: { ...lifecycle.states, gone: ['没', 'bad'] } };
  const to = (...states: string[]) => isEnding(bad as unknown as typeof lifecycle, { title: '', from: [], to: states });
  expect(to('gone')).toBe(true);
  expect(to('gone', 'same')).toBe(true);
  expect(to('gone', 'open')).toBe(false);
  expect(to('same')).toBe(false);
  // As an order that is cancelled in part stays open.
  const partly = { title: '', from: [], to: ['gone', 'same', 'open'], warn: '不可撤销' };
  expect(isEnding(bad as unknown as typeof lifecycle, partly)).toBe(true);
  expect(isEnding(bad as unknown as typeof lifecycle, { ...partly, ends: false })).toBe(false);
  expect(isEnding(lifecycle, { title: '', from: [], to: 'same', ends: true })).toBe(true);
});

test('what goes with a row and leads nowhere never calls, nor does what cannot be undone', () => {
  const move = { title: '备注', from: ['new'], to: 'same' } as const;
  expect(isQuiet(lifecycle, { ...move, leads: false })).toBe(true);
  expect(isQuiet(lifecycle, move)).toBe(false);
  expect(isQuiet(lifecycle, { ...move, warn: '不可撤销' })).toBe(true);
});

test('taking a row of a register out of use is grave; leaving it as it is, is not', () => {
  const shop = defineRegister({
    module: 'demo',
    name: 'shop',
    title: '店',
    fields: { no: text('编号') },
    label: 'no',
    list: ['no'],
    search: ['no'],
    form: [['no']],
  });
  const register = { ...lifecycle, of: shop } as unknown as typeof lifecycle;
  expect(isGrave(register, { title: '打开', from: [], to: 'open' })).toBe(true);
  expect(isGrave(register, { title: '登记', from: [], to: 'same' })).toBe(false);
});
