import { movePermission, stepTitle, type AnyLifecycle, type Move } from '#kit/model/lifecycle.ts';
import { notFound, Refusal } from '#kit/model/refusal.ts';
import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import { toWireTime } from '#kit/model/time.ts';
import { previewCommand, runCommand, type Command, type MoveResult } from './command.ts';
import type { Tx } from './database.ts';
import { isUuid } from './kinds.ts';
import { isLineOf, linesRoute } from './lines-route.ts';
import { lookupRoute } from './lookup-route.ts';
import { MESSAGES } from './messages.ts';
import { maskedFields } from './query/columns.ts';
import { strictFilter } from './query/conditions.ts';
import { baseConditions, listConditions, listPage, readRows, stateCounts } from './query/list.ts';
import { tableOf, type Registry } from './registry.ts';
import { answer, type Call, type Route } from './route.ts';
import type { Serve } from './serve.ts';
import { sheetRoutes } from './sheet-routes.ts';
import { column, join, sql } from './sql.ts';
import { IMPORT_BYTES } from './sheets/sheet-limits.ts';
import { addRow, deleteRows, editRow } from './write.ts';

export type { Serve } from './serve.ts';

const MAX_BATCH = 10_000;

/**
 * All generic routes of a resource; its kind decides which exist.
 * @param importBytes what a sheet to import may weigh
 */
export function resourceRoutes(
  serve: Serve,
  registry: Registry,
  importBytes: number = IMPORT_BYTES,
): Route[] {
  const { resource } = serve;
  const base = `/${resource.module}/${resource.name}`;
  const access = (verb: string) => ({ permission: `${resourceKey(resource)}:${verb}` });
  const title = resource.title;
  const routes: Route[] = [
    {
      method: 'GET',
      path: `${base}/list`,
      access: access('list'),
      summary: `${title}列表`,
      query: resource.fields,
      handle: (call) =>
        call.tx((tx) => listPage(tx, resource, call.query, { registry, keyword: serve.keyword })),
    },
    {
      method: 'GET',
      path: `${base}/queryById`,
      access: access('list'),
      summary: `${title}详情`,
      handle: (call) => call.tx((tx) => readDetail(tx, serve, registry, call.query['id'] ?? '')),
    },
    {
      method: 'GET',
      path: `${base}/options`,
      access: access('list'),
      summary: `${title}选项`,
      handle: (call) => call.tx((tx) => readOptions(tx, serve, registry, call.query)),
    },
    ...sheetRoutes(serve, registry, importBytes),
  ];
  // Nothing points at a row of a ledger.
  if (resource.kind !== 'ledger') routes.push(lookupRoute(resource));
  if (resource.kind === 'register') {
    routes.push(...registerRoutes(serve, registry));
    if (isLineOf(resource, registry)) routes.push(linesRoute(serve, registry));
  }
  const lifecycle = registry.lifecycleOf(resource);
  if (lifecycle) routes.push(...lifecycleRoutes(serve, lifecycle, registry));
  return routes;
}

function registerRoutes(serve: Serve, registry: Registry): Route[] {
  const { resource, guards } = serve;
  const base = `/${resource.module}/${resource.name}`;
  const key = resourceKey(resource);
  const writer = { registry, resource, ...(guards ? { guards } : {}) };
  const edit = (method: 'PUT' | 'POST'): Route => ({
    method,
    path: `${base}/edit`,
    access: { permission: `${key}:edit` },
    summary: `编辑${resource.title}`,
    body: resource.fields,
    handle: async (call) => {
      const id = idOf(call.body['id']);
      await call.tx((tx) => editRow(tx, writer, id, call.body));
      return answer(MESSAGES.edited, { id });
    },
  });
  return [
    {
      method: 'POST',
      path: `${base}/add`,
      access: { permission: `${key}:add` },
      summary: `新增${resource.title}`,
      body: resource.fields,
      handle: async (call) =>
        answer(MESSAGES.added, { id: await call.tx((tx) => addRow(tx, writer, call.body)) }),
    },
    edit('PUT'),
    edit('POST'),
    {
      method: 'DELETE',
      path: `${base}/delete`,
      access: { permission: `${key}:delete` },
      summary: `删除${resource.title}`,
      handle: async (call) => {
        await call.tx((tx) => deleteRows(tx, writer, [idOf(call.query['id'])]));
        return answer(MESSAGES.deleted);
      },
    },
    {
      method: 'DELETE',
      path: `${base}/deleteBatch`,
      access: { permission: `${key}:delete` },
      summary: `批量删除${resource.title}`,
      handle: async (call) => {
        const ids = (call.query['ids'] ?? '').split(',').filter(isUuid).slice(0, 1000);
        if (ids.length === 0)
          throw new Refusal('noneSelected', MESSAGES.noneSelected, { status: 422 });
        const n = await call.tx((tx) => deleteRows(tx, writer, ids));
        return answer(MESSAGES.batchDeleted, { deleted: n, missing: ids.length - n });
      },
    },
  ];
}

