import { notFound } from '#kit/model/refusal.ts';
import { snake } from '#kit/model/resource.ts';
import { newId, type Tx } from '../database.ts';
import { isUuid } from '../kinds.ts';
import type { AnyRow } from '#kit/model/row.ts';
import type { AnyDocument } from '../move-effect.ts';
import { baseConditions } from '../query/row-conditions.ts';
import { tableOf } from '../registry.ts';
import { insertRows } from '../row-storage.ts';
import { column, join, sql, type Sql } from '../sql.ts';
import type { DraftPlace } from './draft-slots.ts';
import type { ReadLine } from './read-draft.ts';

/** Reads a document within the actor's scope and locks it. @throws Refusal 404 */
export async function lockDocument(tx: Tx, { shape }: DraftPlace, id: unknown): Promise<AnyDocument> {
  if (!isUuid(id)) throw notFound();
  const conditions = [...baseConditions(shape.resource, tx.actor), sql`t.id = ${id}::uuid`];
  const [row] = await tx.query<AnyDocument>(sql`
    select t.* from ${column(tableOf(shape.resource))} t
    where ${join(conditions, ' and ')} for update`);
  if (!row) throw notFound();
  return row;
}

/** The lines of a stored draft, by id. */
export async function storedLines(tx: Tx, place: DraftPlace, id: string): Promise<Map<string, AnyRow>> {
  const rows = await tx.query<AnyRow>(sql`
    select * from ${linesOf(tx, place, id)}`);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function removeLines(tx: Tx, place: DraftPlace, id: string): Promise<void> {
  await tx.query(sql`delete from ${linesOf(tx, place, id)}`);
}

const linesOf = (tx: Tx, { shape }: DraftPlace, id: string): Sql =>
  sql`${column(tableOf(shape.child))}
    where tenant_id = ${tx.tenant} and ${column(snake(shape.back))} = ${id}::uuid`;

/** Stores lines; ids of new ones rise, so that they are read in their order. */
export async function insertLines(
  tx: Tx,
  { shape: { child, back }, registry }: DraftPlace,
  id: string,
  lines: readonly ReadLine[],
): Promise<void> {
  const rows = lines.map((line) => ({
    id: line.id ?? newId(),
    values: { ...line.values, [back]: id },
  }));
  await insertRows(tx, { resource: child, registry }, rows);
}
