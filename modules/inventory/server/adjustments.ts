import { lineAmount, parseDecimal } from '#kit/model/money.ts';
import { command, type Command, type DocumentRow } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { adjustmentEmpty, makerIsChecker, openingTwice } from '../model/errors.ts';
import { stockAdjustmentLifecycle } from '../model/stock.ts';
import type { Line, StoredLine } from './adjustment-draft.ts';
import { postMovements, type Movement } from './movements.ts';

/** Above this value (minor units) a second person approves. */
const APPROVAL_ABOVE = 100_000n;

/** 提交: small corrections and true opening stock post at once, the rest waits for a checker. */
export const submitAdjustment: Command = command(stockAdjustmentLifecycle, 'submit', {
  async run(tx, rows) {
    const states = new Map<string, string>();
    for (const row of rows) {
      const lines = await linesOf(tx, row.id);
      if (lines.length === 0) throw adjustmentEmpty();
      if (row['kind'] === 'opening') await refuseSecondOpening(tx, row, lines);
      const value = lines.reduce((sum, l) => sum + absolute(valueOf(l)), 0n);
      const isSmall = row['kind'] === 'opening' || value <= APPROVAL_ABOVE;
      await tx.run`update stock_adjustment set submitted_by = ${tx.actor.username}, submitted_by_id = ${tx.actor.userId}::uuid,
        approved_by = ${isSmall ? '系统' : null}
        where tenant_id = ${tx.tenant} and id = ${row.id}`;
      if (isSmall) await post(tx, row, lines);
      states.set(row.id, isSmall ? 'posted' : 'submitted');
    }
    return states;
  },
});

/** 审核通过: maker ≠ checker, whatever their roles. */
export const approveAdjustment: Command = command(stockAdjustmentLifecycle, 'approve', {
  async guard(tx, rows) {
    const own = rows.filter(
      (row) => row['submitted_by_id'] !== null && row['submitted_by_id'] === tx.actor.userId,
    );
    return new Map(own.map((row) => [row.id, makerIsChecker()]));
  },
  async run(tx, rows) {
    for (const row of rows) {
      await tx.run`update stock_adjustment set approved_by = ${tx.actor.username}
        where tenant_id = ${tx.tenant} and id = ${row.id}`;
      await post(tx, row, await linesOf(tx, row.id));
    }
  },
});

export const rejectAdjustment: Command = command(stockAdjustmentLifecycle, 'reject', {
  run: async () => undefined,
});
export const cancelAdjustment: Command = command(stockAdjustmentLifecycle, 'cancel', {
  run: async () => undefined,
});

const linesOf = (tx: Tx, adjustmentId: string): Promise<StoredLine[]> =>
  tx.rows<StoredLine>`
    select id, sku_id as "skuId", condition, qty, unit_cost as "unitCost" from stock_adjustment_line
    where tenant_id = ${tx.tenant} and adjustment_id = ${adjustmentId}::uuid order by id`;

const valueOf = (l: Line): bigint => lineAmount(l.qty, parseDecimal(l.unitCost ?? '0', 4) ?? 0n);
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

async function post(tx: Tx, row: DocumentRow, lines: readonly StoredLine[]): Promise<void> {
  const isOpening = row['kind'] === 'opening';
  const movements: Movement[] = lines.map((l) => ({
    key: `adjust:${l.id}`,
    warehouseId: row['warehouse_id'] as string,
    skuId: l.skuId,
    condition: l.condition,
    type: isOpening ? 'opening' : l.qty > 0 ? 'adjust_in' : 'adjust_out',
    qty: l.qty,
    unitCost: l.unitCost,
    refType: 'stockAdjustment',
    refId: row.id,
    refNo: row['adjustment_no'] as string,
    reason: row['reason'] as string,
  }));
  await postMovements(tx, { movements });
}

async function refuseSecondOpening(
  tx: Tx,
  row: DocumentRow,
  lines: readonly Line[],
): Promise<void> {
  const moved = await tx.maybe<{ sku: string }>`
    select s.sku_code as sku from stock_movement m join sku s on s.tenant_id = m.tenant_id and s.id = m.sku_id
    where m.tenant_id = ${tx.tenant} and m.warehouse_id = ${row['warehouse_id']}::uuid
      and m.sku_id = any(${lines.map((l) => l.skuId)}::uuid[]) limit 1`;
  if (moved) throw openingTwice({ sku: moved.sku });
}
