import type { Field, Fields } from '#kit/model/field.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import type { Tx } from './database.ts';
import { MESSAGES } from './messages.ts';
import { baseConditions } from './query/row-conditions.ts';
import { tableOf, type Registry } from './registry.ts';
import { rowsBy } from './row-storage.ts';
import { codeKey, isCode, rowsByCode } from './same-code.ts';
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
      const values = given.map(({ value }) => value);
      const owners = await ownersOf(tx, { resource, registry }, key, values);
      if (isOneSave) releaseGivenUp(owners, rows, key);
      const keyOf = isCode(field) ? codeKey : String;
      for (const { index, id, value } of given) {
        const owner = owners.get(keyOf(value));
        const mayKeep = id !== null && owner?.ids.has(id) === true;
        if (owner && !mayKeep) errors[index]?.push({ field: key, code: 'taken', message: MESSAGES.taken(field.title) });
        else owners.set(keyOf(value), { value, ids: new Set([id ?? `new row ${index}`]) });
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
        if (!(value as string[]).every((id) => usable.has(id))) errors[index]?.push(tagMissing(key, field));
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

/** Who has a value of a unique field: several where codes of old differ in case alone. */
interface Owner {
  value: unknown;
  ids: Set<string>;
}

/** Takes away what its owner will not have any more once the rows are written. */
function releaseGivenUp(owners: Map<string, Owner>, rows: readonly Judged[], key: string): void {
  const after = new Map(rows.map(({ id, values }) => [id, values[key]]));
  for (const [at, { value, ids }] of owners) {
    for (const id of ids) {
      const next = after.get(id);
      if (next !== undefined && String(next) !== String(value)) ids.delete(id);
    }
    if (ids.size === 0) owners.delete(at);
  }
}

/** Which live rows of the tenant, in scope or not, have which of these values of a unique field. */
async function ownersOf(
  tx: Tx,
  { resource, registry }: { resource: AnyResource; registry: Registry },
  key: string,
  values: readonly unknown[],
): Promise<Map<string, Owner>> {
  const isOne = isCode((resource.fields as Record<string, Field>)[key] as Field);
  const scope = { isScoped: false };
  const source = isOne
    ? rowsByCode(tx, registry, resource, key, values, scope)
    : rowsBy(tx, resource, [key], [[...new Set(values)]], scope);
  const rows = await tx.query<{ id: string; value: unknown }>(sql`
    select t.id, ${column(`t.${snake(key)}`)} as value from ${source}`);
  const owners = new Map<string, Owner>();
  for (const { id, value } of rows) {
    const at = isOne ? codeKey(value) : String(value);
    const owner = owners.get(at);
    if (owner) owner.ids.add(id);
    else owners.set(at, { value, ids: new Set([id]) });
  }
  return owners;
}

async function existing(tx: Tx, target: AnyResource, ids: readonly unknown[]): Promise<Set<string>> {
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
