import { expect, test } from 'vitest';
import { ruleFaults } from '#tools/sql-rules.ts';

/** The rules that a statement breaks, by what they say: more of each are known than this one. */
const rules = (text: string) =>
  ruleFaults([{ at: 'x.ts:1', text, isPart: false }], new Set(['parcel']))
    .filter((fault) => fault.includes(': 1 are left'))
    .map((fault) => /^SQL that ([^:]+)/.exec(fault)?.[1]);

test.each([
  ['select 1 from parcel where tenant_id = $1', []],
  ['select 1 from parcel', ['names no tenant by a parameter']],
  ['select 1 from tenant', []],
  ['insert into parcel (tenant_id, id) values ($1, $2)', []],
  ['insert into parcel (tenant_id, id) select $1, x.id from unnest($2::uuid[]) x (id) returning id', []],
  [
    'insert into parcel (tenant_id, id) select $1, x.id from unnest($2::uuid[]) x (id)',
    ['inserts many rows and returns none'],
  ],
  [
    'insert into parcel (tenant_id, no) values ($1, coalesce((select max(no) from parcel where tenant_id = $2), 0))',
    ['has a sub-select in its values'],
  ],
  ['select 1 from parcel p, unnest(p.ids) where p.tenant_id = $1', ['joins an unnest of another row']],
  ['select pg_advisory_xact_lock($1)', ['takes an advisory lock']],
  [
    'with recursive below as (select id from parcel where tenant_id = $1) select * from below',
    ['walks tenant tables recursively'],
  ],
])('%s', (text, expected) => {
  expect(rules(text)).toEqual(expected);
});

test('one more than there were is refused by its place, one less has to be written down', () => {
  const rule = [{ says: 'takes an advisory lock', allowed: 1, breaks: (text: string) => text.includes('advisory') }];
  const lock = (at: string) => ({ at, text: 'select pg_advisory_lock(1)', isPart: false });
  const judge = (...at: string[]) => ruleFaults(at.map(lock), new Set(), rule);
  expect(judge('a.ts:1')).toEqual([]);
  expect(judge('a.ts:1', 'b.ts:2')).toEqual(['SQL that takes an advisory lock: 2, 1 were known:\n  a.ts:1\n  b.ts:2']);
  expect(judge()).toEqual(['SQL that takes an advisory lock: 0 are left, write that down']);
});