function lifecycleRoutes(serve: Serve, lifecycle: AnyLifecycle, registry: Registry): Route[] {
  const { resource } = serve;
  const base = `/${resource.module}/${resource.name}`;
  const list = { permission: `${resourceKey(resource)}:list` };
  const routes: Route[] = [
    {
      method: 'GET',
      path: `${base}/counts`,
      access: list,
      summary: `${resource.title}各状态数量`,
      handle: (call) => call.tx((tx) => tabCounts(tx, serve, lifecycle, registry, call.query)),
    },
    {
      method: 'GET',
      path: `${base}/:id/history`,
      access: list,
      summary: `${resource.title}流转记录`,
      handle: (call) =>
        call.tx((tx) => readHistory(tx, resource, lifecycle, call.params['id'] ?? '')),
    },
  ];
  for (const [name, move] of Object.entries(lifecycle.moves as Record<string, Move>)) {
    if (move.system) continue;
    const found = serve.commands?.find((one) => one.move === name);
    if (!found) throw new Error(`${movePermission(lifecycle, name)} has no command`);
    routes.push(...moveRoutes(serve, found, move, registry));
  }
  return routes;
}

function moveRoutes(serve: Serve, one: Command, move: Move, registry: Registry): Route[] {
  const { resource } = serve;
  const base = `/${resource.module}/${resource.name}`;
  const access = { permission: one.permission };
  const keyOf = (call: Call): string | null => {
    if (move.keyed && !call.key)
      throw new Refusal('keyMissing', MESSAGES.keyMissing, { status: 422 });
    return call.key;
  };
  return [
    {
      method: 'POST',
      path: `${base}/:id/${one.move}`,
      access,
      summary: move.title,
      ...(move.ask ? { body: move.ask } : {}),
      handle: async (call) => {
        const id = idOf(call.params['id']);
        const version = call.body['version'];
        const [result] = await runCommand(call.db, call.actor, one, {
          ids: [id],
          answers: call.body,
          key: keyOf(call),
          ...(typeof version === 'number' ? { version } : {}),
        });
        if (!result?.ok) throw refusalOf(result);
        return { id, ok: true, state: result.state };
      },
    },
    {
      method: 'POST',
      path: `${base}/batch/${one.move}`,
      access,
      summary: `批量${move.title}`,
      handle: async (call) => {
        const ids = await batchIds(call, serve, registry);
        const answers = (call.body['answers'] ?? {}) as Record<string, unknown>;
        const isPreview = call.body['dryRun'] === true;
        const rows = isPreview
          ? await previewCommand(call.db, call.actor, one, { ids, answers })
          : await runCommand(call.db, call.actor, one, { ids, answers, key: keyOf(call) });
        const ok = rows.filter((row) => row.ok).length;
        return { total: rows.length, ok, failed: rows.length - ok, rows };
      },
    },
  ];
}

function refusalOf(result: MoveResult | undefined): Refusal {
  if (!result || result.code === 'notFound') return notFound();
  return new Refusal(result.code ?? 'refused', result.message ?? MESSAGES.unexpected, {
    status: 409,
  });
}

/** Ids of a batch: named, or everything a filter finds (never just the page on the screen). */
async function batchIds(call: Call, serve: Serve, registry: Registry): Promise<string[]> {
  const { ids, filter } = call.body as { ids?: unknown; filter?: unknown };
  if (Array.isArray(ids)) {
    const list = ids.filter(isUuid);
    if (list.length === 0 || list.length > MAX_BATCH)
      throw new Refusal('noneSelected', MESSAGES.noneSelected, { status: 422 });
    return list;
  }
  if (typeof filter !== 'object' || filter === null)
    throw new Refusal('noneSelected', MESSAGES.noneSelected, { status: 422 });
  const { resource } = serve;
  const query = strictFilter({ resource, hidden: maskedFields(resource, call.actor) }, filter);
  return call.tx(async (tx) => {
    const conditions = listConditions(tx, serve.resource, query, {
      registry,
      keyword: serve.keyword,
    });
    const rows = await tx.query<{ id: string }>(sql`
      select t.id from ${column(tableOf(serve.resource))} t where ${join(conditions, ' and ')}
      order by t.create_time desc, t.id desc limit ${MAX_BATCH}`);
    return rows.map((row) => row.id);
  });
}

