import { blocksOf } from '#kit/model/blocks.ts';
import type { Field } from '#kit/model/field.ts';
import { handReason, type Move } from '#kit/model/lifecycle.ts';
import { illegalMove, invalid, notFound, Refusal, staleVersion } from '#kit/model/refusal.ts';
import type { BatchAnswer } from '#kit/model/resource-routes.ts';
import { placeOf, requirePermission, type Actor } from './actor.ts';
import { applyMove } from './apply-move.ts';
import type { Database, Tx } from './database.ts';
import { madeByActor } from './makers.ts';
import type { Command, AnyDocument, MoveResult, Refusals, RunOptions } from './move-effect.ts';
import { faultOf, resultOf } from './move-results.ts';
import { parseBody } from './parse.ts';
import { baseConditions } from './query/row-conditions.ts';
import { claimReceipt, payloadHash, storeReceipt } from './receipt.ts';
import { tableOf } from './registry.ts';
import { linkErrors } from './row-relations.ts';
import { column, join, sql } from './sql.ts';

export { recordBirth } from './apply-move.ts';
export {
  command,
  type CallBack,
  type Command,
  type AnyDocument,
  type Effect,
  type MoveResult,
  type RunOptions,
} from './move-effect.ts';

const CHUNK = 100;

/**
 * Runs a move over a list of documents (one is a list of one), in chunks of 100 per transaction.
 * Refused documents do not stop the others; an unexpected error retries its chunk row by row, so
 * that one bad row never takes 99 good ones with it.
 */
export async function runCommand(db: Database, actor: Actor, one: Command, options: RunOptions): Promise<MoveResult[]> {
  requirePermission(actor, one.permission);
  const answers = readAnswers(one, options.answers ?? {}, actor);
  if (hasLinks(one)) await db.tx(actor, (tx) => requireLinks(tx, one, answers, options));
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
        return [{ id: ids[0] as string, label: '', ok: false, code: error.code, message: error.message }];
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
      results.push({ id, label: '', ok: false, ...faultOf(error) });
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
  tx.heldMoves.requested = one.permission;
  const held = moving.length > 0 ? await applyMove(tx, one, moving, answers, facts) : new Map<string, Date>();
  const results = ids.map((id) => {
    const until = held.get(id);
    const result = resultOf(one, id, rows, refusals);
    return until ? { ...result, callBackSeconds: Math.round((until.getTime() - tx.now.getTime()) / 1000) } : result;
  });
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
    await requireLinks(tx, one, answers, options);
    const ids = [...new Set(options.ids)];
    const rows = await readDocuments(tx, one, ids, false);
    const refusals = new Map<string, Refusal>();
    const able = checkStates(one, rows, options, refusals);
    await applyGuard(tx, one, rows, able, answers, refusals, true);
    return ids.map((id) => resultOf(one, id, rows, refusals, true));
  });
}

/** What a batch would do to stock and fees, and what is to be read before, for the documents that it would move. */
export async function outlookOf(
  db: Database,
  actor: Actor,
  one: Command,
  ids: readonly string[],
): Promise<Pick<BatchAnswer, 'outlook' | 'doubts'>> {
  const { effect } = one;
  if ((!effect.outlook && !effect.doubts) || ids.length === 0) return { outlook: [] };
  return db.tx(actor, async (tx) => {
    const rows = await readDocuments(tx, one, ids, false);
    const all = [...rows.values()];
    const outlook = [...((await effect.outlook?.(tx, all, {})) ?? [])];
    const doubts = [...((await effect.doubts?.(tx, all)) ?? [])];
    return { outlook, ...(doubts.length > 0 ? { doubts } : {}) };
  });
}

/**
 * Runs a move inside a transaction that is already open: how a module above moves a document of
 * a module below (derived states, channel answers). Refuses as a whole.
 */
export async function moveInTransaction(
  tx: Tx,
  one: Command,
  ids: readonly string[],
  answers: Record<string, unknown> = {},
): Promise<void> {
  // Whole rows are read: of tens of thousands not all at once.
  for (const block of blocksOf([...new Set(ids)].sort(), MOST_MOVED_ROWS)) {
    const rows = await lockRows(tx, one, block);
    const refusals = new Map<string, Refusal>();
    const able = checkStates(one, rows, { ids: block }, refusals);
    const facts = await applyGuard(tx, one, rows, able, answers, refusals);
    for (const id of block) if (!rows.has(id)) throw notFound();
    for (const refusal of refusals.values()) throw refusal;
    await applyMove(tx, one, able, answers, facts);
  }
}

const MOST_MOVED_ROWS = 5_000;

