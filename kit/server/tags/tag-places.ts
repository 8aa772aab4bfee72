import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import { tagFieldOf } from '#kit/model/tagging.ts';
import type { Tx } from '../database.ts';
import { baseConditions } from '../query/row-conditions.ts';
import { tableOf, type Registry } from '../registry.ts';
import { column, join, sql, type Sql } from '../sql.ts';

interface TagPlace {
  resource: AnyResource;
  name: Sql;
}

/** Where tags of a register stand. */
const placesOf = ({ resources }: Registry, target: AnyResource): TagPlace[] =>
  resources.flatMap((resource) => {
    const tags = tagFieldOf(resource);
    return tags?.field.to === resourceKey(target) ? [{ resource, name: column(`t.${snake(tags.key)}`) }] : [];
  });

const found = (tx: Tx, resource: AnyResource, ids: readonly string[]): Sql =>
  sql`t.id in (select search.tagged_ids(${tx.tenant}, ${tableOf(resource)}, ${ids}::uuid[], false))`;

/**
 * How many rows have each of some tags; those without any are left out.
 * @param isScoped only rows that the actor may see; else all of the tenant's that are not deleted
 */
export async function tagUses(
  tx: Tx,
  registry: Registry,
  target: AnyResource,
  ids: readonly string[],
  { isScoped = false }: { isScoped?: boolean } = {},
): Promise<Map<string, number>> {
  const uses = new Map<string, number>();
  if (ids.length === 0) return uses;
  for (const { resource, name } of placesOf(registry, target)) {
    const conditions = [...seen(tx, resource, isScoped), found(tx, resource, ids)];
    const rows = await tx.query<{ tag: string; uses: number }>(sql`
      select u.tag, count(*)::integer as uses
      from ${column(tableOf(resource))} t cross join lateral unnest(${name}) u (tag)
      where ${join(conditions, ' and ')} and u.tag = any(${ids}::uuid[]) group by u.tag`);
    for (const row of rows) uses.set(row.tag, (uses.get(row.tag) ?? 0) + row.uses);
  }
  return uses;
}

/** How many rows have any of some tags, seen by the actor or not. */
export async function taggedRows(
  tx: Tx,
  registry: Registry,
  target: AnyResource,
  ids: readonly string[],
): Promise<number> {
  let count = 0;
  for (const { resource } of placesOf(registry, target)) {
    const conditions = [...seen(tx, resource, false), found(tx, resource, ids)];
    const [row] = await tx.query<{ count: number }>(sql`
      select count(*)::integer as count from ${column(tableOf(resource))} t
      where ${join(conditions, ' and ')}`);
    count += row?.count ?? 0;
  }
  return count;
}

const seen = (tx: Tx, resource: AnyResource, isScoped: boolean): Sql[] =>
  isScoped
    ? baseConditions(resource, tx.actor)
    : [sql`t.tenant_id = ${tx.tenant}`, ...(resource.kind === 'register' ? [sql`t.deleted_at is null`] : [])];

/**
 * Puts one tag in the place of others wherever they stand, also where the actor does not look, in at most so
 * many rows: under locks of the tags that keep anybody from giving them meanwhile. Whoever has one of the rows
 * open hears that it was changed.
 * @returns how many rows have another tag now, those that are deleted left out; whether some may be left
 */
export async function replaceTags(
  tx: Tx,
  registry: Registry,
  target: AnyResource,
  ids: readonly string[],
  into: string,
  most: number,
): Promise<{ rows: number; isMore: boolean }> {
  let count = 0;
  let room = most;
  for (const { resource, name } of placesOf(registry, target)) {
    if (room === 0) break;
    const own = tagFieldOf(resource)?.key ?? '';
    const rows = await tx.query<{ isLive: boolean }>(sql`
      update ${column(tableOf(resource))} t set
        ${column(snake(own))} = array(select distinct
          case when u.tag = any(${ids}::uuid[]) then ${into}::uuid else u.tag end as tag
          from unnest(${name}) u (tag) order by tag),
        version = t.version + 1, update_by = ${tx.actor.username}, update_time = ${tx.now}
      where t.tenant_id = ${tx.tenant} and t.id in (select f.id from search.tagged_ids(
        ${tx.tenant}, ${tableOf(resource)}, ${ids}::uuid[], false) f (id) limit ${room})
      returning ${resource.kind === 'register' ? sql`t.deleted_at is null` : sql`true`} as is_live`);
    count += rows.filter(({ isLive }) => isLive).length;
    room -= rows.length;
  }
  return { rows: count, isMore: room === 0 };
}
