import { expect, test } from 'vitest';
import { OLD_SIGNATURE, signatureFault, signatureOf, WRONG_SIGNATURE } from './signature.ts';

const NOW = Date.UTC(2026, 10, 21, 4, 0, 0);
const url = '/api/sys/dict/getDictItems/sex';

test('the known answer of a request without parameters', () => {
  expect(signatureOf({ url })).toBe('E19D6243CB1945AB4F7202A1B00F77D5');
  expect(signatureOf({ url: `${url}?_t=1795233600` })).toBe('E19D6243CB1945AB4F7202A1B00F77D5');
});

test('the order of parameters is no part of it, their values and the last of the path are', () => {
  const one = signatureOf({ url: `${url}?a=1&b=%E4%B8%AD` });
  expect(signatureOf({ url: `${url}?b=%E4%B8%AD&a=1` })).toBe(one);
  expect(signatureOf({ url: `${url}?b=%E4%B8%AD&a=2` })).not.toBe(one);
  expect(signatureOf({ url: '/api/sys/dict/loadDict/a,b,c' })).not.toBe(signatureOf({ url }));
  expect(signatureOf({ url, body: { a: 1, b: '中' } })).toBe(one);
});

test('E8 a signature is right for five minutes around its time, in both forms of it', () => {
  const judge = (sign: string, timestamp: string): string | null =>
    signatureFault({ url }, { sign, timestamp, now: NOW });
  const right = signatureOf({ url });
  expect(judge(right, String(NOW - 299_000))).toBeNull();
  expect(judge(right, String(NOW + 299_000))).toBeNull();
  // 12:00 in Shanghai.
  expect(judge(right, '20261121120000')).toBeNull();
  for (const timestamp of [String(NOW - 360_000), String(NOW + 360_000), 'abc', '', '20261121110000'])
    expect(judge(right, timestamp), timestamp).toBe(OLD_SIGNATURE);
  for (const sign of ['', right.toLowerCase(), `${right}0`, 'x'.repeat(5000)])
    expect(judge(sign, String(NOW))).toBe(WRONG_SIGNATURE);
});
