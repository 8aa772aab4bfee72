import { exponentOf } from '#kit/model/currency.ts';
import { lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { readLineAnswers } from '#kit/server/line-answers.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { baseCurrency, rateAt } from '#modules/base/server/index.ts';
import { answerFaults, creditsOnlyAfter, linesOfOne, noCreditOfUnordered } from '../../model/return-errors.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import { returnOrder, type ReturnRow } from '../../model/return-order.ts';
import { creditAlone } from './alone-check.ts';
import { creditFaults, creditLimits, type CreditLimit } from './credit-limits.ts';
import { issueNote, type CreditedLine } from './credit-notes.ts';
import { holdOrders, showReturns } from './order-facts.ts';
import { refuse } from './read-answers.ts';
import { owedUnits } from './close-return.ts';
import { addValues, linesOf, nameOf, type StoredLine } from './return-lines.ts';

/** What a line is to be credited with, and where that was said. */
interface RequestedCredit {
  row: number;
  line: StoredLine;
  amount: bigint;
}

/**
 * 退款: the buyer's side owes less. Never more than the units that came back were charged with, or of which
 * somebody said why they are credited without, counted with the order held: what two people credit at once
 * is judged one after the other.
 */
export const creditReturn: Command = command(returnLifecycle, 'credit', {
  async guard(_tx, rows) {
    const refusals = new Map<string, Refusal>();
    for (const { id, type, status } of rows)
      if (type === 'unordered') refusals.set(id, noCreditOfUnordered());
      else if (status === 'approved' && type !== 'refundOnly') refusals.set(id, creditsOnlyAfter());
    return refusals;
  },
  async run(tx, rows, { lines: said, reason }) {
    if (rows.length > 1 && said) throw linesOfOne();
    await holdOrders(tx, rows);
    for (const row of rows) await credit(tx, row, said, reason ?? null);
    await showReturns(tx, rows, 'credited');
  },
});

async function credit(tx: Tx, row: ReturnRow, answers: unknown, reason: string | null): Promise<void> {
  const lines = (await linesOf(tx, [row])).get(row.id) ?? [];
  const { order, limits } = await creditLimits(tx, row, lines);
  const requested = readAmounts(tx, answers, lines) ?? lines.flatMap((line, at) => usual(row, line, at, limits));
  const real = requested.filter(({ amount }) => amount > 0n);
  if (!order || real.length === 0) refuse([answerFaults.noCredit()]);
  else refuse(creditFaults(real, limits, order.currency));
  const total = real.reduce((sum, { amount }) => sum + amount, 0n);
  await creditAlone(tx, { row, lines, order, total });
  const base = await baseCurrency(tx);
  const fxRate = await rateAt(tx, row.currency, base, dayIn(tx.now, tx.actor.zone));
  const baseTotal = convertAmount(total, fxRate, row.currency, base);
  const credited = real.map(({ line, amount }): CreditedLine => ({
    returnLineId: line.id,
    orderLineId: line.orderLineId,
    skuId: line.skuId,
    qty: unitsOf(row, line),
    amount,
  }));
  await tx.run`
    update return_line l set credited = l.credited + c.amount, update_time = ${tx.now}, version = l.version + 1
    from unnest(${credited.map((c) => c.returnLineId)}::uuid[], ${credited.map((c) => c.amount)}::bigint[])
      as c (id, amount)
    where l.tenant_id = ${tx.tenant} and l.id = c.id`;
  const noteId = await issueNote(tx, row, {
    lines: credited,
    total,
    fxRate,
    baseCurrency: base,
    baseTotal,
    reason,
  });
  await setColumns(tx, returnOrder, [row.id], {
    creditTotal: row.creditTotal + total,
    creditNoteId: noteId,
  });
  await addValues(tx, row.id, { credit: baseTotal });
}

/** Units that a line is credited for. */
const unitsOf = ({ type }: ReturnRow, line: StoredLine): number =>
  type === 'refundOnly' ? line.qtyRequested : owedUnits(line);

/** What was asked for at first, of the units that came, within what the buyer was charged for them. */
function usual(
  row: ReturnRow,
  line: StoredLine,
  at: number,
  limits: ReadonlyMap<string, CreditLimit>,
): RequestedCredit[] {
  if (line.outcome !== 'refund') return [];
  const price = parseDecimal(line.unitCredit ?? '0', PRICE_SCALE) ?? 0n;
  const amount = lineAmount(unitsOf(row, line), price, exponentOf(row.currency));
  const most = limits.get(line.id)?.most ?? 0n;
  return [{ row: at + 1, line, amount: amount < most ? amount : most }];
}

const readAmounts = (tx: Tx, answer: unknown, lines: readonly StoredLine[]): RequestedCredit[] | null =>
  readLineAnswers(returnLifecycle.moves.credit.input.lines, answer, { actor: tx.actor, lines, nameOf })?.map(
    ({ row, line, said: { amount } }) => ({ row, line, amount }),
  ) ?? null;

/** 退款冲销: a credit note was taken back, so the money is owed again. */
export const uncreditReturn: Command = command(returnLifecycle, 'uncredit', {
  run: async (_tx, rows) => new Map(rows.map(({ id, type }) => [id, stateBefore(type)])),
});

/** The state that a return was credited in. */
export const stateBefore = (type: ReturnRow['type']): 'approved' | 'disposed' =>
  type === 'refundOnly' ? 'approved' : 'disposed';
