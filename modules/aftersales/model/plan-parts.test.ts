import { expect, test } from 'vitest';
import { suggestedParts } from './plan-parts.ts';

const facts = { asked: 9, waiting: 0, available: 0, coming: 0, leadDays: 60 };

test('what is asked for in the days of delivery and a month is kept', () => {
  expect(suggestedParts(facts)).toEqual({ target: 9, suggested: 9 });
  expect(suggestedParts({ ...facts, available: 4, coming: 2 })).toEqual({
    target: 9,
    suggested: 3,
  });
  expect(suggestedParts({ ...facts, available: 12 })).toEqual({ target: 9, suggested: 0 });
});

test('who waits is added, and what is sold at once is the least', () => {
  expect(suggestedParts({ ...facts, waiting: 2 }).suggested).toBe(11);
  expect(suggestedParts({ ...facts, available: 8 }, { moq: 10, packUnits: 6 }).suggested).toBe(12);
});
