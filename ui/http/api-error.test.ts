import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { ApiError, isOutcomeUnknown, isSessionLost, readAnswer } from './api-error.ts';

const refused = (status: number, body: unknown): ApiError => {
  const answer = readAnswer(status, body);
  if (!(answer instanceof ApiError)) throw new Error('was accepted');
  return answer;
};
const envelope = (code: number, message: string, result: unknown = null) => ({
  success: false,
  code,
  message,
  result,
});

test('a success passes with its code: 201 is an import with errors, no failure', () => {
  const body = { success: true, code: 201, message: 'm', result: { errorCount: 1 } };
  expect(readAnswer(200, body)).toEqual(body);
});

test('fixed statuses speak the texts of the spec and keep what the server said', () => {
  covers('§8 statuses');
  expect(refused(401, envelope(401, 'Token失效，请重新登录!')).message).toBe('很抱歉，登录已过期，请重新登录');
  const forbidden = refused(403, envelope(510, '没有权限，请联系管理员授权'));
  expect([forbidden.message, forbidden.code]).toEqual(['拒绝访问', 510]);
  expect(forbidden.result).toEqual({ said: '没有权限，请联系管理员授权' });
  // Four eyes are no missing right: the sentence names who may do it.
  expect(refused(403, envelope(510, '制单人不能审核自己的采购单')).message).toBe(
    '拒绝访问：制单人不能审核自己的采购单',
  );
  expect(refused(403, envelope(510, '没有「订单：接单」权限，请联系管理员')).message).toBe(
    '拒绝访问：没有「订单：接单」权限，请联系管理员',
  );
  expect(refused(404, null).message).toBe('很抱歉，资源未找到!');
  expect(refused(504, null).message).toBe('网络超时');
});

test('a refusal in an HTTP 200 is a refusal', () => {
  expect(refused(200, envelope(500, '用户名或密码错误'))).toMatchObject({
    status: 200,
    code: 500,
    message: '用户名或密码错误',
  });
});

test('field errors are handed on', () => {
  const errors = [{ field: 'code', code: 'taken', message: '编码已存在' }];
  expect(refused(422, envelope(422, '编码已存在', { errors })).errors).toEqual(errors);
});

test('an answer of something else than our server is said to be unreadable', () => {
  expect(refused(502, '<html>').message).toBe('服务器返回的内容无法识别');
});

test('only no answer, timeouts and server errors leave the outcome open', () => {
  expect([0, 500, 503, 504].every((s) => isOutcomeUnknown(new ApiError(s, '')))).toBe(true);
  expect([200, 409, 422].some((s) => isOutcomeUnknown(new ApiError(s, '')))).toBe(false);
});

test('the session is lost by 401, and by the old 500 that says so', () => {
  expect(isSessionLost(refused(401, null))).toBe(true);
  expect(isSessionLost(refused(500, envelope(500, 'Token失效，请重新登录')))).toBe(true);
  expect(isSessionLost(refused(500, envelope(500, '操作失败')))).toBe(false);
});
