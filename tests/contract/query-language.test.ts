import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Field } from '#kit/model/field.ts';
import type { Operator } from '#kit/model/query-language.ts';
import { IS_LONG, onceEach } from '#tests/harness/long.ts';
import { covers } from '#tests/spec/covers.ts';
import { casesOf, eachTrait, fieldsOf, listOf, resources, rowsOf, superQuery, type Row } from './resources.ts';
import { isWanted, rulesOf, spellings, typed } from './wanted-rows.ts';
import { openWorld, type World } from './worlds.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.scene.stop());

/** Kinds that are found by nothing: sealed, or without a meaning as text. */
const UNASKED = ['secret', 'sealed', 'json'];
const isUnasked = ({ kind, structured }: Field): boolean => UNASKED.includes(kind) || structured === true;
/** Audit columns behave as fields of these kinds. */
const AUDIT: [string, Field][] = [
  ['createBy', { kind: 'text', title: '创建人' }],
  ['createTime', { kind: 'datetime', title: '创建时间' }],
  ['version', { kind: 'integer', title: '版本' }],
];
/** Words that neither the kind nor the product can read. */
const NONSENSE: Partial<Record<Field['kind'], string>> = {
  integer: 'ten',
  quantity: '1.5',
  length: 'long',
  weight: '1e3x',
  price: 'cheap',
  rate: '1/2',
  money: '1.2.3',
  flag: 'perhaps',
  link: 'not-an-id',
  tags: 'not-an-id',
  date: '2026-02-30',
  datetime: '2026-13-01 00:00:00',
};

/** Advanced queries that nobody can read. */
const BROKEN = ['{', '{}', '[1]', '%E0%A4%A', '[{"field":"id","rule":"sounds like","val":"1"}]'];

const isFirst = onceEach();
const ids = (rows: readonly Row[]): string[] => rows.map(({ id }) => id).sort();

const kinds = new Set(eachTrait(resources));

