import type { FieldError } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { formWords } from '#modules/base/server/index.ts';
import { answersOf, judgeAnswers, type Answers } from '../../model/inspection-answers.ts';
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
  const words = await formWords(
    tx,
    [...bySku.values()].flat().flatMap(({ fields }) => fields),
    requested.flatMap(({ line, findings }) =>
      (bySku.get(line.skuId) ?? []).map((form) => answersOf(form, answersIn(findings), 0)),
    ),
  );
  const judged = found.map((one) => {
    const forms = (one.line.qtyReceived > 0 && bySku.get(one.line.skuId)) || [];
    const photoCount = one.photos?.length ?? 0;
    const { faults, bad, findings } = judgeAnswers(forms, answersIn(one.findings), photoCount, words);
    const wrong = (message: string): void =>
      void errors.push({
        field: 'lines',
        row: one.row,
        code: 'aftersales.inspection',
        message: `${one.line.sku} ${message}`,
      });
    for (const message of faults) wrong(message);
    if (one.good > 0) for (const { label } of bad) wrong(`“${label}”不合格，不能按良品收`);
    return { ...one, findings: findings.length > 0 ? findings : null };
  });
  refuse(errors);
  return judged;
}

const answersIn = (findings: unknown): Answers =>
  typeof findings === 'object' && findings !== null && !Array.isArray(findings) ? { ...findings } : {};
