import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from './database.ts';
import { isUuid } from './kinds.ts';
import { MESSAGES } from './messages.ts';
import { maskedFields } from './query/columns.ts';
import { strictFilter } from './query/conditions.ts';
import { listConditions } from './query/list.ts';
import { tableOf, type Registry } from './registry.ts';
import type { Call } from './route.ts';
import type { Serve } from './serve.ts';
import { column, join, sql, type Sql } from './sql.ts';

const MAX_BATCH = 10_000;

/** Ids of a batch: named, or everything a filter finds (never just the page on the screen). */
export async function batchIds(call: Pick<Call, 'body' | 'tx'>, serve: Serve, registry: Registry): Promise<string[]> {
  const { ids, filter } = call.body as { ids?: unknown; filter?: unknown };
  if (Array.isArray(ids)) {
    const list = ids.filter(isUuid);
    if (list.length === 0 || list.length > MAX_BATCH) throw noneSelected();
    return list;
  }
  return call.tx((tx) => filteredIds(tx, serve, registry, filter, MAX_BATCH));
}

/** The first rows that a filter finds, newest first. @throws Refusal where it is none */
export async function filteredIds(
  tx: Tx,
  serve: Serve,
  registry: Registry,
  filter: unknown,
  most: number,
): Promise<string[]> {
  const conditions = await filterConditions(tx, serve, registry, filter);
  const rows = await tx.query<{ id: string }>(sql`
    select t.id from ${column(tableOf(serve.resource))} t where ${join(conditions, ' and ')}
    order by t.create_time desc, t.id desc limit ${most}`);
  return rows.map((row) => row.id);
}

/** Those of some rows that a filter still finds. */
export async function stillFound(
  tx: Tx,
  serve: Serve,
  registry: Registry,
  filter: unknown,
  ids: readonly string[],
): Promise<Set<string>> {
  const conditions = await filterConditions(tx, serve, registry, filter);
  const rows = await tx.query<{ id: string }>(sql`
    select t.id from ${column(tableOf(serve.resource))} t
    where ${join([...conditions, sql`t.id = any(${ids}::uuid[])`], ' and ')}`);
  return new Set(rows.map(({ id }) => id));
}

async function filterConditions(
  tx: Tx,
  { resource, keyword }: Serve,
  registry: Registry,
  filter: unknown,
): Promise<Sql[]> {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) throw noneSelected();
  const scene = { resource, hidden: maskedFields(resource, tx.actor) };
  const query = strictFilter(scene, filter, { isBatch: true });
  return listConditions(tx, resource, query, { registry, keyword });
}

export const noneSelected = (): Refusal => new Refusal('noneSelected', MESSAGES.noneSelected, { status: 422 });
