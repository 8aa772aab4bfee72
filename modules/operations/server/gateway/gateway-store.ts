import { invalid, notFound, Refusal, staleVersion } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { RowOf, WrittenOf } from '#kit/model/row.ts';
import { audit, fieldDiff } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import type { Serve, Store } from '#kit/server/serve.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { gatewayRoute, MOST_ROUTES } from '../../model/gateway-route.ts';
import { judgeRoute, type GatewaySettings } from './compiled-route.ts';

const KEY = resourceKey(gatewayRoute);

type RouteRow = RowOf<typeof gatewayRoute>;
type Given = Partial<WrittenOf<typeof gatewayRoute>>;

const routeRows = (tx: Tx): Sql => sql`select g.*, ${tx.tenant}::integer as tenant_id from gateway_route g`;

/** 网关路由 as they are listed and written. */
export const servedRoutes = (settings: () => GatewaySettings): Serve => ({
  resource: gatewayRoute,
  rows: routeRows,
  store: {
    add: (call, values) => call.tx(async (tx) => ({ id: await addRoute(tx, settings(), values) })),
    edit: (call, id, values, version) => call.tx((tx) => editRoute(tx, settings(), id, values, version)),
    remove: (call, ids) => call.tx((tx) => deleteRoutes(tx, ids)),
  } satisfies Store<typeof gatewayRoute>,
});

async function addRoute(tx: Tx, settings: GatewaySettings, given: Given): Promise<string> {
  await advance(tx);
  const { n } = await tx.platform.one<{ n: number }>`select count(*)::integer as n from gateway_route`;
  if (n >= MOST_ROUTES) throw new Refusal('tooMany', `网关路由最多 ${MOST_ROUTES} 条，请先删除不用的`);
  const route = await judged(tx, settings, given, null);
  const id = newId();
  await tx.platform.run`
    insert into gateway_route (id, router_id, name, uri, predicates, filters, paths, access, forward_credentials,
      timeout_seconds, sort_no, status, note, create_by, create_time)
    values (${id}, ${route.routerId}, ${route.name}, ${route.uri}, ${route.predicates}, ${route.filters},
      ${route.paths}, ${route.access}, ${route.forwardCredentials}, ${route.timeoutSeconds}, ${route.sortNo},
      ${route.status}, ${route.note}, ${tx.actor.username}, ${tx.now})`;
  audit(tx, KEY, [{ rowId: id, action: 'add', diff: diffOf(null, route) }]);
  return id;
}

async function editRoute(
  tx: Tx,
  settings: GatewaySettings,
  id: string,
  given: Given,
  version: number | null,
): Promise<void> {
  await advance(tx);
  const before = await tx.platform.maybe<RouteRow>`select * from gateway_route where id = ${id}::uuid for update`;
  if (!before) throw notFound();
  if (version !== null && version !== before.version) throw staleVersion();
  // What was allowed once may be switched off, whatever is allowed now.
  const isOff = given.status === '0' && Object.keys(given).every((key) => key === 'status');
  const route = isOff ? { ...before, status: '0' as const } : await judged(tx, settings, { ...before, ...given }, id);
  await tx.platform.run`
    update gateway_route set router_id = ${route.routerId}, name = ${route.name}, uri = ${route.uri},
      predicates = ${route.predicates}, filters = ${route.filters}, paths = ${route.paths}, access = ${route.access},
      forward_credentials = ${route.forwardCredentials}, timeout_seconds = ${route.timeoutSeconds},
      sort_no = ${route.sortNo},
      status = ${route.status}, note = ${route.note}, update_by = ${tx.actor.username}, update_time = ${tx.now},
      version = version + 1
    where id = ${id}::uuid`;
  audit(tx, KEY, [{ rowId: id, action: 'edit', diff: diffOf(before, route) }]);
}

async function deleteRoutes(tx: Tx, ids: readonly string[]): Promise<number> {
  await advance(tx);
  const gone = await tx.platform.rows<{ id: string; routerId: string; uri: string }>`
    delete from gateway_route where id = any(${ids}::uuid[]) returning id, router_id, uri`;
  if (gone.length === 0) throw notFound();
  audit(
    tx,
    KEY,
    gone.map(({ id, routerId, uri }) => ({
      rowId: id,
      action: 'delete',
      diff: { routerId: [routerId, null], uri: [uri, null] },
    })),
  );
  return gone.length;
}

/** Has every node read the routes again before its next call; whoever writes routes passes here one by one. */
export const advance = (tx: Tx): Promise<number> =>
  tx.platform.run`
    insert into gateway_revision as r (is_only, revision) values (true, 1)
    on conflict (is_only) do update set revision = r.revision + 1`;

type Judged = Pick<
  RouteRow,
  | 'routerId'
  | 'name'
  | 'uri'
  | 'predicates'
  | 'filters'
  | 'paths'
  | 'access'
  | 'forwardCredentials'
  | 'timeoutSeconds'
  | 'sortNo'
  | 'status'
  | 'note'
>;

/** A route as it is stored. @throws Refusal 422 with every field that is at fault */
async function judged(tx: Tx, settings: GatewaySettings, given: Given, id: string | null): Promise<Judged> {
  const [routerId, name, uri] = [given.routerId ?? '', given.name ?? '', given.uri ?? ''];
  const { predicates, filters = null, note = null } = given;
  const parts = judgeRoute({ uri, predicates: predicates ?? '', filters }, settings);
  const taken = await tx.platform.maybe<{ id: string }>`
    select id from gateway_route where router_id = ${routerId} and id is distinct from ${id}::uuid`;
  if (taken) throw invalid([{ field: 'routerId', code: 'taken', message: '路由ID已存在' }]);
  return {
    ...parts,
    routerId,
    name,
    note,
    access: given.access ?? 'signedIn',
    forwardCredentials: given.forwardCredentials ?? false,
    timeoutSeconds: given.timeoutSeconds ?? 30,
    sortNo: given.sortNo ?? 0,
    status: given.status ?? '1',
  };
}

/** Filters may hold the key of another service: the log says that they changed. */
function diffOf(before: RouteRow | null, after: Judged): Record<string, unknown> | null {
  const { filters, ...diff } = fieldDiff(gatewayRoute, before && { ...before }, { ...after }) ?? {};
  return filters === undefined ? diff : { ...diff, filters: ['***', '***'] };
}
