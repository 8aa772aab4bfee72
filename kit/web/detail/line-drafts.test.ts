import { expect, test } from 'vitest';
import { integer, link, text, weight } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { isTypedInTable, lineChanges, lineFaults, newDraft, storedDraft } from './line-drafts.ts';

const part = defineRegister({
  module: 'base',
  name: 'part',
  title: '部件',
  fields: {
    ownerId: link('归属', 'base:owner', { required: true }),
    no: integer('序号', { required: true, ordinal: true }),
    name: text('名称', { required: true }),
    weightG: weight('重量', { min: 1 }),
  },
  label: 'name',
  list: ['ownerId', 'no', 'name', 'weightG'],
  search: ['name'],
  form: [
    ['ownerId', 'no'],
    ['name', 'weightG'],
  ],
});
const { fields } = part;
const row = (id: string, no: number, name: string) => ({ id, version: 1, no, name, weightG: 500 });

test('lines are typed in their table where it shows all there is to type', () => {
  expect(isTypedInTable(part, 'ownerId')).toBe(true);
  const narrow = { ...part, list: ['no', 'name'] as const };
  expect(isTypedInTable(narrow, 'ownerId')).toBe(false);
  // A link needs its list of choices: without the field that points back it is one.
  expect(isTypedInTable(part, 'other')).toBe(false);
});

test('a new line takes the number after the highest', () => {
  const lines = [storedDraft(fields, row('a', 1, '甲')), storedDraft(fields, row('b', 4, '乙'))];
  expect(newDraft(fields, lines, 'new').values).toMatchObject({ no: 5, name: null });
  expect(newDraft(fields, [], 'new').values).toMatchObject({ no: 1 });
});

test('what the server would refuse is told by field', () => {
  const line = newDraft(fields, [], 'new');
  expect(lineFaults(fields, ['no', 'name', 'weightG'], line)).toEqual({ name: '请输入名称' });
});

test('deleted lines go first, untouched ones are not sent, new ones go last with their owner', () => {
  const stored = [row('a', 1, '甲'), row('b', 2, '乙'), row('c', 3, '丙')];
  const kept = storedDraft(fields, stored[1] ?? row('b', 2, '乙'));
  const third = storedDraft(fields, stored[2] ?? row('c', 3, '丙'));
  const moved = { ...third, values: { ...third.values, no: 1 } };
  const added = { key: 'new', values: { no: 3, name: '丁', weightG: null } };
  const changes = lineChanges(fields, stored, [kept, moved, added], { ownerId: 'o' });
  expect(
    changes.map((one) => (one.verb === 'delete' ? [one.verb, one.row.id] : [one.verb, one.body])),
  ).toEqual([
    ['delete', 'a'],
    ['edit', { id: 'c', version: 1, no: 1 }],
    ['add', { ownerId: 'o', no: 3, name: '丁' }],
  ]);
});
