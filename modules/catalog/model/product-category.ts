import { dict } from '#kit/model/dict.ts';
import { choice, flag, integer, link, price, text } from '#kit/model/field.ts';
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
    sortNo: integer('排序', { required: true, default: 0, min: 0, max: 9999 }),
    level: integer('层级', { derived: true, always: true }),
    fullName: text('全称', { derived: true, always: true, max: 512 }),
    /** Its number and code behind those of all above: what a list of the tree is sorted by. */
    place: text('位置', { derived: true, always: true, max: 512 }),
  },
  label: 'fullName',
  list: [{ key: 'fullName', under: ['nameEn'] }, 'code', 'level', 'hsCode', 'sortNo', 'createTime'],
  search: ['fullName', 'code', 'parentId'],
  form: [
    ['name', 'code'],
    ['parentId', 'nameEn'],
    ['hsCode', 'sortNo'],
  ],
  sort: { field: 'place', order: 'asc' },
  lines: { 'catalog:categoryAttribute': 'categoryId' },
});
export type ProductCategoryRow = RowOf<typeof productCategory>;

export const attributeKind = dict('attribute_kind', {
  text: '文本',
  integer: '整数',
  decimal: '小数',
  flag: '是否',
  choice: '单选',
  choices: '多选',
  date: '日期',
});

/** 分类属性: one thing that products of a category, and of those below it, say of themselves. */
export const categoryAttribute = defineRegister({
  module: 'catalog',
  name: 'categoryAttribute',
  title: '分类属性',
  fields: {
    categoryId: link('分类', 'catalog:productCategory', { required: true }),
    ordinal: integer('序号', { required: true, min: 1, max: 200, ordinal: true }),
    code: text('属性编码', { required: true, max: 40, rule: 'code' }),
    name: text('属性名称', { required: true, max: 40 }),
    kind: choice('属性类型', attributeKind, { required: true, default: 'text' }),
    isRequired: flag('必填', { default: false }),
    items: text('选项', { max: 2000, hint: '单选、多选用；用逗号隔开' }),
    unit: text('单位', { max: 16 }),
    least: price('最小值'),
    most: price('最大值'),
  },
  label: 'name',
  list: ['categoryId', 'ordinal', 'code', 'name', 'kind', 'isRequired', 'items', 'unit', 'least', 'most'],
  search: ['categoryId', 'name', 'code'],
  form: [
    ['categoryId', 'ordinal'],
    ['code', 'name'],
    ['kind', 'isRequired'],
    ['items', 'unit'],
    ['least', 'most'],
  ],
  sort: { field: 'ordinal', order: 'asc' },
});
