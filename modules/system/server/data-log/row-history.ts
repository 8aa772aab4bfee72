import type { Field } from '#kit/model/field.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { resourceKey, snake } from '#kit/model/resource.ts';
import { toWireTime } from '#kit/model/time.ts';
import { toWire } from '#kit/model/wire.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { maskedFields, toWireRow } from '#kit/server/query/columns.ts';
import { baseConditions, givenConditions } from '#kit/server/query/row-conditions.ts';
import { tableOf, type Registry } from '#kit/server/registry.ts';
import { isPair, stateAt, versionsOf, type RowVersion } from '#kit/server/row-versions.ts';
import type { Serve } from '#kit/server/serve.ts';
import { column, join, sql } from '#kit/server/sql.ts';
import type { ComparedVersion } from '../../model/routes/data-log.ts';
import { dataTableOf, isNarrowed, type Served, tableNamed } from './logged-tables.ts';

const noVersion = (): Refusal => new Refusal('notFound', '未找到版本信息', { status: 404 });

/** A row with all its versions, as far as the reader may see it. */
export interface RowHistory {
  serve: Serve;
  rowId: string;
  versions: RowVersion[];
  /** Stored values of today; null: it is gone. */
  current: Record<string, unknown> | null;
}

/**
 * The history of a row that the actor may list.
 * @throws Refusal 404 for a table that is none, or not theirs, and for a row they do not see
 */
export async function historyOf(tx: Tx, served: Served, dataTable: string, rowId: string): Promise<RowHistory> {
  const serve = tableNamed(served, tx.actor, dataTable);
  if (!serve || !isUuid(rowId)) throw noVersion();
  const current = await currentRow(tx, serve, rowId);
  // Whether a row that is gone would be theirs to see, nobody can tell any more.
  if (!current && isNarrowed(serve.resource, tx.actor)) throw noVersion();
  const versions = await versionsOf(tx, serve.resource, rowId);
  if (versions.length === 0) throw noVersion();
  return { serve, rowId, versions, current };
}

async function currentRow(tx: Tx, { resource, rows }: Serve, id: string): Promise<Record<string, unknown> | null> {
  const own = sql`t.id = ${id}::uuid`;
  const source = rows
    ? sql`(${await rows(tx, {})}) t where ${join([...givenConditions(resource, tx.actor), own], ' and ')}`
    : sql`${column(tableOf(resource))} t where ${join([...baseConditions(resource, tx.actor), own], ' and ')}`;
  const [row] = await tx.query<Record<string, unknown>>(sql`select t.* from ${source}`);
  return row ?? null;
}

/** Where an entry of the trail stands: what it is about. @throws Refusal 404 */
export async function entryOf(tx: Tx, id: string): Promise<{ resource: string; rowId: string }> {
  const entry = isUuid(id)
    ? await tx.maybe<{ resource: string; rowId: string | null }>`
        select resource, row_id from audit_log where tenant_id = ${tx.tenant} and id = ${id}::uuid`
    : null;
  if (!entry?.rowId) throw noVersion();
  return { resource: entry.resource, rowId: entry.rowId };
}

/** One version in the words of the wire. @throws Refusal 404 where the entry is none of its versions */
export async function readVersion(
  tx: Tx,
  registry: Registry,
  { serve, rowId, versions, current }: RowHistory,
  entryId: string,
): Promise<ComparedVersion> {
  const { resource } = serve;
  const at = versions.findIndex(({ id }) => id === entryId.toLowerCase());
  const version = versions[at];
  if (!version) throw noVersion();
  const unkept = unkeptFields(resource.fields as Record<string, Field>, versions);
  const hidden = new Set([...maskedFields(resource, tx.actor), ...unkept]);
  const state = stateAt(resource, versions, at, current);
  const labels = await linkLabels(tx, registry, resource.fields as Record<string, Field>, state);
  const row = toWireRow(resource, { ...state, ...labels }, { actor: tx.actor, hidden });
  const fields = Object.keys(resource.fields as object).filter((key) => key in row);
  const plain = Object.fromEntries(fields.map((key) => [key, row[key] ?? null]));
  return {
    id: version.id,
    dataTable: dataTableOf(resource),
    dataId: rowId,
    dataVersion: version.version,
    createBy: version.actorName,
    createTime: toWireTime(version.at, tx.actor.zone),
    dataContent: JSON.stringify(toWire(resource.wire, plain)),
    resource: resourceKey(resource),
    row,
    unkept,
  };
}

/** Fields whose values the trail does not keep: secrets, and whatever it noted with `…` or `***`. */
function unkeptFields(fields: Readonly<Record<string, Field>>, versions: readonly RowVersion[]): string[] {
  const blotted = new Set(
    versions.flatMap(({ diff }) =>
      Object.entries(diff).flatMap(([key, pair]) =>
        isPair(pair) && pair.every((one) => one === '…' || one === '***') ? [key] : [],
      ),
    ),
  );
  return Object.entries(fields).flatMap(([key, { kind }]) =>
    kind === 'secret' || kind === 'sealed' || blotted.has(key) ? [key] : [],
  );
}

/** What the rows are called that links of a state lead to, within what the reader sees. */
async function linkLabels(
  tx: Tx,
  registry: Registry,
  fields: Readonly<Record<string, Field>>,
  state: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const labels: Record<string, string> = {};
  for (const [key, { to }] of Object.entries(fields)) {
    const target = to ? registry.find(to) : undefined;
    const id = state[key];
    if (!target || typeof id !== 'string' || !isUuid(id)) continue;
    const found = [...baseConditions(target, tx.actor), sql`t.id = ${id}::uuid`];
    const [row] = await tx.query<{ label: string | null }>(sql`
      select ${column(`t.${snake(target.label)}`)}::text as label
      from ${column(tableOf(target))} t where ${join(found, ' and ')}`);
    labels[`${key}Label`] = row?.label ?? id;
  }
  return labels;
}
