import type { Field } from '#kit/model/field.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import { snake, type AnyResource } from '#kit/model/resource.ts';
import type { Tx } from './database.ts';
import { serverKinds } from './kinds.ts';
import { MESSAGES } from './messages.ts';
import { baseConditions } from './query/list.ts';
import { tableOf, type Registry } from './registry.ts';
import { column, join, sql, type Sql } from './sql.ts';

/** A row about to be written, judged as far as its own fields go. */
export interface Judged {
  values: Record<string, unknown>;
  /** Own id of an edited row; null for a new one. */
  id: string | null;
}

/**
 * Unique values already taken (by a stored row or an earlier one of the same list), links to rows
 * that are not there or not visible: errors per row, two look-ups per field at most.
 */
export async function relationErrors(
  tx: Tx,
  { resource, registry }: { resource: AnyResource; registry: Registry },
  rows: readonly Judged[],
): Promise<FieldError[][]> {
  const errors: FieldError[][] = rows.map(() => []);
  for (const [key, field] of Object.entries(resource.fields as Record<string, Field>)) {
    const given = rows
      .map(({ values, id }, index) => ({ index, id, value: values[key] }))
      .filter(({ value }) => value !== null && value !== undefined);
    if (given.length === 0) continue;
    if (field.unique) {
      const owners = await ownersOf(
        tx,
        resource,
        key,
        given.map(({ value }) => value),
      );
      for (const { index, id, value } of given) {
        const owner = owners.get(String(value));
        if (owner !== undefined && owner !== id)
          errors[index]?.push({ field: key, code: 'taken', message: MESSAGES.taken(field.title) });
        else owners.set(String(value), id ?? `new row ${index}`);
      }
    }
    const target = field.to ? registry.find(field.to) : undefined;
    if (!target) continue;
    const there = await existing(tx, target, [...new Set(given.map(({ value }) => value))]);
    for (const { index, value } of given)
      if (!there.has(value as string))
        errors[index]?.push({
          field: key,
          code: 'missing',
          message: MESSAGES.linkMissing(field.title),
        });
  }
  return errors;
}

/** Column type of a field as SQL text of our own. */
export const typeOf = (field: Field): Sql => ({
  strings: [serverKinds[field.kind].sqlType],
  values: [],
  isSql: true,
});

/** Which live row of the tenant has which of these values of a unique field. */
async function ownersOf(
  tx: Tx,
  resource: AnyResource,
  key: string,
  values: readonly unknown[],
): Promise<Map<string, string>> {
  const field = (resource.fields as Record<string, Field>)[key] as Field;
  const name = column(`t.${snake(key)}`);
  const live = resource.kind === 'register' ? sql`and t.deleted_at is null` : sql``;
  const rows = await tx.query<{ id: string; value: unknown }>(sql`
    select t.id, ${name} as value from ${column(tableOf(resource))} t
    where t.tenant_id = ${tx.tenant} ${live} and ${name} = any(${values}::${typeOf(field)}[])`);
  return new Map(rows.map((row) => [String(row.value), row.id]));
}

async function existing(
  tx: Tx,
  target: AnyResource,
  ids: readonly unknown[],
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(sql`
    select t.id from ${column(tableOf(target))} t
    where ${join([...baseConditions(target, tx.actor), sql`t.id = any(${ids}::uuid[])`], ' and ')}`);
  return new Set(rows.map(({ id }) => id));
}
