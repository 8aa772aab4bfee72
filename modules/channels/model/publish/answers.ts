import type { ListingAnswer, ListingQuestion } from '../port.ts';

/** Where an answer stands: a question, under the nth answer of the question above it, of the nth carton. */
export interface AnswerPlace {
  questionId: string;
  parentRank: number;
  instance: number;
}

/** A question at one place, as a column of the grid has it. */
export interface FormColumn extends AnswerPlace {
  key: string;
  title: string;
  question: ListingQuestion;
  parent: FormColumn | null;
}

/** How often questions are repeated over all SKUs of a task. */
export interface Repeats {
  cartons: number;
  /** Answers of a question that takes several, at most. */
  answersTo(questionId: string): number;
}

export const placeKey = ({ questionId, parentRank, instance }: AnswerPlace): string =>
  `${questionId} ${parentRank} ${instance}`;

/** Every place that may be answered, questions before those that hang on them. */
export function formColumns(questions: readonly ListingQuestion[], repeats: Repeats): FormColumn[] {
  const numbers = (count: number): number[] => Array.from({ length: Math.max(1, count) }, (_, at) => at + 1);
  const columnsOf = (question: ListingQuestion, parent: FormColumn | null): FormColumn[] => {
    const isInside = parent?.question.isPerCarton === true;
    const instances = question.isPerCarton && !isInside ? numbers(repeats.cartons) : [parent?.instance ?? 1];
    const ranks = parent?.question.isMultiple
      ? numbers(repeats.answersTo(parent.questionId))
      : [parent?.parentRank ?? 1];
    return instances.flatMap((instance) =>
      ranks.flatMap((parentRank) => {
        const column = columnAt(question, parent, { questionId: question.id, parentRank, instance });
        return [column, ...question.children.flatMap((child) => columnsOf(child, column))];
      }),
    );
  };
  return questions.flatMap((question) => columnsOf(question, null));
}

function columnAt(question: ListingQuestion, parent: FormColumn | null, place: AnswerPlace): FormColumn {
  const carton = question.isPerCarton ? `（箱 ${place.instance}）` : '';
  const rank = parent?.question.isMultiple ? `（第 ${place.parentRank} 项）` : '';
  return { ...place, key: placeKey(place), title: `${question.title}${carton}${rank}`, question, parent };
}

/** Values at a place in the order of their ranks. */
export const valuesAt = (answers: readonly ListingAnswer[], place: AnswerPlace): string[] =>
  answers
    .filter((one) => isAt(one, place))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value);

const isAt = (one: ListingAnswer, { questionId, parentRank, instance }: AnswerPlace): boolean =>
  one.questionId === questionId && one.parentRank === parentRank && one.instance === instance;

/** Answers with other values at one place; empty ones take the answer away. */
export const withValues = (
  answers: readonly ListingAnswer[],
  place: AnswerPlace,
  values: readonly string[],
): ListingAnswer[] => [
  ...answers.filter((one) => !isAt(one, place)),
  ...values
    .filter((value) => value !== '')
    .map((value, at) => ({
      questionId: place.questionId,
      parentRank: place.parentRank,
      instance: place.instance,
      value,
      rank: at + 1,
    })),
];

/** Whether a place is to be answered, as the answers above it stand. */
export function isAsked(column: FormColumn, answers: readonly ListingAnswer[]): boolean {
  const { parent, question } = column;
  if (parent === null) return true;
  if (!isAsked(parent, answers)) return false;
  if (question.askedWhen === null) return true;
  const given = valuesAt(answers, parent);
  const said = parent.question.isMultiple ? given.slice(column.parentRank - 1, column.parentRank) : given;
  const titles = said.map((value) => parent.question.choices.find(({ key }) => key === value)?.title ?? value);
  return [...said, ...titles].some((value) => question.askedWhen?.includes(value));
}

/** All questions of a form, those inside others too. */
export const allQuestions = (questions: readonly ListingQuestion[]): ListingQuestion[] =>
  questions.flatMap((one) => [one, ...allQuestions(one.children)]);

/** Answers of a question that takes several at most, over the goods of a task; and their cartons. */
export function repeatsOf(items: readonly { answers: readonly ListingAnswer[]; cartonCount: number }[]): Repeats {
  const most = new Map<string, number>();
  let cartons = 1;
  for (const { answers, cartonCount } of items) {
    cartons = Math.max(cartons, cartonCount);
    for (const { questionId, rank, instance } of answers) {
      most.set(questionId, Math.max(most.get(questionId) ?? 0, rank));
      cartons = Math.max(cartons, instance);
    }
  }
  return { cartons, answersTo: (questionId) => most.get(questionId) ?? 1 };
}

const BETWEEN = ' | ';

/** Values as one text of a cell: several stand between bars. */
export const cellText = (values: readonly string[]): string => values.join(BETWEEN);

/** What was typed or pasted into a cell. A question of one value is never taken apart. */
export const cellValues = (question: Pick<ListingQuestion, 'isMultiple'>, text: string): string[] =>
  (question.isMultiple ? text.split(/\s*\|\s*|\r?\n/u) : [text]).map((one) => one.trim()).filter((one) => one !== '');

/** Answers that differ from those that the marketplace has, question by question with all its values. */
export function changedAnswers(
  answers: readonly ListingAnswer[],
  before: readonly ListingAnswer[],
): { questionId: string; values: string[] }[] {
  const ids = [...new Set([...answers, ...before].map(({ questionId }) => questionId))];
  const said = (some: readonly ListingAnswer[], id: string): string =>
    JSON.stringify(
      some
        .filter(({ questionId }) => questionId === id)
        .map(({ value, rank, parentRank, instance }) => [parentRank, instance, rank, value] as const)
        .toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]),
    );
  return ids
    .filter((id) => said(answers, id) !== said(before, id))
    .map((questionId) => ({
      questionId,
      values: answers
        .filter((one) => one.questionId === questionId)
        .toSorted((a, b) => a.parentRank - b.parentRank || a.instance - b.instance || a.rank - b.rank)
        .map(({ value }) => value),
    }));
}
