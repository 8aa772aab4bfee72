import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import type { Actor } from '../actor.ts';
import { ruleParents, tableOf, type Parent } from '../registry.ts';
import type { RuleCondition } from '../row-rule.ts';
import { column, isSql, join, sql, type Sql } from '../sql.ts';
import { fieldOf } from './fields.ts';
import { predicate } from './predicate.ts';

const NOT_HIDDEN: ReadonlySet<string> = new Set();

/** One condition of a rule as a predicate, with the field that it is about. */
export interface RulePart {
  field: string;
  holds: Sql;
}

/**
 * The ways in which data rules let an actor see a row of a resource; null where none is in force. A
 * rule that does not fit the declaration opens no way, so that there may be none.
 */
export function ruleWays(resource: AnyResource, actor: Actor, alias: string): (readonly RulePart[])[] | null {
  const ways = actor.rules?.[resourceKey(resource)];
  if (!ways) return null;
  return ways.flatMap(({ conditions }) => {
    const parts = conditions?.map((one) => ({
      field: one.field,
      holds: conditionOf(resource, actor, alias, one),
    }));
    const isWhole = parts?.every(({ holds }) => holds !== null);
    return parts && isWhole ? [parts as RulePart[]] : [];
  });
}

/**
 * The data rules of an actor as predicates on rows of a resource under an alias; none where none is
 * in force.
 */
export function ruleConditions(resource: AnyResource, actor: Actor, alias: string): Sql[] {
  const ways = ruleWays(resource, actor, alias);
  if (!ways) return [];
  const open = ways.map((parts) => sql`(${join([sql`true`, ...parts.map(({ holds }) => holds)], ' and ')})`);
  return [open.length === 0 ? sql`false` : sql`(${join(open, ' or ')})`];
}

/** As SQL; null where the declaration has no such field, or none that is asked for like this. */
function conditionOf(
  resource: AnyResource,
  actor: Actor,
  alias: string,
  { field: key, rule, val }: RuleCondition,
): Sql | null {
  // A mask hides what is shown, never what a rule is about.
  const field = fieldOf(resource, key, NOT_HIDDEN);
  if (!field) return null;
  // Texts alone: what a person is called is no id, amount or time.
  if (isSql(val)) return field.kind === 'text' ? sql`${column(`${alias}.${snake(key)}`)}::text in (${val})` : null;
  try {
    const scene = { resource, actor, hidden: NOT_HIDDEN, alias };
    return predicate(scene, { field: key, rule, val }, field);
  } catch {
    return null;
  }
}

/**
 * As {@link ruleConditions}, with the rules of the rows that these belong to or hang on: lines, remarks
 * and papers are hidden with it, and what hangs on those. Nothing for whoever is under no rule.
 */
export function rulesOn(resource: AnyResource, actor: Actor, alias: string): Sql[] {
  if (!actor.rules) return [];
  const own = ruleConditions(resource, actor, alias);
  return [...own, ...ruleParents(resource).flatMap((parent) => belowSeen(parent, actor, alias))];
}

/** The rules of one row above, as predicates on the rows that belong to it. */
export function belowSeen(
  { resource, key, isLoose = false, isOfMany = false }: Parent,
  actor: Actor,
  alias: string,
): Sql[] {
  const above = `${alias}_up`;
  const rules = rulesOn(resource, actor, above);
  if (rules.length === 0) return [];
  const link = column(`${alias}.${snake(key)}`);
  const from = sql`select 1 from ${column(tableOf(resource))} ${column(above)}
      where ${column(`${above}.tenant_id`)} = ${column(`${alias}.tenant_id`)}
        and ${column(`${above}.id`)} = ${isOfMany ? idIn(link) : link}`;
  const all = join(rules, ' and ');
  return [isLoose ? sql`not exists (${from} and (${all}) is not true)` : sql`exists (${from} and ${all})`];
}

/** An id that may stand in a text beside other words. */
const idIn = (link: Sql): Sql => sql`(case when ${link}::text ~ ${UUID} then ${link}::text::uuid end)`;
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** Whether a condition can be asked of a resource: one that cannot lets nothing through. */
export const fitsResource = (resource: AnyResource, actor: Actor, one: RuleCondition): boolean =>
  conditionOf(resource, actor, 't', one) !== null;

/** Whether data rules hide some rows of a resource from an actor. */
export const isRuled = (resource: AnyResource, actor: Actor): boolean => rulesOn(resource, actor, 't').length > 0;
