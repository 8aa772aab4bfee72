import type { Field, Fields } from '#kit/model/field.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import type { Tx } from './database.ts';
import { MESSAGES } from './messages.ts';
import { baseConditions } from './query/row-conditions.ts';
import { tableOf, type Registry } from './registry.ts';
import { rowsBy } from './row-storage.ts';
import { column, join, sql } from './sql.ts';

/** A row about to be written, judged as far as its own fields go. */
export interface Judged {
  values: Record<string, unknown>;
  /** Own id of an edited row; null for a new one. */
  id: string | null;
}

/**
 * Unique values already taken (by a stored row or an earlier one of the same list), links to rows
 * that are not there or not visible: errors per row, two look-ups per field at most.
 * @param isOneSave all rows are written or none: what one of them gives up is free for the others
 */
export async function relationErrors(
  tx: Tx,
  { resource, registry }: { resource: AnyResource; registry: Registry },
  rows: readonly Judged[],
  isOneSave = false,
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
      if (isOneSave) releaseGivenUp(owners, rows, key);
      for (const { index, id, value } of given) {
        const owner = owners.get(String(value));
        if (owner !== undefined && owner !== id)
          errors[index]?.push({ field: key, code: 'taken', message: MESSAGES.taken(field.title) });
        else owners.set(String(value), id ?? `new row ${index}`);
      }
    }
  }
  const missing = await linkErrors(tx, registry, resource.fields, rows);
  return errors.map((own, index) => [...own, ...(missing[index] ?? [])]);
}

/**
 * Links to rows that are not there, are deleted, or that the actor may not see: errors per row, one
 * look-up per field. Rows that are written and the answers of a move are judged alike.
 */
export async function linkErrors(
  tx: Tx,
  registry: Registry,
  fields: Fields,
  rows: readonly Pick<Judged, 'values'>[],
): Promise<FieldError[][]> {
  const errors: FieldError[][] = rows.map(() => []);
  for (const [key, field] of Object.entries(fields as Record<string, Field>)) {
    const target = field.to ? registry.find(field.to) : undefined;
    const given = rows
      .map(({ values }, index) => ({ index, value: values[key] }))
      .filter(({ value }) => value !== null && value !== undefined);
    if (!target || given.length === 0) continue;
    if (field.kind === 'tags') {
      const usable = await usableTags(
        tx,
        target,
        field,
        given.flatMap(({ value }) => value as string[]),
      );
      for (const { index, value } of given)
        if (!(value as string[]).every((id) => usable.has(id)))
          errors[index]?.push(tagMissing(key, field));
      continue;
    }
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

const tagMissing = (field: string, { title }: Field): FieldError => ({
  field,
  code: 'missing',
  message: MESSAGES.tagMissing(title),
});

/**
 * Those of some tags that may be given here, held until the transaction ends: whoever merges or
 * deletes one of them waits, and finds what it was given to.
 */
export async function usableTags(
  tx: Tx,
  target: AnyResource,
  { within = {} }: Field,
  ids: readonly string[],
): Promise<Set<string>> {
  const conditions = [
    ...baseConditions(target, tx.actor),
    ...Object.entries(within).map(([key, value]) => sql`${column(`t.${snake(key)}`)} = ${value}`),
    sql`t.id = any(${[...new Set(ids)]}::uuid[])`,
  ];
  const rows = await tx.query<{ id: string }>(sql`
    select t.id from ${column(tableOf(target))} t where ${join(conditions, ' and ')}
    order by t.id for key share`);
  return new Set(rows.map(({ id }) => id));
}

/** Takes away what its owner will not have any more once the rows are written. */
function releaseGivenUp(owners: Map<string, string>, rows: readonly Judged[], key: string): void {
  const after = new Map(rows.map(({ id, values }) => [id, values[key]]));
  for (const [value, owner] of owners) {
    const next = after.get(owner);
    if (next !== undefined && String(next) !== value) owners.delete(value);
  }
}

/** Which live row of the tenant, in scope or not, has which of these values of a unique field. */
async function ownersOf(
  tx: Tx,
  resource: AnyResource,
  key: string,
  values: readonly unknown[],
): Promise<Map<string, string>> {
  const source = rowsBy(tx, resource, [key], [[...new Set(values)]], { isScoped: false });
  const rows = await tx.query<{ id: string; value: unknown }>(sql`
    select t.id, ${column(`t.${snake(key)}`)} as value from ${source}`);
  return new Map(rows.map((row) => [String(row.value), row.id]));
}

async function existing(
  tx: Tx,
  target: AnyResource,
  ids: readonly unknown[],
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(sql`
    select t.id from ${rowsBy(tx, target, ['id'], [ids])}`);
  return new Set(rows.map(({ id }) => id));
}

/** Live rows of a register that cannot be without one of these rows. */
export interface Dependents {
  child: AnyResource;
  /** The required link that leads to them. */
  key: string;
  childIds: string[];
  /** Those of the rows that they name. */
  neededIds: string[];
}

/**
 * Rows of registers whose required link names one of these rows, whoever may see them: without it
 * they could be neither read nor written again.
 */
export async function dependents(
  tx: Tx,
  { resource, registry }: { resource: AnyResource; registry: Registry },
  ids: readonly string[],
): Promise<Dependents[]> {
  const found: Dependents[] = [];
  for (const child of registry.resources) {
    if (child.kind !== 'register') continue;
    for (const [key, field] of Object.entries(child.fields as Record<string, Field>)) {
      if (!field.required || field.to !== resourceKey(resource)) continue;
      const rows = await tx.query<{ id: string; needed: string }>(sql`
        select t.id, ${column(`t.${snake(key)}`)} as needed from ${column(tableOf(child))} t
        where t.tenant_id = ${tx.tenant} and t.deleted_at is null
          and ${column(`t.${snake(key)}`)} = any(${ids}::uuid[])`);
      const childIds = rows.map(({ id }) => id);
      const neededIds = [...new Set(rows.map(({ needed }) => needed))];
      if (rows.length > 0) found.push({ child, key, childIds, neededIds });
    }
  }
  return found;
}
