import { cleanText } from '#kit/model/advanced-query.ts';
import { numberKey, type NumberPlace } from '#kit/model/numbers.ts';
import { bareKey } from '#kit/model/tracking-number.ts';
import { readFlatValue } from '#kit/model/query-language.ts';
import type { Field } from '#kit/model/field.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { snake, type AnyResource } from '#kit/model/resource.ts';
import type { Tx } from '../database.ts';
import { isUuid } from '../kinds.ts';
import { MESSAGES } from '../messages.ts';
import { tableOf, type Registry } from '../registry.ts';
import { column, join, sql, type Sql } from '../sql.ts';
import { fieldOf, maskedFields } from './columns.ts';
import { escapeLike } from './predicate.ts';
import { baseConditions } from './row-conditions.ts';

/** So many rows are asked for by their ids, as page and total read them quickest. */
const MOST_NAMED = 5_000;

/** Rows of a list that have one of the numbers kept under an id. */
export async function numbersCondition(tx: Tx, resource: AnyResource, registry: Registry, id: string): Promise<Sql> {
  const keys = (await storedNumbers(tx, id)).map(numberKey);
  const found = numberedRows(tx, resource, registry, keys);
  if (!found) return sql`false`;
  // Looked up apart: nobody can tell beforehand how many rows have a number of their lines, and a
  // plan made for too many would read all of them.
  const rows = await tx.query<{ id: string }>(sql`select distinct f.id from (${found}) f limit ${MOST_NAMED + 1}`);
  if (rows.length > MOST_NAMED) return sql`t.id in (select f.id from (${found}) f)`;
  return sql`t.id = any(${rows.map(({ id: row }) => row)}::uuid[])`;
}

/**
 * Numbers that were kept for a search, as they were pasted.
 * @throws Refusal 400 where there are none under this id (any more): without them the list would
 * answer with every row
 */
export async function storedNumbers(tx: Tx, id: string): Promise<string[]> {
  const [stored] = isUuid(id)
    ? await tx.rows<{ numbers: string[] }>`
        select numbers from number_search where tenant_id = ${tx.tenant} and id = ${id}::uuid`
    : [];
  if (!stored) throw new Refusal('numbersGone', MESSAGES.numbersGone, { status: 400 });
  return stored.numbers;
}

/**
 * Pairs of the listed row's `id` and the `key` of a number that leads to it: within what the person
 * may see of the rows in which the number stands. Null: every such field is masked.
 * @throws Refusal 400 where the list has no such search
 */
export function numberedRows(tx: Tx, resource: AnyResource, registry: Registry, keys: readonly string[]): Sql | null {
  const places = registry.numbersOf(resource);
  if (places.length === 0) throw new Refusal('badQuery', MESSAGES.filterUnknown('numbers'), { status: 400 });
  return rowsBy(tx, resource, registry, places, {
    given: sql`unnest(${keys}::text[], ${keys.map(bareKey)}::text[]) k (key, bare)`,
    by: sql`=`,
  });
}

/** Rows of which a number that is no text of their own has a word in it; null where none could. */
export function linkedByWord(tx: Tx, resource: AnyResource, registry: Registry, text: string): Sql | null {
  const word = numberKey(text);
  // Signs alone are in every number, and no index says in which.
  if (!/[\p{L}\p{N}]/u.test(word)) return null;
  const fields = resource.fields as Record<string, Field>;
  const places = registry
    .numbersOf(resource)
    .filter(({ rows, field }) => rows !== undefined || fields[field]?.kind !== 'text');
  const found = rowsBy(tx, resource, registry, places, {
    given: sql`(select ${`%${escapeLike(word)}%`}::text as key, ${word}::text as word) k`,
    by: sql`like`,
    isPart: true,
  });
  return found && sql`t.id in (select f.id from (${found}) f)`;
}

/** What is looked for, as rows `k` with a `key`, and how a number is compared with it. */
interface Match {
  given: Sql;
  by: Sql;
  /** The key is a pattern of `like`. */
  isPart?: boolean;
}

function rowsBy(
  tx: Tx,
  resource: AnyResource,
  registry: Registry,
  places: readonly NumberPlace[],
  match: Match,
): Sql | null {
  const found = places.flatMap((place) => rowsAt(tx, resource, registry, place, match) ?? []);
  return found.length > 0 ? join(found, ' union all ') : null;
}

