import { exponentOf } from '#kit/model/currency.ts';
import { MOST_AMOUNT } from '#kit/model/money.ts';
import { invalid } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { draftSlots } from '#kit/server/draft/draft-slots.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { currencyFaults } from '#modules/base/server/index.ts';
import { landedCost, landedCostReceipt } from '../model/landed-cost.ts';
import { costBeyond, costDayAhead, receiptElsewhere, receiptTwice } from '../model/landed-errors.ts';

/** A landed cost while it is a draft: receipts of its warehouse, each once, and the sum of amounts. */
export const landedCostDraft = draftSlots(
  {
    of: landedCost,
    lines: landedCostReceipt,
    head: landedCost.fields,
    line: landedCostReceipt.fields,
  },
  {
    async derive(tx, { head, lines, before }) {
      const errors = await currencyFaults(tx, head, ['currency'], before ?? {});
      if (head.costDay && head.costDay > dayIn(tx.now, tx.actor.zone)) errors.push(costDayAhead());
      const total = (head.freight ?? 0n) + (head.duty ?? 0n) + (head.otherCost ?? 0n);
      if (total > BigInt(MOST_AMOUNT) * 10n ** BigInt(exponentOf(head.currency))) errors.push(costBeyond());
      if (errors.length > 0) throw invalid(errors);
      await judgeReceipts(
        tx,
        head.warehouseId,
        lines.map(({ receiptId }) => receiptId),
      );
      return {
        head: {
          receiptCount: lines.length,
          total,
        },
      };
    },
    written: (tx, id) => noteMakers(tx, landedCost, id),
  },
);

async function judgeReceipts(tx: Tx, warehouseId: string, ids: readonly string[]): Promise<void> {
  const twice = rowsWhere(ids, (id, at) => ids.indexOf(id) < at);
  if (twice.length > 0) throw receiptTwice(twice);
  const rows = await tx.rows<{ id: string }>`
    select id from inbound_receipt where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])
      and warehouse_id <> ${warehouseId}::uuid`;
  const others = new Set(rows.map(({ id }) => id));
  const elsewhere = rowsWhere(ids, (id) => others.has(id));
  if (elsewhere.length > 0) throw receiptElsewhere(elsewhere);
}

const rowsWhere = (ids: readonly string[], isWrong: (id: string, at: number) => boolean): number[] =>
  ids.flatMap((id, at) => (isWrong(id, at) ? [at + 1] : []));
