import type { Field } from '#kit/model/field.ts';
import { numberKey, type NumberPlace } from '#kit/model/numbers.ts';
import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { numberedRows } from '#kit/server/query/numbers.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { tableOf, type Registry } from '#kit/server/registry.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { column, join, sql } from '#kit/server/sql.ts';
import { scanRoute, type Scanned } from '../model/routes.ts';
import { bareKey, parcelNumbers } from '#kit/model/tracking-number.ts';

/** More than anybody reads off a screen in the hand. */
const MOST_ROWS = 20;

/**
 * What a scanned number stands for, over the numbers that lists declare. Rows that have it as a
 * number of their own come alone; only where there is none, rows to which others lead with it. Each
 * list answers within its right, the person's row scope and their masks.
 */
export const scan = (registry: Registry): Route =>
  implement(scanRoute, (call) =>
    call.tx(async (tx) => {
      const keys = parcelNumbers(call.query.number ?? '').map(numberKey);
      if (keys.length === 0) return { rows: [], isMore: false };
      const listed = registry.resources.filter(
        (resource) =>
          // The rows of a view are no things of their own: a number leads to what they are of.
          resource.kind !== 'view' &&
          registry.numbersOf(resource).length > 0 &&
          may(tx.actor, `${resourceKey(resource)}:list`),
      );
      const named = await rowsOf(tx, registry, listed, keys, true);
      const found = named.length > 0 ? named : await rowsOf(tx, registry, listed, keys, false);
      return { rows: found.slice(0, MOST_ROWS), isMore: found.length > MOST_ROWS };
    }),
  );

async function rowsOf(
  tx: Tx,
  registry: Registry,
  listed: readonly AnyResource[],
  keys: readonly string[],
  isNamed: boolean,
): Promise<Scanned[]> {
  const found: Scanned[] = [];
  for (const resource of listed) {
    if (found.length > MOST_ROWS) break;
    const own = ownNumbers(tx, registry, resource);
    if (isNamed && own.length === 0) continue;
    const numbered = isNamed ? null : numberedRows(tx, resource, registry, keys);
    if (!isNamed && !numbered) continue;
    const isIt = numbered
      ? sql`t.id in (select f.id from (${numbered}) f)`
      : join(
          own.map(({ field, isTracking }) =>
            isTracking
              ? sql`${column(`t.${snake(field)}_bare`)} = any(${keys.map(bareKey)}::text[])`
              : sql`${column(`t.${snake(field)}_key`)} = any(${keys}::text[])`,
          ),
          ' or ',
        );
    const rows = await tx.query<{ id: string; label: string | null }>(sql`
      select t.id, ${labelOf(tx, registry, resource)} as label from ${column(tableOf(resource))} t
      where ${join(baseConditions(resource, tx.actor), ' and ')} and (${isIt})
      order by t.id desc limit ${MOST_ROWS + 1}`);
    for (const { id, label } of rows)
      found.push({
        module: resource.module,
        resource: resource.name,
        kind: resource.title,
        id,
        label: label ?? '—',
      });
  }
  return found;
}

/** Fields in which a row carries a number of its own that this person may see. */
const ownNumbers = (tx: Tx, registry: Registry, resource: AnyResource): NumberPlace[] => {
  const fields = resource.fields as Record<string, Field>;
  const masked = maskedFields(resource, tx.actor);
  return registry
    .numbersOf(resource)
    .filter(({ rows, field }) => !rows && fields[field]?.kind === 'text' && !masked.has(field));
};

/** What the row is called; a link by what it leads to. */
function labelOf(tx: Tx, registry: Registry, resource: AnyResource) {
  const field = (resource.fields as Record<string, Field>)[resource.label];
  if (!field || maskedFields(resource, tx.actor).has(resource.label)) return sql`null::text`;
  const own = column(`t.${snake(resource.label)}`);
  if (!field.to) return sql`${own}::text`;
  const target = registry.resource(field.to);
  if (maskedFields(target, tx.actor).has(target.label)) return sql`null::text`;
  return sql`(select ${column(`l.${snake(target.label)}`)}::text from ${column(tableOf(target))} l
    where l.tenant_id = ${tx.tenant} and l.id = ${own})`;
}
