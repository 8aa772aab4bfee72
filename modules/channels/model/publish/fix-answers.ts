import type { ListingAnswer } from '../port.ts';
import { isAsked, valuesAt, withValues, type FormColumn } from './answers.ts';
import { knownValues, type ListedGoods } from './goods.ts';
import { notApplicable, readValue } from './read-answer.ts';

/** Our own data where nothing is answered yet; conditional questions follow from what was filled in before them. */
export function prefilled(
  columns: readonly FormColumn[],
  answers: readonly ListingAnswer[],
  goods: ListedGoods,
): ListingAnswer[] {
  let filled = [...answers];
  for (const column of columns) {
    if (valuesAt(filled, column).length > 0 || !isAsked(column, filled)) continue;
    if (column.question.isPerCarton && column.instance > Math.max(1, goods.cartons.length)) continue;
    const known = knownValues(column, goods);
    if (known) filled = withValues(filled, column, known);
  }
  return filled;
}

/**
 * 一键修正: what follows without a doubt. Empty cells take our own data, or 不适用 where that is a choice of a question
 * that must be answered; values are written as the marketplace writes them. What people have said is never replaced.
 */
export function fixedAnswers(
  columns: readonly FormColumn[],
  answers: readonly ListingAnswer[],
  goods: ListedGoods,
): ListingAnswer[] {
  let fixed = [...answers];
  for (const column of columns) {
    const { question } = column;
    const values = valuesAt(fixed, column);
    if (values.length === 0) continue;
    const read = values.map((value) => readValue(question, value) ?? value);
    // The same value twice is a slip where each stands once.
    fixed = withValues(fixed, column, question.isMultiple ? [...new Set(read)] : read);
  }
  fixed = prefilled(columns, fixed, goods);
  for (const column of columns) {
    const { question } = column;
    if (question.importance !== 'required' || valuesAt(fixed, column).length > 0 || !isAsked(column, fixed)) continue;
    const none = notApplicable(question);
    if (none !== null) fixed = withValues(fixed, column, [none]);
  }
  return fixed;
}
