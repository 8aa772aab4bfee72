import { expect, test } from 'vitest';
import { ELLIPSIS_CHARACTERS, FILE_NAME_CHARACTERS, NOT_CUT, PICKER_CHARACTERS } from '#kit/model/limits.ts';
import { covers } from '#tests/spec/covers.ts';
import { cutText } from './cut-text.ts';

test.each([
  [ELLIPSIS_CHARACTERS, 25],
  [FILE_NAME_CHARACTERS, 5],
  [PICKER_CHARACTERS, 12],
])('a text is cut after its characters: %i', (limit, characters) => {
  covers('§2.8 record picker');
  expect(cutText('单'.repeat(characters), limit)).toBe('单'.repeat(characters));
  expect(cutText('单'.repeat(characters + 1), limit)).toBe(`${'单'.repeat(characters)}...`);
});

test('-1 cuts nothing, and no character is cut in two', () => {
  covers('§5 tag cell, search input, ellipsis');
  expect(cutText('x'.repeat(1000), NOT_CUT)).toHaveLength(1000);
  expect(cutText('😀😀😀', 2)).toBe('😀😀...');
  expect(cutText('😀😀', 2)).toBe('😀😀');
});
