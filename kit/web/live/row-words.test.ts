import { expect, test } from 'vitest';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { latest, withReceived, wordsOf, type ReceivedRow } from './row-words.ts';

const lifecycle = {
  states: { draft: ['草稿', 'idle'], new: ['新单', 'busy'], accepted: ['已接单', 'busy'] },
  moves: {
    submit: { title: '提交', from: ['draft'], to: 'new' },
    accept: { title: '接单', from: ['new'], to: ['accepted', 'ready'] },
    reject: { title: '拒单', from: ['new'], to: 'rejected' },
    confirm: { title: '确认', from: ['accepted'], to: 'ready', system: true },
  },
} as unknown as AnyLifecycle;

const AT = Date.UTC(2026, 10, 24, 6, 0);

const reported = (before: string, status: string, who?: string, after = 0): ReceivedRow => ({
  row: { id: 'a', status },
  who,
  before,
  at: AT + after,
});

const answers = (known: ReceivedRow | undefined, heard: ReceivedRow): string => {
  const news = { kind: 'gone' as const, at: heard.at };
  const all = latest(known, heard, lifecycle);
  return wordsOf(news, { id: 'a', status: 'new' }, withReceived(news, all), lifecycle);
};

test('a deed of a person stays what is said once the channel has confirmed it', () => {
  const accepted = reported('new', 'accepted', '李同事');
  expect(answers(undefined, accepted)).toContain('已由 李同事 接单');
  expect(answers(accepted, reported('new', 'ready', undefined, 8000))).toContain('已由 李同事 接单');
  expect(answers(accepted, reported('accepted', 'ready', undefined, 8000))).toContain('已由 李同事 接单');
});

test('what another person does next is said, and so is what comes much later', () => {
  const accepted = reported('new', 'accepted', '李同事');
  const rejected = reported('new', 'rejected', '王同事', 3000);
  expect(answers(reported('draft', 'new', '李同事'), rejected)).toContain('已由 王同事 拒单');
  expect(answers(accepted, reported('accepted', 'ready', undefined, 90_000))).toContain('已不在此列表');
});

test('where nobody is known to have done it, nobody is named', () => {
  expect(answers(undefined, reported('new', 'accepted'))).toContain('已不在此列表');
});
