import type { Field } from '#kit/model/field.ts';
import { snake, type AnyResource } from '#kit/model/resource.ts';
import type { AnyRow } from '#kit/model/row.ts';
import { placeOf } from '../actor.ts';
import type { Tx } from '../database.ts';
import { isUuid, serverKinds, type KindContext } from '../kinds.ts';
import { selectColumns } from '../query/columns.ts';
import { givenConditions } from '../query/row-conditions.ts';
import { tableOf, type Registry } from '../registry.ts';
import { rowsBy } from '../row-storage.ts';
import { codeKey, isCode, rowsByCode } from '../same-code.ts';
import { column, join, sql, type Sql } from '../sql.ts';
import type { GivenRows } from '../writer.ts';
import type { SheetDraft } from './read-cells.ts';

/** Fields that together name at most one live row of a tenant. */
export type NaturalKey = readonly string[];

/**
 * Natural keys of a register, best first: its unique fields, required ones before others, then the
 * unique indexes of its table over fields that a sheet can hold.
 */
export async function naturalKeys(tx: Tx, resource: AnyResource, held: ReadonlySet<string>): Promise<NaturalKey[]> {
  const fields = Object.entries(resource.fields as Record<string, Field>);
  const unique = fields.filter(([key, field]) => field.unique && held.has(key));
  const declared = [
    ...unique.filter(([, field]) => field.required),
    ...unique.filter(([, field]) => !field.required),
  ].map(([key]) => [key]);
  // Tables of a module's own making are its own business.
  if (resource.isComposite) return declared;
  const byColumn = new Map(fields.map(([key]) => [snake(key), key]));
  const indexes = await tx.platform.rows<{ columns: string[] }>`
    select array_agg(a.attname::text order by k.place) as columns
    from pg_index i
    cross join lateral unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = to_regclass(${tableOf(resource)}) and i.indisunique and not i.indisprimary
      and i.indexprs is null
      and coalesce(pg_get_expr(i.indpred, i.indrelid), '(deleted_at IS NULL)') = '(deleted_at IS NULL)'
    group by i.indexrelid order by i.indexrelid`;
  const composite = indexes
    .map(({ columns }) => columns.filter((name) => name !== 'tenant_id'))
    .filter((columns) => columns.length > 1)
    .map((columns) => columns.map((name) => byColumn.get(name) ?? name))
    .filter((keys) => keys.every((key) => held.has(key)));
  return [...declared, ...composite];
}

/** One text for a draft's values of a key; null while a part is missing or malformed. */
export function keyText(
  resource: AnyResource,
  key: NaturalKey,
  body: Record<string, unknown>,
  place: KindContext,
): string | null {
  const parts = keyParts(resource, key, body, place);
  return parts && textOf(resource, key, parts);
}

/** One text for the values of a key; codes are the same in whichever letters. */
const textOf = (resource: AnyResource, key: NaturalKey, parts: readonly unknown[]): string =>
  JSON.stringify(parts.map((part, at) => (isCodeOf(resource, key[at]) ? codeKey(part) : String(part))));

const isCodeOf = (resource: AnyResource, name = ''): boolean => {
  const field = (resource.fields as Record<string, Field>)[name];
  return field !== undefined && isCode(field);
};

/** Whether a cell names the row by its code in other letters: it is not renamed by that. */
export const isNamedBy = (resource: AnyResource, name: string, cell: string, before: AnyRow): boolean =>
  isCodeOf(resource, name) && codeKey(cell) === codeKey((before as Record<string, unknown>)[name]);

function keyParts(
  resource: AnyResource,
  key: NaturalKey,
  body: Record<string, unknown>,
  place: KindContext,
): unknown[] | null {
  const parts: unknown[] = [];
  for (const name of key) {
    const field = (resource.fields as Record<string, Field>)[name] as Field;
    const value = body[name];
    if (value === undefined || value === null || value === '') return null;
    const parsed = serverKinds[field.kind].parse(value, field, place);
    if ('error' in parsed) return null;
    parts.push(parsed.ok);
  }
  return parts;
}

