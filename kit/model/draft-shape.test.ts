import { expect, test } from 'vitest';
import { draftFaults, draftShape, isDeletable, isDraft, subjectOf } from './draft-shape.ts';
import type { DraftDeclaration } from './draft.ts';
import { integer, link, text } from './field.ts';
import { defineDocument } from './resource.ts';

const line = defineDocument({
  module: 'a',
  name: 'paperLine',
  title: '单据行',
  fields: {
    paperId: link('单据', 'a:paper', { required: true }),
    remark: text('备注'),
    itemId: link('物品', 'a:item', { required: true }),
    qty: integer('数量', { required: true }),
    amount: integer('金额', { derived: true }),
  },
  label: 'id',
  list: ['itemId', 'qty'],
  search: ['itemId'],
  form: [['itemId', 'qty']],
});

const paperWith = (draft: Partial<DraftDeclaration<'paperNo' | 'reason' | 'status'>>) =>
  defineDocument({
    module: 'a',
    name: 'paper',
    title: '单据',
    fields: {
      paperNo: text('单据号', { derived: true }),
      reason: text('原因'),
      status: text('状态', { derived: true }),
    },
    label: 'paperNo',
    list: ['paperNo'],
    search: ['paperNo'],
    form: [['paperNo', 'reason']],
    lines: { 'a:paperLine': 'paperId' },
    draft: {
      states: ['draft'],
      number: { field: 'paperNo', prefix: 'PA' },
      lines: { of: 'a:paperLine', title: '单据明细', most: 10 },
      ...draft,
    },
  });

const find = (key: string) => (key === 'a:paperLine' ? line : undefined);
const faultsOf = (draft: Parameters<typeof paperWith>[0]): string[] =>
  draftFaults(draftShape(paperWith(draft), find), ['draft', 'done']);

test('what a draft asks follows from the form of its document and the fields of its lines', () => {
  const shape = draftShape(paperWith({}), find);
  expect(Object.keys(shape.head)).toEqual(['reason']);
  expect(shape.columns).toEqual(['remark', 'itemId', 'qty']);
  expect(shape).toMatchObject({ back: 'paperId', title: '单据', word: '明细' });
  expect(subjectOf(shape)).toBe('itemId');
  expect(faultsOf({})).toEqual([]);
});

test('a declaration that contradicts itself is named', () => {
  expect(() => draftShape(paperWith({}), () => undefined)).toThrow('a:paperLine');
  expect(() => draftShape(line, find)).toThrow('a:paperLine has no draft');
  expect(faultsOf({ states: ['draft', 'gone'] })).toEqual(['a:paper: no state gone']);
  expect(faultsOf({ parts: [{ rows: [['status']] }], brings: { reason: ['status'] } })).toEqual([
    'a:paper: its head does not ask status',
    'a:paper: its head does not ask status',
  ]);
  const lines = { of: 'a:paperLine', title: '单据明细', most: 10, columns: ['itemId', 'amount'] };
  expect(faultsOf({ lines })).toEqual(['a:paper: its lines do not ask amount']);
});

test('a document is written in the states of its draft, and deleted only where that is said', () => {
  const paper = paperWith({ states: ['draft', 'done'], isDeletable: true });
  expect([isDraft(paper, 'done'), isDraft(paper, 'sent'), isDraft(line, 'draft')]).toEqual([true, false, false]);
  expect([isDeletable(paper, 'draft'), isDeletable(paperWith({}), 'draft')]).toEqual([true, false]);
});
