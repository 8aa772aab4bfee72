import { choice, link, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { enabledStatus } from '#modules/base/model/warehouse.ts';

/** 质检表: which goods that come back are asked which dynamic form; products of the categories below are asked it too. */
export const inspectionForm = defineRegister({
  module: 'aftersales',
  name: 'inspectionForm',
  title: '质检表',
  empty: '先在“动态表单”里设计一张类型为“退货质检”的表单，再在这里选它适用的产品分类；不选分类的适用所有产品。',
  fields: {
    name: text('名称', { required: true, unique: true, max: 64 }),
    formId: link('动态表单', 'base:dynamicForm', { required: true, hint: '类型为“退货质检”、已发布的表单' }),
    categoryId: link('产品分类', 'catalog:productCategory', {
      hint: '不选为所有产品；选了的，它的下级分类也用这张表',
    }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
    note: text('备注', { max: 255 }),
  },
  label: 'name',
  list: [{ key: 'name', under: ['note'] }, 'formId', 'categoryId', 'status', 'updateTime'],
  search: ['name', 'formId', 'categoryId', 'status'],
  form: [['name', 'formId'], ['categoryId', 'status'], ['note']],
});
export type InspectionFormRow = RowOf<typeof inspectionForm>;
