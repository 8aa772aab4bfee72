import { expect, test } from 'vitest';
import { levelOf, weakPoints } from './listing-health.ts';

test('a listing is as good as its worst point; what is not rated says nothing', () => {
  expect(levelOf({})).toBeNull();
  expect(levelOf({ tag: 'GREEN', image: 'GREEN' })).toBe('GREEN');
  expect(levelOf({ tag: 'GREEN', price: 'YELLOW' })).toBe('YELLOW');
  expect(levelOf({ incidents: 'RED', tag: 'YELLOW', image: 'GREEN' })).toBe('RED');
});

test('what is to be done begins with the worst', () => {
  expect(weakPoints({ tag: 'YELLOW', incidents: 'RED', image: 'GREEN', price: 'YELLOW' })).toEqual([
    { point: 'incidents', level: 'RED' },
    { point: 'tag', level: 'YELLOW' },
    { point: 'price', level: 'YELLOW' },
  ]);
});
