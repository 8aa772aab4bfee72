import type { Values } from '#kit/model/field.ts';
import { movePermission, type AnyLifecycle, type Move } from '#kit/model/lifecycle.ts';
import { illegalMove, notFound, Refusal, staleVersion } from '#kit/model/refusal.ts';
import { resourceKey, snake } from '#kit/model/resource.ts';
import { requirePermission, type Actor } from './actor.ts';
import { auditResource } from './audit.ts';
import type { Database, Tx } from './database.ts';
import { MESSAGES } from './messages.ts';
import { parseBody } from './parse.ts';
import { baseConditions } from './query/list.ts';
import { claimReceipt, payloadHash, storeReceipt } from './receipt.ts';
import { tableOf } from './registry.ts';
import { column, join, sql } from './sql.ts';

/** A stored document as its commands see it: columns in snake case. */
export type DocumentRow = Record<string, unknown> & { id: string; status: string; version: number };

/** Refusals by document id: what will not happen, and why. */
export type Refusals = Map<string, Refusal>;

export interface Effect<A, F = undefined> {
  /**
   * What guard and effect both go by, read once. `isPreview` = nothing may be locked; else the
   * documents are locked already, and rows of others that must not change meanwhile are locked here.
   */
  read?(tx: Tx, rows: DocumentRow[], isPreview: boolean): Promise<F>;
  /**
   * Set queries that say which documents must be refused. Used by the preview and, under lock,
   * before the effect. It may not write.
   */
  guard?(tx: Tx, rows: DocumentRow[], answers: A, facts: F): Promise<Refusals>;
  /**
   * For documents in a state the move does not start from: what is still to be done, where that
   * says more than 当前状态不允许此操作.
   */
  whyNot?(tx: Tx, rows: DocumentRow[]): Promise<Refusals>;
  /**
   * The effect itself. Answers the new state of a document where the move leaves it open,
   * or refusals for single documents that turned out impossible.
   */
  run(tx: Tx, rows: DocumentRow[], answers: A, facts: F): Promise<Map<string, string> | void>;
}

export interface Command {
  lifecycle: AnyLifecycle;
  move: string;
  permission: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  effect: Effect<any, any>;
}

type AnswersOf<L, M extends string> = L extends { moves: infer Moves }
  ? M extends keyof Moves
    ? Moves[M] extends { ask: infer F extends import('#kit/model/field.ts').Fields }
      ? Values<F>
      : Record<string, never>
    : never
  : never;

/** Binds a move of a lifecycle to its effect: one server file each. */
export function command<
  L extends AnyLifecycle,
  M extends Extract<keyof L['moves'], string>,
  F = undefined,
>(lifecycle: L, move: M, effect: Effect<AnswersOf<L, M>, F>): Command {
  return { lifecycle, move, permission: movePermission(lifecycle, move), effect };
}

export interface MoveResult {
  id: string;
  label: string;
  ok: boolean;
  state?: string;
  code?: string;
  message?: string;
}

export interface RunOptions {
  ids: readonly string[];
  answers?: Record<string, unknown>;
  /** Optimistic lock of a single document. */
  version?: number;
  key?: string | null;
}

const CHUNK = 100;

/**
 * Runs a move over a list of documents (one is a list of one), in chunks of 100 per transaction.
 * Refused documents do not stop the others; an unexpected error retries its chunk row by row, so
 * that one bad row never takes 99 good ones with it.
 */
export async function runCommand(
  db: Database,
  actor: Actor,
  one: Command,
  options: RunOptions,
): Promise<MoveResult[]> {
  requirePermission(actor, one.permission);
  const answers = readAnswers(one, options.answers ?? {}, actor);
  const ids = [...new Set(options.ids)].sort();
  const results: MoveResult[] = [];
  for (let at = 0; at < ids.length; at += CHUNK) {
    const chunk = ids.slice(at, at + CHUNK);
    const key = options.key ? `${options.key}:${at / CHUNK}` : null;
    results.push(...(await runChunk(db, actor, one, chunk, answers, options, key)));
  }
  const order = new Map(options.ids.map((id, index) => [id, index]));
  return results.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
}

async function runChunk(
  db: Database,
  actor: Actor,
  one: Command,
  ids: string[],
  answers: unknown,
  options: RunOptions,
  key: string | null,
): Promise<MoveResult[]> {
  const attempt = (some: string[], someKey: string | null): Promise<MoveResult[]> =>
    db.tx(actor, (tx) => pipeline(tx, one, some, answers, options, someKey), { isByKey: true });
  try {
    return await attempt(ids, key);
  } catch (error) {
    if (ids.length === 1) {
      if (error instanceof Refusal && options.ids.length > 1) {
        return [
          { id: ids[0] as string, label: '', ok: false, code: error.code, message: error.message },
        ];
      }
      throw error;
    }
    if (error instanceof Refusal && error.code === 'keyReused') throw error;
  }
  const results: MoveResult[] = [];
  for (const id of ids) {
    try {
      results.push(...(await attempt([id], key ? `${key}:${id}` : null)));
    } catch (error) {
      const refusal = error instanceof Refusal ? error : null;
      results.push({
        id,
        label: '',
        ok: false,
        code: refusal?.code ?? 'unexpected',
        message: refusal?.message ?? MESSAGES.unexpected,
      });
    }
  }
  return results;
}

