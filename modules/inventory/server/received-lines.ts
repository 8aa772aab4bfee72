import type { LinesField } from '#kit/model/lines-question.ts';
import { readLineAnswers } from '#kit/server/line-answers.ts';
import type { Tx } from '#kit/server/database.ts';
import type { receivedUnits } from '../model/received-units.ts';

/** What has come of one line, in one condition. */
export interface Received {
  /** Where it stands in what was said, from 1. */
  row: number;
  lineId: string;
  qty: number;
  condition: string;
}

type Columns = ReturnType<typeof receivedUnits> extends LinesField<infer C> ? C : never;

/**
 * What somebody says has come: `[{ lineId, qty, condition }]`, good where no condition is said.
 * @returns null where nothing was said: all of it came
 * @throws Refusal 422 naming the rows that say something else
 */
export const readReceived = (
  tx: Tx,
  request: LinesField<Columns>,
  answer: unknown,
  lines: readonly { id: string; sku: string }[],
): Received[] | null =>
  readLineAnswers(request, answer, { actor: tx.actor, lines, nameOf: ({ sku }) => sku })?.map(
    ({ row, line, said }) => ({
      row,
      lineId: line.id,
      qty: said.qty,
      condition: said.condition,
    }),
  ) ?? null;