/**
 * The stored row of each draft, locked: by the id where the sheet has one, else by the natural key.
 * Rows outside the actor's scope are not found.
 */
export async function matchRows(
  tx: Tx,
  {
    resource,
    registry,
    hidden,
    rows: given,
  }: {
    resource: AnyResource;
    registry: Registry;
    hidden: Set<string>;
    /** Of a composite: its store locks what it writes. */
    rows?: GivenRows | undefined;
  },
  key: NaturalKey | undefined,
  drafts: readonly SheetDraft[],
): Promise<Map<SheetDraft, AnyRow>> {
  const place = placeOf(tx.actor);
  const byId = drafts.filter(({ cells }) => isUuid(cells.get('id')));
  const byKey = drafts.flatMap((draft) => {
    const parts = !key || draft.cells.has('id') ? null : keyParts(resource, key, draft.body, place);
    return parts ? [{ draft, parts }] : [];
  });
  const read = async (keys: NaturalKey, values: unknown[][]): Promise<AnyRow[]> => {
    const [name = ''] = keys;
    const isOne = keys.length === 1 && isCodeOf(resource, name);
    const source = given
      ? givenBy(await given(tx, {}), givenConditions(resource, tx.actor), keys, values, isOne)
      : isOne
        ? rowsByCode(tx, registry, resource, name, values[0] ?? [], { isLocked: true })
        : rowsBy(tx, resource, keys, values, { isLocked: true });
    return tx.query<AnyRow>(
      sql`select t.*, ${selectColumns(resource, { registry, hidden, actor: tx.actor })} from ${source}`,
    );
  };
  const matches = new Map<SheetDraft, AnyRow>();
  if (byId.length > 0) {
    const ids = byId.map(({ cells }) => (cells.get('id') as string).toLowerCase());
    const rows = await read(['id'], [[...new Set(ids)].sort()]);
    const found = new Map(rows.map((row) => [row.id, row]));
    byId.forEach((draft, at) => addMatch(matches, draft, found.get(ids[at] as string)));
  }
  if (key && byKey.length > 0) {
    const requested = new Map(byKey.map(({ parts }) => [textOf(resource, key, parts), parts]));
    // In one order for everybody: two imports of the same rows wait, they do not deadlock.
    const sorted = [...requested].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, parts]) => parts);
    const rows = await read(
      key,
      key.map((_name, at) => sorted.map((parts) => parts[at])),
    );
    const partsOf = (row: AnyRow): unknown[] => key.map((name) => (row as Record<string, unknown>)[name]);
    const found = Map.groupBy(rows, (row) => textOf(resource, key, partsOf(row)));
    for (const { draft, parts } of byKey) {
      const same = found.get(textOf(resource, key, parts)) ?? [];
      // Codes of old may differ in case alone: the one that is spelt like this.
      const exact = same.find((row) => partsOf(row).every((part, at) => part === parts[at]));
      addMatch(matches, draft, exact ?? same[0]);
    }
  }
  return matches;
}

/** Rows that a module gives, as far as data rules leave them, by the values of a key, aliased `t`. */
const givenBy = (
  rows: Sql,
  seen: readonly Sql[],
  keys: NaturalKey,
  values: readonly unknown[][],
  isOne: boolean,
): Sql => sql`(${rows}) t
  where ${join(
    [
      ...seen,
      ...keys.map((key, at) =>
        isOne
          ? sql`lower(${column(`t.${snake(key)}`)}) = any(${values[at]?.map(codeKey)}::text[])`
          : sql`${column(`t.${snake(key)}`)}::text = any(${values[at]}::text[])`,
      ),
    ],
    ' and ',
  )}`;

const addMatch = (matches: Map<SheetDraft, AnyRow>, draft: SheetDraft, row: AnyRow | undefined): void => {
  if (row) matches.set(draft, row);
};
