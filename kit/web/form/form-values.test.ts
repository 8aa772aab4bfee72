import { expect, test } from 'vitest';
import { choices, flag, integer, secret, text } from '#kit/model/field.ts';
import { dict } from '#kit/model/dict.ts';
import {
  bothChanged,
  changedValues,
  differences,
  filledValues,
  formLayout,
  splitErrors,
  startValues,
} from './form-values.ts';

const fields = {
  code: text('编码'),
  note: text('备注'),
  key: secret('密钥'),
  tags: choices('标签', dict('t', { a: '甲', b: '乙' })),
  priority: integer('优先级', { default: 100 }),
  active: flag('启用', { default: false }),
  total: integer('合计', { derived: true }),
};

test('the form holds what a user may write, in its rows', () => {
  expect(formLayout(fields, [['code', 'total'], ['total'], ['note']])).toEqual([['code'], ['note']]);
});

test('an added row starts with defaults, given values first', () => {
  expect(startValues(fields, { code: 'A', priority: 5 })).toMatchObject({
    code: 'A',
    priority: 5,
    active: false,
    note: null,
  });
});

test('an edit sends only what was changed, blanks as null', () => {
  const before = { code: 'A', note: 'x', tags: ['a'], key: '***', active: false, total: 3 };
  const values = { code: 'A ', note: ' ', tags: ['a'], key: '***', active: true, total: 9 };
  expect(changedValues(fields, before, values)).toEqual({ note: null, active: true });
});

test('a secret left blank is kept, a typed one is sent', () => {
  expect(changedValues(fields, { key: '***' }, { key: '' })).toEqual({});
  expect(changedValues(fields, { key: '***' }, { key: 'new' })).toEqual({ key: 'new' });
});

test('an add sends what was filled in', () => {
  const sent = filledValues(fields, { code: ' A ', note: '', active: false, total: 1, other: 2 });
  expect(sent).toEqual({ code: 'A', active: false });
});

test('what somebody else changed is named by title', () => {
  expect(differences(fields, { code: 'A', note: null }, { code: 'B', note: '' })).toEqual(['编码']);
});

test('errors of the server stand at their inputs, the others in the head', () => {
  const errors = [
    { field: 'code', code: 'taken', message: '编码已存在' },
    { field: 'lines', code: 'invalid', message: '至少一行' },
  ];
  expect(splitErrors(errors, new Set(['code']))).toEqual({
    atFields: [{ name: 'code', errors: ['编码已存在'] }],
    others: ['至少一行'],
  });
});

test('what two people made of the same fields; alike, or changed by one alone, is no matter', () => {
  const fields = {
    code: text('编码'),
    note: text('备注'),
    name: text('名称'),
    key: secret('密钥'),
  };
  const before = { code: 'A', note: null, name: 'N', key: '***' };
  const mine = { code: 'B', note: ' x ', name: 'M', key: 'new' };
  expect(bothChanged(fields, before, mine, { ...before, code: 'C', note: 'x' })).toEqual(['code']);
  expect(bothChanged(fields, before, mine, { ...before, name: null })).toEqual(['name']);
  expect(bothChanged(fields, before, before, { ...before, code: 'C' })).toEqual([]);
});
