import { auditResource } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { formColumns, placeKey, valuesAt, withValues, type AnswerPlace } from '../../model/publish/answers.ts';
import { roleOf } from '../../model/publish/known-questions.ts';
import {
  cellTooLong,
  cellsUnread,
  itemUnknown,
  partIsFixed,
  placeUnknown,
  priceIsLive,
  tooManyCells,
} from '../../model/publish/publish-errors.ts';
import {
  MOST_CELL_TEXT,
  MOST_SAVED_CELLS,
  saveCellsRoute,
  type SavedCell,
} from '../../model/publish/publish-routes.ts';
import { publishTask } from '../../model/publish/publish-task.ts';
import { readValue } from '../../model/publish/read-answer.ts';
import { openTask } from './judge-tasks.ts';
import type { OpenedTask } from './opened-task.ts';
import { lockEditable, markChanged } from './lock-task.ts';
import { countItems, storeAnswers, type TaskItem } from './task-items.ts';

/** Answers of one question at most; the cells of a grid are no place for more. */
const MOST_REPEATS = 50;

/** 保存: cells as they were typed or pasted; what is wrong with them is said by 校验. */
export const saveCells: Route = implement(saveCellsRoute, (call) =>
  call.tx(async (tx) => {
    const cells = readCells(call.body.cells);
    const version = typeof call.body.version === 'number' ? call.body.version : null;
    const task = await lockEditable(tx, call.params.id, version);
    const opened = await openTask(tx, task);
    await writeCells(tx, opened, cells);
    auditResource(tx, publishTask, [{ rowId: task.id, action: 'edit' }]);
    return markChanged(tx, task.id);
  }),
);

function readCells(given: unknown): SavedCell[] {
  if (!Array.isArray(given)) throw cellsUnread();
  if (given.length > MOST_SAVED_CELLS) throw tooManyCells({ most: MOST_SAVED_CELLS });
  return given.map((one: unknown, at): SavedCell => {
    if (typeof one !== 'object' || one === null) throw cellsUnread();
    const { itemId, questionId, parentRank, instance, values } = one as Record<string, unknown>;
    const isRead =
      isUuid(itemId) &&
      typeof questionId === 'string' &&
      Number.isInteger(parentRank) &&
      Number.isInteger(instance) &&
      Array.isArray(values) &&
      values.length <= MOST_REPEATS &&
      values.every((value) => typeof value === 'string');
    if (!isRead) throw cellsUnread();
    if (values.reduce((sum: number, value: string) => sum + value.length, 0) > MOST_CELL_TEXT)
      throw cellTooLong({ row: at + 1, most: MOST_CELL_TEXT });
    return { itemId: String(itemId), questionId, parentRank: Number(parentRank), instance: Number(instance), values };
  });
}

/**
 * Writes cells of a task; the rest of its answers stays. A choice may be named by its key or its title.
 * @param rowOf what row of a sheet a cell stands in
 */
export async function writeCells(
  tx: Tx,
  opened: OpenedTask,
  cells: readonly SavedCell[],
  rowOf: (at: number) => number = (at) => at + 1,
): Promise<void> {
  const places = placesOf(opened);
  const items = new Map(opened.items.map((one) => [one.id, one]));
  const written = new Map<string, TaskItem>();
  cells.forEach((cell, at) => {
    const item = written.get(cell.itemId) ?? items.get(cell.itemId);
    if (!item) throw itemUnknown({ row: rowOf(at) });
    const column = places.get(placeKey(cell));
    if (!column) throw placeUnknown({ row: rowOf(at), questionId: cell.questionId });
    const { question } = column;
    const values = cell.values.map((value) =>
      question.answer === 'choice' ? (readValue(question, value) ?? value) : value,
    );
    refuseFixed(item, cell, values, rowOf(at));
    written.set(item.id, {
      ...item,
      answers: withValues(item.answers, cell, values),
      flaws: item.flaws.filter(
        (flaw) =>
          flaw.questionId !== cell.questionId || flaw.parentRank !== cell.parentRank || flaw.instance !== cell.instance,
      ),
    });
  });
  await storeAnswers(tx, [...written.values()]);
  await countItems(tx, [opened.task.id]);
}

/** Every place that may be written: more answers than stand there now as well. */
function placesOf({ form, goods, items, columns }: OpenedTask): Map<string, (typeof columns)[number]> {
  const most = Math.max(1, ...items.map(({ skuId }) => goods.get(skuId)?.cartons.length ?? 1));
  const all = formColumns(form.questions, { cartons: most, answersTo: () => MOST_REPEATS });
  return new Map([...all, ...columns].map((column) => [column.key, column]));
}

/** The part number is what the listing is known by; the price of what stands there has a way of its own. */
function refuseFixed(item: TaskItem, place: AnswerPlace, values: readonly string[], row: number): void {
  const role = roleOf({ id: place.questionId, isPerCarton: false });
  const isSame = JSON.stringify(values) === JSON.stringify(valuesAt(item.answers, place));
  if (isSame) return;
  if (role === 'partNumber' && values[0] !== item.channelSku) throw partIsFixed({ row, channelSku: item.channelSku });
  if (role === 'price' && isLive(item, place.questionId)) throw priceIsLive({ row });
}

/** What the marketplace was never given is answered like everything else, and judged. */
const isLive = ({ liveAnswers }: TaskItem, questionId: string): boolean =>
  liveAnswers?.some((one) => one.questionId === questionId) ?? false;
