import type { Field, Fields, RequiredKeys } from '#kit/model/field.ts';
import { snake, type AnyResource, type Resource } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { newId, type Tx } from './database.ts';
import { tableOf } from './registry.ts';
import { insertRecords, updateRecords } from './row-storage.ts';
import { column, join, sql, type Sql } from './sql.ts';

/** Columns of stored rows, by field key, as they are stored: sealed is what is sealed already. */
type Stored<R extends AnyResource> = Partial<Omit<RowOf<R>, 'id' | 'createBy' | 'createTime'>>;

type RequiredOf<R> = R extends Resource<infer F, string> ? RequiredKeys<F> : never;

/** A new row: what its declaration requires is there, the rest has the defaults of its table. */
type NewRow<R extends AnyResource> = Stored<R> & Pick<RowOf<R>, RequiredOf<R> & keyof RowOf<R>> & { id?: string };

/** Refuses keys that `T` does not have, in values that are computed too. */
type Only<T, V extends T> = V & Record<Exclude<keyof V, keyof T>, never>;

/**
 * Stores new rows of a declared resource for its module: tenant, id and who made them are added.
 * What people write goes through addRows or a draft instead, which judge it.
 * @returns the ids, in order
 */
export async function insertInto<R extends AnyResource, const V extends NewRow<R>>(
  tx: Tx,
  resource: R,
  rows: readonly Only<NewRow<R>, V>[],
): Promise<string[]> {
  const made = { tenant_id: tx.tenant, create_by: tx.actor.username, create_time: tx.now };
  const records = rows.map((row) => ({ ...made, id: newId(), ...columnsOf(row) }));
  await insertRecords(tx, tableOf(resource), records);
  return records.map(({ id }) => id);
}

/**
 * Sets columns of rows, by their ids, to the same values. Version and stamps stay, for the move around it or
 * because nobody's edit is meant; where they should change, they are among the values. Where there are none,
 * nothing is set: all questions of a move may be left open.
 */
export async function setColumns<R extends AnyResource, const V extends Stored<R>>(
  tx: Tx,
  resource: R,
  rows: readonly (string | { id: string })[],
  values: Only<Stored<R>, V>,
): Promise<void> {
  const fields = resource.fields as Fields;
  const ids = rows.map((row) => (typeof row === 'string' ? row : row.id));
  const sets = Object.entries(values).map(
    ([key, value]) => sql`${column(snake(key))} = ${parameter(fields[key], value)}`,
  );
  if (sets.length === 0) return;
  await tx.query(sql`update ${column(tableOf(resource))} set ${join(sets, ', ')}
    where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`);
}

/** What an edit sets beside its values, on a row that is locked. */
export const editStamps = (
  tx: Tx,
  { version }: { version: number },
): { updateBy: string; updateTime: Date; version: number } => ({
  updateBy: tx.actor.username,
  updateTime: tx.now,
  version: version + 1,
});

/** As {@link setColumns}, each row to values of its own. */
export async function setEach<R extends AnyResource, const V extends Stored<R> & { id: string }>(
  tx: Tx,
  resource: R,
  rows: readonly Only<Stored<R> & { id: string }, V>[],
): Promise<void> {
  await updateRecords(tx, tableOf(resource), rows.map(columnsOf));
}

/**
 * Columns of the rows of a resource that a condition finds, the tenant's alone:
 * `pick(tx, box, ['id', 'status'])\`shipment_id = ${id} order by box_no\``.
 */
export const pick =
  <R extends AnyResource, const K extends keyof RowOf<R> & string>(tx: Tx, resource: R, keys: readonly K[]) =>
  (strings: TemplateStringsArray, ...values: unknown[]): Promise<Pick<RowOf<R>, K>[]> => {
    const names = join(
      keys.map((key) => column(snake(key))),
      ', ',
    );
    const found: Sql = { strings, values, isSql: true };
    return tx.query(sql`select ${names} from ${column(tableOf(resource))}
      where tenant_id = ${tx.tenant} and ${found}`);
  };

/** A list is an array of the database, unless its column holds JSON. */
const parameter = (field: Field | undefined, value: unknown): unknown =>
  field?.kind === 'json' && value !== null ? JSON.stringify(value) : value;

const columnsOf = (row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [snake(key), value]));