/**
 * The pipeline of every command, top to bottom in one transaction:
 * 1 receipt · 2 lock in id order · 3 check state and version · 4 guard · 5 effect ·
 * 6 new state, version + 1 · 7 answer kept · 8 history, audit and counters with the commit.
 * Permission and answers were checked before; outbox rows are written by `tx.emit` inside 5.
 */
async function pipeline(
  tx: Tx,
  one: Command,
  ids: string[],
  answers: unknown,
  options: RunOptions,
  key: string | null,
): Promise<MoveResult[]> {
  const scope = one.permission;
  if (key) {
    const hash = payloadHash({ ids, answers });
    const known = await claimReceipt<MoveResult[]>(tx, scope, key, hash);
    if (known) return known.answered;
  }
  const rows = await lockRows(tx, one, ids);
  const refusals = new Map<string, Refusal>();
  const able = checkStates(one, rows, options, refusals);
  const facts = await applyGuard(tx, one, rows, able, answers, refusals);
  const moving = able.filter((row) => !refusals.has(row.id));
  if (moving.length > 0) await applyMove(tx, one, moving, answers, facts);
  const results = ids.map((id) => resultOf(one, id, rows, refusals));
  if (key) await storeReceipt(tx, scope, key, results);
  return results;
}

/** What a batch would do, without doing it: same checks, no locks, no writes. */
export async function previewCommand(
  db: Database,
  actor: Actor,
  one: Command,
  options: RunOptions,
): Promise<MoveResult[]> {
  requirePermission(actor, one.permission);
  const answers = readAnswers(one, options.answers ?? {}, actor, true);
  return db.tx(actor, async (tx) => {
    const ids = [...new Set(options.ids)];
    const rows = await readDocuments(tx, one, ids, false);
    const refusals = new Map<string, Refusal>();
    const able = checkStates(one, rows, options, refusals);
    await applyGuard(tx, one, rows, able, answers, refusals, true);
    return ids.map((id) => resultOf(one, id, rows, refusals, true));
  });
}

/**
 * Runs a move inside a transaction that is already open: how a module above moves a document of
 * a module below (derived states, channel answers). Refuses as a whole.
 */
export async function moveWithin(
  tx: Tx,
  one: Command,
  ids: readonly string[],
  answers: Record<string, unknown> = {},
): Promise<void> {
  const sorted = [...new Set(ids)].sort();
  const rows = await lockRows(tx, one, sorted);
  const refusals = new Map<string, Refusal>();
  const able = checkStates(one, rows, { ids: sorted }, refusals);
  const facts = await applyGuard(tx, one, rows, able, answers, refusals);
  for (const id of sorted) if (!rows.has(id)) throw notFound();
  for (const refusal of refusals.values()) throw refusal;
  await applyMove(tx, one, able, answers, facts);
}

function readAnswers(
  one: Command,
  answers: Record<string, unknown>,
  actor: Actor,
  isPreview = false,
): unknown {
  const { ask } = one.lifecycle.moves[one.move] as Move;
  if (!ask) return {};
  // A preview is asked before the dialog is filled in: what is missing is asked for later.
  return parseBody(ask, answers, { zone: actor.zone, partial: isPreview });
}

const lockRows = (tx: Tx, one: Command, ids: string[]): Promise<Map<string, DocumentRow>> =>
  readDocuments(tx, one, ids, true);

async function readDocuments(
  tx: Tx,
  one: Command,
  ids: readonly string[],
  isLocked: boolean,
): Promise<Map<string, DocumentRow>> {
  const resource = one.lifecycle.of;
  const rows = await tx.query<DocumentRow>(sql`
    select t.* from ${column(tableOf(resource))} t
    where ${join([...baseConditions(resource, tx.actor), sql`t.id = any(${ids}::uuid[])`], ' and ')}
    order by t.id ${isLocked ? sql`for update` : sql``}`);
  return new Map(rows.map((row) => [row.id, row]));
}

function checkStates(
  one: Command,
  rows: Map<string, DocumentRow>,
  options: RunOptions,
  refusals: Refusals,
): DocumentRow[] {
  const move = one.lifecycle.moves[one.move] as Move;
  const able: DocumentRow[] = [];
  for (const row of rows.values()) {
    if (
      options.version !== undefined &&
      options.ids.length === 1 &&
      row.version !== options.version
    )
      refusals.set(row.id, staleVersion());
    else if (!move.from.includes(row.status)) refusals.set(row.id, illegalMove());
    else able.push(row);
  }
  return able;
}

