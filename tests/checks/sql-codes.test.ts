import { expect, test } from 'vitest';
import { dict } from '#kit/model/dict.ts';
import { choice } from '#kit/model/field.ts';
import { defineDocument, defineRegister } from '#kit/model/resource.ts';
import { text } from '#kit/model/field.ts';
import { codeFaults } from '#tools/sql-codes.ts';

const parcel = defineDocument({
  module: 'base',
  name: 'parcel',
  title: '包裹',
  label: 'parcelNo',
  fields: {
    parcelNo: text('包裹号'),
    status: choice('状态', dict('parcel_status', { packing: '装箱中', shipped: '已发货' })),
  },
  list: ['parcelNo', 'status'],
  search: ['status'],
  form: [],
});
const shelf = defineRegister({
  module: 'base',
  name: 'shelf',
  title: '货架',
  label: 'code',
  fields: { code: text('编码'), status: choice('状态', dict('shelf_status', { empty: '空', full: '满' })) },
  list: ['code'],
  search: ['code'],
  form: [['code', 'status']],
});

const faults = (statement: string): string[] =>
  codeFaults({ at: 'x.ts:1', text: statement, isPart: false }, [parcel, shelf]);

test.each([
  ["select 1 from parcel where status = 'packing'", []],
  ["select 1 from parcel p where p.status in ('packing', 'shiped')", ["x.ts:1: status is never 'shiped'"]],
  ["update parcel set status = 'sent' where id = $1", ["x.ts:1: status is never 'sent'"]],
  ["select 1 from parcel where status not in ('lost')", ["x.ts:1: status is never 'lost'"]],
  ["select 1 from parcel where status is distinct from 'gone'", ["x.ts:1: status is never 'gone'"]],
  // Of two tables in one statement each is judged by its own dictionary.
  [
    "select 1 from parcel p join shelf s on s.id = p.shelf_id where s.status = 'packing'",
    ["x.ts:1: status is never 'packing'"],
  ],
  ["select 1 from parcel p join shelf s on s.id = p.shelf_id where p.status = 'packing'", []],
  // Neither a column without a dictionary nor a table that nobody declared is judged.
  ["select 1 from parcel where parcel_no = 'anything'", []],
  ["select 1 from session where status = 'anything'", []],
])('%s', (statement, expected) => {
  expect(faults(statement)).toEqual(expected);
});