const idOf = (value: unknown): string => {
  if (!isUuid(value)) throw notFound();
  return value.toLowerCase();
};

/** The longest document has as many lines; editing one reads and writes them all. */
const MOST_LINES = 5_000;

/** One row with its child rows under `lines`. */
async function readDetail(
  tx: Tx,
  serve: Serve,
  registry: Registry,
  id: string,
): Promise<Record<string, unknown>> {
  const { resource } = serve;
  const conditions = [...baseConditions(resource, tx.actor), sql`t.id = ${idOf(id)}::uuid`];
  const [row] = await readRows(tx, resource, {}, conditions, { registry, isDetail: true }, 1, 0);
  if (!row) throw notFound();
  const lines: Record<string, unknown[]> = {};
  for (const [key, backField] of Object.entries((resource.lines ?? {}) as Record<string, string>)) {
    const child = registry.resource(key);
    const own = [sql`t.tenant_id = ${tx.tenant}`, sql`t.${column(snake(backField))} = ${id}::uuid`];
    if (child.kind === 'register') own.push(sql`t.deleted_at is null`);
    lines[child.name] = await readRows(
      tx,
      child,
      {},
      own,
      { registry, isDetail: true },
      MOST_LINES,
      0,
    );
  }
  return { ...row, lines, ...(serve.detail ? await serve.detail(tx, row) : {}) };
}

async function readOptions(
  tx: Tx,
  serve: Serve,
  registry: Registry,
  query: Record<string, string>,
): Promise<{ value: unknown; text: unknown }[]> {
  const { resource } = serve;
  if (maskedFields(resource, tx.actor).has(resource.label)) return [];
  const { ids, pageSize, ...rest } = query;
  const conditions = listConditions(tx, resource, rest, { registry, keyword: serve.keyword });
  if (ids) conditions.push(sql`t.id = any(${ids.split(',').filter(isUuid).slice(0, 200)}::uuid[])`);
  const limit = Math.min(Math.max(Number(pageSize) || 10, 1), 200);
  const label = column(`t.${snake(resource.label)}`);
  const rows = await tx.query<{ id: string; label: string }>(sql`
    select t.id, ${label} as label from ${column(tableOf(resource))} t
    where ${join(conditions, ' and ')} order by ${label} limit ${limit}`);
  return rows.map((row) => ({ value: row.id, text: row.label }));
}

async function tabCounts(
  tx: Tx,
  serve: Serve,
  lifecycle: AnyLifecycle,
  registry: Registry,
  query: Record<string, string>,
): Promise<Record<string, number>> {
  const { tab: _tab, ...rest } = query;
  const asked = Object.keys(rest).filter(
    (key) => rest[key] && !['pageNo', 'pageSize', 'column', 'order', 'field'].includes(key),
  );
  const isCounted =
    serve.resource.scope?.shops && !(serve.resource.scope.warehouses && tx.actor.warehouses);
  const counts = new Map<string, number>();
  if (asked.length === 0 && isCounted) {
    for (const [state, n] of await stateCounts(tx, serve.resource, null)) counts.set(state, n);
  } else {
    const conditions = listConditions(tx, serve.resource, rest, {
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

async function readHistory(
  tx: Tx,
  resource: AnyResource,
  lifecycle: AnyLifecycle,
  id: string,
): Promise<unknown[]> {
  const [row] = await tx.query(sql`select 1 from ${column(tableOf(resource))} t
    where ${join([...baseConditions(resource, tx.actor), sql`t.id = ${idOf(id)}::uuid`], ' and ')}`);
  if (!row) throw notFound();
  const log = await tx.rows<{
    from_state: string | null;
    to_state: string;
    move: string;
    actor_name: string;
    reason: string | null;
    at: Date;
  }>`select from_state, to_state, move, actor_name, reason, at from state_log
    where tenant_id = ${tx.tenant} and row_id = ${id}::uuid order by at, id`;
  const stateTitle = (state: string | null): string | null =>
    state
      ? ((lifecycle.states as Record<string, readonly [string, string]>)[state]?.[0] ?? state)
      : null;
  return log.map((entry) => ({
    from: entry.from_state,
    from_dictText: stateTitle(entry.from_state),
    to: entry.to_state,
    to_dictText: stateTitle(entry.to_state),
    move: entry.move,
    moveTitle: stepTitle(lifecycle, entry.move),
    actor: entry.actor_name,
    reason: entry.reason,
    at: toWireTime(entry.at, tx.actor.zone),
  }));
}
