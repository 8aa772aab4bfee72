import type { Field } from '#kit/model/field.ts';
import { invalid, notFound, staleVersion, type FieldError } from '#kit/model/refusal.ts';
import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import { auditResource, fieldDiff } from './audit.ts';
import { newId, type Tx } from './database.ts';
import { serverKinds } from './kinds.ts';
import { MESSAGES } from './messages.ts';
import { readFields } from './parse.ts';
import { maskedFields } from './query/columns.ts';
import { baseConditions } from './query/list.ts';
import { tableOf, type Registry } from './registry.ts';
import { column, join, sql, type Sql } from './sql.ts';

/** Checks the declaration cannot say. They may only refuse (by throwing), never write. */
export interface Guards {
  add?(tx: Tx, values: Record<string, unknown>): Promise<void>;
  edit?(tx: Tx, before: Record<string, unknown>, values: Record<string, unknown>): Promise<void>;
  delete?(tx: Tx, rows: Record<string, unknown>[]): Promise<void>;
}

export interface Writer {
  registry: Registry;
  resource: AnyResource;
  guards?: Guards;
}

/**
 * Adds one row: validate → unique and links → guard → insert → audit → event.
 * @param body wire values; `id`, audit columns and derived fields in it are ignored
 * @returns the new id
 */
export async function addRow(
  tx: Tx,
  writer: Writer,
  body: Record<string, unknown>,
  derived: Record<string, unknown> = {},
): Promise<string> {
  const { resource, registry, guards } = writer;
  const { values, errors } = readFields(writable(writer, tx), body, { zone: tx.actor.zone });
  errors.push(...(await relationErrors(tx, writer, values, null)));
  if (errors.length > 0) throw invalid(errors);
  Object.assign(values, derived);
  await guards?.add?.(tx, values);
  const id = newId();
  const stored: Record<string, unknown> = {
    ...columnsOf(resource, values, registry),
    tenant_id: tx.tenant,
    id,
    create_by: tx.actor.username,
    create_time: tx.now,
  };
  const names = Object.keys(stored);
  await tx.query(sql`insert into ${column(tableOf(resource))} (${join(names.map(column), ', ')})
    values (${join(
      names.map((name) => sql`${stored[name]}`),
      ', ',
    )})`);
  await auditResource(tx, resource, [
    { rowId: id, action: 'add', diff: fieldDiff(resource, null, values) },
  ]);
  await tx.emit(`${resourceKey(resource)}.changed`, id, { id, change: 'add' });
  return id;
}

/** Edits one row under its version; only fields present in the body change. */
export async function editRow(
  tx: Tx,
  writer: Writer,
  id: string,
  body: Record<string, unknown>,
): Promise<void> {
  const { resource, registry, guards } = writer;
  const [before] = await lockRegister(tx, resource, [id]);
  if (!before) throw notFound();
  if (body['version'] !== undefined && Number(body['version']) !== before['version'])
    throw staleVersion();
  const { values, errors } = readFields(writable(writer, tx), body, {
    zone: tx.actor.zone,
    partial: true,
  });
  errors.push(...(await relationErrors(tx, writer, values, id)));
  if (errors.length > 0) throw invalid(errors);
  await guards?.edit?.(tx, before, values);
  const stored = columnsOf(resource, values, registry);
  const sets = Object.keys(stored).map((name) => sql`${column(name)} = ${stored[name]}`);
  sets.push(
    sql`version = version + 1`,
    sql`update_by = ${tx.actor.username}`,
    sql`update_time = ${tx.now}`,
  );
  await tx.query(sql`update ${column(tableOf(resource))} set ${join(sets, ', ')}
    where tenant_id = ${tx.tenant} and id = ${id}`);
  const diff = fieldDiff(resource, before, values);
  await auditResource(tx, resource, [{ rowId: id, action: 'edit', diff }]);
  await tx.emit(`${resourceKey(resource)}.changed`, id, { id, change: 'edit' });
}

/** Soft-deletes rows; unknown ids (or another tenant's) count as not found. */
export async function deleteRows(tx: Tx, writer: Writer, ids: readonly string[]): Promise<number> {
  const { resource, guards } = writer;
  const rows = await lockRegister(tx, resource, ids);
  if (rows.length === 0) throw notFound();
  await guards?.delete?.(tx, rows);
  const found = rows.map((row) => row['id'] as string);
  await tx.query(sql`update ${column(tableOf(resource))}
    set deleted_at = ${tx.now}, update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = any(${found}::uuid[])`);
  await auditResource(
    tx,
    resource,
    found.map((rowId) => ({ rowId, action: 'delete' })),
  );
  for (const id of found)
    await tx.emit(`${resourceKey(resource)}.changed`, id, { id, change: 'delete' });
  return found.length;
}

/** Fields this actor may write: derived ones never, masked ones not at all. */
function writable({ resource }: Writer, tx: Tx): Record<string, Field> {
  const hidden = maskedFields(resource, tx.actor);
  return Object.fromEntries(
    Object.entries(resource.fields as Record<string, Field>).filter(([key]) => !hidden.has(key)),
  );
}

async function lockRegister(
  tx: Tx,
  resource: AnyResource,
  ids: readonly string[],
): Promise<Record<string, unknown>[]> {
  return tx.query<Record<string, unknown>>(sql`
    select t.* from ${column(tableOf(resource))} t
    where ${join([...baseConditions(resource, tx.actor), sql`t.id = any(${ids}::uuid[])`], ' and ')}
    order by t.id for update`);
}

/** Column values of field values: sealed kinds are sealed, with a digest beside sealed texts. */
function columnsOf(
  resource: AnyResource,
  values: Record<string, unknown>,
  registry: Registry,
): Record<string, unknown> {
  const stored: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const field = (resource.fields as Record<string, Field>)[key];
    const isSealed = field?.kind === 'secret' || field?.kind === 'sealed';
    stored[snake(key)] = isSealed && typeof value === 'string' ? registry.vault.seal(value) : value;
  }
  return stored;
}

/** Unique fields already taken, links to rows that are not there: one error per field. */
async function relationErrors(
  tx: Tx,
  { resource, registry }: Writer,
  values: Record<string, unknown>,
  id: string | null,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(values)) {
    const field = (resource.fields as Record<string, Field>)[key];
    if (!field || value === null || value === undefined) continue;
    if (field.unique && (await isTaken(tx, resource, key, value, id)))
      errors.push({ field: key, code: 'taken', message: MESSAGES.taken(field.title) });
    const target = field.to ? registry.find(field.to) : undefined;
    if (target && !(await exists(tx, target, value as string)))
      errors.push({ field: key, code: 'missing', message: MESSAGES.linkMissing(field.title) });
  }
  return errors;
}

async function isTaken(
  tx: Tx,
  resource: AnyResource,
  key: string,
  value: unknown,
  id: string | null,
): Promise<boolean> {
  const field = (resource.fields as Record<string, Field>)[key] as Field;
  const type: Sql = { strings: [serverKinds[field.kind].sqlType], values: [], isSql: true };
  const rows = await tx.query(sql`select 1 from ${column(tableOf(resource))} t
    where t.tenant_id = ${tx.tenant} and t.deleted_at is null
      and t.${column(snake(key))} = ${value}::${type} and t.id is distinct from ${id}::uuid limit 1`);
  return rows.length > 0;
}

async function exists(tx: Tx, target: AnyResource, id: string): Promise<boolean> {
  const rows = await tx.query(sql`select 1 from ${column(tableOf(target))} t
    where ${join([...baseConditions(target, tx.actor), sql`t.id = ${id}::uuid`], ' and ')}`);
  return rows.length > 0;
}
