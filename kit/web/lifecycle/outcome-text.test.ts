import { expect, test } from 'vitest';
import { date, text } from '#kit/model/field.ts';
import type { Move } from '#kit/model/lifecycle.ts';
import { covers } from '#tests/spec/covers.ts';
import { isMissingAnswer, raisedQuestions, suggestedAnswers, waitingForAnswers } from './missing-answers.ts';
import { batchText, doneText, previewWord } from './outcome-text.ts';
import type { BatchRow } from '#kit/model/resource-routes.ts';

const accept: Move = {
  title: '接单',
  from: ['new'],
  to: ['accepted', 'ready'],
  input: { day: date('预计发货日'), note: text('说明') },
  opensOnRefusal: true,
  submits: { in: ['accepted'], next: '平台确认中' },
};
const ship: Move = { title: '发货', from: ['ready'], to: 'shipped' };
const notified: Move = {
  ...ship,
  submits: { in: ['shipped'], said: '已出库', next: '随后通知平台' },
};

const rows = (accepted: number, ready: number, failed: number): BatchRow[] => [
  ...Array.from({ length: accepted }, () => ({ id: '', label: '', ok: true, state: 'accepted' })),
  ...Array.from({ length: ready }, () => ({ id: '', label: '', ok: true, state: 'ready' })),
  ...Array.from({ length: failed }, () => ({ id: '', label: '', ok: false })),
];

test('success is said only where nothing is left to be confirmed outside', () => {
  covers('ours: acceptance deadlines');
  expect(doneText(accept, 'accepted')).toBe('已提交，平台确认中');
  expect(doneText(accept, 'ready')).toBe('接单成功');
  expect(doneText(ship, 'shipped')).toBe('发货成功');
  expect(previewWord(accept)).toBe('可提交');
  expect(previewWord(ship)).toBe('会成功');
  expect(doneText(notified, 'shipped')).toBe('已出库，随后通知平台');
  expect(previewWord(notified)).toBe('会成功');
});

test('a batch tells what is handed on apart from what is done and what failed', () => {
  expect(batchText(accept, rows(300, 0, 0))).toBe('已提交 300 条，平台确认中');
  expect(batchText(accept, rows(26, 0, 2))).toBe('已提交 26 条，平台确认中；失败 2 条');
  expect(batchText(accept, rows(5, 3, 1))).toBe('接单成功 3 条；已提交 5 条，平台确认中；失败 1 条');
  expect(batchText(accept, rows(0, 3, 0))).toBe('接单成功 3 条，失败 0 条');
  expect(batchText(accept, rows(0, 0, 2))).toBe('接单成功 0 条，失败 2 条');
  expect(batchText(ship, rows(0, 2, 1))).toBe('发货成功 2 条，失败 1 条');
});

test('a refusal that names only questions of the move is asked, with the latest suggestion', () => {
  const error = (field: string, suggest?: string) => ({
    field,
    code: 'x',
    message: '请填写',
    ...(suggest ? { suggest } : {}),
  });
  expect(isMissingAnswer(accept, [error('day')])).toBe(true);
  expect(isMissingAnswer(accept, [error('day'), error('other')])).toBe(false);
  expect(isMissingAnswer(accept, [{ ...error('day'), row: 1 }])).toBe(false);
  expect(isMissingAnswer(accept, [])).toBe(false);
  expect(isMissingAnswer({ ...accept, opensOnRefusal: false }, [error('day')])).toBe(false);
  const preview: BatchRow[] = [
    { id: '1', label: '', ok: true },
    { id: '2', label: '', ok: false, errors: [error('day', '2026-11-23')] },
    { id: '3', label: '', ok: false, message: '缺货' },
  ];
  expect(waitingForAnswers(accept, preview).map(({ id }) => id)).toEqual(['2']);
  expect(raisedQuestions(accept, [error('day')])).toEqual({
    day: { ...date('预计发货日'), required: true },
  });
  expect(suggestedAnswers([error('day', '2026-11-24'), error('day', '2026-11-23'), error('note')])).toEqual({
    day: '2026-11-24',
  });
});
