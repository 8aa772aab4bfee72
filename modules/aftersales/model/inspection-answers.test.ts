import { expect, test } from 'vitest';
import type { FieldDef } from '#modules/base/model/forms/field-def.ts';
import { answerKey, judgeAnswers, type AskedForm } from './inspection-answers.ts';

const options = (...texts: string[]) => texts.map((text) => ({ value: text, text }));

const FIELDS: FieldDef[] = [
  { key: 'box', label: '外箱完好', type: 'radio', required: true, options: options('是', '否'), badValue: '否' },
  { key: 'use', label: '使用痕迹', type: 'radio', options: options('无', '有'), badValue: '有' },
  { key: 'note', label: '说明', type: 'textarea', maxLength: 500, dependsOn: { key: 'use', op: 'eq', value: '有' } },
  { key: 'photo', label: '标签照片', type: 'image', required: true },
];
const FORM: AskedForm = { formId: 'f', formVersion: 3, fields: FIELDS };
/** The same keys in another form: answers are kept apart. */
const OTHER: AskedForm = { formId: 'g', formVersion: 1, fields: [{ key: 'box', label: '箱号', type: 'input' }] };

const judged = (answers: Record<string, unknown>, photos: number) =>
  judgeAnswers(
    [FORM, OTHER],
    Object.fromEntries(Object.entries(answers).map(([key, value]) => [answerKey('f', key), value])),
    photos,
    { zone: 'UTC', dict: () => undefined },
  );

test('what has to be answered is, and a photo is answered by the photos of the line', () => {
  expect(judged({}, 0).faults).toEqual(['请回答：外箱完好', '请拍照：标签照片']);
  expect(judged({ box: '是' }, 1).faults).toEqual([]);
  expect(judged({ box: '也许' }, 1).faults).toEqual(['外箱完好不在可选范围内']);
  expect(judged({ box: '是', use: '有', note: '长'.repeat(501) }, 1).faults).toEqual(['说明不能超过500个字符']);
});

test('findings keep the words and the version that asked, and what is not asked for is left out', () => {
  expect(judged({ box: '否', use: '无', note: '没有', stranger: 'x' }, 1)).toMatchObject({
    bad: [{ key: 'box' }],
    findings: [
      { question: '外箱完好', answer: '否', formId: 'f', formVersion: 3, key: 'box' },
      { question: '使用痕迹', answer: '无', formId: 'f', formVersion: 3, key: 'use' },
    ],
  });
  expect(judged({ box: '是', use: '有' }, 1).bad.map(({ key }) => key)).toEqual(['use']);
});
