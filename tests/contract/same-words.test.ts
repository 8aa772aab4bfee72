import { expect, test } from 'vitest';
import { dict } from '#kit/model/dict.ts';
import {
  choices,
  integer,
  length,
  pictures,
  price,
  quantity,
  text,
  textarea,
  weight,
  type Field,
} from '#kit/model/field.ts';
import { serverKinds } from '#kit/server/kinds.ts';
import { judgeField } from '#ui/cells/judge-field.ts';

const letters = dict('letters', { a: '甲', b: '乙', c: '丙' });
const two = choices('标签', letters, { min: 2, max: 2 });
const order = integer('排序', { rule: 'sortNumber' });

/** What a form says while one types is what the server says to who does not ask the form. */
test.each<[Field, unknown, string | null]>([
  [two, ['a'], '最少选择2项'],
  [two, ['a', 'b', 'c'], '最多选择2项'],
  [two, ['a', 'b'], null],
  [order, 256, '排序值不可以大于255'],
  [order, -1, '请输入自然数'],
  [order, 255, null],
  [integer('人数', { min: 1, max: 9 }), 10, '人数不能大于9'],
  [quantity('数量'), -1, '请输入自然数'],
  [weight('净重'), -5, '净重不能为负数'],
  [weight('毛重', { min: 1 }), -5, '毛重不能为负数'],
  [weight('毛重', { min: 1 }), 0, '毛重不能小于1'],
  [length('长'), -1, '长不能为负数'],
  [price('单价', { min: 0 }), '-5', '单价不能小于0'],
  [price('邮编价', { rule: 'naturalNumber' }), '1.5', '请输入自然数'],
  [price('邮编价', { rule: 'naturalNumber' }), '15', null],
  [text('名称'), '中'.repeat(256), '请输入255位以内的字符'],
  [text('名称', { max: 3 }), '太长了吧', '名称不能超过3个字符'],
  [textarea('备注'), '长'.repeat(2001), '备注不能超过2000个字符'],
  [pictures('图片', { max: 1 }), 'temp/a.png,temp/b.png', '最多上传 1 个文件'],
])('%s with %s', (field, value, message) => {
  const parsed = serverKinds[field.kind].parse(value, field, { zone: 'Asia/Shanghai' });
  expect('error' in parsed ? parsed.error : null).toBe(message);
  expect(judgeField(field, value)).toBe(message);
});

test('a choice that is named twice counts once', () => {
  const parsed = serverKinds.choices.parse(['a', 'a'], two, { zone: 'Asia/Shanghai' });
  expect(parsed).toEqual({ error: '最少选择2项' });
});
