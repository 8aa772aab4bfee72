import {
  allQuestions,
  formColumns,
  isAsked,
  repeatsOf,
  valuesAt,
  withValues,
} from '#modules/channels/model/publish/answers.ts';
import type { ListingAnswer, ListingQuestion } from '#modules/channels/model/port.ts';
import { roleOf } from '#modules/channels/model/publish/known-questions.ts';
import type { SavedCell } from '#modules/channels/model/publish/publish-routes.ts';
import type { Client } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { fill, itemsIn, readTask, type ShownTask } from './publish-scene.ts';

/** What people would answer where our own data say nothing. */
function answerTo(question: ListingQuestion): string {
  const role = roleOf(question);
  if (role === 'images') return 'https://files.example/bed.jpg';
  if (role === 'price') return '199.99';
  if (role === 'shipType') return 'Small Parcel';
  const plain = question.choices.find(({ key }) => key === 'Not Variant' || key === 'No' || key === 'Metal');
  if (question.choices.length > 0) return plain?.key ?? question.choices[0]?.key ?? '';
  return question.answer === 'text' ? 'Plain' : '24';
}

/** Cells that are still required of the SKUs of a task, with an answer each. */
export function missingCells(task: ShownTask, except: readonly string[] = []): SavedCell[] {
  const cells: SavedCell[] = [];
  for (const item of itemsIn(task)) {
    const columns = formColumns(
      task.form.questions,
      repeatsOf([{ answers: item.answers, cartonCount: task.cartonCounts[item.id] || 1 }]),
    );
    let answers: ListingAnswer[] = item.answers;
    for (const column of columns) {
      const { question, questionId, parentRank, instance } = column;
      const isOpen = question.importance === 'required' && !except.includes(questionId);
      if (!isOpen || valuesAt(answers, column).length > 0 || !isAsked(column, answers)) continue;
      const values = [answerTo(question)];
      answers = withValues(answers, column, values);
      cells.push({ itemId: item.id, questionId, parentRank, instance, values });
    }
  }
  return cells;
}

/** Answers everything that is required of a task. */
export async function answerAll(who: Client, id: string, except: readonly string[] = []): Promise<void> {
  await must(fill(who, id, missingCells(await readTask(who, id), except)));
}

/** Whether a question stands in a form, at any depth. */
export const asks = ({ form }: ShownTask, questionId: string): boolean =>
  allQuestions(form.questions).some(({ id }) => id === questionId);
