import { link, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { nextOrgCode } from './org-code.ts';

/** 分类: a tree of names of the tenant's own making, chosen from in forms. */
export const category = defineRegister({
  module: 'system',
  name: 'category',
  title: '分类',
  fields: {
    name: text('分类名称', { required: true, max: 100 }),
    code: text('分类编码', {
      always: true,
      unique: true,
      max: 100,
      rule: 'code',
      hint: '不填则按上级自动编码',
    }),
    parentId: link('上级分类', 'system:category', { hint: '不选为一级分类' }),
  },
  label: 'name',
  list: ['name', 'code', 'parentId', 'createTime'],
  search: ['name', 'code', 'parentId'],
  form: [['name', 'code'], ['parentId']],
  sort: { field: 'code', order: 'asc' },
});

/** Roots are numbered from B01: the step before it counts as taken. */
const BEFORE_FIRST_ROOT = 'B00';

/**
 * The next code below a parent: B01, B02 … for roots, B01A01, B01A02 … below B01.
 * @param parent code of the parent, '' for a root
 * @param taken codes in use that begin with it and are one step longer
 * @returns null when the level is full
 */
export const nextCategoryCode = (parent: string, taken: readonly string[]): string | null =>
  nextOrgCode(parent, parent === '' ? [BEFORE_FIRST_ROOT, ...taken] : taken);
