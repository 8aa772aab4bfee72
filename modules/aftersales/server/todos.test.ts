import { expect, test } from 'vitest';
import { partTodos } from './parts/part-todos.ts';
import { labelParts } from './labels/return-label-parts.ts';
import { aftersalesTodos } from './todos.ts';

test('a card of 售后 says in eleven signs what it means', () => {
  const cards = [...aftersalesTodos, ...partTodos, ...labelParts.todos];
  const hints = cards.flatMap((card) => ('hint' in card ? [card.hint] : []));
  expect(hints).toHaveLength(cards.length);
  expect(hints.filter((hint) => [...hint].length > 11)).toEqual([]);
});