function readAnswers(one: Command, answers: Record<string, unknown>, actor: Actor, isPreview = false): unknown {
  const { input } = one.lifecycle.moves[one.move] as Move;
  if (!input) return {};
  // A preview is asked before the dialog is filled in: what is missing is asked for later.
  return parseBody(input, answers, { ...placeOf(actor), partial: isPreview });
}

const hasLinks = ({ lifecycle, move }: Command): boolean =>
  Object.values((lifecycle.moves[move]?.input ?? {}) as Record<string, Field>).some(({ to }) => to);

/** Links among the answers lead to live rows within the actor's scope. @throws Refusal 422 */
async function requireLinks(tx: Tx, one: Command, answers: unknown, { registry }: RunOptions): Promise<void> {
  const { input } = one.lifecycle.moves[one.move] as Move;
  if (!input || !registry) return;
  const values = answers as Record<string, unknown>;
  const [errors = []] = await linkErrors(tx, registry, input, [{ values }]);
  if (errors.length > 0) throw invalid(errors);
}

const lockRows = (tx: Tx, one: Command, ids: string[]): Promise<Map<string, AnyDocument>> =>
  readDocuments(tx, one, ids, true);

async function readDocuments(
  tx: Tx,
  one: Command,
  ids: readonly string[],
  isLocked: boolean,
): Promise<Map<string, AnyDocument>> {
  const resource = one.lifecycle.of;
  const rows = await tx.query<AnyDocument>(sql`
    select t.* from ${column(tableOf(resource))} t
    where ${join([...baseConditions(resource, tx.actor), sql`t.id = any(${ids}::uuid[])`], ' and ')}
    order by t.id ${isLocked ? sql`for update` : sql``}`);
  return new Map(rows.map((row) => [row.id, row]));
}

function checkStates(
  one: Command,
  rows: Map<string, AnyDocument>,
  options: RunOptions,
  refusals: Refusals,
): AnyDocument[] {
  const move = one.lifecycle.moves[one.move] as Move;
  const able: AnyDocument[] = [];
  for (const row of rows.values()) {
    if (options.version !== undefined && options.ids.length === 1 && row.version !== options.version)
      refusals.set(row.id, staleVersion());
    else if (!move.from.includes(row.status)) refusals.set(row.id, illegalMove());
    else able.push(row);
  }
  return able;
}

async function explainIllegal(
  tx: Tx,
  one: Command,
  rows: ReadonlyMap<string, AnyDocument>,
  refusals: Refusals,
): Promise<void> {
  const illegal = [...rows.values()].filter((row) => refusals.get(row.id)?.code === 'illegalMove');
  if (!one.effect.whyNot || illegal.length === 0) return;
  for (const [id, refusal] of await one.effect.whyNot(tx, illegal)) refusals.set(id, refusal);
}

/** @returns the documents for which what the move needs is to be had */
async function refuseUnmet(
  tx: Tx,
  { lifecycle, move }: Command,
  able: AnyDocument[],
  refusals: Refusals,
): Promise<AnyDocument[]> {
  const { title, needs } = lifecycle.moves[move] as Move;
  if (needs === undefined) return able;
  const unmet = await tx.unmet({ resource: lifecycle.of, title, needs }, able);
  for (const [id, refusal] of unmet) refusals.set(id, refusal);
  return able.filter(({ id }) => !unmet.has(id));
}

/** @returns what the effect's `read` answered */
async function applyGuard(
  tx: Tx,
  one: Command,
  rows: ReadonlyMap<string, AnyDocument>,
  able: AnyDocument[],
  answers: unknown,
  refusals: Refusals,
  isPreview = false,
): Promise<unknown> {
  await explainIllegal(tx, one, rows, refusals);
  if (able.length === 0) return undefined;
  const offered = await refuseUnmet(tx, one, able, refusals);
  if (offered.length === 0) return undefined;
  const { effect } = one;
  const facts: unknown = await effect.read?.(tx, offered, isPreview);
  for (const [id, refusal] of (await effect.guard?.(tx, offered, answers, facts)) ?? []) refusals.set(id, refusal);
  await refuseMaker(tx, one, offered, refusals);
  return facts;
}

/** Maker ≠ checker, whatever else a document is refused for. */
async function refuseMaker(
  tx: Tx,
  { lifecycle, move }: Command,
  rows: readonly AnyDocument[],
  refusals: Refusals,
): Promise<void> {
  const request = lifecycle.moves[move] as Move;
  if (tx.actor.isSystem || (request.byAnother === undefined && request.byMaker === undefined)) return;
  const ids = rows.map(({ id }) => id);
  const made = await madeByActor(tx, lifecycle.of, ids, request);
  for (const id of ids) {
    const reason = handReason(request, made.has(id));
    if (reason !== undefined) refusals.set(id, new Refusal('hands', reason, { status: 403 }));
  }
}
