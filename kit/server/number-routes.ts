import { createHash } from 'node:crypto';
import { cleanText } from '#kit/model/advanced-query.ts';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { distinctNumbers, numberKey, numbersFault, type FoundNumbers } from '#kit/model/numbers.ts';
import { invalid } from '#kit/model/refusal.ts';
import { foundNumbersRoute, storeNumbersRoute } from '#kit/model/resource-routes.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Tx } from './database.ts';
import { maskedFields } from './query/columns.ts';
import { listConditions } from './query/list.ts';
import { storedNumbers, numberedRows } from './query/numbers.ts';
import { baseConditions } from './query/row-conditions.ts';
import { sourceOf } from './query/source.ts';
import type { Registry } from './registry.ts';
import { implement, type Route } from './route.ts';
import type { Serve } from './serve.ts';
import { column, join, sql } from './sql.ts';

/** Search by many numbers, where a list has any: keeping them, and what became of them. */
export function numberRoutes(serve: Serve, registry: Registry): Route[] {
  const { resource } = serve;
  if (registry.numbersOf(resource).length === 0) return [];
  return [
    implement(storeNumbersRoute(resource), (call) => call.tx((tx) => storeNumbers(tx, call.body.numbers))),
    implement(foundNumbersRoute(resource), (call) => call.tx((tx) => foundNumbers(tx, serve, registry, call.query))),
  ];
}

/** A link that somebody kept or sent on finds its numbers for so long after they were last pasted. */
const RETENTION_DAYS = 180;

/**
 * Keeps numbers under an id that follows from them: 200 of them are too long for an address, and the
 * same paste has the same address.
 */
async function storeNumbers(tx: Tx, raw: unknown): Promise<{ id: string; numbers: string[] }> {
  const given = Array.isArray(raw) ? raw.filter((one) => typeof one === 'string') : [];
  const numbers = distinctNumbers(given.map((text) => cleanText(text)));
  const fault = numbersFault(numbers);
  if (fault) throw invalid([{ field: 'numbers', code: 'numbers', message: fault }]);
  const id = idOf(numbers);
  await tx.run`
    delete from number_search where tenant_id = ${tx.tenant}
      and create_time < ${tx.now}::timestamptz - make_interval(days => ${RETENTION_DAYS})`;
  await tx.run`
    insert into number_search (tenant_id, id, numbers, create_by, create_time)
    values (${tx.tenant}, ${id}::uuid, ${numbers}::text[], ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, id) do update set create_time = excluded.create_time`;
  return { id, numbers };
}

/** A UUID of version 8, made of a digest. */
function idOf(numbers: readonly string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(numbers)).digest('hex');
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hex) ?? [];
  return `${a}-${b}-8${c}-8${d}-${e}`;
}

/** What a list query finds of its numbers, in its own status tab and in the others. */
async function foundNumbers(
  tx: Tx,
  serve: Serve,
  registry: Registry,
  query: Record<string, string>,
): Promise<FoundNumbers> {
  const { numbers: id = '', tab, ...rest } = query;
  const numbers = await storedNumbers(tx, id);
  const lifecycle = registry.lifecycleOf(serve.resource);
  const places = await placesOf(tx, serve, registry, numbers, rest, lifecycle);
  const request = tab !== undefined && lifecycle && Object.hasOwn(lifecycle.tabs, tab) ? tab : null;
  const answer: FoundNumbers = { numbers, missing: [], leftOut: [], elsewhere: {} };
  for (const number of numbers) {
    const at = places.get(numberKey(number));
    if (!at) answer.missing.push(number);
    else if (at.size === 0) answer.leftOut.push(number);
    else if (request !== null && !at.has(request))
      for (const one of at) answer.elsewhere[one] = (answer.elsewhere[one] ?? 0) + 1;
  }
  return answer;
}

/** Status tabs in which each number is listed, by its key; none: other conditions leave it out. */
async function placesOf(
  tx: Tx,
  { resource, keyword, rows: given }: Serve,
  registry: Registry,
  numbers: readonly string[],
  query: Record<string, string>,
  lifecycle: AnyLifecycle | undefined,
): Promise<Map<string, Set<string>>> {
  const found = numberedRows(tx, resource, registry, numbers.map(numberKey));
  if (!found) return new Map();
  const viewed = await given?.(tx, query);
  const listed = await listConditions(tx, resource, query, { registry, keyword, rows: viewed });
  const base = baseConditions(resource, tx.actor);
  // Row by row: how many there are nobody can tell beforehand, and mostly they are few.
  const rows = await tx.query<{ key: string; state: string; isListed: boolean }>(sql`
    select f.key, row.state, bool_or(row.is_listed) as is_listed
    from (${found}) f cross join lateral (
      select ${stateOf(tx, resource, lifecycle)} as state,
        (${join(listed, ' and ')}) is true as is_listed
      from ${sourceOf(resource, viewed)} t
      where ${join(base, ' and ')} and t.id = f.id offset 0) row
    group by 1, 2`);
  const places = new Map<string, Set<string>>();
  for (const { key, state, isListed } of rows) {
    const at = places.get(key) ?? new Set<string>();
    places.set(key, at);
    if (isListed) at.add(tabOf(lifecycle, state));
  }
  return places;
}

const stateOf = (tx: Tx, resource: AnyResource, lifecycle: AnyLifecycle | undefined) =>
  lifecycle && !maskedFields(resource, tx.actor).has('status') ? column('t.status') : sql`${''}::text`;

/** Rows without status tabs stand all in one. */
const tabOf = (lifecycle: AnyLifecycle | undefined, state: string): string =>
  Object.entries(lifecycle?.tabs ?? {}).find(([, { states }]) => (states as readonly string[]).includes(state))?.[0] ??
  '';
