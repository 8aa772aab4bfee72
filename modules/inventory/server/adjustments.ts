import { handOf } from '#kit/server/actor.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { adjustmentEmpty, openingTwice } from '../model/errors.ts';
import {
  stockAdjustment,
  stockAdjustmentLifecycle,
  type AdjustmentRow,
  type CheckReason,
} from '../model/stock-adjustment.ts';
import { valueLines, type StoredLine, type ValuedLine } from './adjustment-value.ts';
import { checkReason, holdHand, openingReason } from './four-eyes.ts';
import { postMovements, type Movement } from './movements.ts';

/** 提交: what one person may post alone is posted at once, the rest waits for a second one. */
export const submitAdjustment: Command = command(stockAdjustmentLifecycle, 'submit', {
  async run(tx, rows) {
    const states = new Map<string, string>();
    await holdHand(tx);
    for (const row of rows) {
      const lines = await linesOf(tx, row);
      if (lines.length === 0) throw adjustmentEmpty();
      if (row.kind === 'opening') await refuseSecondOpening(tx, row, lines);
      const judge = row.kind === 'opening' ? openingReason : checkReason;
      const reason = await judge(tx, lines);
      await noteSubmission(tx, row.id, lines, reason);
      if (!reason) await post(tx, row, lines);
      states.set(row.id, reason ? 'submitted' : 'posted');
    }
    return states;
  },
});

/** Who submitted it and what it is worth: a checker sees it, and the day's sum counts it. */
async function noteSubmission(
  tx: Tx,
  id: string,
  lines: readonly ValuedLine[],
  reason: CheckReason | null,
): Promise<void> {
  const values = lines.map(({ value }) => value);
  // What one person alone says is no amount to show a checker.
  const total =
    reason === 'unknownCost'
      ? null
      : values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0n);
  await tx.run`update stock_adjustment set submitted_by = ${tx.actor.username},
    submitted_by_id = ${handOf(tx.actor)}::uuid, submitted_at = ${tx.now}, value = ${total},
    check_reason = ${reason}, posted_alone = ${reason === null && !tx.actor.isSystem},
    approved_by = ${reason === null ? '系统' : null}
    where tenant_id = ${tx.tenant} and id = ${id}`;
  await noteMakers(tx, stockAdjustment, id);
  await tx.run`update stock_adjustment_line l set value = v.value
    from unnest(${lines.map((l) => l.id)}::uuid[], ${values}::bigint[]) as v (id, value)
    where l.tenant_id = ${tx.tenant} and l.id = v.id`;
}

/** 审核通过: maker ≠ checker, whatever their roles; who drafted or edited it is a maker too. */
export const approveAdjustment: Command = command(stockAdjustmentLifecycle, 'approve', {
  async run(tx, rows) {
    for (const row of rows) {
      await setColumns(tx, stockAdjustment, [row.id], { approvedBy: tx.actor.username });
      await post(tx, row, await linesOf(tx, row));
    }
  },
});

export const rejectAdjustment: Command = command(stockAdjustmentLifecycle, 'reject', {
  run: async () => undefined,
});
export const cancelAdjustment: Command = command(stockAdjustmentLifecycle, 'cancel', {
  run: async () => undefined,
});

async function linesOf(tx: Tx, row: AdjustmentRow): Promise<ValuedLine[]> {
  const lines = await tx.rows<StoredLine>`
    select id, sku_id, condition, qty, unit_cost from stock_adjustment_line
    where tenant_id = ${tx.tenant} and adjustment_id = ${row.id}::uuid order by id`;
  return valueLines(tx, row.warehouseId, lines, { isOpening: row.kind === 'opening' });
}

async function post(tx: Tx, row: AdjustmentRow, lines: readonly StoredLine[]): Promise<void> {
  const isOpening = row.kind === 'opening';
  const movements: Movement[] = lines.map((l) => ({
    key: `adjust:${l.id}`,
    warehouseId: row.warehouseId,
    skuId: l.skuId,
    condition: l.condition,
    type: isOpening ? 'opening' : l.qty > 0 ? 'adjust_in' : 'adjust_out',
    qty: l.qty,
    unitCost: l.unitCost,
    refType: 'stockAdjustment',
    refId: row.id,
    refNo: row.adjustmentNo,
    reason: row.reason,
  }));
  await postMovements(tx, { movements });
}

async function refuseSecondOpening(tx: Tx, row: AdjustmentRow, lines: readonly StoredLine[]): Promise<void> {
  const moved = await tx.maybe<{ sku: string }>`
    select s.sku_code as sku from stock_movement m join sku s on s.tenant_id = m.tenant_id and s.id = m.sku_id
    where m.tenant_id = ${tx.tenant} and m.warehouse_id = ${row.warehouseId}::uuid
      and m.sku_id = any(${lines.map((l) => l.skuId)}::uuid[]) limit 1`;
  if (moved) throw openingTwice({ sku: moved.sku });
}
