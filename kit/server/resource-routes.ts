import { faceFields, type RowFace } from '#kit/model/list-entry.ts';
import { notFound } from '#kit/model/refusal.ts';
import { resourceRoute } from '#kit/model/resource-routes.ts';
import { tagFieldOf } from '#kit/model/tagging.ts';
import { snake } from '#kit/model/resource.ts';
import type { Tx } from './database.ts';
import { draftRoutes } from './draft/draft-routes.ts';
import { isUuid } from './kinds.ts';
import { lifecycleRoutes } from './lifecycle-routes.ts';
import { isLineOf, linesRoute } from './lines-route.ts';
import { lookupRoute } from './lookup-route.ts';
import { numberRoutes } from './number-routes.ts';
import { maskedFields, nameOf } from './query/columns.ts';
import { facesOf } from './query/list-faces.ts';
import { listConditions, listPage, readRows } from './query/list.ts';
import { baseConditions, givenConditions } from './query/row-conditions.ts';
import { ruleConditions } from './query/row-rules.ts';
import { tableOf, type Registry } from './registry.ts';
import { registerRoutes } from './register-routes.ts';
import { implement, type Route } from './route.ts';
import { idOf } from './row-id.ts';
import type { Serve } from './serve.ts';
import { tagRoutes } from './tags/tag-rows.ts';
import { sheetRoutes } from './sheet-routes.ts';
import { column, join, sql } from './sql.ts';
import { IMPORT_BYTES } from '#platform/sheets/sheet-limits.ts';
import { onWire } from './wire-routes.ts';

export type { Serve } from './serve.ts';

/**
 * All generic routes of a resource; its kind decides which exist.
 * @param importBytes what a sheet to import may weigh
 */
export function resourceRoutes(serve: Serve, registry: Registry, importBytes: number = IMPORT_BYTES): Route[] {
  const { resource } = serve;
  const routes: Route[] = [
    implement(resourceRoute(resource, 'list'), (call) =>
      call.tx(async (tx) => {
        const rows = await serve.rows?.(tx, call.query);
        const { keyword, isKeyed, more, lead, beside } = serve;
        return listPage(tx, resource, call.query, {
          registry,
          keyword,
          rows,
          isKeyed,
          more,
          lead,
          beside,
        });
      }),
    ),
  ];
  const own = new Set<string>(serve.own?.map((one) => resourceRoute(resource, one).path));
  const offered = (): Route[] =>
    onWire(
      resource,
      routes.filter(({ path }) => !own.has(path)),
    );
  // What a query puts together has no row to open, and nothing to choose one for; it goes into sheets.
  if (resource.kind === 'view') {
    if (!resource.wire) routes.push(...numberRoutes(serve, registry), ...sheetRoutes(serve, registry, importBytes));
    return offered();
  }
  routes.push(
    implement(resourceRoute(resource, 'queryById'), (call) =>
      call.tx((tx) => readDetail(tx, serve, registry, call.query['id'] ?? '')),
    ),
  );
  if (resource.isComposite) {
    routes.push(...registerRoutes(serve, registry), ...sheetRoutes(serve, registry, importBytes));
    return offered();
  }
  routes.push(
    implement(resourceRoute(resource, 'options'), (call) =>
      call.tx((tx) => readOptions(tx, serve, registry, call.query)),
    ),
    ...numberRoutes(serve, registry),
    ...sheetRoutes(serve, registry, importBytes),
  );
  // Nothing points at a row of a ledger.
  if (resource.kind !== 'ledger') routes.push(lookupRoute(resource, registry));
  if (resource.kind === 'register') {
    routes.push(...registerRoutes(serve, registry));
    if (isLineOf(resource, registry)) routes.push(linesRoute(serve, registry));
  }
  if (tagFieldOf(resource)) routes.push(tagRoutes(serve, registry));
  if (resource.draft) routes.push(...draftRoutes(serve, registry, importBytes));
  const lifecycle = registry.lifecycleOf(resource);
  if (lifecycle) routes.push(...lifecycleRoutes(serve, lifecycle, registry));
  return offered();
}

/** The longest document has as many lines; editing one reads and writes them all. */
const MOST_LINES = 5_000;

/** One row with its child rows under `lines`. */
async function readDetail(tx: Tx, serve: Serve, registry: Registry, id: string): Promise<Record<string, unknown>> {
  const { resource } = serve;
  const rows = await serve.rows?.(tx, { id });
  const base = rows ? givenConditions(resource, tx.actor) : baseConditions(resource, tx.actor);
  const conditions = [...base, sql`t.id = ${idOf(id)}::uuid`];
  const how = { registry, rows, more: serve.more, isDetail: true };
  const [row] = await readRows(tx, resource, {}, conditions, how, 1, 0);
  if (!row) throw notFound();
  const lines: Record<string, unknown[]> = {};
  for (const [key, backField] of Object.entries((resource.lines ?? {}) as Record<string, string>)) {
    const child = registry.resource(key);
    const own = [sql`t.tenant_id = ${tx.tenant}`, sql`t.${column(snake(backField))} = ${id}::uuid`];
    if (child.kind === 'register') own.push(sql`t.deleted_at is null`);
    own.push(...ruleConditions(child, tx.actor, 't'));
    lines[child.name] = await readRows(tx, child, {}, own, { registry, isDetail: true }, MOST_LINES, 0);
  }
  return { ...row, lines, ...(serve.detail ? await serve.detail(tx, row) : {}) };
}

async function readOptions(
  tx: Tx,
  serve: Serve,
  registry: Registry,
  query: Record<string, string>,
): Promise<{ value: string; text: string; face?: RowFace }[]> {
  const { resource } = serve;
  if (maskedFields(resource, tx.actor).has(resource.label)) return [];
  const { ids, pageSize, ...rest } = query;
  const conditions = await listConditions(tx, resource, rest, { registry, keyword: serve.keyword });
  if (ids) conditions.push(sql`t.id = any(${ids.split(',').filter(isUuid).slice(0, 200)}::uuid[])`);
  const limit = Math.min(Math.max(Number(pageSize) || 10, 1), 200);
  const label = column(`t.${snake(resource.label)}`);
  const rows = await tx.query<{ id: string; label: string }>(sql`
    select t.id, ${label} as label from ${column(tableOf(resource))} t
    where ${join(conditions, ' and ')} order by ${label} limit ${limit}`);
  // A code alone is not what a person looks for.
  const { under, picture } = faceFields(resource);
  const faces =
    under.length + picture.length > 0
      ? await facesOf(
          tx,
          resource,
          registry,
          rows.map(({ id }) => id),
        )
      : undefined;
  return rows.map(({ id, label: code }) => {
    const face = faces?.get(id);
    return { value: id, text: code && nameOf(resource, code, tx.actor.words), ...(face ? { face } : {}) };
  });
}
