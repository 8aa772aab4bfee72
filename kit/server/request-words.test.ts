import { expect, test } from 'vitest';
import { requestWords } from './request-words.ts';

const words = (body: Record<string, unknown>, query: Record<string, unknown> = {}): unknown =>
  JSON.parse(requestWords(query, body) ?? 'null');

test('ids, codes, states and instants are kept', () => {
  const plain = {
    id: '0193f6c0-aaaa-7000-8000-000000000001',
    ids: '0193f6c0-aaaa-7000-8000-000000000001,0193f6c0-aaaa-7000-8000-000000000002,',
    roleCode: 'OPS',
    status: 1,
    isOpen: true,
    parent: null,
    startTime: '2026-11-23 00:00:00',
  };
  expect(words(plain)).toEqual(plain);
  expect(words({}, { pageNo: '2' })).toEqual({ pageNo: '2' });
  expect(requestWords({}, {})).toBeNull();
});

test('secrets and personal data are not, wherever they stand', () => {
  const secret = {
    password: 'short',
    oldpassword: 'x1',
    confirmPassword: 'x',
    'X-Access-Token': 'abc',
    captcha: '4f7a',
    checkKey: '1700000000000',
    clientSecret: 'k',
    phone: 'abc',
    email: 'abc',
    shipPhone: 'abc',
    realname: 'Zhang',
    recipientName: 'Smith',
    street1: 'Main',
    code: '123456',
    lines: [{ recipient: 'Smith', token: 't' }],
  };
  const text = JSON.stringify(words(secret));
  expect(JSON.parse(text)).toEqual({
    ...Object.fromEntries(Object.keys(secret).map((key) => [key, '***'])),
    lines: [{ recipient: '***', token: '***' }],
  });
});

test('nor what looks like a name, an address or a number of somebody under any other name', () => {
  const odd = {
    a: '张三',
    b: 'zhang@example.com',
    c: '12 Main Street',
    d: '13800000001',
    e: '+86-138-0000-0001',
    f: 13800000001,
    g: '4111111111111111',
    h: 'x'.repeat(300),
    i: ['13800000001', 'OPS'],
  };
  expect(words(odd)).toEqual({
    a: '***',
    b: '***',
    c: '***',
    d: '***',
    e: '***',
    f: '***',
    g: '***',
    h: '***',
    i: ['***', 'OPS'],
  });
});

test('a long request is cut off, a deep one is not followed', () => {
  const long = requestWords({}, { ids: Array.from({ length: 900 }, (_, n) => `row-${n}-abcdefghij`) });
  expect(long?.length).toBeLessThanOrEqual(2000);
  expect(words({ a: { b: { c: { d: { e: 1 } } } } })).toEqual({ a: { b: { c: { d: '***' } } } });
});
