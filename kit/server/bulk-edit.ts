import { bulkValue, MOST_BULK_ROWS, type BulkChange } from '#kit/model/bulk-edit.ts';
import type { Field } from '#kit/model/field.ts';
import { notFound, Refusal, staleVersion } from '#kit/model/refusal.ts';
import type { BulkRow } from '#kit/model/resource-routes.ts';
import { bulkEditRoute } from '#kit/model/resource-routes.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { AnyRow } from '#kit/model/row.ts';
import { nameToWire, queryFromWire } from '#kit/model/wire.ts';
import { filteredIds, noneSelected, stillFound } from './batch-scope.ts';
import { readChange, refusedAt } from './bulk-change.ts';
import type { Tx } from './database.ts';
import { isUuid, serverKinds } from './kinds.ts';
import { MESSAGES } from './messages.ts';
import { faultOf } from './move-results.ts';
import { maskedFields } from './query/columns.ts';
import { readRows } from './query/list.ts';
import { claimReceipt, payloadHash, senderOfKey, storeReceipt } from './receipt.ts';
import type { Registry } from './registry.ts';
import { implement, type Call, type Route } from './route.ts';
import { lockRegister } from './row-storage.ts';
import type { Serve } from './serve.ts';
import { sql } from './sql.ts';
import { editRows } from './write-rows.ts';
import type { Writer } from './writer.ts';

/** Rows of one transaction. */
const CHUNK = 100;
/** Rows of a preview whose values are shown. */
const SHOWN = 20;

/** One change, and the rows it is about. */
interface Bulk {
  serve: Serve;
  writer: Writer;
  change: BulkChange;
  field: Field;
  /** Fields that this person may not see. */
  hidden: ReadonlySet<string>;
  /** What was seen of each row; null: whatever it is now. */
  rows: readonly { id: string; version: number | null }[];
  /** Rows that it finds no longer are refused; absent: none has to. */
  filter: unknown;
  isTrial: boolean;
  key: string | null;
}

/**
 * One field of many rows, by the pipeline of a single edit: 100 rows a transaction, refused rows
 * do not stop the others, and what goes wrong unforeseen is tried again row by row.
 */
export function bulkEditRoutes(serve: Serve, registry: Registry): Route {
  return implement(bulkEditRoute(serve.resource), async (call) => {
    const bulk = await readBulk(call as unknown as Call, serve, registry);
    const rows: BulkRow[] = [];
    let shown = 0;
    for (let at = 0; at < bulk.rows.length; at += CHUNK) {
      const chunk = { ...bulk, rows: bulk.rows.slice(at, at + CHUNK) };
      const done = await editChunk(call, chunk, at / CHUNK, bulk.isTrial ? SHOWN - shown : 0);
      shown += done.filter((row) => 'after' in row).length;
      rows.push(...done);
    }
    const changed = rows.filter((row) => row.ok && row.isChanged).length;
    const refused = rows.filter((row) => !row.ok).length;
    const same = rows.length - changed - refused;
    return { total: rows.length, changed, same, refused, rows };
  });
}

async function readBulk(call: Call, serve: Serve, registry: Registry): Promise<Bulk> {
  const { resource, guards } = serve;
  const { ids, versions, filter: sent, dryRun } = call.body;
  const hidden = maskedFields(resource, call.actor);
  const { field, change } = readChange(call, serve, hidden);
  const filter = isQuery(sent) ? queryFromWire(resource.wire, sent) : sent;
  const bulk: Omit<Bulk, 'rows'> = {
    serve,
    field,
    change,
    hidden,
    filter,
    key: call.key,
    isTrial: dryRun === true,
    writer: { registry, resource, ...(guards ? { guards } : {}) },
  };
  if (Array.isArray(ids)) {
    const seen: unknown[] = Array.isArray(versions) ? versions : [];
    const rows = ids.flatMap((id: unknown, at) => {
      const version = seen[at];
      return isUuid(id) ? [{ id: id.toLowerCase(), version: wholeOrNull(version) }] : [];
    });
    return { ...bulk, rows: limited([...new Map(rows.map((row) => [row.id, row])).values()]) };
  }
  const found = await call.tx((tx) => filteredIds(tx, serve, registry, filter, MOST_BULK_ROWS + 1));
  return { ...bulk, rows: limited(found.map((id) => ({ id, version: null }))) };
}

