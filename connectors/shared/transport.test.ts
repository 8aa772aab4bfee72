import { expect, test } from 'vitest';
import { OutboundError } from '#platform/outbound/outbound.ts';
import { errorOfStatus, retryAfterMs, unanswered } from './transport.ts';

const CODES = ['blocked', 'dns', 'connect', 'timeout', 'reset', 'tooLarge'] as const;

test.each(CODES)('a call that ended with %s is reported in Chinese alone', (code) => {
  for (const sent of [true, false])
    for (const effect of ['read', 'write'] as const) {
      const error = new OutboundError(code, sent, 'the connection broke');
      const { message } = unanswered(error, effect, '获取令牌') as Error;
      expect(message).toMatch(/\p{Script=Han}/u);
      expect(message).not.toMatch(/[A-Za-z]{2}/);
    }
});

test('what is no fault of the line is no word of the channel', () => {
  const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
  expect(unanswered(lost, 'write', '接单')).toBe(lost);
});

const answer = (status: number, body = '', headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: new TextEncoder().encode(body),
});

test.each([
  [401, '', 'auth'],
  [403, '{"message":"Forbidden"}', 'denied'],
  [403, '<html>Forbidden</html>', 'denied'],
  [403, 'Authorization failed.', 'auth'],
])('status %i %s is %s', (status, body, kind) => {
  const isTokenRefused = (text: string): boolean => text.startsWith('Authorization failed');
  const failure = errorOfStatus(answer(status, body), 'read', '接单', new Date(0), isTokenRefused);
  expect(failure).toMatchObject({ kind });
});

test.each([
  ['3', 3000],
  ['0', 1000],
  ['1800000000', 3_600_000],
  ['Thu, 01 Jan 1970 00:00:09 GMT', 9000],
  ['Thu, 01 Jan 2170 00:00:00 GMT', 3_600_000],
  ['soon', undefined],
  ['', undefined],
])('Retry-After %j waits %j ms', (value, ms) => {
  expect(retryAfterMs(answer(429, '', { 'retry-after': value }), new Date(0))).toBe(ms);
});
