import { choice, integer, link, price, text } from '#kit/model/field.ts';
import { lineAmount, parseDecimal } from '#kit/model/money.ts';
import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { command, recordBirth, type Command, type DocumentRow } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import type { Numbering } from '#kit/server/document-number.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { parseBody, readFields } from '#kit/server/parse.ts';
import { answer, type Route } from '#kit/server/route.ts';
import { adjustmentEmpty, makerIsChecker, openingTwice } from '../model/errors.ts';
import { adjustmentKind, stockAdjustmentLifecycle, stockCondition } from '../model/stock.ts';
import { postMovements, type Movement } from './movements.ts';

/** What an adjustment says as a whole. */
export const adjustmentHeader = {
  kind: choice('类型', adjustmentKind, { required: true, default: 'adjust' }),
  warehouseId: link('仓库', 'base:warehouse', { required: true }),
  reason: text('原因', { required: true, max: 255 }),
};

/** What each of its lines says. */
export const adjustmentLine = {
  skuId: link('SKU', 'catalog:sku', { required: true }),
  condition: choice('品质', stockCondition, { required: true, default: 'good' }),
  qty: integer('数量', { required: true, min: -1_000_000, max: 1_000_000 }),
  unitCost: price('单位成本', { min: 0 }),
};

/** Above this value (minor units) a second person approves. */
const APPROVAL_ABOVE = 100_000n;
export const MAX_LINES = 5000;

/** A draft adjustment with its lines; errors name the row. */
export function adjustmentRoutes(numbering: Numbering): Route[] {
  return [
    {
      method: 'POST',
      path: '/inventory/stockAdjustment/add',
      access: { permission: 'inventory:stockAdjustment:add' },
      summary: '新增调整单',
      body: adjustmentHeader,
      handle: async (call) => {
        const [no] = await numbering.take(call.actor, 'ST', 1, new Date());
        const id = await call.tx((tx) => addAdjustment(tx, no as string, call.body));
        return answer(MESSAGES.added, { id });
      },
    },
  ];
}

/** Stores a draft adjustment. @returns its id */
export async function addAdjustment(
  tx: Tx,
  adjustmentNo: string,
  body: Record<string, unknown>,
): Promise<string> {
  const values = parseBody(adjustmentHeader, body, { zone: tx.actor.zone });
  await requireWarehouse(tx, values.warehouseId);
  const lines = readLines(body['lines'], tx.actor.zone);
  const id = newId();
  await tx.run`
    insert into stock_adjustment (tenant_id, id, adjustment_no, kind, warehouse_id, reason, line_count,
      total_qty, status, create_by, create_time)
    values (${tx.tenant}, ${id}, ${adjustmentNo}, ${values.kind}, ${values.warehouseId}, ${values.reason},
      ${lines.length}, ${lines.reduce((sum, l) => sum + l.qty, 0)}, 'draft', ${tx.actor.username}, ${tx.now})`;
  await tx.run`
    insert into stock_adjustment_line (tenant_id, id, adjustment_id, sku_id, condition, qty, unit_cost, create_by, create_time)
    select ${tx.tenant}, l.id, ${id}::uuid, l.sku_id, l.condition, l.qty, l.unit_cost, ${tx.actor.username}, ${tx.now}
    from unnest(${lines.map(() => newId())}::uuid[], ${lines.map((l) => l.skuId)}::uuid[],
      ${lines.map((l) => l.condition)}::text[], ${lines.map((l) => l.qty)}::integer[],
      ${lines.map((l) => l.unitCost)}::numeric[]) as l (id, sku_id, condition, qty, unit_cost)`;
  recordBirth(tx, stockAdjustmentLifecycle, 'add', [{ id, status: 'draft', scope: null }]);
  return id;
}

interface Line {
  skuId: string;
  condition: string;
  qty: number;
  unitCost: string | null;
}

/** @throws Refusal 422 unless the warehouse is there and within the actor's scope */
export async function requireWarehouse(tx: Tx, warehouseId: string): Promise<void> {
  const isInScope = !tx.actor.warehouses || tx.actor.warehouses.includes(warehouseId);
  const known = await tx.maybe`
    select 1 from warehouse
    where tenant_id = ${tx.tenant} and id = ${warehouseId}::uuid and deleted_at is null`;
  if (!known || !isInScope)
    throw invalid([
      { field: 'warehouseId', code: 'missing', message: MESSAGES.linkMissing('仓库') },
    ]);
}

function readLines(raw: unknown, zone: string): Line[] {
  if (!Array.isArray(raw) || raw.length === 0 || raw.length > MAX_LINES) throw adjustmentEmpty();
  const errors: FieldError[] = [];
  const lines = raw.map((item, index) => {
    const body = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : {};
    const read = readLine(body, zone);
    errors.push(...read.errors.map((error) => ({ ...error, row: index + 1 })));
    return read.line;
  });
  if (errors.length > 0) throw invalid(errors);
  return lines;
}

/** What is wrong with one line; empty when nothing is. */
export const lineErrors = (body: Record<string, unknown>, zone: string): FieldError[] =>
  readLine(body, zone).errors;

function readLine(
  body: Record<string, unknown>,
  zone: string,
): { line: Line; errors: FieldError[] } {
  const { values, errors } = readFields(adjustmentLine, body, { zone });
  if (values['qty'] === 0) errors.push({ field: 'qty', code: 'zero', message: '数量不能为0' });
  return { line: values as unknown as Line, errors };
}

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

interface StoredLine extends Line {
  id: string;
}

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
