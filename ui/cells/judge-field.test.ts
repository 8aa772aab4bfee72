import { expect, test } from 'vitest';
import { dict } from '#kit/model/dict.ts';
import { choice, choices, integer, json, length, money, price, quantity, text } from '#kit/model/field.ts';
import { BrokenJson } from './broken-json.ts';
import { judgeField } from './judge-field.ts';

test('what is required is asked for in the words of its kind', () => {
  const kind = choice('类型', dict('t', { a: '甲' }), { required: true });
  expect(judgeField(text('名称', { required: true }), ' ')).toBe('请输入名称');
  expect(judgeField(kind, null)).toBe('请选择类型');
  expect(judgeField(text('备注'), '')).toBeNull();
});

test('a list of choices has so many of them', () => {
  const marks = choices('标签', dict('t', { a: '甲', b: '乙', c: '丙' }), { min: 2, max: 2 });
  expect(judgeField(marks, ['a'])).toBe('最少选择2项');
  expect(judgeField(marks, ['a', 'b', 'c'])).toBe('最多选择2项');
  expect(judgeField(marks, ['a', 'b'])).toBeNull();
});

test('named rules and lengths are judged before sending', () => {
  expect(judgeField(text('邮箱', { rule: 'email' }), 'x@')).toBe('邮箱格式不正确');
  expect(judgeField(text('名称', { max: 3 }), '太长了吧')).toBe('名称不能超过3个字符');
  expect(judgeField(text('编码', { rule: 'code' }), ' AB-1 ')).toBeNull();
});

test('numbers must be whole, natural or within bounds', () => {
  const priority = integer('优先级', { min: 1, max: 9 });
  expect(judgeField(priority, '12x')).toBe('优先级必须是整数');
  expect(judgeField(priority, 0)).toBe('优先级不能小于1');
  expect(judgeField(priority, 10)).toBe('优先级不能大于9');
  expect(judgeField(quantity('数量'), -1)).toBe('请输入自然数');
  expect(judgeField(length('长'), 'abc')).toBe('长必须是数字');
  expect(judgeField(length('长'), -5)).toBe('长不能为负数');
});

test('amounts have the places of their currency, prices four', () => {
  const total = money('金额', 'currency');
  expect(judgeField(total, '12.345', { currency: 'USD' })).toBe('金额必须是最多2位小数的数字');
  expect(judgeField(total, '12.5', { currency: 'JPY' })).toBe('金额必须是最多0位小数的数字');
  expect(judgeField(total, '12.345', { currency: 'KWD' })).toBeNull();
  expect(judgeField(price('单价', { min: 0 }), '-1')).toBe('单价不能小于0');
  expect(judgeField(price('单价'), '1.23456')).toBe('单价必须是最多4位小数的数字');
});

test('a text that is no JSON is refused', () => {
  expect(judgeField(json('设置'), new BrokenJson('{a'))).toBe('设置格式不正确');
  expect(judgeField(json('设置'), { a: 1 })).toBeNull();
});