async function explainIllegal(
  tx: Tx,
  one: Command,
  rows: ReadonlyMap<string, DocumentRow>,
  refusals: Refusals,
): Promise<void> {
  const illegal = [...rows.values()].filter((row) => refusals.get(row.id)?.code === 'illegalMove');
  if (!one.effect.whyNot || illegal.length === 0) return;
  for (const [id, refusal] of await one.effect.whyNot(tx, illegal)) refusals.set(id, refusal);
}

/** @returns what the effect's `read` answered */
async function applyGuard(
  tx: Tx,
  one: Command,
  rows: ReadonlyMap<string, DocumentRow>,
  able: DocumentRow[],
  answers: unknown,
  refusals: Refusals,
  isPreview = false,
): Promise<unknown> {
  await explainIllegal(tx, one, rows, refusals);
  if (able.length === 0) return undefined;
  const { effect } = one;
  const facts: unknown = await effect.read?.(tx, able, isPreview);
  for (const [id, refusal] of (await effect.guard?.(tx, able, answers, facts)) ?? [])
    refusals.set(id, refusal);
  return facts;
}

async function applyMove(
  tx: Tx,
  one: Command,
  rows: DocumentRow[],
  answers: unknown,
  facts: unknown,
): Promise<void> {
  const move = one.lifecycle.moves[one.move] as Move;
  const decided = (await one.effect.run(tx, rows, answers, facts)) ?? new Map<string, string>();
  const targets = rows.map((row) => targetOf(one, move, row, decided.get(row.id)));
  const resource = one.lifecycle.of;
  await tx.query(sql`
    update ${column(tableOf(resource))} t set status = v.status, version = t.version + 1,
      update_by = ${tx.actor.username}, update_time = ${tx.now}
    from unnest(${rows.map((row) => row.id)}::uuid[], ${targets}::text[]) as v (id, status)
    where t.tenant_id = ${tx.tenant} and t.id = v.id`);
  const reason = reasonOf(answers);
  const changes = rows.map((row, index) => ({
    id: row.id,
    from: row.status,
    to: targets[index] as string,
    scope: scopeOf(one, row),
  }));
  recordMove(tx, one, changes, reason);
  rows.forEach((row, index) => {
    row.status = targets[index] as string;
  });
}

function targetOf(one: Command, move: Move, row: DocumentRow, decided: string | undefined): string {
  const allowed = (Array.isArray(move.to) ? move.to : [move.to]) as readonly string[];
  const target = decided ?? (allowed.length === 1 ? (allowed[0] as string) : undefined);
  if (
    target === undefined ||
    !allowed.includes(target === row.status && allowed.includes('same') ? 'same' : target)
  )
    throw new Error(`${one.permission} left ${String(target)}, allowed are ${allowed.join(', ')}`);
  return target === 'same' ? row.status : target;
}

const scopeOf = (one: Command, row: DocumentRow): string | null => {
  const shops = one.lifecycle.of.scope?.shops;
  return shops ? ((row[snake(shops)] as string | null) ?? null) : null;
};

const reasonOf = (answers: unknown): string | null => {
  const reason = (answers as { reason?: unknown } | null)?.reason;
  return typeof reason === 'string' && reason !== '' ? reason : null;
};

interface Change {
  id: string;
  from: string | null;
  to: string;
  scope: string | null;
}

function recordMove(tx: Tx, one: Command, changes: Change[], reason: string | null): void {
  writeHistory(tx, one.lifecycle, one.move, changes, reason);
  auditResource(
    tx,
    one.lifecycle.of,
    changes.map((change) => ({
      rowId: change.id,
      action: one.move,
      diff: { status: [change.from, change.to] },
    })),
  );
}

/** History of documents that are born in a state: the same log as every later move. */
export function recordBirth(
  tx: Tx,
  lifecycle: AnyLifecycle,
  move: string,
  rows: readonly { id: string; status: string; scope: string | null }[],
): void {
  const changes = rows.map((row) => ({ id: row.id, from: null, to: row.status, scope: row.scope }));
  writeHistory(tx, lifecycle, move, changes, null);
}

function writeHistory(
  tx: Tx,
  lifecycle: AnyLifecycle,
  move: string,
  changes: readonly Change[],
  reason: string | null,
): void {
  const resource = resourceKey(lifecycle.of);
  for (const { id, from, to, scope } of changes) {
    tx.journal.states.push({ resource, rowId: id, from, to, move, reason });
    if (!scope || from === to) continue;
    if (from) tx.journal.count(resource, scope, from, -1);
    tx.journal.count(resource, scope, to, 1);
  }
}

function resultOf(
  one: Command,
  id: string,
  rows: Map<string, DocumentRow>,
  refusals: Refusals,
  isPreview = false,
): MoveResult {
  const row = rows.get(id);
  const refusal = row ? refusals.get(id) : notFound();
  const label = row ? String(row[snake(one.lifecycle.of.label)] ?? '') : '';
  if (refusal) return { id, label, ok: false, code: refusal.code, message: refusal.message };
  return isPreview
    ? { id, label, ok: true }
    : { id, label, ok: true, state: (row as DocumentRow).status };
}
