import { expect, test } from 'vitest';
import { turnsOf } from './act-many.ts';
import type { Act } from './judging.ts';

const act = (rule: string, orderId: string, kind: 'addTag' | 'split' = 'addTag'): Act =>
  ({
    rule: { id: rule, actions: [{ kind }] },
    due: { id: orderId, key: orderId },
  }) as unknown as Act;

const orders = (count: number): string[] => Array.from({ length: count }, (_, at) => `o${at}`);
const named = (turns: readonly Act[][]): string[][] =>
  turns.map((turn) => turn.map(({ rule, due }) => `${rule.id} ${due.id}`));

test('of one order the rules stand in their order, of one rule many orders go together', () => {
  const acts = orders(3).flatMap((order) => [act('a', order), act('b', order)]);
  expect(named(turnsOf(acts))).toEqual([
    ['a o0', 'a o1', 'a o2'],
    ['b o0', 'b o1', 'b o2'],
  ]);
});

test('where a turn is full, what is second for an order still waits for what is first', () => {
  // All are met by the first rule, the first and the last of them by the second one too.
  const acts = orders(101).flatMap((order, at) => [
    act('a', order),
    ...(at === 0 || at === 100 ? [act('b', order)] : []),
  ]);
  const turns = named(turnsOf(acts));
  expect(turns.map((turn) => turn.length)).toEqual([100, 1, 1, 1]);
  expect(turns.slice(1)).toEqual([['b o0'], ['a o100'], ['b o100']]);
});

test('what touches stock holds nobody else up: each order by itself', () => {
  const acts = orders(3).map((order) => act('a', order, 'split'));
  expect(turnsOf(acts).map((turn) => turn.length)).toEqual([1, 1, 1]);
});
