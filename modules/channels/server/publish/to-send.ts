import type { ListingAnswer, ListingChange } from '../../model/port.ts';
import { changedAnswers, isAsked, valuesAt, type FormColumn } from '../../model/publish/answers.ts';
import type { ListedGoods } from '../../model/publish/goods.ts';
import { roleOf, type QuestionRole } from '../../model/publish/known-questions.ts';
import type { TaskItem } from './task-items.ts';

/** What of the answers of a SKU the marketplace is given: what it asks, of the cartons that there are. */
export const givenAnswers = (
  columns: readonly FormColumn[],
  answers: readonly ListingAnswer[],
  goods: ListedGoods | undefined,
): ListingAnswer[] =>
  columns.flatMap((column) => {
    const { question, questionId, parentRank, instance } = column;
    if (question.isPerCarton && instance > Math.max(1, goods?.cartons.length ?? 1)) return [];
    if (!isAsked(column, answers)) return [];
    return valuesAt(answers, column).map((value, at) => ({ questionId, parentRank, instance, value, rank: at + 1 }));
  });

/** What goes out of one SKU: what it is to have there; null where it has it already. */
export function toSend(
  { answers, liveAnswers }: Pick<TaskItem, 'answers' | 'liveAnswers'>,
  columns: readonly FormColumn[],
  goods: ListedGoods | undefined,
): ListingAnswer[] | null {
  const given = givenAnswers(columns, answers, goods);
  return liveAnswers !== null && changedAnswers(given, liveAnswers).length === 0 ? null : given;
}

const roleBy = (questionId: string): QuestionRole | null => roleOf({ id: questionId, isPerCarton: false });

/** What of a listing that stands there changes. */
export function changeOf(
  sent: readonly ListingAnswer[],
  live: readonly ListingAnswer[],
): Pick<ListingChange, 'title' | 'answers' | 'media'> {
  const changed = changedAnswers(sent, live);
  const name = changed.find(({ questionId }) => roleBy(questionId) === 'name');
  const images = changed.find(({ questionId }) => roleBy(questionId) === 'images');
  const stood = live
    .filter(({ questionId }) => questionId === images?.questionId)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
  return {
    title: name?.values[0] ?? null,
    answers: changed.filter((one) => one !== name && one !== images),
    media: images ? mediaOf(images.values, stood) : [],
  };
}

/** Pictures that come and go; the first is the lead, and is named as such where it is another than before. */
function mediaOf(now: readonly string[], before: readonly string[]): ListingChange['media'] {
  const [lead] = now;
  return [
    ...now
      .filter((url) => !before.includes(url) || (url === lead && url !== before[0]))
      .map((url) => ({ url, action: 'upload' as const, isLead: url === lead })),
    ...before.filter((url) => !now.includes(url)).map((url) => ({ url, action: 'delete' as const, isLead: false })),
  ];
}
