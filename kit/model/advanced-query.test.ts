import { describe, expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import type { Field, Kind } from './field.ts';
import {
  BLANK_ROW,
  isBlankRow,
  storableConditions,
  readConditions,
  rowFault,
  RULE_TITLES,
  rulesOf,
  wireConditions,
  withField,
  withRule,
  type QueryFields,
  type QueryRow,
} from './advanced-query.ts';
import { OPERATORS } from './query-language.ts';

const field = (kind: Kind, title: string, more: Partial<Field> = {}): Field => ({
  kind,
  title,
  ...more,
});
const FIELDS: QueryFields = {
  code: field('text', '编码'),
  note: field('textarea', '备注'),
  qty: field('quantity', '数量'),
  sum: field('money', '金额'),
  status: field('choice', '状态'),
  day: field('date', '日期'),
  secret: field('secret', '密钥'),
};
const row = (about: Partial<QueryRow>): QueryRow => ({ ...BLANK_ROW, ...about });

describe('rules', () => {
  test('are offered in one order, by their titles, and only where the server knows them', () => {
    const titles = rulesOf({ kind: 'text' }).map((rule) => RULE_TITLES[rule]);
    expect(titles.slice(0, 6)).toEqual(['等于', '包含', '以..开始', '以..结尾', '在...中', '不等于']);
    expect(rulesOf({ kind: 'integer' }).map((rule) => RULE_TITLES[rule])).toEqual([
      '等于',
      '在...中',
      '不等于',
      '大于',
      '大于等于',
      '小于',
      '小于等于',
    ]);
    for (const kind of Object.keys(OPERATORS) as Kind[])
      expect(OPERATORS[kind], kind).toEqual(expect.arrayContaining([...rulesOf({ kind })]));
  });

  test('there are none for what is sealed, secret or structured', () => {
    for (const kind of ['secret', 'sealed', 'json'] as const) expect(rulesOf({ kind })).toEqual([]);
    expect(rulesOf({ kind: 'textarea', structured: true })).toEqual([]);
  });

  test('in holds several values; a rule with one input keeps the first', () => {
    const one = row({ field: 'code', rule: 'eq', val: 'A' });
    const several = withRule(one, 'in');
    expect(several).toEqual({ field: 'code', rule: 'in', val: ['A'] });
    expect(withRule({ ...several, val: ['B', 'C'] }, 'like')).toMatchObject({ val: 'B' });
    expect(withRule(row({ rule: 'in', val: [] }), 'eq')).toMatchObject({ val: '' });
    expect(withRule(row({}), 'in')).toMatchObject({ val: [] });
  });

  test('another field keeps a typed text for a text, and a rule that it knows', () => {
    const typed = row({ field: 'code', rule: 'like', val: '台灯' });
    expect(withField(typed, 'note', FIELDS)).toEqual({ ...typed, field: 'note' });
    expect(withField(typed, 'qty', FIELDS)).toEqual({ field: 'qty', rule: 'eq', val: '' });
    const later = row({ field: 'qty', rule: 'ge', val: '5' });
    expect(withField(later, 'day', FIELDS)).toEqual({ field: 'day', rule: 'ge', val: '' });
    expect(withField(row({ rule: 'in', val: ['x'] }), 'day', FIELDS)).toMatchObject({ rule: 'eq' });
  });
});

test.each([
  ['a field is missing', row({ val: 'x' }), '请选择查询字段'],
  ['a field there is not', row({ field: 'toString', val: 'x' }), '请选择查询字段'],
  ['a value is missing', row({ field: 'code', val: '  ' }), '请填写查询值'],
  ['no value of several', row({ field: 'code', rule: 'in', val: [' '] }), '请填写查询值'],
  ['a word for a number', row({ field: 'qty', val: '十' }), '请输入整数'],
  ['a broken number', row({ field: 'qty', val: '1.5' }), '请输入整数'],
  ['less than nothing', row({ field: 'qty', val: '-1' }), '不能为负数'],
  ['too big a number', row({ field: 'qty', val: '2000000001' }), '不能超过2000000000'],
  ['one of several', row({ field: 'qty', rule: 'in', val: ['1', 'x'] }), '请输入整数'],
  ['an amount too fine', row({ field: 'sum', val: '1.2345' }), '最多3位小数'],
  ['an amount of words', row({ field: 'sum', val: '1e3' }), '请输入数字'],
  ['a text too long', row({ field: 'code', val: '长'.repeat(256) }), '最多255个字符'],
  [
    'too many values',
    row({ field: 'code', rule: 'in', val: Array.from({ length: 1001 }, (_, n) => `P${n}`) }),
    '最多1000个值',
  ],
  ['nothing', row({ field: 'sum', val: '-12.345' }), null],
])('a row is judged by itself: %s', (_name, one, fault) => {
  expect(rowFault(one, FIELDS)).toBe(fault);
});

test('only rows that are filled in go over the wire, several values joined by commas', () => {
  const rows = [
    row({}),
    row({ field: 'code', rule: 'in', val: ['A', ' B ', ''] }),
    row({ field: 'qty', rule: 'ge', val: '10' }),
    row({ field: 'code', rule: 'like', val: '' }),
    row({ field: 'qty', rule: 'lt', val: 'many' }),
  ];
  expect(wireConditions(rows, FIELDS)).toEqual([
    { field: 'code', rule: 'in', val: 'A,B', type: 'string' },
    { field: 'qty', rule: 'ge', val: '10', type: 'int' },
  ]);
  expect(rows.map(isBlankRow)).toEqual([true, false, false, false, false]);
});

describe('reading back', () => {
  test('gives the rows that were written', () => {
    const rows = [
      row({ field: 'code', rule: 'in', val: ['A', 'B'] }),
      row({ field: 'note', rule: 'like', val: '易碎, 50% "😀" \u202e' }),
      row({ field: 'day', rule: 'ge', val: '2026-01-31' }),
    ];
    const wire = wireConditions(rows, FIELDS);
    expect(readConditions(JSON.stringify(wire), FIELDS)).toEqual({ rows, dropped: [] });
    expect(readConditions(wire, FIELDS)).toEqual({ rows, dropped: [] });
  });

  test('takes the symbols and plain values of other clients', () => {
    const wire = [
      { field: 'qty', rule: '>=', val: 5 },
      { field: 'code', rule: 'RIGHT_LIKE', val: 'A' },
      { field: 'code', rule: 'in', val: ['A', 'B'] },
    ];
    expect(readConditions(wire, FIELDS).rows).toEqual([
      row({ field: 'qty', rule: 'ge', val: '5' }),
      row({ field: 'code', rule: 'right_like', val: 'A' }),
      row({ field: 'code', rule: 'in', val: ['A', 'B'] }),
    ]);
  });

  test('leaves out and names what it does not understand, and keeps the rest', () => {
    const good = { field: 'code', rule: 'eq', val: 'A' };
    const wire = [
      { field: 'gone', rule: 'eq', val: '1' },
      { field: '__proto__', rule: 'eq', val: '1' },
      { field: 'constructor', rule: 'eq', val: '1' },
      { field: 'qty', rule: 'like', val: '1' },
      { field: 'sum', rule: 'sounds like', val: '1' },
      { field: 'sum', rule: 'toString', val: '1' },
      { field: 'secret', rule: 'eq', val: '1' },
      { field: 'code', rule: 'eq', val: { deep: [1] } },
      null,
      [],
      'x',
      good,
    ];
    expect(readConditions(wire, FIELDS)).toEqual({
      rows: [row({ field: 'code', val: 'A' })],
      dropped: ['gone', '__proto__', 'constructor', '数量', '金额', '金额', '密钥', '编码', '?', '?', '?'],
    });
  });

  test.each([['{'], ['{}'], ['null'], ['"x"'], ['%5B%5D'], [7], [{ length: 3 }]])(
    'says that nothing of %j was understood',
    (source) => {
      expect(readConditions(source, FIELDS)).toEqual({ rows: [], dropped: ['?'] });
    },
  );

  test('nothing is nothing', () => {
    for (const source of [undefined, null, '', []])
      expect(readConditions(source, FIELDS)).toEqual({ rows: [], dropped: [] });
  });

  test('ends after fifty conditions and says so', () => {
    const wire = Array.from({ length: 51 }, () => ({ field: 'code', rule: 'eq', val: 'A' }));
    const { rows, dropped } = readConditions(wire, FIELDS);
    expect([rows.length, dropped]).toEqual([50, ['第50项之后的条件']]);
  });

  test('a nest of brackets as deep as a person can paste breaks nothing', () => {
    const deep = `[{"field":"code","rule":"eq","val":${'['.repeat(50_000)}${']'.repeat(50_000)}}]`;
    expect(readConditions(deep, FIELDS)).toEqual({ rows: [], dropped: ['编码'] });
  });
});

describe('what is kept', () => {
  const good = { field: 'code', rule: 'in', val: 'A,B', type: 'string' };

  test('is exactly the four parts of a condition', () => {
    covers('§3 advanced-query condition');
    const more = { ...good, extra: { deep: 1 }, __proto__: { field: 'x' } };
    expect(storableConditions([more])).toEqual([good]);
    expect(storableConditions([{ field: 'qty', rule: '>=', val: '5' }])).toEqual([
      { field: 'qty', rule: 'ge', val: '5', type: 'string' },
    ]);
  });

  test('has no sign that a database refuses; emoji and marks of direction stay', () => {
    const [one] = storableConditions([{ ...good, val: 'a\u0000b\ud800c😀\u202e' }]) ?? [];
    expect(one?.val).toBe('ab\ufffdc😀\u202e');
  });

  test.each([
    ['no list', { field: 'code' }],
    ['an empty list', []],
    ['too many', Array.from({ length: 51 }, () => good)],
    ['no condition', [null]],
    ['a field that is no name', [{ ...good, field: "code' or 1=1" }]],
    ['a long name', [{ ...good, field: 'c'.repeat(65) }]],
    ['an unknown rule', [{ ...good, rule: 'constructor' }]],
    ['a value of many parts', [{ ...good, val: [['A']] }]],
    ['a blank value', [{ ...good, val: ' \u0000' }]],
    ['too long a value', [{ ...good, val: 'x'.repeat(40_001) }]],
    ['too much together', Array.from({ length: 41 }, () => ({ ...good, val: 'x'.repeat(1000) }))],
    ['a type that is no word', [{ ...good, type: {} }]],
  ])('is not %s', (_name, source) => {
    expect(storableConditions(source)).toBeNull();
  });
});