function rowsAt(
  tx: Tx,
  resource: AnyResource,
  registry: Registry,
  { rows = resource, field: name, by = [], isTracking }: NumberPlace,
  match: Match,
): Sql | null {
  const field = fieldOf(rows, name, maskedFields(rows, tx.actor));
  if (!field) return null;
  const target = field.to ? registry.resource(field.to) : null;
  if (target && maskedFields(target, tx.actor).has(target.label)) return null;
  // Step by step from what is looked for: whatever there is of it, no table is read as a whole.
  const label = target ? sql`cross join lateral (${labelled(tx, target, registry, match)}) label` : sql``;
  const isIt = target
    ? sql`${column(`t.${snake(name)}`)} = label.id`
    : isTracking && !match.isPart
      ? sql`${column(`t.${snake(name)}_bare`)} = k.bare`
      : sql`${column(`t.${snake(name)}_key`)} ${match.by} k.key`;
  const way = wayUp(registry, tx, rows, by);
  return sql`select found.id, k.key from ${match.given} ${label} cross join lateral (
    select ${way.id} as id from ${column(tableOf(rows))} t ${way.joins}
    where ${join(baseConditions(rows, tx.actor), ' and ')} and ${isIt} offset 0) found`;
}

/** Rows that a link may name, by their labels: as `id`. */
function labelled(tx: Tx, target: AnyResource, registry: Registry, { by, isPart }: Match): Sql {
  const key = `${snake(target.label)}_key`;
  if (isPart && isFoundByPart(registry, target, target.label))
    return sql`select l.id from search.ids_by_part(${tx.tenant}, ${placeOf(target, target.label)}, k.word, null) l (id)
      offset 0`;
  return sql`select l.id from ${column(tableOf(target))} l
    where l.tenant_id = ${tx.tenant} and ${column(`l.${key}`)} ${by} k.key offset 0`;
}

/** Whether an index finds rows by a part of this number of theirs. */
const isFoundByPart = (registry: Registry, resource: AnyResource, field: string): boolean =>
  registry.numbersOf(resource).some(({ rows, field: own, byPart }) => byPart && rows === undefined && own === field);

const placeOf = (resource: AnyResource, field: string): string => `${tableOf(resource)}.${snake(field)}_key`;

/** An index of trigrams says nothing of fewer letters or digits in a row. */
const hasPart = (key: string): boolean => /[\p{L}\p{N}]{3}/u.test(key);

/** What more of them is left to the list itself: it comes upon the first of them soon enough. */
const MOST_BY_PART = 10_000;

/**
 * What a query asks of numbers that an index finds, whole or by a part, as predicates that it serves. They
 * stand beside those of the query's own, which judge as ever; a whole number is meant alone.
 */
export async function numberedConditions(
  tx: Tx,
  resource: AnyResource,
  registry: Registry,
  query: Readonly<Record<string, string>>,
): Promise<Sql[]> {
  const hidden = maskedFields(resource, tx.actor);
  const found: Sql[] = [];
  for (const { rows, field, byPart } of registry.numbersOf(resource)) {
    if (rows !== undefined || !byPart || !fieldOf(resource, field, hidden)) continue;
    const [request, ...others] = readFlatValue(field, query[field] ?? '') ?? [];
    if (!request || others.length > 0 || typeof request.val !== 'string') continue;
    const key = numberKey(cleanText(request.val));
    if (request.rule === 'eq') found.push(sql`${column(`t.${snake(field)}_key`)} = ${key}`);
    if (request.rule !== 'like' || !hasPart(key)) continue;
    // The function names the tenant, whose rows alone it answers.
    const ids = await tx.platform.rows<{ id: string }>`
      select p.id from search.ids_by_part(${tx.tenant}, ${placeOf(resource, field)},
        ${key}, ${MOST_BY_PART + 1}) p (id)`;
    if (ids.length <= MOST_BY_PART) found.push(sql`t.id = any(${ids.map(({ id }) => id)}::uuid[])`);
  }
  return found;
}

/** The joins from rows `t` along their links, and the id of what the last one leads to. */
function wayUp(registry: Registry, tx: Tx, rows: AnyResource, by: readonly string[]): { joins: Sql; id: Sql } {
  const joins: Sql[] = [sql``];
  let alias = 't';
  let at = rows;
  let id = column('t.id');
  by.forEach((link, step) => {
    id = column(`${alias}.${snake(link)}`);
    at = registry.resource(((at.fields as Record<string, Field>)[link] as Field).to as string);
    if (step === by.length - 1) return;
    alias = `up${step}`;
    joins.push(sql`join ${column(tableOf(at))} ${column(alias)}
      on ${column(`${alias}.tenant_id`)} = ${tx.tenant} and ${column(`${alias}.id`)} = ${id}`);
  });
  return { joins: join(joins, ' '), id };
}
