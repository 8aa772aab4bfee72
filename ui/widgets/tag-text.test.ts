import fc from 'fast-check';
import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { editedTags, tagText, tagValue } from './tag-text.ts';

test('a semicolon follows every two characters', () => {
  covers('§5 tag cell, search input, ellipsis');
  expect(['', 'a', 'ab', 'abc', 'abcd', 'ab;cd', '加急易碎'].map(tagText)).toEqual([
    '',
    'a',
    'ab;',
    'ab;c',
    'ab;cd;',
    'ab;cd;',
    '加急;易碎;',
  ]);
  expect(['abcd', 'abc', ';;'].map(tagValue)).toEqual(['ab;cd', 'ab;c', '']);
});

test('the caret stays behind the character that was typed', () => {
  expect(editedTags('ab;', 'ab;c', 4)).toEqual({ text: 'ab;c', caret: 4 });
  expect(editedTags('a', 'ab', 2)).toEqual({ text: 'ab;', caret: 3 });
  expect(editedTags('ab;cd;', 'axb;cd;', 2)).toEqual({ text: 'ax;bc;d', caret: 3 });
});

test('deleting a semicolon deletes the character before it', () => {
  expect(editedTags('ab;', 'ab', 2)).toEqual({ text: 'a', caret: 1 });
  expect(editedTags('ab;cd;', 'abcd;', 2)).toEqual({ text: 'ac;d', caret: 1 });
});

test('backspace at the end empties any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (typed) => {
      let text = tagText(typed);
      for (let left = [...text].length; left > 0; left--) {
        const shorter = [...text].slice(0, -1).join('');
        text = editedTags(text, shorter, shorter.length).text;
      }
      expect(text).toBe('');
    }),
    { seed: 20_261_121 },
  );
});
