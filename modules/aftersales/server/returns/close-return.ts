import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { stillOwed } from '../../model/return-errors.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import { linesOf, type StoredLine } from './return-lines.ts';

/** 关闭: nothing of it waits for anybody. */
export const closeReturn: Command = command(returnLifecycle, 'close', {
  guard: async (tx, rows) => new Map([...(await owedReturns(tx, rows))].map((id) => [id, stillOwed()])),
  run: async () => undefined,
});

/** Returns of which the goods are judged and the buyer still waits for the money: they are not closed. */
export async function owedReturns(
  tx: Tx,
  rows: readonly { id?: unknown; status?: unknown; type?: unknown }[],
): Promise<Set<string>> {
  const judged = rows
    .filter(({ status, type }) => status === 'disposed' && type !== 'unordered')
    .map(({ id }) => ({ id: String(id) }));
  if (judged.length === 0) return new Set();
  const lines = await linesOf(tx, judged);
  return new Set(judged.flatMap(({ id }) => ((lines.get(id) ?? []).some(isOwed) ? [id] : [])));
}

/** Whether the buyer is to get money for a line. */
const isOwed = (line: StoredLine): boolean =>
  line.outcome === 'refund' && owedUnits(line) > 0 && Number(line.unitCredit ?? 0) > 0;

/** Units for which the buyer is credited once the goods are judged. */
export const owedUnits = ({ qtyGood, qtyDamaged, qtyAccepted }: StoredLine): number =>
  qtyGood + qtyDamaged + qtyAccepted;
