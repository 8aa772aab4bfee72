import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { rules, type RuleName } from './rules.ts';

interface Sample {
  message: string;
  good: readonly string[];
  bad: readonly string[];
}

/** The rules that spec §5 words, with its messages. */
const SAMPLES = {
  mobile: {
    message: '请输入正确手机号',
    good: ['13800138000', '16612345678', '19912345678'],
    bad: ['12345678901', '1380013800', '138001380001', '1380013800a'],
  },
  email: {
    message: '邮箱格式不正确',
    good: ['a@b.cn', 'me@x.y.com', 'first.last+tag@mail-1.example.info'],
    bad: ['a@', '@b.cn', 'a@b', 'a b@c.cn', 'a@b..cn', 'a@b.c'],
  },
  naturalNumber: { message: '请输入自然数', good: ['0', '12'], bad: ['-1', '1.5', 'a'] },
  english: { message: '请输入英文字符', good: ['Abc'], bad: ['1bc', '中bc', 'a b'] },
  landline: {
    message: '请输入正确的座机号',
    good: ['010-12345678', '0755-1234567'],
    bad: ['01012345678', '010-123456', 'x010-12345678', '0755-12345678 转 1'],
  },
  bankCard: {
    message: '请输入正确的银行卡号码',
    good: ['123456789', '62220212345678901234'],
    bad: ['12345678', '622202123456789012345', '6222 0212'],
  },
  idNumber: {
    message: '请输入正确的证件号码',
    good: ['E12345678', 'a'.repeat(50)],
    bad: ['a'.repeat(51), 'E-123', '证1'],
  },
  nationalId: {
    message: '请输入正确的身份证号码',
    good: ['11010519491231002X', '11010519491231002x', '440524188001010014', '110105491231002'],
    bad: ['110105194912310021', '11010519490231002X', '1101051949123100', '110105491331002'],
  },
  qq: {
    message: '请输入正确的QQ号码',
    good: ['10000', '123456789012'],
    bad: ['1234', '01234', '1234567890123'],
  },
  url: {
    message: '请输入以http和https开头的网址',
    good: ['http://a.cn', 'https://a.cn/x?y=1'],
    bad: ['a.cn', 'ftp://a.cn', 'https://'],
  },
  lettersAndDigits20: {
    message: '请输入20位以内的英文字符和数字',
    good: ['abc123', 'a'.repeat(20)],
    bad: ['a'.repeat(21), 'a_1', '中'],
  },
  chineseAndEnglish: {
    message: '请输入2到100位的中英文字符和空格',
    good: ['张三', 'Li Si', '中'.repeat(100)],
    bad: ['张', '张3', '中'.repeat(101)],
  },
  digitLines: {
    message: '请输入数字和换行符',
    good: ['123\n456', '1\r\n2'],
    bad: ['1,2', '1*2', 'a'],
  },
  upTo255: { message: '请输入255位以内的字符', good: ['中'.repeat(255)], bad: ['中'.repeat(256)] },
  sortNumber: { message: '排序值不可以大于255', good: ['0', '255'], bad: ['256', '99999'] },
} satisfies Partial<Record<RuleName, Sample>>;

test.each(Object.entries(SAMPLES))('%s', (name, { message, good, bad }) => {
  covers('§5 form rules');
  const judge = rules[name as RuleName];
  for (const value of good) expect(judge(value), value).toBeNull();
  for (const value of bad) expect(judge(value), value).toBe(message);
});

test('a user name has 4 to 18 letters, digits and underscores', () => {
  expect([rules.userName('wang_1'), rules.userName('a'.repeat(18))]).toEqual([null, null]);
  expect(rules.userName('王五')).toBe('只允许字母、数字、下划线');
  for (const value of ['abc', 'a'.repeat(19)]) expect(rules.userName(value)).toBe('长度6到18个字符');
});

test('a sort number is a natural one', () => {
  expect(rules.sortNumber('1.5')).toBe('请输入自然数');
});

test('hostile texts are answered by every rule', () => {
  const hostile = ['a', '1', 'a.', '1-', ' ', '中'].map((piece) => piece.repeat(50_000));
  for (const judge of Object.values(rules))
    for (const text of [...hostile, ...hostile.map((one) => `a@${one}!`)])
      expect(judge(text)).toSatisfy((one) => one === null || typeof one === 'string');
});
