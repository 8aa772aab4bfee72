import type { AnyResource } from '#kit/model/resource.ts';
import { partakers } from './actor.ts';
import type { Tx } from './database.ts';
import { tableOf } from './registry.ts';
import { column, sql, type Sql } from './sql.ts';

/**
 * The actor, and whom they act for, had a hand in a document, or in several, and may not check it. For documents
 * whose table has `maker_ids`.
 */
export async function noteMakers(tx: Tx, of: AnyResource, id: string | readonly string[]): Promise<void> {
  for (const maker of partakers(tx.actor))
    await tx.query(sql`
      update ${column(tableOf(of))} t set maker_ids = array_append(maker_ids, ${maker}::uuid)
      where t.tenant_id = ${tx.tenant} and t.id = any(${[id].flat()}::uuid[]) and not ${maker}::uuid = any(maker_ids)`);
}

/** Whether the actor had a hand in the row `t`, as a column of it. */
export const isMaker = ({ actor }: Pick<Tx, 'actor'>): Sql => sql`t.maker_ids && ${partakers(actor)}::uuid[]`;

/**
 * The same, but for a row in which everybody who is or ever was a person of the tenant had a hand, the actor in
 * their own name: nobody else could be asked.
 */
export const isHeldMaker = ({ actor }: Pick<Tx, 'actor'>): Sql =>
  actor.behind
    ? isMaker({ actor })
    : sql`(${isMaker({ actor })} and exists (select 1 from membership m
        where m.tenant_id = ${actor.tenant} and m.user_id <> all(t.maker_ids)))`;

/**
 * Which of the documents the actor, or whom they act for, had a hand in.
 * @param options orAlone: as {@link isHeldMaker}
 */
export async function madeByActor(
  tx: Tx,
  of: AnyResource,
  ids: readonly string[],
  { orAlone = false }: { orAlone?: boolean | undefined } = {},
): Promise<Set<string>> {
  const made = await tx.query<{ id: string }>(sql`
    select t.id from ${column(tableOf(of))} t where t.tenant_id = ${tx.tenant}
      and t.id = any(${ids}::uuid[]) and ${orAlone ? isHeldMaker(tx) : isMaker(tx)}`);
  return new Set(made.map(({ id }) => id));
}
