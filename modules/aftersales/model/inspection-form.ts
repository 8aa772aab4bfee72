import { dict } from '#kit/model/dict.ts';
import { choice, flag, integer, link, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { enabledStatus } from '#modules/base/model/warehouse.ts';

/** 质检表: what is asked of goods that came back, by category; products of the categories below are asked it too. */
export const inspectionForm = defineRegister({
  module: 'aftersales',
  name: 'inspectionForm',
  title: '质检表',
  empty: '按产品分类登记质检时要答的问题；不选分类的一张适用所有产品，下级分类沿用上级的问题。',
  fields: {
    name: text('名称', { required: true, unique: true, max: 64 }),
    categoryId: link('产品分类', 'catalog:productCategory', {
      hint: '不选为所有产品；选了的，它的下级分类也用这张表',
    }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
    note: text('备注', { max: 255 }),
  },
  label: 'name',
  list: [{ key: 'name', under: ['note'] }, 'categoryId', 'status', 'updateTime'],
  search: ['name', 'categoryId', 'status'],
  form: [['name', 'categoryId'], ['status'], ['note']],
  lines: { 'aftersales:inspectionQuestion': 'formId' },
});
export type InspectionFormRow = RowOf<typeof inspectionForm>;

export const questionKind = dict('inspection_question_kind', {
  yesNo: '是否',
  choice: '单选',
  text: '文本',
  photo: '照片',
});

/** 质检问题: one thing that whoever inspects has to say of a line. */
export const inspectionQuestion = defineRegister({
  module: 'aftersales',
  name: 'inspectionQuestion',
  title: '质检问题',
  fields: {
    formId: link('质检表', 'aftersales:inspectionForm', { required: true }),
    ordinal: integer('序号', { required: true, min: 1, max: 200, ordinal: true }),
    question: text('问题', { required: true, max: 80 }),
    kind: choice('类型', questionKind, { required: true, default: 'yesNo' }),
    items: text('选项', { max: 500, hint: '单选用；用逗号隔开' }),
    isRequired: flag('必答', { default: true }),
    badAnswer: text('不合格答案', {
      max: 60,
      hint: '答了它就不能按良品收：是否题填“是”或“否”，单选题填其中一个选项',
    }),
  },
  label: 'question',
  list: [
    'formId',
    'ordinal',
    { key: 'question', under: ['items'] },
    { key: 'kind', under: ['badAnswer'] },
    'isRequired',
  ],
  search: ['formId', 'question', 'kind'],
  form: [['formId', 'ordinal'], ['question', 'kind'], ['items', 'isRequired'], ['badAnswer']],
  sort: { field: 'ordinal', order: 'asc' },
});
export type InspectionQuestionRow = RowOf<typeof inspectionQuestion>;
