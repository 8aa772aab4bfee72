import { invalid, type Refusal } from '#kit/model/refusal.ts';
import { handOf } from '#kit/server/actor.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { draftSlots } from '#kit/server/draft/draft-slots.ts';
import { madeByActor, noteMakers } from '#kit/server/makers.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { countClosed, countEmpty, countedElsewhere, counterIsChecker, linesUncounted } from '../model/errors.ts';
import { stockCount, stockCountLifecycle, stockCountLine, type StockCountRow } from '../model/stock-count.ts';
import { valueLines, type ValuedLine } from './adjustment-value.ts';
import { beginLines, linesCounted, settleLines, tallyCount } from './count-lines.ts';
import { binFaults } from './counted-bins.ts';
import { checkReason, holdHand } from './four-eyes.ts';
import { postMovements } from './movements.ts';
import { refuseBundleLines } from './stocked-lines.ts';

/** A count while it is planned. */
export const countDraft = draftSlots(
  {
    of: stockCount,
    lines: stockCountLine,
    head: stockCount.fields,
    line: stockCountLine.fields,
  },
  {
    async derive(tx, { head, lines }) {
      const faults = await binFaults(tx, head);
      if (faults.length > 0) throw invalid(faults);
      await refuseBundleLines(tx, lines);
      return { head: { currency: await baseCurrency(tx), lineCount: lines.length } };
    },
    written: (tx, id) => noteMakers(tx, stockCount, id),
  },
);

/**
 * 开始盘点: notes what the ledger says now. Nothing is frozen, goods come and go meanwhile. Who has whole
 * places counted decides what is looked for there, and counts as one of the counters.
 */
export const startCount: Command = command(stockCountLifecycle, 'start', {
  async run(tx, rows) {
    for (const row of rows) {
      const { lineCount, busy } = await beginLines(tx, row);
      if (lineCount === 0) throw countEmpty();
      if (busy) throw countedElsewhere(busy);
      await setColumns(tx, stockCount, [row.id], { startedAt: tx.now });
      if (row.extent !== 'listed') await noteMakers(tx, stockCount, row.id);
      await tallyCount(tx, row.id);
    }
  },
});

/** 完成盘点: what was not counted is named, until somebody says what it means. Who says none has counted none. */
export const finishCount: Command = command(stockCountLifecycle, 'finish', {
  async run(tx, rows, { uncounted }) {
    for (const row of rows) {
      const open = await linesCounted(tx, row.id);
      if (open.uncounted > 0 && !uncounted) throw linesUncounted(open);
      await settleLines(tx, row, uncounted === 'zero');
      if (open.uncounted > 0 && uncounted === 'zero') await noteMakers(tx, stockCount, row.id);
      await tallyCount(tx, row.id);
    }
  },
});

/** 复盘: lines that differ are counted once more; what was found first stays beside them. */
export const recountCount: Command = command(stockCountLifecycle, 'recount', {
  async run(tx, rows) {
    for (const { id, isBlind } of rows) {
      await tx.run`
        update stock_count_line set first_qty = counted_qty, counted_qty = null, count_moved = null,
          moved_qty = null, difference_qty = null, version = version + 1, update_time = ${tx.now},
          update_by = ${tx.actor.username}, book_qty = case when ${isBlind ?? false} then null else start_qty end
        where tenant_id = ${tx.tenant} and count_id = ${id}::uuid and difference_qty <> 0`;
      await tallyCount(tx, id);
    }
  },
});

/**
 * 过账: differences become movements, losses at the cost of the oldest goods, gains at the last or
 * standard cost. What one person may not adjust alone, nobody who counted may post.
 */
export const postCount: Command = command(stockCountLifecycle, 'post', {
  whyNot: closedBy,
  async run(tx, rows) {
    await holdHand(tx);
    for (const row of rows) {
      const lines = await differingLines(tx, row);
      const valued = await valueLines(tx, row.warehouseId, lines);
      const isAlone = await isCounter(tx, row.id);
      const reason = isAlone ? await checkReason(tx, valued) : null;
      if (reason) throw counterIsChecker(reason);
      await notePosting(tx, row.id, valued, isAlone && !tx.actor.isSystem);
      await postDifferences(tx, row, valued);
    }
  },
});

export const cancelCount: Command = command(stockCountLifecycle, 'cancel', {
  whyNot: closedBy,
  run: async () => undefined,
});

/** Two may close one count at the same time: the second hears who was first. */
async function closedBy(_tx: Tx, rows: StockCountRow[]): Promise<Map<string, Refusal>> {
  const closed = rows.filter(({ status }) => status === 'posted' || status === 'cancelled');
  return new Map(
    closed.map((row) => [
      row.id,
      countClosed({ isPosted: row.status === 'posted', by: row.submittedBy ?? row.updateBy ?? '' }),
    ]),
  );
}

const isCounter = async (tx: Tx, id: string): Promise<boolean> => (await madeByActor(tx, stockCount, [id])).has(id);

const differingLines = async (
  tx: Tx,
  row: StockCountRow,
): Promise<{ id: string; skuId: string; condition: string; qty: number; unitCost: null }[]> => {
  const lines = await tx.rows<{ id: string; skuId: string; condition: string; qty: number }>`
    select id, sku_id, condition, difference_qty as qty from stock_count_line
    where tenant_id = ${tx.tenant} and count_id = ${row.id}::uuid and difference_qty <> 0 order by id`;
  return lines.map((line) => ({ ...line, unitCost: null }));
};

async function notePosting(tx: Tx, id: string, lines: readonly ValuedLine[], isAlone: boolean): Promise<void> {
  const values = lines.map(({ value }) => value);
  const total = values.some((value) => value === null)
    ? null
    : values.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n);
  await tx.run`update stock_count set value = ${total}, submitted_by = ${tx.actor.username},
    submitted_by_id = ${handOf(tx.actor)}::uuid, submitted_at = ${tx.now}, posted_alone = ${isAlone}
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  await tx.run`update stock_count_line l set value = v.value
    from unnest(${lines.map((l) => l.id)}::uuid[], ${values}::bigint[]) as v (id, value)
    where l.tenant_id = ${tx.tenant} and l.id = v.id`;
}

async function postDifferences(tx: Tx, row: StockCountRow, lines: readonly ValuedLine[]): Promise<void> {
  await postMovements(tx, {
    movements: lines.map((line) => ({
      key: `count:${line.id}`,
      warehouseId: row.warehouseId,
      skuId: line.skuId,
      condition: line.condition,
      type: line.qty > 0 ? 'count_gain' : 'count_loss',
      qty: line.qty,
      unitCost: line.unitCost,
      refType: 'stockCount',
      refId: row.id,
      refNo: row.countNo,
      reason: row.remark,
    })),
  });
}