/** What is none goes on as it came, to be refused by the name that is wrong in it. */
const isQuery = (sent: unknown): sent is Record<string, string> =>
  typeof sent === 'object' &&
  sent !== null &&
  !Array.isArray(sent) &&
  Object.values(sent).every((value) => typeof value === 'string');

const wholeOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function limited<R>(rows: R[]): R[] {
  if (rows.length === 0) throw noneSelected();
  if (rows.length > MOST_BULK_ROWS)
    throw new Refusal('tooManyRows', MESSAGES.tooManyBulk(MOST_BULK_ROWS), { status: 422 });
  return rows;
}

/** Carries a result out of a transaction that is to leave nothing behind. */
class Undone extends Error {
  readonly rows: BulkRow[];
  constructor(rows: BulkRow[]) {
    super('undone');
    this.rows = rows;
  }
}

async function editChunk(call: Pick<Call, 'tx'>, bulk: Bulk, at: number | string, shown: number): Promise<BulkRow[]> {
  try {
    return await call.tx((tx) => receipted(tx, bulk, at, shown));
  } catch (error) {
    if (error instanceof Undone) return error.rows;
    if (error instanceof Refusal && error.code === 'keyReused') throw error;
    const [only, another] = bulk.rows;
    if (only && !another) return [{ id: only.id, label: '', ok: false, ...faultOf(error) }];
  }
  const rows: BulkRow[] = [];
  for (const row of bulk.rows)
    rows.push(...(await editChunk(call, { ...bulk, rows: [row] }, `${at}:${row.id}`, shown)));
  return rows;
}

/**
 * A call that is sent again with its key changes nothing more, and is answered as the first time;
 * also where its rows had to be tried one by one. The key is that of one person.
 */
async function receipted(tx: Tx, bulk: Bulk, at: number | string, shown: number): Promise<BulkRow[]> {
  const { change, rows, isTrial } = bulk;
  if (isTrial) throw new Undone(await editSome(tx, bulk, shown));
  if (!bulk.key) return editSome(tx, bulk, 0);
  const scope = `${resourceKey(bulk.serve.resource)}:bulkEdit`;
  const key = `${bulk.key}:${at}`;
  const hash = payloadHash({ by: tx.actor.username, change, rows });
  const known = await claimReceipt<BulkRow[]>(tx, scope, key, hash);
  if (known) return known.answered;
  const alone = await answeredAlone(
    tx,
    scope,
    rows.map(({ id }) => `${key}:${id}`),
  );
  const left = rows.filter(({ id }) => !alone.has(id));
  const done = new Map((await editSome(tx, { ...bulk, rows: left }, 0)).map((row) => [row.id, row]));
  const answer = rows.flatMap(({ id }) => alone.get(id) ?? done.get(id) ?? []);
  await storeReceipt(tx, scope, key, answer);
  return answer;
}

/** What became of rows of a chunk that were tried one by one under its key, by id. */
async function answeredAlone(tx: Tx, scope: string, keys: readonly string[]): Promise<Map<string, BulkRow>> {
  const retained = await tx.rows<{ answer: BulkRow[] }>`
    select answer from receipt
    where tenant_id = ${tx.tenant} and scope = ${scope} and key = any(${keys}::text[])
      and sender = ${senderOfKey(tx.actor)}`;
  return new Map(retained.flatMap(({ answer }) => answer).map((row) => [row.id, row]));
}

