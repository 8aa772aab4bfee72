import { expect, test } from 'vitest';
import { assembled, written } from './written.ts';

const dicts = written<object>(Buffer.from('{"sex":[{"value":"1","text":"男"}]}'));
const read = (result: unknown): unknown => JSON.parse(String(assembled(result)));

test('what is written stands in an answer as it is, whole or beside other values', () => {
  expect(read(dicts)).toEqual({ sex: [{ value: '1', text: '男' }] });
  expect(read({ token: 'a', gone: undefined, dicts, departs: [] })).toEqual({
    token: 'a',
    dicts: { sex: [{ value: '1', text: '男' }] },
    departs: [],
  });
  expect(read({ gone: undefined, dicts })).toEqual({
    dicts: { sex: [{ value: '1', text: '男' }] },
  });
});

test('an answer without anything written is left to be written', () => {
  expect(assembled({ token: 'a' })).toBeNull();
  expect(assembled([dicts])).toBeNull();
  expect(JSON.stringify([dicts])).toBe('[{"sex":[{"value":"1","text":"男"}]}]');
});
