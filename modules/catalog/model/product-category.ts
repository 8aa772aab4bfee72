import { integer, link, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

/** Categories stand below each other at most so deep (domain.md §2.1). */
export const MOST_LEVELS = 6;

/** 产品分类: a tree; what a product of it has to say of itself is inherited from above. */
export const productCategory = defineRegister({
  module: 'catalog',
  name: 'productCategory',
  title: '产品分类',
  empty: '先建一级分类，再在它下面建下级；产品上架销售前须选分类。',
  fields: {
    code: text('编码', { required: true, unique: true, max: 64, rule: 'code' }),
    name: text('名称', { required: true, max: 64 }),
    nameEn: text('英文名称', { max: 128 }),
    parentId: link('上级分类', 'catalog:productCategory', { hint: '不选为一级分类' }),
    hsCode: text('HS编码', { max: 16, hint: '产品没填时用分类的' }),
    formId: link('属性表单', 'base:dynamicForm', { hint: '产品要填的属性；下级分类沿用' }),
    sortNo: integer('排序', { required: true, default: 0, min: 0, max: 9999 }),
    level: integer('层级', { derived: true, always: true }),
    fullName: text('全称', { derived: true, always: true, max: 512 }),
    /** Its number and code behind those of all above: what a list of the tree is sorted by. */
    place: text('位置', { derived: true, always: true, max: 512 }),
  },
  label: 'fullName',
  list: [{ key: 'fullName', under: ['nameEn'] }, 'code', 'level', 'formId', 'hsCode', 'sortNo', 'createTime'],
  search: ['fullName', 'code', 'parentId'],
  form: [['name', 'code'], ['parentId', 'nameEn'], ['formId', 'hsCode'], ['sortNo']],
  sort: { field: 'place', order: 'asc' },
});
export type ProductCategoryRow = RowOf<typeof productCategory>;