async function editSome(tx: Tx, bulk: Bulk, shown: number): Promise<BulkRow[]> {
  const { writer, rows, change } = bulk;
  const ids = rows.map(({ id }) => id);
  const stored = new Map((await lockRegister(tx, writer.resource, ids)).map((row) => [row.id, row]));
  const refusals = await refusedBefore(tx, bulk, stored);
  const edits = [...stored.values()].flatMap((before) => {
    const value = refusals.has(before.id) ? null : valueOf(tx, bulk, before);
    if (value && 'fault' in value) refusals.set(before.id, refusedAt(change.field, value.fault));
    return value && 'value' in value ? [{ before, body: { [change.field]: value.value } }] : [];
  });
  const older = shown > 0 ? await valuesOf(tx, bulk, ids) : new Map<string, Shown>();
  const outcomes = await editRows(tx, writer, edits, { onlyChanges: true });
  const changed = new Set<string>();
  for (const [index, outcome] of outcomes.entries()) {
    const id = edits[index]?.before.id ?? '';
    if ('refusal' in outcome) refusals.set(id, outcome.refusal);
    else if (outcome.isChanged) changed.add(id);
  }
  const newer = shown > 0 ? await valuesOf(tx, bulk, [...changed]) : older;
  let left = shown;
  return ids.map((id) => {
    const isShown = changed.has(id) && left > 0;
    if (isShown) left -= 1;
    return {
      ...resultOf(bulk, id, stored.get(id), refusals.get(id), changed.has(id)),
      ...(isShown ? pairOf(older.get(id), newer.get(id)) : {}),
    };
  });
}

/** Rows that are refused whatever the change: gone, changed by others, found no longer. */
async function refusedBefore(
  tx: Tx,
  { serve, writer, rows, filter }: Bulk,
  stored: ReadonlyMap<string, AnyRow>,
): Promise<Map<string, Refusal>> {
  const seen = rows.some(({ version }) => version !== null) && filter !== undefined;
  const found = seen ? await stillFound(tx, serve, writer.registry, filter, [...stored.keys()]) : null;
  const refusals = new Map<string, Refusal>();
  for (const { id, version } of rows) {
    const row = stored.get(id);
    if (!row) refusals.set(id, notFound());
    else if (version !== null && version !== row.version) refusals.set(id, staleVersion());
    else if (found?.has(id) === false) refusals.set(id, new Refusal('leftFilter', MESSAGES.leftFilter));
  }
  return refusals;
}

function valueOf(tx: Tx, { field, change }: Bulk, row: AnyRow): ReturnType<typeof bulkValue> {
  const stored: unknown = row[change.field];
  const given: unknown = field.currency ? row[field.currency] : undefined;
  const currency = typeof given === 'string' ? { currency: given } : {};
  const before =
    stored === null || stored === undefined
      ? null
      : serverKinds[field.kind].toWire(stored, { zone: tx.actor.zone, ...currency });
  return bulkValue(field, change, before, currency.currency);
}

interface Shown {
  value: unknown;
  text: unknown;
}

/** The values of some rows as the list shows them. */
async function valuesOf(
  tx: Tx,
  { writer: { resource, registry }, change: { field } }: Bulk,
  ids: readonly string[],
): Promise<Map<string, Shown>> {
  const chosen = [sql`t.tenant_id = ${tx.tenant}`, sql`t.id = any(${ids}::uuid[])`];
  const rows = await readRows(tx, resource, {}, chosen, { registry }, ids.length || 1, 0);
  return new Map(rows.map((row) => [String(row['id']), { value: row[field], text: row[`${field}_dictText`] }]));
}

const pairOf = (before: Shown | undefined, after: Shown | undefined): Partial<BulkRow> => ({
  before: before?.value ?? null,
  after: after?.value ?? null,
  ...(typeof before?.text === 'string' ? { before_dictText: before.text } : {}),
  ...(typeof after?.text === 'string' ? { after_dictText: after.text } : {}),
});

function resultOf(
  { serve: { resource }, hidden }: Bulk,
  id: string,
  row: AnyRow | undefined,
  refusal: Refusal | undefined,
  isChanged: boolean,
): BulkRow {
  const label = row && !hidden.has(resource.label) ? String(row[resource.label] ?? '') : '';
  if (!refusal) return { id, label, ok: true, isChanged, ...(row ? { version: row.version } : {}) };
  const { code, message } = refusal;
  const errors = refusal.errors.map((error) => ({
    ...error,
    field: nameToWire(resource.wire, error.field),
  }));
  return { id, label, ok: false, code, message, ...(errors.length > 0 ? { errors } : {}) };
}
