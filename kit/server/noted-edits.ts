import { snake, type AnyResource } from '#kit/model/resource.ts';
import { fieldDiff } from './audit.ts';
import type { AnyDocument } from './move-effect.ts';
import { tableOf } from './registry.ts';
import { column, join, sql } from './sql.ts';
import type { Tx } from './tx.ts';

/** Changed fields by document. */
export type NotedEdits = ReadonlyMap<string, Record<string, unknown>>;

/** Documents as they are before the effect of a move, as far as the move says that it edits them. */
export const beforeEdits = (rows: readonly AnyDocument[], edits: readonly string[] | undefined): AnyDocument[] =>
  edits ? rows.map((row) => ({ ...row })) : [];

/** What of the fields that a move edits is another now: one query for all its documents. */
export async function notedEdits(
  tx: Tx,
  resource: AnyResource,
  before: readonly AnyDocument[],
  edits: readonly string[] = [],
): Promise<NotedEdits> {
  if (before.length === 0) return new Map();
  const columns = edits.map((key) => column(`t.${snake(key)}`));
  const after = await tx.query<Record<string, unknown> & { id: string }>(sql`
    select t.id, ${join(columns, ', ')} from ${column(tableOf(resource))} t
    where t.tenant_id = ${tx.tenant} and t.id = any(${before.map(({ id }) => id)}::uuid[])`);
  return new Map(
    after.flatMap(({ id, ...values }) => {
      const old = before.find((row) => row.id === id);
      const diff = old ? fieldDiff(resource, old, values) : null;
      return diff ? [[id, diff]] : [];
    }),
  );
}
