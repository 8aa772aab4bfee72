import type { Tx } from '#kit/server/database.ts';
import { readLineAnswers } from '#kit/server/line-answers.ts';
import { partOrderLifecycle } from '../../model/part-lifecycle.ts';
import type { PartSource } from '../../model/part-order.ts';
import type { StoredPartLine } from './part-lines.ts';

/** Where a line is to come from, as somebody chose. */
export interface Choice {
  line: StoredPartLine;
  source: PartSource;
  warehouseId: string;
  cartonNo: number | null;
}

/**
 * Reads the sources that somebody chose for lines.
 * @param usual the warehouse of lines that name none
 * @returns null where nothing was said
 * @throws Refusal 422 naming the rows that say something else
 */
export const readChoices = (
  tx: Tx,
  answer: unknown,
  lines: readonly StoredPartLine[],
  usual: string,
): Choice[] | null =>
  readLineAnswers(partOrderLifecycle.moves.confirm.input.lines, answer, {
    actor: tx.actor,
    lines,
    nameOf: ({ row }) => `第 ${row} 行`,
  })?.map(({ line, said: { source, warehouseId, cartonNo } }) => ({
    line,
    source,
    warehouseId: warehouseId ?? usual,
    cartonNo: cartonNo ?? line.cartonNo,
  })) ?? null;
