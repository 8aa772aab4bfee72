import { holdsValue, type FieldDef } from '#modules/base/model/forms/field-def.ts';
import { judgeValues, optionText, valueText, type ValueContext } from '#modules/base/model/forms/form-values.ts';

/** A form as it meets a line: that of all products, of its category, or of one above. */
export interface AskedForm {
  formId: string;
  formVersion: number;
  fields: readonly FieldDef[];
}

/** What was answered, by {@link answerKey}. A picture is answered by the photos of the line. */
export type Answers = Readonly<Record<string, unknown>>;

/** Several forms may ask of one line: an answer is found by form and key. */
export const answerKey = (formId: string, key: string): string => `${formId}.${key}`;

/** What is stored of an answer: in words, so that it reads the same for ever, and by the version that asked. */
export interface Finding {
  question: string;
  answer: string;
  formId: string;
  formVersion: number;
  key: string;
}

export interface JudgedAnswers {
  /** What is missing or cannot be, in words. */
  faults: string[];
  /** Questions whose answer says that the goods are not as good as new. */
  bad: FieldDef[];
  findings: Finding[];
}

type Context = ValueContext & { textOf?: (def: FieldDef, value: string) => string };

/** The answers of one form, by key; a picture counts as answered once the line has photos. */
export function answersOf(
  { formId, fields }: AskedForm,
  answers: Answers,
  photoCount: number,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ key, type }) => {
      if (type === 'image') return photoCount > 0 ? [[key, ['photos']]] : [];
      const at = answerKey(formId, key);
      return Object.hasOwn(answers, at) ? [[key, answers[at]]] : [];
    }),
  );
}

/** Judges what was answered of one line. */
export function judgeAnswers(
  forms: readonly AskedForm[],
  answers: Answers,
  photoCount: number,
  context: Context,
): JudgedAnswers {
  const judged: JudgedAnswers = { faults: [], bad: [], findings: [] };
  for (const form of forms) {
    const { formId, formVersion, fields } = form;
    const { faults, values } = judgeValues(fields, answersOf(form, answers, photoCount), context);
    for (const { key, code, message } of faults) {
      const def = fields.find((one) => one.key === key);
      const verb = def?.type === 'image' ? '请拍照' : '请回答';
      judged.faults.push(code === 'required' ? `${verb}：${def?.label ?? key}` : message);
    }
    for (const def of fields) {
      const { key, label, type, badValue } = def;
      const value = values[key];
      if (value === undefined || type === 'image' || !holdsValue(def)) continue;
      const answer = valueText(def, value, context.textOf ?? optionText);
      judged.findings.push({ question: label, answer, formId, formVersion, key });
      if (badValue !== undefined && [value].flat().includes(badValue)) judged.bad.push(def);
    }
  }
  return judged;
}
