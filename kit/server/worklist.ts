import type { AnyLifecycle, Move } from '#kit/model/lifecycle.ts';
import { invalid } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { toWireTime } from '#kit/model/time.ts';
import { storeWorklistRoute, MOST_LEFT_OVER, worklistRoute, type LeftOver } from '#kit/model/worklist.ts';
import { isUuid } from './kinds.ts';
import { rowLabel } from './move-results.ts';
import type { AnyDocument } from './move-effect.ts';
import { baseConditions } from './query/row-conditions.ts';
import { tableOf } from './registry.ts';
import { implement, type Route } from './route.ts';
import { column, join, sql } from './sql.ts';
import type { Tx } from './tx.ts';

const MOST_WORDS = 500;

/**
 * What batches of a person could not do, document by document with its reason. One that has been moved since, by
 * whomever, or that can be moved so no more, is off the list by itself.
 */
export const worklistRoutes = (lifecycle: AnyLifecycle): Route[] => [
  implement(worklistRoute(lifecycle.of), (call) => call.tx((tx) => leftOver(tx, lifecycle))),
  implement(storeWorklistRoute(lifecycle.of), (call) =>
    call.tx(async (tx) => {
      const { move, failed, dismissed } = call.body;
      if (typeof move !== 'string' || !Object.hasOwn(lifecycle.moves as object, move))
        throw invalid([{ field: 'move', code: 'unknown', message: '没有这个操作' }]);
      if (dismissed === 'all' || Array.isArray(dismissed))
        await dismiss(tx, lifecycle, move, dismissed as readonly string[] | 'all');
      return { kept: await storeFailures(tx, lifecycle, move, failed) };
    }),
  ),
];

async function leftOver(tx: Tx, lifecycle: AnyLifecycle): Promise<LeftOver[]> {
  const { of: resource } = lifecycle;
  const moves = lifecycle.moves as Readonly<Record<string, Move>>;
  const froms = Object.entries(moves).flatMap(([name, { from }]) => from.map((state) => `${name} ${state}`));
  const rows = await tx.query<AnyDocument & { leftMove: string; message: string; leftAt: Date }>(sql`
    select t.*, f.move as left_move, f.message, f.create_time as left_at
    from batch_failure f join ${column(tableOf(resource))} t on t.tenant_id = f.tenant_id and t.id = f.row_id
    where ${join(baseConditions(resource, tx.actor), ' and ')}
      and f.user_id = ${tx.actor.userId}::uuid and f.resource = ${resourceKey(resource)}
      and f.move || ' ' || t.status = any(${froms}::text[])
      and not exists (select 1 from state_log s where s.tenant_id = f.tenant_id and s.row_id = f.row_id
        and s.resource = f.resource and s.move = f.move and s.at > f.create_time)
    order by f.create_time desc, f.message, t.id limit ${MOST_LEFT_OVER}`);
  return rows.map((row) => ({
    id: row.id,
    label: rowLabel(resource, row),
    move: row.leftMove,
    moveTitle: moves[row.leftMove]?.title ?? row.leftMove,
    message: row.message,
    at: toWireTime(row.leftAt, tx.actor.zone),
  }));
}

async function dismiss(tx: Tx, { of }: AnyLifecycle, move: string, which: readonly string[] | 'all'): Promise<void> {
  const ids = which === 'all' ? null : which.filter(isUuid);
  await tx.run`
    delete from batch_failure
    where tenant_id = ${tx.tenant} and user_id = ${tx.actor.userId}::uuid
      and resource = ${resourceKey(of)} and move = ${move}
      and (${ids === null} or row_id = any(${ids ?? []}::uuid[]))`;
}

/** Only of documents in sight; who is no person keeps none. @returns how many are kept */
async function storeFailures(tx: Tx, { of }: AnyLifecycle, move: string, failed: unknown): Promise<number> {
  const sent: readonly unknown[] = Array.isArray(failed) ? failed.slice(0, MOST_LEFT_OVER) : [];
  const rows = sent.filter(
    (one): one is { id: string; message: string } =>
      isUuid((one as { id?: unknown } | null)?.id) && typeof (one as { message?: unknown }).message === 'string',
  );
  const unique = [...new Map(rows.map((row) => [row.id.toLowerCase(), row.message])).entries()];
  if (unique.length === 0 || tx.actor.userId === null) return 0;
  const visible = await tx.query<{ id: string }>(sql`
    select t.id from ${column(tableOf(of))} t
    where ${join(baseConditions(of, tx.actor), ' and ')}
      and t.id = any(${unique.map(([id]) => id)}::uuid[])`);
  const seen = new Set(visible.map(({ id }) => id));
  const stored = unique.filter(([id]) => seen.has(id));
  await tx.run`
    insert into batch_failure (tenant_id, user_id, resource, move, row_id, message, create_time)
    select ${tx.tenant}, ${tx.actor.userId}::uuid, ${resourceKey(of)}, ${move}, f.id, f.message, ${tx.now}
    from unnest(${stored.map(([id]) => id)}::uuid[],
      ${stored.map(([, message]) => message.slice(0, MOST_WORDS))}::text[]) as f (id, message)
    on conflict (tenant_id, user_id, resource, move, row_id)
      do update set message = excluded.message, create_time = excluded.create_time`;
  return stored.length;
}
