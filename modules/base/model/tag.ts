import { dict } from '#kit/model/dict.ts';
import { choice, tags, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

/** What a tag may be given to (domain.md §2.1). */
export const tagScope = dict('tag_scope', {
  order: '订单',
  product: '产品',
  listing: '刊登',
  customer: '客户',
  return: '退货',
});

/** Tones that can be read in both themes (console/settings/tones.test.ts). */
export const tagColor = dict('tag_color', {
  grey: '灰色',
  red: '红色',
  amber: '橙色',
  green: '绿色',
  blue: '蓝色',
});

/** 标签: a word of the tenant's own for rows of one kind. */
export const tag = defineRegister({
  module: 'base',
  name: 'tag',
  title: '标签',
  empty: '给订单、产品和客户分门别类：新增标签，或在编辑产品时直接输入。',
  fields: {
    name: text('名称', { required: true, max: 32, rule: 'tagName' }),
    scope: choice('范围', tagScope, { required: true, default: 'order' }),
    color: choice('颜色', tagColor, { required: true, default: 'grey' }),
  },
  label: 'name',
  list: ['name', 'color', 'scope', 'createTime'],
  search: ['name', 'scope'],
  form: [['name', 'scope'], ['color']],
});
export type TagRow = RowOf<typeof tag>;

/** 标签 of rows of one kind. */
export const tagsOf = <const S extends keyof typeof tagScope.items, const O extends object>(scope: S, options?: O) =>
  tags('标签', 'base:tag', { scope }, options);
