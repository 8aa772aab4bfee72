import { rowChanged } from '#kit/model/event.ts';
import { notFound, Refusal, staleVersion } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { AnyRow } from '#kit/model/row.ts';
import { auditResource } from './audit.ts';
import { releaseUploads } from './held-uploads.ts';
import type { Tx } from './database.ts';
import { MESSAGES } from './messages.ts';
import { nameRefused, shortList } from './name-refused.ts';
import { tableOf } from './registry.ts';
import { dependents } from './row-relations.ts';
import { lockRegister } from './row-storage.ts';
import { column, sql } from './sql.ts';
import { addRows, editRows, type RowOutcome } from './write-rows.ts';
import type { Writer } from './writer.ts';

export type { Guards, Via, Writer } from './writer.ts';

/**
 * Adds one row: a list of one through `addRows`.
 * @param body wire values; `id`, audit columns and derived fields in it are ignored
 * @returns the new id
 * @throws Refusal 422 with all field errors, or what a guard says
 */
export async function addRow(
  tx: Tx,
  writer: Writer,
  body: Record<string, unknown>,
  derived: Record<string, unknown> = {},
): Promise<string> {
  const [outcome] = await addRows(tx, writer, [{ body, derived }]);
  return settled(outcome);
}

/** Edits one row under its version; only fields present in the body change. */
export async function editRow(tx: Tx, writer: Writer, id: string, body: Record<string, unknown>): Promise<void> {
  const [before] = await lockRegister(tx, writer.resource, [id]);
  if (!before) throw notFound();
  if (body['version'] !== undefined && Number(body['version']) !== before.version) throw staleVersion();
  const [outcome] = await editRows(tx, writer, [{ before, body }]);
  settled(outcome);
}

/**
 * Soft-deletes rows with the child rows that are edited with them; unknown ids (or another
 * tenant's) count as not found. A row that another register cannot do without stays.
 */
export async function deleteRows(tx: Tx, writer: Writer, ids: readonly string[]): Promise<number> {
  const { resource, guards } = writer;
  const rows = await lockRegister(tx, resource, ids);
  if (rows.length === 0) throw notFound();
  const nameOf = (row: AnyRow): string => String(row[resource.label] ?? row.id);
  await nameRefused(rows, nameOf, async (some) => guards?.delete?.(tx, [...some]));
  const found = rows.map((row) => row.id);
  await tx.query(sql`update ${column(tableOf(resource))}
    set deleted_at = ${tx.now}, update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = any(${found}::uuid[])`);
  auditResource(
    tx,
    resource,
    found.map((rowId) => ({ rowId, action: 'delete' })),
  );
  for (const id of found) await tx.emit(rowChanged(resource), id, { id, change: 'delete' });
  await releaseUploads(tx, resource, rows);
  // Last: what a module says about its own rows tells more than that they are there.
  await releaseDependents(tx, writer, rows, nameOf);
  return found.length;
}

/** Child rows go with their parent; other registers that need a row keep it from going. */
async function releaseDependents(
  tx: Tx,
  { resource, registry }: Writer,
  rows: readonly AnyRow[],
  nameOf: (row: AnyRow) => string,
): Promise<void> {
  const owned = (resource.lines ?? {}) as Readonly<Record<string, string>>;
  const ids = rows.map(({ id }) => id);
  for (const one of await dependents(tx, { resource, registry }, ids)) {
    const { child, key, childIds, neededIds } = one;
    if (owned[resourceKey(child)] !== key) {
      const names = rows.filter(({ id }) => neededIds.includes(id)).map(nameOf);
      const which = rows.length > 1 ? `“${shortList(names)}”` : '';
      throw new Refusal('inUse', MESSAGES.inUse(`${resource.title}${which}`, child.title));
    }
    await deleteRows(tx, { resource: child, registry }, childIds);
  }
}

function settled(outcome: RowOutcome | undefined): string {
  if (!outcome) throw new Error('a row without an outcome');
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.id;
}
