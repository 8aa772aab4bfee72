import type { AnyLifecycle, Move } from '#kit/model/lifecycle.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { groupField } from '#kit/model/scope.ts';
import { auditResource } from './audit.ts';
import type { Command, AnyDocument } from './move-effect.ts';
import { holdCalls, storeHeld } from './held-moves.ts';
import { beforeEdits, notedEdits, type NotedEdits } from './noted-edits.ts';
import { tableOf } from './registry.ts';
import { column, sql } from './sql.ts';
import type { Tx } from './tx.ts';

/**
 * Runs the effect of a move, writes the new states and notes them in the journal.
 * @returns until when documents can be called back
 */
export async function applyMove(
  tx: Tx,
  one: Command,
  rows: AnyDocument[],
  answers: unknown,
  facts: unknown,
): Promise<Map<string, Date>> {
  const move = one.lifecycle.moves[one.move] as Move;
  const before = beforeEdits(rows, move.edits);
  await holdCalls(tx, one, rows, answers);
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
  const held = await storeHeld(
    tx,
    one,
    rows.map((row, index) => ({ row, from: row.status, to: targets[index] as string })),
  );
  const edits = await notedEdits(tx, resource, before, move.edits);
  recordMove(tx, one, changes, reason, edits);
  rows.forEach((row, index) => {
    row.status = targets[index] as string;
  });
  return held;
}

function targetOf(one: Command, move: Move, row: AnyDocument, decided: string | undefined): string {
  const allowed = (Array.isArray(move.to) ? move.to : [move.to]) as readonly string[];
  const target = decided ?? (allowed.length === 1 ? (allowed[0] as string) : undefined);
  if (target === undefined || !allowed.includes(target === row.status && allowed.includes('same') ? 'same' : target))
    throw new Error(`${one.permission} left ${String(target)}, allowed are ${allowed.join(', ')}`);
  return target === 'same' ? row.status : target;
}

const scopeOf = (one: Command, row: AnyDocument): string | null => {
  const group = groupField(one.lifecycle.of.scope ?? {});
  return group ? ((row[group] as string | null) ?? null) : null;
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

function recordMove(tx: Tx, one: Command, changes: Change[], reason: string | null, edits: NotedEdits): void {
  writeHistory(tx, one.lifecycle, one.move, changes, reason);
  auditResource(
    tx,
    one.lifecycle.of,
    changes.map((change) => ({
      rowId: change.id,
      action: one.move,
      diff: { ...edits.get(change.id), status: [change.from, change.to] },
    })),
  );
}

/** History of documents that are born in a state: the same log as every later move. */
export function recordBirth<B extends string>(
  tx: Tx,
  lifecycle: AnyLifecycle & { births: Readonly<Record<B, string>> },
  birth: NoInfer<B>,
  rows: readonly { id: string; status: string; scope: string | null }[],
): void {
  const changes = rows.map((row) => ({ id: row.id, from: null, to: row.status, scope: row.scope }));
  writeHistory(tx, lifecycle, birth, changes, null);
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
