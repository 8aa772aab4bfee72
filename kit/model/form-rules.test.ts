import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { namedRule, requiredChoice, requiredText, tickedChoices } from './form-rules.ts';

test('what is required has bounds of its length', () => {
  covers('§5 form rules');
  const name = requiredText('请输入用户名', { min: 2, max: 4 });
  expect([null, '  ', '甲', '甲乙', '甲乙丙丁戊'].map((value) => name.judge(value))).toEqual([
    '请输入用户名',
    '请输入用户名',
    '最小长度2位字符',
    null,
    '最大长度4位字符',
  ]);
  expect(requiredText('请输入数量').judge(0)).toBeNull();
});

test('a choice is judged when it changes', () => {
  const kind = requiredChoice('请选择类型');
  expect(kind.on).toBe('change');
  expect([undefined, '', [], 'a', ['a']].map((value) => kind.judge(value))).toEqual([
    '请选择类型',
    '请选择类型',
    '请选择类型',
    null,
    null,
  ]);
});

test('a list has so many ticks', () => {
  covers('§5 form rules');
  const { judge } = tickedChoices({ min: 1, max: 2 });
  expect([null, 'a', [], ['a'], ['a', 'b', 'c']].map(judge)).toEqual([
    '最少选择1项',
    '最少选择1项',
    '最少选择1项',
    null,
    '最多选择2项',
  ]);
});

test('a named rule passes over what is empty', () => {
  const { judge } = namedRule('mobile');
  expect(['', null, ' 13800138000 ', '1'].map(judge)).toEqual([null, null, null, '请输入正确手机号']);
});
