import type { Fields } from '#kit/model/field.ts';
import type { Move } from '#kit/model/lifecycle.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import type { BatchRow } from '#kit/model/resource-routes.ts';

/** Whether a refusal is nothing but a question that the move knows how to ask. */
export const isMissingAnswer = (
  { opensOnRefusal: asksIfRefused, input = {} }: Move,
  errors: readonly FieldError[] = [],
): boolean =>
  asksIfRefused === true && errors.length > 0 && errors.every(({ field, row }) => row === undefined && field in input);

/** Documents of a preview that will move once its questions are answered. */
export const waitingForAnswers = (move: Move, rows: readonly BatchRow[]): BatchRow[] =>
  rows.filter((row) => !row.ok && isMissingAnswer(move, row.errors));

/** The questions that refusals have raised: asked for in earnest, the others not at all. */
export function raisedQuestions({ input = {} }: Move, errors: readonly FieldError[]): Fields {
  const raised = new Set(errors.map(({ field }) => field));
  return Object.fromEntries(
    Object.entries(input)
      .filter(([key]) => raised.has(key))
      .map(([key, field]) => [key, { ...field, required: true }]),
  );
}

/** What refusals suggest, by field; of several the last in order, which serves them all. */
export function suggestedAnswers(errors: readonly FieldError[]): Record<string, string> {
  const answers: Record<string, string> = {};
  for (const { field, suggest } of errors)
    if (suggest !== undefined && suggest > (answers[field] ?? '')) answers[field] = suggest;
  return answers;
}
