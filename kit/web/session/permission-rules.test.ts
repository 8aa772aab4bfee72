import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { isDisabled, isShown, lackingBelow, permissionJudge } from './permission-rules.ts';

test('what is granted is allowed, one action may name several codes', () => {
  const may = permissionJudge({ auth: [{ action: 'a:b:add,a:b:edit' }] });
  expect([may('a:b:add'), may('a:b:edit'), may('a:b:delete')]).toEqual([true, true, false]);
});

test('a rule that is switched off is open to everybody', () => {
  covers('§6 has-rule', '§3 auth lists');
  const may = permissionJudge({
    auth: [],
    allAuth: [
      { action: 'a:b:export', status: '0' },
      { action: 'a:b:import', status: 0 },
      { action: 'a:b:add', status: '1' },
    ],
  });
  expect([may('a:b:export'), may('a:b:import'), may('a:b:add')]).toEqual([true, true, false]);
});

const lists = {
  auth: [
    { action: 'x:add,x:edit', type: '1' },
    { action: 'x:price', type: '2' },
  ],
  allAuth: [
    { action: 'x:add', type: '1', status: '1' },
    { action: 'x:edit', type: '1', status: '1' },
    { action: 'x:delete', type: '1', status: '1' },
    { action: 'x:export', type: '1', status: '0' },
    { action: 'x:price', type: '2', status: '1' },
    { action: 'x:cost', type: '2', status: '1' },
    { action: 'x:note', type: '2', status: '0' },
  ],
};

test('an element stays when it is granted, switched off for all, or named by its form', () => {
  covers('§6 has-rule');
  expect(['x:add', 'x:export', 'x:delete'].map((code) => isShown(code, lists))).toEqual([true, true, false]);
  expect(isShown('x:delete', lists, [{ action: 'x:delete', type: '1' }])).toBe(true);
  // Type 2 says nothing of being shown.
  expect(isShown('x:price', lists)).toBe(false);
  expect(isShown('x:delete', lists, [{ action: 'x:delete', type: '2' }])).toBe(false);
});

test('only a rule of type 2 in force that is not granted disables', () => {
  covers('§6 button check');
  const codes = ['x:price', 'x:cost', 'x:note', 'x:unknown', 'x:delete'];
  expect(codes.map((code) => isDisabled(code, lists))).toEqual([false, true, false, false, false]);
  expect(isDisabled('x:price', lists, [{ action: 'x:price', type: '2' }])).toBe(true);
});

test('what is lacking below a prefix hides columns and buttons', () => {
  covers('§6 view-level permission');
  expect(lackingBelow('x:', lists)).toEqual(['delete']);
  expect(lackingBelow('y:', lists)).toEqual([]);
});
