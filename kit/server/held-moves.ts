import { CALL_WAIT } from '#kit/model/call-wait.ts';
import type { Move } from '#kit/model/lifecycle.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { AnyDocument, Command } from './move-effect.ts';
import { rowLabel } from './move-results.ts';
import { newId } from './new-id.ts';
import type { EventRecord, HeldCalls, HeldRow, Tx } from './tx.ts';

/** What is over for so long cannot be called back by anybody any more. */
const RETENTION_DAYS = 2;

/**
 * The moves of a transaction whose calls wait. A call of a job that may wait is stored with the row it
 * waits with; whatever else such a move sets off is carried out at once.
 */
export class HeldMoves implements HeldCalls {
  /** The right of the move that a person has asked for, and may call back. */
  requested: string | null = null;
  private readonly rows = new Map<string, HeldRow>();
  private wait: Promise<number> | null = null;

  /** Seconds that calls of this tenant wait, asked once. */
  seconds(tx: Tx): Promise<number> {
    this.wait ??= readSeconds(tx);
    return this.wait;
  }

  hold(rowId: string, row: HeldRow): void {
    this.rows.set(rowId, row);
  }

  /** The document is through its move. @returns what waits with it */
  close(rowId: string): HeldRow | undefined {
    const row = this.rows.get(rowId);
    this.rows.delete(rowId);
    return row && row.calls > 0 ? row : undefined;
  }

  /** What calls of an event wait with: an event is about its aggregate and the ids it tells. */
  ofEvent({ aggregate, payload }: EventRecord): HeldRow | undefined {
    if (this.rows.size === 0) return undefined;
    for (const id of [...Object.values(payload as Record<string, unknown>), aggregate]) {
      const row = typeof id === 'string' ? this.rows.get(id) : undefined;
      if (row) return row;
    }
    return undefined;
  }
}

async function readSeconds(tx: Tx): Promise<number> {
  const own = await tx.maybe<{ seconds: number }>`
    select (content->>'seconds')::integer as seconds from tenant_setting
    where tenant_id = ${tx.tenant} and name = ${CALL_WAIT.name}`;
  return own?.seconds ?? tx.callWaitSeconds;
}

/**
 * Before a move runs: of which documents its calls are to wait. Only of a person's own move, never where
 * less time is left than the wait takes.
 */
export async function holdCalls(tx: Tx, one: Command, rows: readonly AnyDocument[], answers: unknown): Promise<void> {
  const { heldMoves: held, actor, now } = tx;
  const { calledBack } = one.lifecycle.moves[one.move] as Move;
  const { callBack } = one.effect;
  if (!calledBack || !callBack || held.requested !== one.permission) return;
  if (actor.isSystem || actor.userId === null) return;
  const until = new Date(now.getTime() + (await held.seconds(tx)) * 1000);
  const waiting = until > now ? rows.filter((row) => !isPressing(row, calledBack.before, until)) : [];
  if (waiting.length === 0) return;
  for (const [id, stored] of await callBack.snapshot(tx, [...waiting], answers))
    held.hold(id, { id: newId(), until, snapshot: stored, calls: 0 });
}

const isPressing = (row: AnyDocument, deadline: string | undefined, until: Date): boolean => {
  const at = deadline === undefined ? null : row[deadline];
  return at instanceof Date && at <= until;
};

/** After a move: what waits is written down. @returns by document, until when */
export async function storeHeld(
  tx: Tx,
  one: Command,
  changes: readonly { row: AnyDocument; from: string; to: string }[],
): Promise<Map<string, Date>> {
  const waiting = changes.flatMap((change) => {
    const held = tx.heldMoves.close(change.row.id);
    return held ? [{ ...change, held }] : [];
  });
  if (waiting.length === 0) return new Map();
  const old = new Date(tx.now.getTime() - RETENTION_DAYS * 86_400_000);
  await tx.run`delete from held_move where tenant_id = ${tx.tenant} and due_at < ${old}`;
  await tx.run`
    insert into held_move (tenant_id, id, resource, row_id, label, move, from_state, to_state, calls, kept,
      due_at, batch_id, user_id, create_by, create_time)
    select ${tx.tenant}, h.id, ${resourceKey(one.lifecycle.of)}, h.row_id, h.label, ${one.move}, h.from_state,
      h.to_state, h.calls, h.kept, h.due_at, ${tx.actor.batch?.id ?? null}::uuid, ${tx.actor.userId}::uuid,
      ${tx.actor.username}, ${tx.now}
    from unnest(${waiting.map(({ held }) => held.id)}::uuid[], ${waiting.map(({ row }) => row.id)}::uuid[],
      ${waiting.map(({ row }) => rowLabel(one.lifecycle.of, row))}::text[],
      ${waiting.map(({ from }) => from)}::text[], ${waiting.map(({ to }) => to)}::text[],
      ${waiting.map(({ held }) => held.calls)}::integer[],
      ${waiting.map(({ held }) => JSON.stringify(held.snapshot))}::jsonb[],
      ${waiting.map(({ held }) => held.until)}::timestamptz[])
      as h (id, row_id, label, from_state, to_state, calls, kept, due_at)`;
  return new Map(waiting.map(({ row, held }) => [row.id, held.until]));
}