describe.each(casesOf(resources))('%s', (_path, resource) => {
  const all = (query: Record<string, string> = {}) => rowsOf(world.admin, resource, query);
  const isFirstOfKind = resources.find(({ kind }) => kind === resource.kind) === resource;
  // Nothing here writes.
  let known: Promise<Row[]> | undefined;
  const everything = (): Promise<Row[]> => (known ??= all());
  const requests = [...fieldsOf(resource).filter(([, field]) => !isUnasked(field)), ...AUDIT];

  test.each(requests)('is found by %s in every form of the query language', async (key, field) => {
    const rows = await everything();
    const { length } = rows;
    const values = [...new Set(rows.flatMap((row) => typed(row[key], field.kind) ?? []))];
    const value = values[Math.floor(values.length / 2)] ?? null;
    if (value === null) return expectNothing(rows, key, field);
    // Each field by one rule in one form; every rule in every form once per kind.
    const rules = rulesOf(field.kind);
    const own = rules[requests.findIndex(([one]) => one === key) % rules.length];
    for (const rule of rules)
      for (const [nth, val] of operands(field.kind, rule, value, values).entries()) {
        const expected = ids(rows.filter((row) => isWanted(row, [key, field], rule, val)));
        for (const [form, [name, text]] of spellings(key, rule, val).entries())
          if (isFirst(field.kind, rule, nth, form) || (rule === own && nth + form === 0))
            expect(ids(await all({ [name]: text })), `${name}=${text} of ${length}`).toEqual(expected);
        if (isFirst(field.kind, rule, nth, 'advanced'))
          expect(ids(await all(superQuery(key, rule, val))), `${rule} ${val}`).toEqual(expected);
      }
  });

  // How conditions are read and joined is the same code for all of them.
  if (!kinds.has(resource)) return;

  test('a value that is no value of the field is refused by its title, never ignored', async () => {
    for (const [key, field] of requests) {
      const word = NONSENSE[field.kind];
      if (word === undefined || !isFirst(field.kind, 'nonsense', resource.kind)) continue;
      const refused = { status: 400, success: false, message: `${field.title}的查询值格式不正确` };
      expect(await listOf(world.admin, resource, { [key]: word }), key).toMatchObject(refused);
      expect(await listOf(world.admin, resource, superQuery(key, 'eq', word)), `advanced ${key}`).toMatchObject(
        refused,
      );
    }
  });

  test('a name that is no field is refused, never ignored', async () => {
    for (const name of ['colour', 'colour_begin', '__proto__x'])
      expect(await listOf(world.admin, resource, { [name]: 'x' })).toMatchObject({
        status: 422,
        success: false,
        message: `查询条件的字段不存在：${name}`,
      });
  });

  test('sealed, secret and structured fields are not searched', async () => {
    for (const [key, field] of fieldsOf(resource)) {
      if (!isUnasked(field)) continue;
      for (const text of ['1', '*1*', '!1', '> 1'])
        if (text === '1' || isFirst(field.kind, text, resource.kind))
          expect(await listOf(world.admin, resource, { [key]: text }), key).toMatchObject({
            status: 400,
            message: `${field.title}的查询值格式不正确`,
          });
    }
  });

  test('conditions are joined by and, those of an advanced query by or where it says so', async () => {
    covers('§3 advanced-query condition');
    const rows = await everything();
    const [first, last] = [rows[0] as Row, rows.at(-1) as Row];
    const either = JSON.stringify([first, last].map(({ id }) => ({ field: 'id', rule: 'eq', val: id })));
    const expected = ids([...new Set([first, last])]);
    const or = { superQueryParams: either, superQueryMatchType: 'or' };
    expect(ids(await all(or))).toEqual(expected);
    expect(await all({ superQueryParams: either })).toHaveLength(first === last ? 1 : 0);
    expect(ids(await all({ ...or, id: first.id }))).toEqual([first.id]);
    expect(ids(await all({ id: `${first.id},${last.id}` }))).toEqual(expected);
    expect(ids(await all({ selections: last.id }))).toEqual([last.id]);
  });

  test.each(IS_LONG || isFirstOfKind ? BROKEN : BROKEN.slice(0, 1))(
    'a broken advanced query is refused, not answered with everything: %s',
    async (superQueryParams) => {
      expect(await listOf(world.admin, resource, { superQueryParams })).toMatchObject({
        status: 400,
        success: false,
        message: '高级查询参数格式不正确',
      });
    },
  );

  test('an empty question asks for nothing', async () => {
    const [[key]] = requests as [[string, Field]];
    const rows = await everything();
    for (const text of ['', '  ', 'null', '**'])
      expect(await all({ [key]: text }), JSON.stringify(text)).toHaveLength(rows.length);
  });

  /** No row has a value: each is unlike any, and none is like one. */
  async function expectNothing(rows: readonly Row[], key: string, field: Field): Promise<void> {
    const values = {
      flag: 'true',
      link: rows[0]?.id,
      tags: rows[0]?.id,
      date: '2026-01-01',
      files: '1',
      pictures: '1',
    };
    const val = values[field.kind as 'flag'] ?? '7';
    const value = field.kind === 'datetime' ? '2026-01-01 00:00:00' : val;
    expect(await all({ [key]: value }), key).toEqual([]);
    if (rulesOf(field.kind).includes('ne')) expect(await all({ [key]: `!${value}` }), key).toHaveLength(rows.length);
  }
});

/** What a rule is asked about: the value, a part of it, it and another. */
function operands(kind: Field['kind'], rule: Operator, value: string, values: readonly string[]): string[] {
  const middle = value.slice(0, Math.ceil(value.length / 2));
  switch (rule) {
    case 'in':
      return [`${value},${values.at(-1)}`];
    case 'eq':
    case 'ne':
    case 'gt':
    case 'ge':
    case 'lt':
    case 'le':
      return kind === 'datetime' ? [value, value.slice(0, 10)] : [value];
    case 'like':
      return [value.slice(Math.floor(value.length / 3)).trim(), '%', '_'];
    case 'left_like':
      return [value.slice(-Math.ceil(value.length / 2)).trim(), '%'];
    case 'right_like':
      return [middle.trim(), '%'];
  }
}
