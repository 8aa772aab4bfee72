import type { Field } from '#kit/model/field.ts';
import { stepTitle, type AnyLifecycle } from '#kit/model/lifecycle.ts';
import { notFound } from '#kit/model/refusal.ts';
import type { HistoryChange, HistoryEntry } from '#kit/model/resource-routes.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from './database.ts';
import { isUuid, serverKinds } from './kinds.ts';
import { labelsOf } from './lookup-route.ts';
import { maskedFields } from './query/columns.ts';
import { baseConditions } from './query/row-conditions.ts';
import { tableOf, type Registry } from './registry.ts';
import { idOf } from './row-id.ts';
import type { Serve } from './serve.ts';
import { column, join, sql } from './sql.ts';

/** A save of a draft, which moves nothing. */
const EDIT = { action: 'edit', title: '编辑' };
/** What the log says of a value that it does not keep. */
const UNKEPT = '***';
/** Of these it is enough to know that they changed: nobody reads paths and structures side by side. */
const UNREAD: ReadonlySet<Field['kind']> = new Set(['pictures', 'files', 'json']);

interface Step {
  from: string | null;
  to: string;
  move: string;
  actor: string;
  reason: string | null;
  at: Date;
  changes: HistoryChange[];
}

interface Operation {
  at: Date;
  actor: string;
  action: string;
  diff: Record<string, unknown>;
}

/** The way of a document: its moves and the saves of its draft, each with the fields that it changed. */
export async function readHistory(
  tx: Tx,
  { resource, changesOf }: Pick<Serve, 'resource' | 'changesOf'>,
  lifecycle: AnyLifecycle,
  registry: Registry,
  id: string,
): Promise<HistoryEntry[]> {
  const [row] = await tx.query<Record<string, unknown>>(sql`select t.* from ${column(tableOf(resource))} t
    where ${join([...baseConditions(resource, tx.actor), sql`t.id = ${idOf(id)}::uuid`], ' and ')}`);
  if (!row) throw notFound();
  const moves = await tx.rows<Omit<Step, 'changes'>>`
    select from_state as "from", to_state as "to", move, actor_name as actor, reason, at
    from state_log where tenant_id = ${tx.tenant} and row_id = ${id}::uuid order by at, id`;
  const steps: Step[] = moves.map((move) => ({ ...move, changes: [] }));
  await layOver(tx, steps, { resource, registry, id, row });
  for (const { at, ...change } of (await changesOf?.(tx, id)) ?? [])
    steps.findLast((step) => step.at.getTime() === at.getTime())?.changes.push(change);
  return steps.map((step) => entryOf(tx, lifecycle, step));
}

/** Of what changes are read: fields by their declaration, amounts in the currency of the row. */
interface Place {
  resource: AnyResource;
  registry: Registry;
  row: Readonly<Record<string, unknown>>;
}

interface Document extends Place {
  id: string;
}

/** The changed fields of the log, at the moves they came with; saves of a draft between them. */
async function layOver(tx: Tx, steps: Step[], { resource, registry, id, row }: Document): Promise<void> {
  const operations = await tx.rows<Operation>`
    select at, actor_name as actor, action, diff from audit_log
    where tenant_id = ${tx.tenant} and row_id = ${id}::uuid and resource = ${resourceKey(resource)}
      and jsonb_typeof(diff) = 'object' order by at, id`;
  for (const { at, actor, action, diff } of operations) {
    // Nothing was there before: all of it stands on the page.
    if (action === 'add') continue;
    const changes = await changesIn(tx, { resource, registry, row }, diff);
    if (changes.length === 0) continue;
    const own = steps.find((step) => step.move === action && step.at.getTime() === at.getTime());
    if (own) own.changes.push(...changes);
    if (own || action !== EDIT.action) continue;
    const place = steps.findLastIndex((step) => step.at <= at) + 1;
    const state = steps[place - 1]?.to ?? '';
    steps.splice(place, 0, {
      from: state,
      to: state,
      move: action,
      actor,
      reason: null,
      at,
      changes,
    });
  }
}

/** A change of a row without a lifecycle: who changed which fields, and from what to what. */
export interface RowChangeEntry {
  rowId: string;
  at: string;
  actor: string;
  /** Last word of what was done: `add`, `edit`, `delete`. */
  action: string;
  changes: HistoryChange[];
}

/**
 * The latest changes of rows that the reader sees, the newest first, in the words of their fields. Masked
 * values say that they changed, never what they were.
 */
