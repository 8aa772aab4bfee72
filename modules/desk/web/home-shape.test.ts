import { expect, test } from 'vitest';
import { writeLocal } from '#ui/browser-store.ts';
import { columnsFor } from './columns-for.ts';
import { noteShape, shapeOf } from './home-shape.ts';

test('rows of cards are full, or short of less than a row of them', () => {
  expect([1, 2, 5, 6, 7, 11].map((count) => columnsFor(count, 5))).toEqual([1, 2, 5, 3, 4, 4]);
  expect(columnsFor(0, 5)).toBe(1);
});

test('what a person saw last is kept, and nonsense is no shape', () => {
  noteShape('1 a', { today: 2 });
  noteShape('1 a', { wrong: 0, hasSteps: true });
  expect(shapeOf('1 a')).toEqual({ today: 2, wrong: 0, hasSteps: true });
  expect(shapeOf('1 b').today).toBe(4);
  for (const text of ['null', '{"today":1e9,"wrong":"x"}', '[', '7']) {
    writeLocal('waybill.homeShape.1 b', text);
    expect(shapeOf('1 b').today).toBeLessThanOrEqual(40);
    expect(shapeOf('1 b').wrong).toBe(5);
  }
});
