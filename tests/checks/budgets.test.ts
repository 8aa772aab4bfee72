import { expect, test } from 'vitest';
import { overBudget } from '#tools/budgets.ts';

test('a part that takes a fifth more than its target says so, and by how much', () => {
  expect(overBudget('unit tests', 40, 40)).toBeNull();
  expect(overBudget('unit tests', 48, 40)).toBeNull();
  expect(overBudget('unit tests', 50.2, 40)).toBe('unit tests: took 50 s, 26 % more than its 40 s');
});