export async function changesOfRows(
  tx: Tx,
  { resource, registry }: Pick<Place, 'resource' | 'registry'>,
  rowIds: readonly string[],
  most: number,
): Promise<RowChangeEntry[]> {
  const operations = await tx.rows<Operation & { rowId: string }>`
    select at, row_id, actor_name as actor, action, diff from audit_log
    where tenant_id = ${tx.tenant} and row_id = any(${[...rowIds]}::uuid[])
      and resource = ${resourceKey(resource)} and jsonb_typeof(diff) = 'object'
    order by at desc, id desc limit ${most}`;
  const entries: RowChangeEntry[] = [];
  for (const { at, rowId, actor, action, diff } of operations) {
    // Nothing was there before: all of it stands on the page.
    const changes = action === 'add' ? [] : await changesIn(tx, { resource, registry, row: {} }, diff);
    if (action === 'edit' && changes.length === 0) continue;
    entries.push({ rowId, at: toWireTime(at, tx.actor.zone), actor, action, changes });
  }
  return entries;
}

/** Lines of a draft as the log has them. */
interface LineDiff {
  of: string;
  label: string;
  fields: Record<string, unknown>;
}

async function changesIn(
  tx: Tx,
  place: Place,
  { status: _status, lines, ...fields }: Record<string, unknown>,
): Promise<HistoryChange[]> {
  const own = await changesOfRow(tx, place, fields, null);
  for (const { of, label, fields: changed } of Array.isArray(lines) ? (lines as LineDiff[]) : []) {
    const child = place.registry.find(of);
    if (!child) continue;
    const named = fieldIn(child, child.label);
    const inLine = { ...place, resource: child };
    const [line = null] = named ? await textsOf(tx, inLine, named, [label]) : [];
    own.push(...(await changesOfRow(tx, inLine, changed, line)));
  }
  return own;
}

const fieldIn = (resource: AnyResource, key: string): Field | undefined =>
  (resource.fields as Readonly<Record<string, Field>>)[key];

async function changesOfRow(
  tx: Tx,
  place: Place,
  fields: Record<string, unknown>,
  line: string | null,
): Promise<HistoryChange[]> {
  const masked = maskedFields(place.resource, tx.actor);
  const changes: HistoryChange[] = [];
  for (const [key, values] of Object.entries(fields)) {
    const field = fieldIn(place.resource, key);
    if (!field || !Array.isArray(values)) continue;
    const about = { title: field.title, line };
    const none = { before: null, after: null };
    if (masked.has(key)) changes.push({ ...about, ...none, hidden: 'masked' });
    else if (values.includes(UNKEPT) || UNREAD.has(field.kind) || field.structured)
      changes.push({ ...about, ...none, hidden: 'unkept' });
    else {
      const [before = null, after = null] = await textsOf(tx, place, field, values);
      changes.push({ ...about, before, after });
    }
  }
  return changes;
}

/** Values of the log as people read them: links by name, choices by word, instants by the own clock. */
async function textsOf(
  tx: Tx,
  { registry, row }: Place,
  field: Field,
  values: readonly unknown[],
): Promise<(string | null)[]> {
  const { zone } = tx.actor;
  const target = field.to ? registry.find(field.to) : undefined;
  const ids = values.flat().filter((value): value is string => typeof value === 'string');
  const labels = target ? await labelsOf(tx, target, ids.filter(isUuid)) : null;
  const words = field.dict?.items as Readonly<Record<string, string>> | undefined;
  const currency = field.currency ? row[field.currency] : undefined;
  const amount = typeof currency === 'string' ? { zone, currency } : { zone };
  const textOf = (value: unknown): string => {
    const nameOf = (id: unknown): string => labels?.get(String(id)) ?? '已删除或无权查看';
    if (labels) return (Array.isArray(value) ? value : [value]).map(nameOf).join('、');
    if (field.kind === 'flag') return value ? '是' : '否';
    if (field.kind === 'datetime') return toWireTime(new Date(String(value)), zone);
    if (field.kind === 'date') return String(value).slice(0, 10);
    if (field.kind === 'length') return `${String(value)} mm`;
    if (field.kind === 'weight') return `${String(value)} g`;
    if (field.kind === 'price') return String(value).replace(/(\.\d\d)00$/, '$1');
    if (field.kind === 'money') return String(serverKinds.money.toWire(BigInt(String(value)), amount));
    if (Array.isArray(value)) return value.map((one) => words?.[String(one)] ?? one).join('、');
    return words?.[String(value)] ?? (typeof value === 'object' ? JSON.stringify(value) : String(value));
  };
  return values.map((value) => (value === null || value === '' ? null : textOf(value)));
}

function entryOf(tx: Tx, lifecycle: AnyLifecycle, step: Step): HistoryEntry {
  const titleOf = (state: string | null): string | null =>
    state ? ((lifecycle.states as Record<string, readonly [string, string]>)[state]?.[0] ?? state) : null;
  return {
    from: step.from,
    from_dictText: titleOf(step.from),
    to: step.to,
    to_dictText: titleOf(step.to),
    move: step.move,
    moveTitle: step.move === EDIT.action ? EDIT.title : stepTitle(lifecycle, step.move),
    actor: step.actor,
    reason: step.reason,
    at: toWireTime(step.at, tx.actor.zone),
    changes: step.changes,
  };
}
