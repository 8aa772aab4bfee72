import { notFound } from '#kit/model/refusal.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Tx } from '../database.ts';
import { tableOf } from '../registry.ts';
import { column, join, sql } from '../sql.ts';
import { baseConditions } from './row-conditions.ts';

/** @throws Refusal 404 for a row that is not there, or that the actor does not see */
export async function requireSeen(tx: Tx, resource: AnyResource, id: string): Promise<void> {
  const [row] = await tx.query(sql`select 1 from ${column(tableOf(resource))} t
    where ${join([...baseConditions(resource, tx.actor), sql`t.id = ${id}::uuid`], ' and ')}`);
  if (!row) throw notFound();
}
