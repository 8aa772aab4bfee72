import { expect, test } from 'vitest';
import { filterRequest, paramsFromQuery, queryOfParams } from '../list/list-query.ts';
import { conditionCount, splitAdvanced } from './advanced-filter.ts';

const ADVANCED = { superQueryParams: '[{"field":"code"},{}]', superQueryMatchType: 'or' };

test('an advanced query goes from the address into every request, and back', () => {
  const params = paramsFromQuery({ ...ADVANCED, name: '*灯*', pageNo: '2' });
  expect(filterRequest(params)).toEqual({ ...ADVANCED, name: '*灯*' });
  expect(queryOfParams(params)).toMatchObject({ ...ADVANCED, name: '*灯*', pageNo: '2' });
  expect(splitAdvanced(params.filters)).toEqual([{ name: '*灯*' }, ADVANCED]);
});

test('a way to match alone is no query', () => {
  expect(splitAdvanced({ superQueryMatchType: 'or', name: 'x' })).toEqual([{ name: 'x' }, {}]);
});

test.each([
  [undefined, null],
  ['', null],
  [ADVANCED.superQueryParams, 2],
  ['{', 0],
  ['{}', 0],
  ['null', 0],
])('%s counts %s conditions', (superQueryParams, count) => {
  expect(conditionCount({ superQueryParams })).toBe(count);
});
