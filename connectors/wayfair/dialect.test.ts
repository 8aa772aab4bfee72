import { expect, test } from 'vitest';
import { ChannelError } from '#modules/channels/model/port.ts';
import { readEnvelope } from '../shared/graphql-envelope.ts';
import type { Effect } from '../shared/transport.ts';
import { dialect } from './dialect.ts';

const PATH = ['purchaseOrders', 'accept'];
const DATA = { purchaseOrders: { accept: { id: 1 } } };

function read(body: unknown, effect: Effect = 'read', path = PATH) {
  return readEnvelope(body, path, effect, '测试', dialect);
}

function kindOf(body: unknown, effect: Effect, path = PATH): string {
  try {
    return read(body, effect, path).status;
  } catch (error) {
    expect(error).toBeInstanceOf(ChannelError);
    return (error as ChannelError).kind;
  }
}

const error = (changes: Record<string, unknown>, extensions: unknown = { category: 'BAD_REQUEST' }) => ({
  message: 'no',
  extensions,
  ...changes,
});

test('the value at the path is given', () => {
  expect(read({ data: DATA })).toEqual({ status: 'ok', value: { id: 1 }, partial: [] });
});

test('an error counts for the path it names only', () => {
  const other = error({ path: ['inventory', 'save'] });
  expect(read({ data: DATA, errors: [other] }).status).toBe('ok');
  for (const path of [['purchaseOrders'], ['purchaseOrders', 'accept']]) {
    const body = { data: { purchaseOrders: null }, errors: [error({ path })] };
    expect(read(body, 'write')).toEqual({ status: 'refused', message: 'no' });
  }
});

test('an error beneath the path spoils that part and leaves the rest', () => {
  const body = {
    data: { list: [{ a: 1 }, { a: null }] },
    errors: [error({ path: ['list', 1, 'a'], message: 'lost' })],
  };
  expect(read(body, 'read', ['list'])).toEqual({
    status: 'ok',
    value: [{ a: 1 }, { a: null }],
    partial: [{ path: [1, 'a'], message: 'lost', isDenied: false }],
  });
});

test('a list that an error beneath has taken along is lost, not empty', () => {
  const lost = (extensions: unknown) => ({
    data: { list: null },
    errors: [error({ path: ['list', 1, 'a'] }, extensions)],
  });
  expect(kindOf(lost({ category: 'INTERNAL' }), 'read', ['list'])).toBe('transient');
  expect(kindOf(lost({ category: 'PERMISSION_DENIED' }), 'read', ['list'])).toBe('denied');
  expect(kindOf(lost({ category: 'INTERNAL' }), 'write', ['list'])).toBe('unknown');
});

test('an error without a path counts for all; beside a written value the outcome is unknown', () => {
  expect(kindOf({ errors: [error({})] }, 'write')).toBe('refused');
  expect(kindOf({ data: DATA, errors: [error({})] }, 'read')).toBe('refused');
  expect(kindOf({ data: DATA, errors: [error({})] }, 'write')).toBe('unknown');
});

test.each([
  [{ category: 'PERMISSION_DENIED' }, 'denied', 'denied'],
  [{ category: 'UNAUTHENTICATED' }, 'auth', 'auth'],
  [{ category: 'BAD_REQUEST' }, 'refused', 'refused'],
  [{ classification: 'ValidationError' }, 'refused', 'refused'],
  [{ classification: { type: 'ExtendedValidationError' } }, 'refused', 'refused'],
  [{ category: 'INTERNAL' }, 'transient', 'unknown'],
  [undefined, 'transient', 'unknown'],
  ['text', 'transient', 'unknown'],
])('extensions %j: %s for a read, %s for a write', (extensions, forRead, forWrite) => {
  const body = { data: null, errors: [{ message: 'no', extensions }] };
  expect(kindOf(body, 'read')).toBe(forRead);
  expect(kindOf(body, 'write')).toBe(forWrite);
});

test('a refusal in words alone is a refusal; null members of errors are none', () => {
  const body = { data: null, errors: [null, { message: 'Access denied' }, null] };
  for (const effect of ['read', 'write'] as const)
    expect(read(body, effect)).toEqual({
      status: 'refused',
      message: '渠道拒绝访问，该应用没有此项权限（原文：Access denied）',
    });
  expect(read({ data: DATA, errors: [null] }).status).toBe('ok');
});

test('a list the channel leaves null is empty; a write without its answer is not done', () => {
  expect(read({ data: { list: null } }, 'read', ['list'])).toMatchObject({ value: null });
  expect(kindOf({ data: { list: null } }, 'write', ['list'])).toBe('unknown');
});

test.each([[{}], [null], ['text'], [[]], [{ data: null }], [{ data: {} }], [{ data: { purchaseOrders: null } }]])(
  'an answer %j without the value is unreadable, for a write of unknown outcome',
  (body) => {
    expect(kindOf(body, 'read')).toBe('unreadable');
    expect(kindOf(body, 'write')).toBe('unknown');
  },
);
