import { expect, test } from 'vitest';
import { systemActor } from './actor.ts';
import { senderOfKey } from './receipt.ts';

const person = { ...systemActor(1, 'caiwu'), userId: 'u1', isSystem: false };

test('a key is that of the person, whatever they are called by now', () => {
  expect(senderOfKey(person)).toBe(senderOfKey({ ...person, username: 'renamed' }));
  expect(senderOfKey(person)).not.toBe(senderOfKey({ ...person, userId: 'u2' }));
});

test('somebody who acts for a person has keys of their own there', () => {
  const acted = { ...person, behind: { userId: 'u2', username: 'fuhe' } };
  const deputy = { ...person, userId: 'u2', username: 'fuhe' };
  expect(new Set([person, acted, deputy].map(senderOfKey)).size).toBe(3);
});

test('work of the product has its own by what it is', () => {
  expect(senderOfKey(systemActor(1, '自动化规则'))).not.toBe(senderOfKey(systemActor(1, 'pull')));
});
