import { expect, test } from 'vitest';
import { nextOrgCode, orgLevel } from './org-code.ts';
import { passwordFault } from './password.ts';

test('weak passwords are named as such', () => {
  for (const weak of [
    '',
    'short7!',
    '12345678',
    '87654321',
    'aaaaaaaaaa',
    'abcdefgh',
    'Password123',
    'P@ssw0rd',
    'xx-Admin-2026',
    'ＰＡＳＳＷＯＲＤ１',
    'x'.repeat(257),
  ])
    expect([weak, passwordFault(weak, 'admin')]).not.toEqual([weak, null]);
});

test('length counts, not a mixture of signs', () => {
  for (const good of ['tall green lamp', '这是一个很长的口令呀', '  edges are blank  ', 'x9#k2Lq8'])
    expect([good, passwordFault(good, 'admin')]).toEqual([good, null]);
});

test('organisation codes go up within their level', () => {
  expect(nextOrgCode('', [])).toBe('A01');
  expect(nextOrgCode('', ['A01', 'A03'])).toBe('A04');
  expect(nextOrgCode('A01', ['A01A99'])).toBe('A01B01');
  expect(nextOrgCode('', ['Z99'])).toBeNull();
  expect(orgLevel('A01A01')).toBe(2);
});
