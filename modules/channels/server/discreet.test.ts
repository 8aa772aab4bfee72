import { expect, test } from 'vitest';
import { ChannelError, type Connection } from '../model/port.ts';
import { withoutWords } from '#kit/model/without-words.ts';
import { discreet } from './discreet.ts';

const WORDS = [
  'Ann Lee',
  'A*[b]\\{c}|d/e-f.g^$',
  '60614-4471',
  '1 Main St (rear)',
  '',
  'Unit 4',
  'NY',
  '10001',
  '+1 212 555 0100',
];

test.each([
  ['invalid name "ANN  LEE"', 'invalid name "***"'],
  ['cannot ship to 1 Main St (rear), Unit 4, NY 10001', 'cannot ship to ***, ***, NY ***'],
  ['call +1 212 555 0100.', 'call ***.'],
  ['PO CS100010001: quantity 4', 'PO CS100010001: quantity 4'],
  ['A*[b]\\{c}|d/e-f.g^$ at 60614-4471', '*** at ***'],
  ['sent to 1 Main St (re', 'sent to ***'],
  ['Joann Leeds', 'Joann Leeds'],
  ['the unit', 'the ***'],
])('%s', (text, expected) => {
  expect(withoutWords(text, WORDS)).toBe(expected);
});

test('refusals and errors of a connection are shown without them, everything else as it is', async () => {
  const channel = {
    accept: async () => ({ status: 'refused', message: 'no such Ann Lee', rows: ['Ann Lee'] }),
    register: async () => {
      throw new ChannelError('rate', '申请面单', 'later, Ann Lee', 500);
    },
    confirmAccept: async () => ({ status: 'done', result: 'Ann Lee' }),
  } as unknown as Required<Connection>;
  const quiet = discreet(channel, WORDS);
  expect(await quiet.accept({} as never)).toEqual({
    status: 'refused',
    message: 'no such ***',
    rows: ['Ann Lee'],
  });
  await expect(quiet.register({} as never)).rejects.toMatchObject({
    kind: 'rate',
    operation: '申请面单',
    message: 'later, ***',
    retryAfterMs: 500,
  });
  expect(await quiet.confirmAccept('x')).toEqual({ status: 'done', result: 'Ann Lee' });
});
