import fc from 'fast-check';
import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { fromSearch, toSearch, type SearchMode } from './search-mode.ts';

const MODES: readonly SearchMode[] = ['like', 'ne', 'ge', 'le', 'eq'];

test('wraps what is typed as the list query language has it', () => {
  covers('§5 tag cell, search input, ellipsis');
  expect(MODES.map((mode) => toSearch(mode, ' x '))).toEqual(['*x*', '!x', '>=x', '<=x', 'x']);
  expect(MODES.map((mode) => toSearch(mode, '  '))).toEqual(['', '', '', '', '']);
});

test('what was typed is shown again, and a foreign value as it is', () => {
  const words = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== '');
  fc.assert(
    fc.property(fc.constantFrom(...MODES), words, (mode, text) => {
      expect(fromSearch(mode, toSearch(mode, text))).toBe(text);
    }),
    { seed: 20_261_121 },
  );
  expect(fromSearch('like', 'a,b')).toBe('a,b');
  expect(fromSearch('like', '*')).toBe('*');
  expect(fromSearch('ge', '!x')).toBe('!x');
});
