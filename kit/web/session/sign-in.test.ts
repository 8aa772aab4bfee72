import { expect, test } from 'vitest';
import { ApiError } from '../api-error.ts';
import { choicesOf, needsCaptcha, type SignInAnswer } from './sign-in.ts';

const answer = (extra: Partial<SignInAnswer>): SignInAnswer => ({
  token: 't',
  userInfo: { id: '1', username: 'a', realname: 'A' },
  ...extra,
});
const two = [
  { id: 1, name: '一' },
  { id: 2, name: '二' },
];

test('tenant and department are asked for only where there are several', () => {
  const departs = [{ id: 'd', departName: '运营', orgCode: 'A01' }];
  expect(choicesOf(answer({ tenantList: two.slice(0, 1), departs, multi_depart: 1 }))).toEqual({
    tenants: [],
    departs: [],
  });
  expect(choicesOf(answer({ tenantList: two, departs, multi_depart: 2 }))).toEqual({
    tenants: two,
    departs,
  });
});

test('a refused sign-in may ask for a picture code', () => {
  const result = { captchaRequired: true };
  expect(needsCaptcha(new ApiError(200, '验证码无效', { result }))).toBe(true);
  expect(needsCaptcha(new ApiError(200, '用户名或密码错误'))).toBe(false);
  expect(needsCaptcha(new TypeError('x'))).toBe(false);
});
