import type { Field } from '#kit/model/field.ts';
import { snake, type AnyResource } from '#kit/model/resource.ts';
import type { Tx } from '../database.ts';
import { isUuid } from '../kinds.ts';
import { maskedFields } from '../query/columns.ts';
import { baseConditions } from '../query/row-conditions.ts';
import { tableOf } from '../registry.ts';
import { rowsBy } from '../row-storage.ts';
import { codeKey } from '../same-code.ts';
import { column, join, sql } from '../sql.ts';

/** What a text in a link column means. */
export type LinkAnswer = { id: string } | 'missing' | 'ambiguous';

/**
 * Rows that texts name, within what the actor may see: by the label that lists show, else by a
 * unique text such as a code, else by id. A label that several rows share names none of them.
 */
async function findLinks(tx: Tx, target: AnyResource, texts: readonly string[]): Promise<Map<string, LinkAnswer>> {
  const answers = new Map<string, LinkAnswer>(texts.map((text) => [text, 'missing']));
  for (const key of namingFields(target, maskedFields(target, tx.actor))) {
    const open = texts.filter((text) => typeof answers.get(text) === 'string');
    if (open.length === 0) break;
    for (const [text, ids] of await idsBy(tx, target, key, open))
      if (ids.length === 1) answers.set(text, { id: ids[0] as string });
      else if (answers.get(text) === 'missing') answers.set(text, 'ambiguous');
  }
  const ids = texts.filter((text) => answers.get(text) === 'missing' && isUuid(text));
  const known = await idsBy(tx, target, 'id', ids);
  for (const text of ids) if (known.has(text.toLowerCase())) answers.set(text, { id: text.toLowerCase() });
  return answers;
}

/**
 * As {@link findLinks}, for what a person pastes or writes in a sheet: a text that nothing is called exactly
 * is taken in other letters too, `ab-1` for `AB-1`, and in full width.
 */
export async function findLinksInAnyCase(
  tx: Tx,
  target: AnyResource,
  texts: readonly string[],
): Promise<Map<string, LinkAnswer>> {
  const answers = await findLinks(tx, target, texts);
  for (const key of namingFields(target, maskedFields(target, tx.actor))) {
    const open = texts.filter((text) => answers.get(text) === 'missing');
    if (open.length === 0) break;
    const name = sql`lower(${column(`t.${snake(key)}`)})`;
    const requested = [...new Set(open.map(codeKey))];
    const conditions = [...baseConditions(target, tx.actor), sql`${name} = any(${requested}::text[])`];
    const rows = await tx.query<{ id: string; name: string }>(sql`
      select t.id, ${name} as name from ${column(tableOf(target))} t
      where ${join(conditions, ' and ')}`);
    const groups = Map.groupBy(rows, (row) => row.name);
    for (const text of open) {
      const [first, ...more] = groups.get(codeKey(text)) ?? [];
      if (first) answers.set(text, more.length > 0 ? 'ambiguous' : { id: first.id });
    }
  }
  return answers;
}

/** Ids of tags by name, of those that may be given where the field stands. */
export async function tagsByName(
  tx: Tx,
  target: AnyResource,
  { within = {} }: Field,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const label = column(`t.${snake(target.label)}`);
  const conditions = [
    ...baseConditions(target, tx.actor),
    ...Object.entries(within).map(([key, value]) => sql`${column(`t.${snake(key)}`)} = ${value}`),
    sql`${label} = any(${[...new Set(names)]}::text[])`,
  ];
  const rows = await tx.query<{ id: string; name: string }>(sql`
    select t.id, ${label} as name from ${column(tableOf(target))} t
    where ${join(conditions, ' and ')}`);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** The label first, then the unique texts. */
function namingFields(target: AnyResource, hidden: ReadonlySet<string>): string[] {
  const fields = target.fields as Record<string, Field>;
  const unique = Object.keys(fields).filter((key) => fields[key]?.unique);
  return [...new Set([target.label as string, ...unique])].filter(
    (key) => fields[key]?.kind === 'text' && !hidden.has(key),
  );
}

async function idsBy(
  tx: Tx,
  target: AnyResource,
  key: string,
  texts: readonly string[],
): Promise<Map<string, string[]>> {
  if (texts.length === 0) return new Map();
  const name = column(`t.${snake(key)}`);
  // A label need not be indexed: then one look at all rows is better than one per text.
  const isIndexed = key === 'id' || (target.fields as Record<string, Field>)[key]?.unique;
  const conditions = [...baseConditions(target, tx.actor), sql`${name} = any(${texts}::text[])`];
  const source = isIndexed
    ? rowsBy(tx, target, [key], [texts])
    : sql`${column(tableOf(target))} t where ${join(conditions, ' and ')}`;
  const rows = await tx.query<{ id: string; name: string }>(sql`select t.id, ${name}::text as name from ${source}`);
  const groups = Map.groupBy(rows, (row) => row.name);
  return new Map([...groups].map(([text, group]) => [text, group.map(({ id }) => id)]));
}
