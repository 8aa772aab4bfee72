import { CALL_BACK } from '#kit/model/held-move.ts';
import { movePermission, type AnyLifecycle, type Move } from '#kit/model/lifecycle.ts';
import { notFound, Refusal } from '#kit/model/refusal.ts';
import { batchRoute, historyRoute, moveRoute, resourceRoute } from '#kit/model/resource-routes.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { batchIds } from './batch-scope.ts';
import { heldMovesRoutes } from './call-back.ts';
import { outlookOf, previewCommand, runCommand, type Command, type MoveResult } from './command.ts';
import type { Actor } from './actor.ts';
import type { Tx } from './database.ts';
import { readHistory } from './history.ts';
import { isUuid } from './kinds.ts';
import { MESSAGES } from './messages.ts';
import { listConditions } from './query/list.ts';
import { isCounted, stateCounts } from './query/list-total.ts';
import { tableOf, type Registry } from './registry.ts';
import { implement, type Call, type Route } from './route.ts';
import type { Serve } from './serve.ts';
import { column, join, sql } from './sql.ts';
import { worklistRoutes } from './worklist.ts';

/** What a lifecycle adds to its resource: counts of its tabs, the history of a row, its moves. */
export function lifecycleRoutes(serve: Serve, lifecycle: AnyLifecycle, registry: Registry): Route[] {
  const { resource } = serve;
  const routes: Route[] = [
    implement(resourceRoute(resource, 'counts'), (call) =>
      call.tx((tx) => tabCounts(tx, serve, lifecycle, registry, call.query)),
    ),
    implement(historyRoute(resource), (call) =>
      call.tx((tx) => readHistory(tx, serve, lifecycle, registry, call.params.id)),
    ),
  ];
  routes.push(...worklistRoutes(lifecycle));
  if (CALL_BACK in lifecycle.moves) routes.push(heldMovesRoutes(lifecycle));
  for (const [name, move] of Object.entries(lifecycle.moves as Record<string, Move>)) {
    if (move.system) continue;
    const found = serve.commands?.find((one) => one.move === name);
    if (!found) throw new Error(`${movePermission(lifecycle, name)} has no command`);
    routes.push(...moveRoutes(serve, lifecycle, found, registry));
  }
  return routes;
}

function moveRoutes(serve: Serve, lifecycle: AnyLifecycle, one: Command, registry: Registry): Route[] {
  const { keyed } = (lifecycle.moves as Record<string, Move>)[one.move] as Move;
  const keyOf = ({ key }: Pick<Call, 'key'>): string | null => {
    if (keyed && !key) throw new Refusal('keyMissing', MESSAGES.keyMissing, { status: 422 });
    return key;
  };
  return [
    implement(moveRoute(lifecycle, one.move), async (call) => {
      const id = call.params.id;
      const version = call.body['version'];
      const [result] = await runCommand(call.db, call.actor, one, {
        ids: [id],
        answers: call.body,
        key: keyOf(call),
        registry,
        ...(typeof version === 'number' ? { version } : {}),
      });
      if (!result?.ok) throw refusalOf(result);
      const { state, callBackSeconds } = result;
      return {
        id,
        ok: true,
        ...(state === undefined ? {} : { state }),
        ...(callBackSeconds === undefined ? {} : { callBackSeconds }),
      };
    }),
    implement(batchRoute(lifecycle, one.move), async (call) => {
      const ids = await batchIds(call, serve, registry);
      const answers = (call.body.answers ?? {}) as Record<string, unknown>;
      const rows =
        call.body.dryRun === true
          ? await previewCommand(call.db, call.actor, one, { ids, answers, registry })
          : await runCommand(call.db, await inBatch(call, serve), one, {
              ids,
              answers,
              key: keyOf(call),
              registry,
            });
      const ok = rows.filter((row) => row.ok).length;
      const reported = rows.map(({ httpStatus: _httpStatus, ...row }) => row);
      const answer = { total: rows.length, ok, failed: rows.length - ok, rows: reported };
      if (call.body.dryRun !== true) return answer;
      // What only waits for an answer is moved with the others.
      const able = rows.filter((row) => row.ok || row.errors).map(({ id }) => id);
      return { ...answer, ...(await outlookOf(call.db, call.actor, one, able)) };
    }),
  ];
}

/** A batch read too late is forgotten. */
const BATCH_DAYS = 7;

/**
 * The caller as the one who runs a batch. Its parts come in several requests: `batch` of the body
 * names what they belong to.
 */
async function inBatch(call: Call, { resource }: Serve): Promise<Actor> {
  const { batch } = call.body;
  const { userId } = call.actor;
  if (!isUuid(batch) || userId === null) return call.actor;
  const isOwn = await call.tx(async (tx) => {
    await tx.run`
      delete from delivery_batch where tenant_id = ${tx.tenant} and user_id = ${userId}::uuid
        and create_time < ${tx.now}::timestamptz - make_interval(days => ${BATCH_DAYS})`;
    const known = await tx.run`
      insert into delivery_batch as b (tenant_id, id, user_id, resource, create_time)
      values (${tx.tenant}, ${batch}::uuid, ${userId}::uuid, ${resourceKey(resource)}, ${tx.now})
      on conflict (tenant_id, id) do update set user_id = b.user_id
        where b.user_id = excluded.user_id and b.resource = excluded.resource`;
    return known > 0;
  });
  if (!isOwn) return call.actor;
  return { ...call.actor, batch: { id: batch, resource: resourceKey(resource) } };
}

/** A person has read what became of a batch. */
export async function forgetBatch(tx: Tx, id: string): Promise<void> {
  await tx.run`
    delete from delivery_batch where tenant_id = ${tx.tenant} and id = ${id}::uuid
      and user_id = ${tx.actor.userId}::uuid`;
}

function refusalOf(result: MoveResult | undefined): Refusal {
  if (!result || result.code === 'notFound') return notFound();
  const { code = 'refused', message = MESSAGES.unexpected, errors, httpStatus } = result;
  if (errors) return new Refusal(code, message, { status: 422, errors: [...errors] });
  return new Refusal(code, message, httpStatus === undefined ? {} : { status: httpStatus });
}

async function tabCounts(
  tx: Tx,
  serve: Serve,
  lifecycle: AnyLifecycle,
  registry: Registry,
  query: Record<string, string>,
): Promise<Record<string, number>> {
  const { tab: _tab, ...rest } = query;
  const requested = Object.keys(rest).filter(
    (key) => rest[key] && !['pageNo', 'pageSize', 'column', 'order', 'field'].includes(key),
  );
  const counts = new Map<string, number>();
  if (requested.length === 0 && isCounted(serve.resource, tx.actor)) {
    for (const [state, n] of await stateCounts(tx, serve.resource, null)) counts.set(state, n);
  } else {
    const conditions = await listConditions(tx, serve.resource, rest, {
      registry,
      keyword: serve.keyword,
    });
    const rows = await tx.query<{ status: string; n: number }>(sql`
      select t.status, count(*)::integer as n from ${column(tableOf(serve.resource))} t
      where ${join(conditions, ' and ')} group by t.status`);
    for (const row of rows) counts.set(row.status, row.n);
  }
  return Object.fromEntries(
    Object.entries(lifecycle.tabs).map(([tab, { states }]) => [
      tab,
      (states as string[]).reduce((sum, state) => sum + (counts.get(state) ?? 0), 0),
    ]),
  );
}
