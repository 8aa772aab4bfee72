import { expect, test } from 'vitest';
import { OutboundError } from '#kit/server/outbound.ts';
import { unanswered } from './transport.ts';

const CODES = ['blocked', 'dns', 'connect', 'timeout', 'reset', 'tooLarge'] as const;

test.each(CODES)('a call that ended with %s is told in Chinese alone', (code) => {
  for (const sent of [true, false])
    for (const effect of ['read', 'write'] as const) {
      const error = new OutboundError(code, sent, 'the connection broke');
      const { message } = unanswered(error, effect, '获取令牌');
      expect(message).toMatch(/\p{Script=Han}/u);
      expect(message).not.toMatch(/[A-Za-z]{2}/);
    }
});

test('so is what is no fault of the line', () => {
  const { message } = unanswered(new TypeError('x is not a function'), 'read', '获取令牌');
  expect(message).toBe('渠道未应答：连接异常');
});
