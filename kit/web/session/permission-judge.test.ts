import { expect, test } from 'vitest';
import { permissionJudge } from './access.ts';

test('what is granted is allowed, one action may name several codes', () => {
  const may = permissionJudge({ auth: [{ action: 'a:b:add,a:b:edit' }] });
  expect([may('a:b:add'), may('a:b:edit'), may('a:b:delete')]).toEqual([true, true, false]);
});

test('a rule that is switched off is open to everybody', () => {
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
