import { dict } from '#kit/model/dict.ts';
import { choice, files, flag, integer, json, link, text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineLedger, defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

/** What a form is filled in for. */
export const formType = dict('dynamic_form_type', {
  productCategory: '产品分类',
  publishCategory: '刊登分类',
  returnQuestion: '退货质检',
  custom: '自定义',
});
export type FormType = keyof typeof formType.items;

export const formStatus = dict('dynamic_form_status', {
  draft: '草稿',
  published: '已发布',
  archived: '已归档',
});

/** 动态表单: what is asked for, as a tenant designs it. `fields` is what is worked on; filled in are its versions. */
export const dynamicForm = defineRegister({
  module: 'base',
  name: 'dynamicForm',
  title: '动态表单',
  empty: '新增一张表单，再点“设计”加字段；发布后才能填写。',
  fields: {
    code: text('编码', { required: true, unique: true, max: 64, rule: 'code' }),
    name: text('名称', { required: true, max: 64 }),
    entityType: choice('类型', formType, { required: true, default: 'custom' }),
    formVersion: integer('版本', { derived: true, always: true }),
    fieldCount: integer('字段数', { derived: true, always: true }),
    status: choice('状态', formStatus, { always: true, derived: true }),
    /** Whether what is worked on differs from the latest version. */
    isChanged: flag('有未发布的修改', { derived: true, always: true }),
    fields: json('字段'),
    note: text('备注', { max: 255 }),
  },
  label: 'name',
  list: ['code', { key: 'name', under: ['note'] }, 'entityType', 'formVersion', 'fieldCount', 'status', 'updateTime'],
  search: ['code', 'name', 'entityType', 'status'],
  form: [['code', 'name'], ['entityType'], ['note']],
});
export type DynamicFormRow = RowOf<typeof dynamicForm>;

/** A form is published again whenever it has changed; each time that makes one more version. */
export const dynamicFormLifecycle = defineLifecycle(dynamicForm, {
  initial: 'draft',
  births: { add: '新增' },
  states: {
    draft: ['草稿', 'idle'],
    published: ['已发布', 'done'],
    archived: ['已归档', 'warn'],
  },
  tabs: {
    published: { title: '已发布', states: ['published'] },
    draft: { title: '草稿', states: ['draft'] },
    archived: { title: '已归档', states: ['archived'] },
  },
  moves: {
    publish: { title: '发布', from: ['draft', 'published'], to: 'published' },
    archive: {
      title: '归档',
      from: ['published'],
      to: 'archived',
      warn: '归档后不能再填写；已有记录保留，仍可查看。',
    },
    reopen: { title: '恢复', from: ['archived'], to: 'published' },
  },
});

/** 表单版本: a form as it was published; nothing of it ever changes. */
export const formEdition = defineLedger({
  module: 'base',
  name: 'formEdition',
  title: '表单版本',
  fields: {
    formId: link('动态表单', 'base:dynamicForm', { always: true }),
    formVersion: integer('版本', { always: true }),
    fieldCount: integer('字段数', { always: true }),
    fields: json('字段', { always: true }),
  },
  label: 'id',
  list: ['formId', 'formVersion', 'fieldCount', 'fields', 'createBy', 'createTime'],
  search: ['formId', 'formVersion'],
  form: [],
  scope: { under: ['formId'] },
});

/** 表单记录: what somebody filled in, with the version that asked for it. */
export const formRecord = defineRegister({
  module: 'base',
  name: 'formRecord',
  title: '表单记录',
  fields: {
    recordNo: text('编号', { unique: true, always: true, max: 40, rule: 'code', hint: '不填自动编号' }),
    formId: link('表单', 'base:dynamicForm', { required: true }),
    formVersion: integer('版本', { derived: true, always: true }),
    summary: text('摘要', { derived: true, always: true, max: 255 }),
    values: json('内容', { required: true }),
    /** The files of all its fields, so that the row holds them. */
    attachments: files('附件', { derived: true, max: 100 }),
    note: text('备注', { max: 255 }),
  },
  label: 'recordNo',
  list: ['recordNo', 'summary', 'formId', 'values', 'formVersion', 'note', 'createBy', 'createTime'],
  search: ['recordNo', 'summary', 'formId', 'formVersion', 'createBy', 'createTime'],
  form: [['recordNo', 'formId'], ['values'], ['note']],
  scope: { under: ['formId'] },
});
export type FormRecordRow = RowOf<typeof formRecord>;
