import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import { may, type Actor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions, givenConditions } from '#kit/server/query/row-conditions.ts';
import { tableOf } from '#kit/server/registry.ts';
import type { Serve } from '#kit/server/serve.ts';
import { column, join, sql, type Sql } from '#kit/server/sql.ts';

/** What the trail keeps versions of, as the house serves it. */
export type Served = () => readonly Serve[];

/** What a table is called where clients name one: as the base has it, else as ours is. */
export const dataTableOf = ({ wire, name }: AnyResource): string => wire?.table ?? snake(name);

/** Resources whose rows an actor may list, and so read the versions of. */
export const readableTables = (served: Served, actor: Actor): Serve[] =>
  served().filter(({ resource }) => resource.kind !== 'view' && may(actor, `${resourceKey(resource)}:list`));

/** The one a client names, by its table or by its key; undefined where the actor may not list it. */
export const tableNamed = (served: Served, actor: Actor, name: string): Serve | undefined =>
  readableTables(served, actor).find(
    ({ resource }) => dataTableOf(resource) === name || resourceKey(resource) === name,
  );

/** Whether an actor sees some rows of a resource only: by row scope or by data rules. */
export function isNarrowed(resource: AnyResource, actor: Actor): boolean {
  const { rules: _rules, ...unruled } = actor;
  const all = baseConditions(resource, { ...unruled, limits: {} });
  return baseConditions(resource, actor).length > all.length;
}

/** Rows of a resource that the actor sees, as a select of their ids. */
export async function seenIds(tx: Tx, { resource, rows }: Serve): Promise<Sql> {
  return rows
    ? sql`select t.id from (${await rows(tx, {})}) t
        where ${join(givenConditions(resource, tx.actor), ' and ')}`
    : sql`select t.id from ${column(tableOf(resource))} t
        where ${join(baseConditions(resource, tx.actor), ' and ')}`;
}
