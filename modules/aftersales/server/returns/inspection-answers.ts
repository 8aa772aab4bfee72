import type { FieldError } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { judgeAnswers, type Answers } from '../../model/inspection-answers.ts';
import { questionsOf } from './inspection-forms.ts';
import type { Found } from './found-units.ts';
import { refuse } from './read-answers.ts';

/**
 * What was answered of each line, judged by the form of its category, and kept with the words of the
 * questions: a form that is changed later changes no inspection.
 * @throws Refusal 422 naming the rows whose questions are not answered, or forbid units that are called good
 */
export async function withAnswers(tx: Tx, found: readonly Found[]): Promise<Found[]> {
  const requested = found.filter(({ line }) => line.qtyReceived > 0);
  const bySku = await questionsOf(
    tx,
    requested.map(({ line }) => line.skuId),
  );
  const errors: FieldError[] = [];
  const judged = found.map((one) => {
    const questions = (one.line.qtyReceived > 0 && bySku.get(one.line.skuId)) || [];
    const { faults, bad, kept } = judgeAnswers(questions, answersIn(one.findings), one.photos?.length ?? 0);
    const wrong = (message: string): void =>
      void errors.push({
        field: 'lines',
        row: one.row,
        code: 'aftersales.inspection',
        message: `${one.line.sku} ${message}`,
      });
    for (const { message } of faults) wrong(message);
    if (one.good > 0) for (const { question } of bad) wrong(`“${question}”不合格，不能按良品收`);
    const answers = questions.flatMap(({ id, question }) =>
      kept[id] === undefined ? [] : [{ question, answer: kept[id] }],
    );
    return { ...one, findings: answers.length > 0 ? answers : null };
  });
  refuse(errors);
  return judged;
}

const answersIn = (findings: unknown): Answers => {
  if (typeof findings !== 'object' || findings === null || Array.isArray(findings)) return {};
  const texts = Object.entries(findings).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as Answers;
};
