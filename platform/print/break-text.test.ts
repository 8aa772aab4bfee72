import { expect, test } from 'vitest';
import { breakText } from './break-text.ts';

/** A Latin letter counts one, anything wider two. */
const widthOf = (text: string) => [...text].reduce((sum, character) => sum + (character > '\u02ff' ? 2 : 1), 0);
const broken = (text: string, width: number) => breakText(text, width, widthOf);

test('Chinese breaks anywhere but not before closing or after opening punctuation', () => {
  expect(broken('实木床头柜，胡桃木色', 10)).toEqual(['实木床头', '柜，胡桃木', '色']);
  expect(broken('床头柜（胡桃）', 8)).toEqual(['床头柜', '（胡桃）']);
});

test('words stay whole, codes break after a hyphen, a word that is too long breaks inside', () => {
  expect(broken('leave at the door', 9)).toEqual(['leave at', 'the door']);
  expect(broken('WF-SOFA-GREY', 8)).toEqual(['WF-SOFA-', 'GREY']);
  expect(broken('ABCDEFGHIJ', 4)).toEqual(['ABCD', 'EFGH', 'IJ']);
  expect(broken('床 ABCDEF', 6)).toEqual(['床', 'ABCDEF']);
});

test('line breaks count, an empty text is one empty line, a text that fits is untouched', () => {
  expect(broken('甲\n\n乙 丙', 20)).toEqual(['甲', '', '乙 丙']);
  expect(broken('', 20)).toEqual(['']);
});

test('a width smaller than any character still ends', () => {
  expect(broken('甲，b', 1)).toEqual(['甲', '，', 'b']);
});
