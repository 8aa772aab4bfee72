import { expect, test } from 'vitest';
import { judgeAnswers, questionFault, type Question } from './inspection-answers.ts';

const request = (id: string, more: Partial<Question>): Question => ({
  id,
  question: id,
  kind: 'yesNo',
  items: [],
  isRequired: true,
  badAnswer: null,
  ...more,
});
const questions: Question[] = [
  request('外箱完好', { badAnswer: '否' }),
  request('使用痕迹', { kind: 'choice', items: ['无', '轻微', '明显'], badAnswer: '明显' }),
  request('说明', { kind: 'text', isRequired: false }),
  request('序列号', { kind: 'photo' }),
];
const faultsOf = (answers: Record<string, string>, photos: number): string[] =>
  judgeAnswers(questions, answers, photos).faults.map(({ message }) => message);

test('what has to be answered is named, question by question', () => {
  expect(faultsOf({}, 0)).toEqual(['请回答：外箱完好', '请回答：使用痕迹', '请拍照：序列号']);
  expect(faultsOf({ 外箱完好: '也许', 使用痕迹: '无' }, 1)).toEqual(['外箱完好：不在选项内']);
  expect(faultsOf({ 外箱完好: '是', 使用痕迹: '无', 说明: '长'.repeat(501) }, 1)).toHaveLength(1);
});

test('answers are kept without blanks and strange questions; bad ones are named', () => {
  const { faults, bad, kept } = judgeAnswers(
    questions,
    { 外箱完好: '否', 使用痕迹: ' 轻微 ', 说明: '  ', 别的: '是' },
    2,
  );
  expect(faults).toEqual([]);
  expect(bad.map(({ id }) => id)).toEqual(['外箱完好']);
  expect(kept).toEqual({ 外箱完好: '否', 使用痕迹: '轻微' });
});

test.each([
  [{ kind: 'choice', items: '无' }, '单选至少两个选项'],
  [{ kind: 'choice', items: '无，有', badAnswer: '坏' }, '不合格答案须为：无、有'],
  [{ kind: 'yesNo', badAnswer: '不' }, '不合格答案须为：是、否'],
  [{ kind: 'text', badAnswer: '坏' }, '只有是否题和单选题有不合格答案'],
  [{ kind: 'choice', items: '无，有', badAnswer: '有' }, undefined],
  [{ kind: 'yesNo' }, undefined],
])('a question that cannot be asked: %o', (question, message) => {
  expect(questionFault(question)?.message).toBe(message);
});
