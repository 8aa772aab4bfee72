import { movePermission, type AnyLifecycle, type Move } from '#kit/model/lifecycle.ts';
import { forbidden, Refusal } from '#kit/model/refusal.ts';
import { CALL_BACK, heldMovesRoute, type HeldMove } from '#kit/model/held-move.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { may } from './actor.ts';
import { MESSAGES } from './messages.ts';
import type { AnyDocument, Command, Returning } from './move-effect.ts';
import { baseConditions } from './query/row-conditions.ts';
import { tableOf } from './registry.ts';
import { implement, type Route } from './route.ts';
import { column, join, sql } from './sql.ts';
import type { Tx } from './tx.ts';

/**
 * A call that nobody has begun. One that waits for the channel's effect is pending as well, and such a wait does
 * not count as an attempt: what it noted tells that something may have been sent.
 */
const UNTOUCHED = sql`d.status = 'pending' and d.attempts = 0 and d.progress = '{}'::jsonb`;

interface Held {
  id: string;
  rowId: string;
  move: string;
  fromState: string;
  toState: string;
  calls: number;
  snapshot: object;
  /** Calls of it that nobody has begun. */
  waiting: number;
}

/**
 * 撤回: the last move of a document is taken back before anybody outside hears of it. Its calls are locked
 * first and given up whole: where a worker has one already it is too late, where we have it the worker passes
 * over it. The effect of the move undoes what it did.
 * @param commands moves that may be called back, with how each is undone
 */
export function callBackCommand(lifecycle: AnyLifecycle, commands: readonly Command[]): Command {
  const byMove = new Map(commands.map((one) => [one.move, one]));
  return {
    lifecycle,
    move: CALL_BACK,
    permission: movePermission(lifecycle, CALL_BACK),
    effect: {
      read: (tx: Tx, rows: AnyDocument[], isPreview: boolean) => lastHeld(tx, lifecycle, rows, isPreview),
      async guard(tx: Tx, rows: AnyDocument[], _answers: unknown, held: Map<string, Held>) {
        const refusals = new Map<string, Refusal>();
        const ended = await endedSince(tx, byMove, held);
        for (const row of rows) {
          const refusal = refusalOf(tx, byMove, row, held.get(row.id), ended);
          if (refusal) refusals.set(row.id, refusal);
        }
        for (const [move, some] of byLastMove(rows, held))
          for (const [id, refusal] of (await byMove.get(move)?.effect.callBack?.refuse?.(tx, some)) ?? [])
            if (!refusals.has(id)) refusals.set(id, refusal);
        return refusals;
      },
      async run(tx: Tx, rows: AnyDocument[], _answers: unknown, held: Map<string, Held>) {
        await giveUpCalls(
          tx,
          rows.map(({ id }) => held.get(id) as Held),
        );
        for (const [move, some] of byLastMove(rows, held)) await byMove.get(move)?.effect.callBack?.undo(tx, some);
        return new Map(rows.map(({ id }) => [id, (held.get(id) as Held).fromState]));
      },
    },
  };
}

/** Documents by the move that is called back, with what was kept of them. */
const byLastMove = (rows: readonly AnyDocument[], held: ReadonlyMap<string, Held>): Map<string, Returning[]> => {
  const moves = new Map<string, Returning[]>();
  for (const row of rows) {
    const last = held.get(row.id);
    if (!last) continue;
    const { move, snapshot, fromState: from } = last;
    moves.set(move, [...(moves.get(move) ?? []), { row, snapshot, from }]);
  }
  return moves;
};

/** What each document did last that could wait, by its id; its calls are locked unless they are only looked at. */
async function lastHeld(
  tx: Tx,
  lifecycle: AnyLifecycle,
  rows: readonly AnyDocument[],
  isLookedAt: boolean,
): Promise<Map<string, Held>> {
  const found = await tx.rows<Omit<Held, 'waiting'>>`
    select distinct on (row_id) id, row_id, move, from_state, to_state, calls, kept as snapshot from held_move
    where tenant_id = ${tx.tenant} and resource = ${resourceKey(lifecycle.of)}
      and row_id = any(${rows.map(({ id }) => id)}::uuid[]) and called_back_at is null
    order by row_id, create_time desc, id desc`;
  const ids = found.map(({ id }) => id);
  if (!isLookedAt)
    await tx.run`
      select 1 from delivery where tenant_id = ${tx.tenant} and held_move_id = any(${ids}::uuid[])
      order by id for update`;
  const calls = await tx.query<{ id: string; waiting: number }>(sql`
    select d.held_move_id as id, count(*)::integer as waiting from delivery d
    where d.tenant_id = ${tx.tenant} and d.held_move_id = any(${ids}::uuid[]) and ${UNTOUCHED} group by 1`);
  const waiting = new Map(calls.map((one) => [one.id, one.waiting]));
  return new Map(found.map((one) => [one.rowId, { ...one, waiting: waiting.get(one.id) ?? 0 }]));
}

