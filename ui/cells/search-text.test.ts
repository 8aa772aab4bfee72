import { expect, test } from 'vitest';
import { readFlatValue } from '#kit/model/query-language.ts';
import { fromSearchValue, pasteAsList, toSearchValue } from './search-text.ts';

const meaning = (typed: string) => readFlatValue('po', toSearchValue(typed) ?? '')?.[0];

test('plain words are searched as part of the value', () => {
  expect(meaning(' CS48 ')).toEqual({ field: 'po', rule: 'like', val: 'CS48' });
});

test('several values mean one of them', () => {
  expect(meaning('CS1，CS2; CS3')).toEqual({ field: 'po', rule: 'in', val: ['CS1', 'CS2', 'CS3'] });
});

test('the query language passes as typed', () => {
  expect(meaning('CS*')).toEqual({ field: 'po', rule: 'right_like', val: 'CS' });
  expect(meaning('!CS1')).toEqual({ field: 'po', rule: 'ne', val: 'CS1' });
  expect(meaning('Brown++Black')).toEqual({ field: 'po', rule: 'eq', val: 'Brown,Black' });
  expect(meaning(',CS1,CS2,')).toEqual({ field: 'po', rule: 'like', val: ['CS1', 'CS2'] });
  expect(meaning('>= CS5')).toEqual({ field: 'po', rule: 'ge', val: 'CS5' });
});

test('a comma comes before an exclamation mark, and that before two plus signs', () => {
  expect(readFlatValue('po', 'a++b,c')).toEqual([{ field: 'po', rule: 'in', val: ['a++b', 'c'] }]);
  expect(readFlatValue('po', '!a++b')).toEqual([{ field: 'po', rule: 'ne', val: 'a++b' }]);
});

test('nothing typed asks for nothing', () => {
  expect(toSearchValue('  ')).toBeUndefined();
  expect(toSearchValue(',，')).toBeUndefined();
});

test('the field shows again what was typed', () => {
  for (const typed of ['CS48', 'CS1,CS2', 'CS*', '!CS1', 'a++b', ',a,b,'])
    expect(fromSearchValue(toSearchValue(typed))).toBe(typed);
  expect(fromSearchValue(undefined)).toBe('');
});

test('a pasted column of a sheet becomes a list, a single value does not', () => {
  expect(pasteAsList('CS1\r\nCS2\n\nCS3\t')).toBe('CS1,CS2,CS3');
  expect(pasteAsList('CS1\n')).toBeNull();
});
