import { expect, test } from 'vitest';
import { dict } from './dict.ts';
import { choice, text } from './field.ts';
import { routePath } from './resource-routes.ts';
import { defineRegister } from './resource.ts';
import { fromWire, isServed, queryFromWire, queryToWire, toWire, wireFault, type Wire } from './wire.ts';

const declaration = {
  module: 'house',
  name: 'notice',
  title: '通告',
  fields: {
    title: text('标题'),
    rank: choice('级别', dict('rank', { '1': '高' })),
    to: text('给'),
  },
  label: 'title',
  list: [],
  search: [],
  form: [],
} as const;
const WIRE: Wire<'title' | 'rank' | 'to'> = {
  path: '/old/notise',
  names: { title: 'titile', rank: 'postRank' },
  repeats: { rank_dictText: 'postRank_dictText' },
  serves: ['list', 'edit'],
};
const notice = defineRegister(declaration, WIRE);

test('routes begin where the wire says, or at the own name', () => {
  expect(routePath(notice, 'edit')).toBe('/old/notise/edit');
  expect(routePath(defineRegister(declaration), 'edit')).toBe('/house/notice/edit');
  expect([isServed(notice, 'edit'), isServed(notice, 'add')]).toEqual([true, false]);
  expect(isServed(defineRegister(declaration), 'add')).toBe(true);
});

test('a row goes out in the names of the wire and comes back in ours', () => {
  const row = { id: '1', title: 'a', rank: '1', rank_dictText: '高', to: null };
  const sent = toWire(WIRE, row);
  expect(sent).toEqual({
    id: '1',
    titile: 'a',
    postRank: '1',
    postRank_dictText: '高',
    rank_dictText: '高',
    to: null,
  });
  expect(fromWire(WIRE, sent)).toEqual(row);
  expect(toWire(undefined, row)).toEqual(row);
});

test('names of a query change wherever they stand, its values never', () => {
  const conditions = [{ field: 'titile', rule: 'eq', val: 'postRank' }, 'odd', { field: 3 }];
  const request = {
    titile: 'titile',
    postRank_MultiString: '1,2',
    createTime_begin: '2026-01-01',
    column: 'postRank_dictText, createTime',
    superQueryParams: encodeURIComponent(JSON.stringify(conditions)),
    pageNo: '2',
  };
  const heard = queryFromWire(WIRE, request);
  expect(heard).toEqual({
    title: 'titile',
    rank_MultiString: '1,2',
    createTime_begin: '2026-01-01',
    column: 'rank_dictText,createTime',
    superQueryParams: JSON.stringify([{ field: 'title', rule: 'eq', val: 'postRank' }, 'odd', { field: 3 }]),
    pageNo: '2',
  });
  expect(queryToWire(WIRE, heard)).toMatchObject({
    titile: 'titile',
    postRank_MultiString: '1,2',
    column: 'postRank_dictText,createTime',
    superQueryParams: JSON.stringify(conditions),
  });
});

test.each(['{"field":"titile"}', '%E0%A4%A', 'nothing'])(
  'an advanced query that cannot be read stays as it came: %s',
  (superQueryParams) => {
    expect(queryFromWire(WIRE, { superQueryParams })).toEqual({ superQueryParams });
  },
);

test('two fields under one name on the wire are a fault', () => {
  expect(wireFault(notice)).toBeNull();
  const twice = defineRegister(declaration, { path: '/x', names: { title: 'to' } });
  expect(wireFault(twice)).toBe('two fields are to on the wire');
  const hidden = defineRegister(declaration, { path: '/x', repeats: { to: 'title' } });
  expect(wireFault(hidden)).toBe('to is answered in the place of a field');
});
