import type { FieldError } from '#kit/model/refusal.ts';
import { invalid, type Refusal } from '#kit/model/refusal.ts';
import type { Field } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Actor } from '../actor.ts';
import type { Tx } from '../database.ts';
import { MESSAGES } from '../messages.ts';
import { ruleParents, tableOf } from '../registry.ts';
import { column, join, sql, type Sql } from '../sql.ts';
import { maskedFields } from './columns.ts';
import { parentConditions, subjectConditions } from './row-conditions.ts';
import { limitsOn } from './row-limits.ts';
import { belowSeen, ruleWays } from './row-rules.ts';

/** What a row has to be for its writer to see it, and the field that says so. */
interface Bound {
  field: string;
  holds: Sql;
}

/** One demand on a row: one of several ways, each of several bounds. */
type Demand = readonly (readonly Bound[])[];

/**
 * What {@link baseConditions} ask of a row beyond its tenant, taken apart by the fields that a writer
 * can change. Nothing where an actor sees every row.
 */
function demandsOn(resource: AnyResource, actor: Actor): Demand[] {
  const one = (field: string, conditions: readonly Sql[]): Demand[] => conditions.map((holds) => [[{ field, holds }]]);
  const rules = ruleWays(resource, actor, 't');
  return [
    ...limitsOn(resource.scope ?? {}, actor).flatMap(({ field, holds }) => one(field, [holds('t')])),
    ...(rules ? [rules.map((way) => way.map(({ field, holds }) => ({ field, holds })))] : []),
    ...(actor.rules ? ruleParents(resource).flatMap((parent) => one(parent.key, belowSeen(parent, actor, 't'))) : []),
    ...parentConditions(resource, actor).flatMap(({ key, holds }) => one(key, [holds])),
    ...subjectConditions(resource, actor).flatMap(({ key, holds }) => one(key, [holds])),
  ];
}

/** Whether an actor might write a row of a resource and not see it afterwards. */
export const isBounded = (resource: AnyResource, actor: Actor): boolean => demandsOn(resource, actor).length > 0;

/**
 * Which of some rows, as they stand now in this transaction, the actor does not see, and at which
 * fields that shows.
 * @param rows what a module puts together instead of a table; limits of it are that module's
 * @returns by id the refusal of whoever wrote them
 */
export async function invisibleRows(
  tx: Tx,
  resource: AnyResource,
  ids: readonly string[],
  rows?: Sql,
): Promise<Map<string, Refusal>> {
  const demands = demandsOn(resource, tx.actor);
  if (demands.length === 0 || ids.length === 0) return new Map();
  const bounds = demands.flat(2);
  const tests = bounds.map(({ holds }) => sql`coalesce((${holds}), false)`);
  const own = rows ? [] : [sql`t.tenant_id = ${tx.tenant}`];
  const source = rows ? sql`(${rows})` : column(tableOf(resource));
  const found = await tx.query<{ id: string; holds: boolean[] }>(sql`
    select t.id, array[${join(tests, ', ')}]::boolean[] as holds from ${source} t
    where ${join([...own, sql`t.id = any(${ids}::uuid[])`], ' and ')}`);
  const refusals = new Map<string, Refusal>();
  for (const { id, holds } of found) {
    const isMet = new Map(bounds.map((bound, at) => [bound, holds[at] ?? false]));
    const fields = demands.flatMap((demand) => leftAt(demand, isMet) ?? []);
    const isLeft = demands.some((demand) => leftAt(demand, isMet) !== null);
    if (isLeft) refusals.set(id, refusalAt(resource, tx.actor, fields));
  }
  return refusals;
}

/** Fields of the way that a row misses by least; null: it keeps to one of them. */
function leftAt(demand: Demand, isMet: ReadonlyMap<Bound, boolean>): string[] | null {
  const missed = demand.map((way) => way.filter((bound) => !isMet.get(bound)));
  if (missed.some((way) => way.length === 0)) return null;
  const [least = []] = missed.sort((a, b) => a.length - b.length);
  return least.map(({ field }) => field);
}

/** At the fields that their writer may fill in; of others, and of hidden ones, nothing is said. */
function refusalAt(resource: AnyResource, actor: Actor, keys: readonly string[]): Refusal {
  const hidden = maskedFields(resource, actor);
  const fields = resource.fields as Readonly<Record<string, Field>>;
  const errors = [...new Set(keys)].flatMap((key): FieldError[] => {
    const field = fields[key];
    if (!field || field.derived || hidden.has(key)) return [];
    return [{ field: key, code: 'outside', message: MESSAGES.outside(field.title) }];
  });
  if (errors.length > 0) return invalid(errors);
  const message = MESSAGES.outsideRow(resource.title);
  return invalid([{ field: resource.label, code: 'outside', message }]);
}

/** @throws Refusal 422 where a row that was just written is out of the sight of who wrote it */
export async function requireVisible(tx: Tx, resource: AnyResource, id: string, rows?: Sql): Promise<void> {
  const refusal = (await invisibleRows(tx, resource, [id], rows)).get(id);
  if (refusal) throw refusal;
}
