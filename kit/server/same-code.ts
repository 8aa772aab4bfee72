import { plainCode } from '#kit/model/code-text.ts';
import type { Field } from '#kit/model/field.ts';
import { snake, type AnyResource } from '#kit/model/resource.ts';
import type { Tx } from './database.ts';
import { baseConditions } from './query/row-conditions.ts';
import { tableOf, type Registry } from './registry.ts';
import { column, join, nothing, sql, type Sql } from './sql.ts';

/**
 * Whether values of a field are one where they differ in case alone: scanners and people do not tell
 * `AB-1` and `ab-1` apart, so no two rows may be called by them.
 */
export const isCode = ({ kind, unique, rule }: Field): boolean =>
  kind === 'text' && unique === true && (rule === undefined || rule === 'code');

/** By which two codes are one; what a column of lower-case twins holds. */
export const codeKey = (text: unknown): string => plainCode(String(text)).toLowerCase();

/**
 * Live rows whose code is one of these in whichever letters, as a source aliased `t`. Where the column has a
 * lower-case twin, an index finds each; elsewhere the rows of the tenant are read once.
 */
export function rowsByCode(
  tx: Tx,
  registry: Registry,
  resource: AnyResource,
  key: string,
  codes: readonly unknown[],
  { isLocked = false, isScoped = true }: { isLocked?: boolean; isScoped?: boolean } = {},
): Sql {
  const keys = [...new Set(codes.map(codeKey))].sort();
  const seen = isScoped
    ? baseConditions(resource, tx.actor)
    : [sql`t.tenant_id = ${tx.tenant}`, ...(resource.kind === 'register' ? [sql`t.deleted_at is null`] : [])];
  const rows = (isIt: Sql): Sql => sql`(select t.* from ${column(tableOf(resource))} t
    where ${join([...seen, isIt], ' and ')} offset 0 ${isLocked ? sql`for update` : nothing}) t`;
  if (!hasTwin(registry, resource, key)) return rows(sql`lower(${column(`t.${snake(key)}`)}) = any(${keys}::text[])`);
  return sql`unnest(${keys}::text[]) as w (k)
    cross join lateral ${rows(sql`${column(`t.${snake(key)}_key`)} = w.k`)}`;
}

/** Numbers of lists have a twin in lower case with an index. */
const hasTwin = (registry: Registry, resource: AnyResource, key: string): boolean =>
  registry.numbersOf(resource).some(({ rows, field }) => rows === undefined && field === key);
