import { choice, integer, link, price, text } from '#kit/model/field.ts';
import {
  illegalMove,
  invalid,
  notFound,
  staleVersion,
  type FieldError,
} from '#kit/model/refusal.ts';
import { auditResource, fieldDiff } from '#kit/server/audit.ts';
import { recordBirth } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import type { Numbering } from '#kit/server/document-number.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { parseBody, readFields } from '#kit/server/parse.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { answer, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { MAX_LINES } from '../model/adjustment-limits.ts';
import { adjustmentEmpty } from '../model/errors.ts';
import {
  adjustmentKind,
  isAdjustmentEditable,
  stockAdjustment,
  stockAdjustmentLifecycle,
  stockCondition,
  type AdjustmentRow,
} from '../model/stock.ts';

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

/** A draft adjustment with its lines, made and written anew; errors name the row. */
export function adjustmentRoutes(numbering: Numbering): Route[] {
  const edit = (method: 'PUT' | 'POST'): Route => ({
    method,
    path: '/inventory/stockAdjustment/edit',
    access: { permission: 'inventory:stockAdjustment:edit' },
    summary: '编辑调整单',
    body: adjustmentHeader,
    handle: async (call) => {
      await call.tx((tx) => editAdjustment(tx, call.body));
      return answer(MESSAGES.edited);
    },
  });
  return [
    {
      method: 'POST',
      path: '/inventory/stockAdjustment/add',
      access: { permission: 'inventory:stockAdjustment:add' },
      summary: '新增调整单',
      body: adjustmentHeader,
      handle: async (call) => {
        const [no] = await numbering.take(call.actor, 'ST', 1);
        const id = await call.tx((tx) => addAdjustment(tx, no as string, call.body));
        return answer(MESSAGES.added, { id });
      },
    },
    edit('PUT'),
    edit('POST'),
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
  const lines = await readLines(tx, body['lines']);
  const id = newId();
  await tx.run`
    insert into stock_adjustment (tenant_id, id, adjustment_no, kind, warehouse_id, reason, line_count,
      total_qty, status, create_by, create_time)
    values (${tx.tenant}, ${id}, ${adjustmentNo}, ${values.kind}, ${values.warehouseId}, ${values.reason},
      ${lines.length}, ${totalOf(lines)}, 'draft', ${tx.actor.username}, ${tx.now})`;
  await insertLines(
    tx,
    id,
    lines.map((line) => ({ ...line, id: newId() })),
  );
  await noteMaker(tx, id);
  recordBirth(tx, stockAdjustmentLifecycle, 'add', [{ id, status: 'draft', scope: null }]);
  auditResource(tx, stockAdjustment, [{ rowId: id, action: 'add' }]);
  return id;
}

/**
 * Writes a draft (or one that was sent back) anew: its head and all its lines, under its version.
 * Who may not see costs cannot send them: see `keepLines`.
 * @throws Refusal 404, 409 when it was submitted or changed meanwhile, 422 naming the rows
 */
async function editAdjustment(tx: Tx, body: Record<string, unknown>): Promise<void> {
  const before = await lockAdjustment(tx, body['id']);
  if (!isAdjustmentEditable(before.status)) throw illegalMove();
  if (Number(body['version']) !== before.version) throw staleVersion();
  const values = parseBody(adjustmentHeader, body, { zone: tx.actor.zone });
  await requireWarehouse(tx, values.warehouseId);
  const lines = await keepLines(tx, before.id, body['lines'], await readLines(tx, body['lines']));
  const after = { ...values, lineCount: lines.length, totalQty: totalOf(lines) };
  await tx.run`delete from stock_adjustment_line
    where tenant_id = ${tx.tenant} and adjustment_id = ${before.id}::uuid`;
  await insertLines(tx, before.id, lines);
  await tx.run`
    update stock_adjustment set kind = ${after.kind}, warehouse_id = ${after.warehouseId}::uuid,
      reason = ${after.reason}, line_count = ${after.lineCount}, total_qty = ${after.totalQty},
      version = version + 1, update_by = ${tx.actor.username}, update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${before.id}::uuid`;
  await noteMaker(tx, before.id);
  const diff = fieldDiff(stockAdjustment, before, after);
  auditResource(tx, stockAdjustment, [{ rowId: before.id, action: 'edit', diff }]);
}

/** The actor had a hand in the document and may not check it. */
export async function noteMaker(tx: Tx, adjustmentId: string): Promise<void> {
  if (tx.actor.userId === null) return;
  await tx.run`update stock_adjustment set maker_ids = array_append(maker_ids, ${tx.actor.userId}::uuid)
    where tenant_id = ${tx.tenant} and id = ${adjustmentId}::uuid
      and not ${tx.actor.userId}::uuid = any(maker_ids)`;
}

async function lockAdjustment(tx: Tx, id: unknown): Promise<AdjustmentRow> {
  if (!isUuid(id)) throw notFound();
  const conditions = [...baseConditions(stockAdjustment, tx.actor), sql`t.id = ${id}::uuid`];
  const [row] = await tx.query<AdjustmentRow>(sql`
    select t.* from stock_adjustment t where ${join(conditions, ' and ')} for update`);
  if (!row) throw notFound();
  return row;
}

/** A line as it is said. */
export interface Line {
  skuId: string;
  condition: string;
  qty: number;
  unitCost: string | null;
}

/** A line as it is stored. */
export interface StoredLine extends Line {
  id: string;
}

const totalOf = (lines: readonly Line[]): number => lines.reduce((sum, { qty }) => sum + qty, 0);

/** Stores lines; ids rise, so that they are read in their order. */
async function insertLines(
  tx: Tx,
  adjustmentId: string,
  lines: readonly StoredLine[],
): Promise<void> {
  await tx.run`
    insert into stock_adjustment_line (tenant_id, id, adjustment_id, sku_id, condition, qty, unit_cost, create_by, create_time)
    select ${tx.tenant}, l.id, ${adjustmentId}::uuid, l.sku_id, l.condition, l.qty, l.unit_cost, ${tx.actor.username}, ${tx.now}
    from unnest(${lines.map((l) => l.id)}::uuid[], ${lines.map((l) => l.skuId)}::uuid[],
      ${lines.map((l) => l.condition)}::text[], ${lines.map((l) => l.qty)}::integer[],
      ${lines.map((l) => l.unitCost)}::numeric[]) as l (id, sku_id, condition, qty, unit_cost)`;
}

/**
 * Lines that name the stored line they come from stay that line: two editors mean the same one.
 * Its cost stays as well where none is said and it is of the same SKU.
 */
async function keepLines(
  tx: Tx,
  adjustmentId: string,
  raw: unknown,
  lines: readonly Line[],
): Promise<StoredLine[]> {
  const sent = raw as readonly Record<string, unknown>[];
  const stored = await tx.rows<StoredLine>`
    select id, sku_id as "skuId", condition, qty, unit_cost as "unitCost" from stock_adjustment_line
    where tenant_id = ${tx.tenant} and adjustment_id = ${adjustmentId}::uuid`;
  const open = new Map(stored.map((line) => [line.id, line]));
  return lines.map((line, index) => {
    const { id, unitCost } = sent[index] as Record<string, unknown>;
    const from = typeof id === 'string' ? open.get(id) : undefined;
    if (!from) return { ...line, id: newId() };
    open.delete(from.id);
    const isCostKept = unitCost === undefined && from.skuId === line.skuId;
    return { ...line, id: from.id, ...(isCostKept ? { unitCost: from.unitCost } : {}) };
  });
}

/** @throws Refusal 422 unless the warehouse is there and within the actor's scope */
export async function requireWarehouse(tx: Tx, warehouseId: string): Promise<void> {
  const isInScope = tx.actor.limits.warehouses?.includes(warehouseId) ?? true;
  const known = await tx.maybe`
    select 1 from warehouse
    where tenant_id = ${tx.tenant} and id = ${warehouseId}::uuid and deleted_at is null`;
  if (!known || !isInScope)
    throw invalid([
      { field: 'warehouseId', code: 'missing', message: MESSAGES.linkMissing('仓库') },
    ]);
}

/** Lines as sent. @throws Refusal 422 naming each row that is wrong */
async function readLines(tx: Tx, raw: unknown): Promise<Line[]> {
  if (!Array.isArray(raw) || raw.length === 0 || raw.length > MAX_LINES) throw adjustmentEmpty();
  const errors: FieldError[] = [];
  const lines = raw.map((item, index) => {
    const body = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : {};
    const read = readLine(body, tx.actor.zone);
    errors.push(...read.errors.map((error) => ({ ...error, row: index + 1 })));
    return read.line;
  });
  if (errors.length > 0) throw invalid(errors);
  await requireSkus(tx, lines);
  return lines;
}

async function requireSkus(tx: Tx, lines: readonly Line[]): Promise<void> {
  const found = await tx.rows<{ id: string }>`
    select id from sku where tenant_id = ${tx.tenant} and deleted_at is null
      and id = any(${[...new Set(lines.map((l) => l.skuId))]}::uuid[])`;
  const known = new Set(found.map(({ id }) => id));
  const errors = lines.flatMap((line, index): FieldError[] =>
    known.has(line.skuId)
      ? []
      : [{ field: 'skuId', row: index + 1, code: 'missing', message: MESSAGES.linkMissing('SKU') }],
  );
  if (errors.length > 0) throw invalid(errors);
}

/** One line as sent, with what is wrong with it. */
export function readLine(
  body: Record<string, unknown>,
  zone: string,
): { line: Line; errors: FieldError[] } {
  const { values, errors } = readFields(adjustmentLine, body, { zone });
  if (values.qty === 0) errors.push({ field: 'qty', code: 'zero', message: '数量不能为0' });
  return { line: values as unknown as Line, errors };
}
