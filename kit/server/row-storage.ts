import { blocksOf } from '#kit/model/blocks.ts';
import type { Field } from '#kit/model/field.ts';
import { snake, type AnyResource } from '#kit/model/resource.ts';
import type { AnyRow } from '#kit/model/row.ts';
import type { Tx } from './database.ts';
import { serverKinds } from './kinds.ts';
import { baseConditions } from './query/row-conditions.ts';
import { tableOf, type Registry } from './registry.ts';
import { column, join, nothing, sql, type Sql } from './sql.ts';

/** An edited row: what it was, and the parsed values that change, by field key. */
export interface ChangedRow {
  id: string;
  before: AnyRow;
  values: Record<string, unknown>;
}

interface Place {
  resource: AnyResource;
  registry: Registry;
}

/** Reads live rows of a register within the actor's scope and locks them, in the order of ids. */
export async function lockRegister(tx: Tx, resource: AnyResource, ids: readonly string[]): Promise<AnyRow[]> {
  const rows = rowsBy(tx, resource, ['id'], [[...ids].sort()], { isLocked: true });
  return tx.query<AnyRow>(sql`select t.* from ${rows} order by t.id`);
}

/**
 * Rows with given values of a key, as a source aliased `t`: live, of the tenant, within the actor's
 * scope. One index look-up per value, whatever the planner believes about the table: a list of
 * values as a condition makes it read all rows of the tenant while its statistics are behind, as
 * they are during an import.
 * @param keys fields (or `id`) that an index begins with after `tenant_id`
 * @param values one list per key, all of one length
 */
export function rowsBy(
  tx: Tx,
  resource: AnyResource,
  keys: readonly string[],
  values: readonly (readonly unknown[])[],
  { isLocked = false, isScoped = true }: { isLocked?: boolean; isScoped?: boolean } = {},
): Sql {
  const conditions = isScoped
    ? baseConditions(resource, tx.actor)
    : [sql`t.tenant_id = ${tx.tenant}`, ...(isRegister(resource) ? [sql`t.deleted_at is null`] : [])];
  const arrays = keys.map((key, at) => sql`${values[at]}::${columnType(resource, key)}[]`);
  const names = keys.map((_key, at) => column(`k${at}`));
  conditions.push(...keys.map((key, at) => sql`${column(`t.${snake(key)}`)} = ${column(`w.k${at}`)}`));
  return sql`unnest(${join(arrays, ', ')}) as w (${join(names, ', ')})
    cross join lateral (select t.* from ${column(tableOf(resource))} t
      where ${join(conditions, ' and ')} offset 0 ${isLocked ? sql`for update` : nothing}) t`;
}

const isRegister = (resource: AnyResource): boolean => resource.kind === 'register';

/** Column type of a field as SQL text of our own. */
function columnType(resource: AnyResource, key: string): Sql {
  const kind = (resource.fields as Record<string, Field>)[key]?.kind;
  const text = key === 'id' || !kind ? 'uuid' : serverKinds[kind].sqlType;
  return { strings: [text], values: [], isSql: true };
}

/** One insert per set of columns: a column that is not given keeps the default of its table. */
export async function insertRows(
  tx: Tx,
  { resource, registry }: Place,
  rows: readonly { id: string; values: Record<string, unknown> }[],
): Promise<void> {
  const records = rows.map(({ id, values }) => ({
    ...columnsOf(resource, values, registry),
    tenant_id: tx.tenant,
    id,
    create_by: tx.actor.username,
    create_time: tx.now,
  }));
  await insertRecords(tx, tableOf(resource), records);
}

/** Records by column, as {@link insertRows} stores them. */
export async function insertRecords(tx: Tx, name: string, records: readonly Record<string, unknown>[]): Promise<void> {
  const table = column(name);
  for (const [names, group] of byColumns(records)) {
    const columns = join(names.map(column), ', ');
    await tx.query(sql`insert into ${table} (${columns})
      select ${columns} from ${recordset(name, group)}`);
  }
}

/**
 * Takes locked rows out of sight for the time of a save: until `updateRows` brings them back no
 * unique index and no guard meets them.
 */
export async function setAside(tx: Tx, { resource }: Pick<Place, 'resource'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(sql`update ${column(tableOf(resource))} set deleted_at = ${tx.now}
    where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`);
}

/** One update per set of changed columns; rows of registers that were set aside are back. */
export async function updateRows(tx: Tx, { resource, registry }: Place, rows: readonly ChangedRow[]): Promise<void> {
  const records = rows.map(({ id, values }) => ({
    id,
    ...columnsOf(resource, values, registry),
  }));
  await updateRecords(tx, tableOf(resource), records, [
    sql`version = t.version + 1`,
    ...(isRegister(resource) ? [sql`deleted_at = null`] : []),
    sql`update_by = ${tx.actor.username}`,
    sql`update_time = ${tx.now}`,
  ]);
}

/**
 * One update per set of columns, of the rows that the records name by id. The ids stand beside the
 * records as well: of a JSON list the planner expects a hundred rows, and reads the whole table.
 */
export async function updateRecords(
  tx: Tx,
  name: string,
  records: readonly Record<string, unknown>[],
  also: readonly Sql[] = [],
): Promise<void> {
  const table = column(name);
  for (const [names, group] of byColumns(records)) {
    const sets = names.filter((name) => name !== 'id').map((name) => sql`${column(name)} = ${column(`v.${name}`)}`);
    await tx.query(sql`update ${table} t set ${join([...sets, ...also], ', ')}
      from ${recordset(name, group)} v
      where t.tenant_id = ${tx.tenant} and t.id = v.id
        and t.id = any(${group.map(({ id }) => id)}::uuid[])`);
  }
}

/** Column values of field values: secrets and personal data are sealed, JSON is a value. */
function columnsOf(
  resource: AnyResource,
  values: Record<string, unknown>,
  registry: Registry,
): Record<string, unknown> {
  const stored: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const kind = (resource.fields as Record<string, Field>)[key]?.kind;
    const isText = typeof value === 'string';
    if (isText && (kind === 'secret' || kind === 'sealed')) stored[snake(key)] = registry.vault.seal(value);
    else stored[snake(key)] = isText && kind === 'json' ? (JSON.parse(value) as unknown) : value;
  }
  return stored;
}

/** Records of one statement: more would stand in memory as text twice, here and in the database. */
const MOST_RECORDS = 5_000;

/** Records of the same columns, as many as one statement takes. */
const byColumns = (records: readonly Record<string, unknown>[]): [string[], Record<string, unknown>[]][] =>
  [...Map.groupBy(records, (record) => Object.keys(record).join())].flatMap(([names, group]) =>
    blocksOf(group, MOST_RECORDS).map((block): [string[], Record<string, unknown>[]] => [names.split(','), block]),
  );

/**
 * Rows as one JSON parameter; the table's own row type reads each value. It is named in full: a table
 * may be called as a type of the database is (`box`).
 */
const recordset = (name: string, records: readonly Record<string, unknown>[]): Sql =>
  sql`jsonb_populate_recordset(null::${column(`public.${name}`)}, ${jsonOf(records)}::jsonb)`;

const jsonOf = (records: readonly Record<string, unknown>[]): string =>
  JSON.stringify(records, (_key, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    return typeof value === 'string' ? value.toWellFormed() : value;
  });
