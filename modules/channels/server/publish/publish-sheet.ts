import { PassThrough } from 'node:stream';
import { SHEET_MIME, SHEET_SUFFIX } from '#kit/model/limits.ts';
import { invalid } from '#kit/model/refusal.ts';
import { auditResource } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import type {
  DocumentLine,
  DocumentOutcome,
  DocumentRun,
  DocumentSheet,
} from '#kit/server/import-export/document-sheet.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { file, implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { writeXlsx, type SheetCell } from '#platform/sheets/xlsx-writer.ts';
import { cellText, cellValues, isAsked, placeKey, valuesAt } from '../../model/publish/answers.ts';
import { allQuestions } from '../../model/publish/answers.ts';
import { itemUnknown, placeUncounted, placeUnknown } from '../../model/publish/publish-errors.ts';
import { PUBLISH_SHEET, publishSheetRoute, type SavedCell } from '../../model/publish/publish-routes.ts';
import { publishTask } from '../../model/publish/publish-task.ts';
import { openTask } from './judge-tasks.ts';
import type { OpenedTask } from './opened-task.ts';
import { lockEditable, lockTask, markChanged } from './lock-task.ts';
import { writeCells } from './save-cells.ts';

/** Choices that a cell names at most: some questions have thousands. */
const MOST_CHOICES = 60;

/** 导出答案: a row for each cell that is asked, in the form that 导入 takes. */
export const publishSheet: Route = implement(publishSheetRoute, async (call) => {
  const { taskNo, opened } = await call.tx(async (tx) => {
    const task = await lockTask(tx, call.params.id);
    auditResource(tx, publishTask, [{ rowId: task.id, action: 'export' }]);
    return { taskNo: task.taskNo, opened: await openTask(tx, task) };
  });
  const out = new PassThrough();
  const columns = Object.values(PUBLISH_SHEET).map(({ title }) => ({ title, numeric: false }));
  writeXlsx(out, { sheetName: '刊登答案', columns, rows: rowsOf(taskNo, opened) }).catch((error: unknown) =>
    out.destroy(error as Error),
  );
  return file(`刊登答案-${taskNo}${SHEET_SUFFIX}`, SHEET_MIME, out);
});

const rowsOf = (taskNo: string, { items, columns, goods }: OpenedTask): SheetCell[][] =>
  items.flatMap(({ channelSku, skuId, answers }) =>
    columns
      .filter(
        (column) =>
          isAsked(column, answers) &&
          (!column.question.isPerCarton || column.instance <= Math.max(1, goods.get(skuId)?.cartons.length ?? 1)),
      )
      .map((column): SheetCell[] => {
        const { question, questionId, instance, parentRank, title } = column;
        const named = question.choices.slice(0, MOST_CHOICES).map((one) => one.title);
        const more = question.choices.length - named.length;
        return [
          taskNo,
          channelSku,
          questionId,
          title,
          String(instance),
          String(parentRank),
          cellText(valuesAt(answers, column)),
          more > 0 ? `${named.join(' | ')} 等 ${question.choices.length} 个` : named.join(' | '),
        ];
      }),
  );

interface Row extends Omit<DocumentLine, 'values'> {
  values: Record<keyof typeof PUBLISH_SHEET, string | null | undefined>;
}

/** Rows of a sheet of answers at most. */
export const MOST_SHEET_CELLS = 20_000;

/** 导入答案: cells by task, SKU and question. What is not in the sheet stays as it is. */
export const publishAnswersSheet = {
  of: publishTask,
  sheet: {
    fields: PUBLISH_SHEET,
    most: MOST_SHEET_CELLS,
    documentOf: ({ taskNo }) => ({ key: String(taskNo ?? ''), name: `刊登单 ${String(taskNo ?? '')}` }),
    take: (run, lines) => take(run, lines as unknown as readonly Row[]),
  } satisfies DocumentSheet,
};

/** Undoes a trial: what was judged by writing it is not kept. */
class Judged extends Error {}

async function take({ db, actor, isTrial, settle }: DocumentRun, rows: readonly Row[]): Promise<DocumentOutcome> {
  try {
    await db.tx(actor, async (tx) => {
      await takeRows(tx, rows);
      if (isTrial) throw new Judged();
      await settle(tx, 'edited');
    });
  } catch (error) {
    if (!(error instanceof Judged)) throw error;
  }
  return 'edited';
}

async function takeRows(tx: Tx, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const task = await lockEditable(tx, await taskIdOf(tx, first), null);
  const opened = await openTask(tx, task);
  const questions = new Map(allQuestions(opened.form.questions).map((one) => [one.id, one]));
  const items = new Map(opened.items.map(({ channelSku, id }) => [channelSku, id]));
  const cells = rows.map((line): SavedCell => {
    const { row, values } = line;
    const question = questions.get(String(values.questionId));
    if (!question) throw placeUnknown({ row, questionId: String(values.questionId) });
    const itemId = items.get(String(values.channelSku));
    if (itemId === undefined) throw itemUnknown({ row });
    return {
      itemId,
      questionId: question.id,
      instance: numberIn(line, 'instance'),
      parentRank: numberIn(line, 'parentRank'),
      values: cellValues(question, values.value ?? ''),
    };
  });
  refuseTwice(rows, cells);
  await writeCells(tx, opened, cells, (at) => rows[at]?.row ?? first.row);
  auditResource(tx, publishTask, [{ rowId: task.id, action: 'import' }]);
  await markChanged(tx, task.id);
}

async function taskIdOf(tx: Tx, { row, values }: Row): Promise<string> {
  const [found] = await tx.query<{ id: string }>(sql`
    select t.id from publish_task t
    where ${join([...baseConditions(publishTask, tx.actor), sql`t.task_no = ${values.taskNo ?? ''}`], ' and ')}`);
  if (!found)
    throw invalid([
      { field: 'taskNo', row, code: 'link', message: `没有刊登单“${values.taskNo ?? ''}”，或不在您负责的店铺` },
    ]);
  return found.id;
}

function refuseTwice(rows: readonly Row[], cells: readonly SavedCell[]): void {
  const seen = new Set<string>();
  cells.forEach((cell, at) => {
    const key = `${cell.itemId} ${placeKey(cell)}`;
    if (seen.has(key))
      throw invalid([
        { field: 'questionId', row: rows[at]?.row ?? at + 1, code: 'twice', message: '同一个 SKU 的同一题只能有一行' },
      ]);
    seen.add(key);
  });
}

/** Which carton, or which answer of the question above, a row means; the first where it does not say. */
function numberIn({ row, values }: Row, field: 'instance' | 'parentRank'): number {
  const text = values[field]?.trim() || '1';
  if (!/^[1-9]\d{0,3}$/u.test(text))
    throw placeUncounted({ row, field, title: PUBLISH_SHEET[field].title, value: text });
  return Number(text);
}