function refusalOf(
  tx: Tx,
  commands: ReadonlyMap<string, Command>,
  row: AnyDocument,
  held: Held | undefined,
  ended: ReadonlySet<string>,
): Refusal | null {
  const command = held && commands.get(held.move);
  if (!command) return new Refusal('nothingHeld', MESSAGES.nothingHeld);
  if (!may(tx.actor, command.permission)) return forbidden(command.permission);
  const { title } = command.lifecycle.moves[command.move] as Move;
  if (held.waiting < held.calls) return new Refusal('callsGone', MESSAGES.callsGone(title));
  const isSame = row.status === held.toState && !ended.has(row.id);
  return isSame ? null : new Refusal('movedOn', MESSAGES.movedOn(title));
}

/** Documents that have since made a move that leaves nothing to go back to (`endedBy`). */
async function endedSince(
  tx: Tx,
  commands: ReadonlyMap<string, Command>,
  held: ReadonlyMap<string, Held>,
): Promise<Set<string>> {
  const ends = [...held.values()].flatMap(({ id, move }) =>
    (commands.get(move)?.effect.callBack?.endedBy ?? []).map((by) => ({ id, by })),
  );
  if (ends.length === 0) return new Set();
  // Ids are in the order of time; the entry of the move itself is of its own instant, and what was called back is undone.
  const rows = await tx.rows<{ rowId: string }>`
    select distinct h.row_id from held_move h
      join unnest(${ends.map(({ id }) => id)}::uuid[], ${ends.map(({ by }) => by)}::text[]) as e (id, by) on e.id = h.id
      join state_log s on s.tenant_id = h.tenant_id and s.row_id = h.row_id and s.resource = h.resource
        and s.move = e.by and s.id > h.id and not (s.move = h.move and s.at = h.create_time)
    where h.tenant_id = ${tx.tenant} and not exists (select 1 from held_move c
      where c.tenant_id = s.tenant_id and c.resource = s.resource and c.row_id = s.row_id and c.move = s.move
        and c.create_time = s.at and c.called_back_at is not null)`;
  return new Set(rows.map(({ rowId }) => rowId));
}

/** @throws Refusal where not all of them are still to be had */
async function giveUpCalls(tx: Tx, held: readonly Held[]): Promise<void> {
  const ids = held.map(({ id }) => id);
  const given = await tx.query(sql`
    update delivery d set status = 'cancelled', last_error = ${MESSAGES.calledBack}, done_at = ${tx.now},
      update_time = ${tx.now}, version = version + 1
    where d.tenant_id = ${tx.tenant} and d.held_move_id = any(${ids}::uuid[]) and ${UNTOUCHED} returning d.id`);
  if (given.length < held.reduce((sum, { calls }) => sum + calls, 0))
    throw new Refusal('callsGone', MESSAGES.callsGone('操作'));
  await tx.run`
    update held_move set called_back_at = ${tx.now}
    where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`;
}

/** What still waits of documents in sight, one's own first. */
export const heldMovesRoutes = (lifecycle: AnyLifecycle): Route => {
  const { of: resource } = lifecycle;
  return implement(heldMovesRoute(resource), (call) =>
    call.tx(async (tx) => {
      const rows = await tx.query<HeldRow>(sql`
        select h.id as held_id, h.row_id, h.label, h.move, h.due_at, h.batch_id, h.create_by,
          h.user_id is not distinct from ${tx.actor.userId}::uuid as is_own
        from held_move h join ${column(tableOf(resource))} t on t.tenant_id = h.tenant_id and t.id = h.row_id
        where ${join(baseConditions(resource, tx.actor), ' and ')}
          and h.resource = ${resourceKey(resource)} and h.called_back_at is null and h.due_at > ${tx.now}
          and t.status = h.to_state
          and h.calls = (select count(*) from delivery d where d.tenant_id = h.tenant_id
            and d.held_move_id = h.id and ${UNTOUCHED})
        order by 8 desc, h.due_at, h.id limit 2000`);
      return rows.map((row): HeldMove => ({
        id: row.rowId,
        label: row.label,
        move: row.move,
        moveTitle: (lifecycle.moves as Readonly<Record<string, Move>>)[row.move]?.title ?? row.move,
        seconds: Math.ceil((row.dueAt.getTime() - tx.now.getTime()) / 1000),
        batch: row.batchId,
        by: row.createBy,
        isOwn: row.isOwn,
      }));
    }),
  );
};

interface HeldRow {
  rowId: string;
  label: string;
  move: string;
  dueAt: Date;
  batchId: string | null;
  createBy: string;
  isOwn: boolean;
}
