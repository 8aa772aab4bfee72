import { MOST_LOOKED_UP, type Named } from '#kit/model/lookup.ts';
import { resourceRoute } from '#kit/model/resource-routes.ts';
import { snake, type AnyResource } from '#kit/model/resource.ts';
import type { Tx } from './database.ts';
import { findLinksInAnyCase } from './import-export/find-links.ts';
import { maskedFields } from './query/columns.ts';
import { facesOf } from './query/list-faces.ts';
import { baseConditions } from './query/row-conditions.ts';
import { implement, type Route } from './route.ts';
import { tableOf, type Registry } from './registry.ts';
import { column, join, sql } from './sql.ts';

/**
 * Rows that many texts name at once: what a person pastes into a column of links. A text is a label,
 * a unique code or an id, as in a sheet that is imported, in whichever letters.
 */
export const lookupRoute = (resource: AnyResource, registry: Registry): Route =>
  implement(resourceRoute(resource, 'lookup'), (call) =>
    call.tx(async (tx) => {
      const found = await lookUp(tx, resource, call.body['texts']);
      return call.body['faces'] === true ? withFacesOf(tx, resource, registry, found) : found;
    }),
  );

/** Whoever chooses among the rows, or works with them in hand, knows them by picture and name. */
async function withFacesOf(
  tx: Tx,
  resource: AnyResource,
  registry: Registry,
  found: readonly Named[],
): Promise<Named[]> {
  const ids = found.flatMap((one) => ('id' in one ? [one.id] : []));
  const faces = await facesOf(tx, resource, registry, ids);
  return found.map((one) => {
    const face = 'id' in one ? faces.get(one.id) : undefined;
    return face ? { ...one, face: { name: face.name, picture: face.picture } } : one;
  });
}

async function lookUp(tx: Tx, resource: AnyResource, raw: unknown): Promise<Named[]> {
  const given = Array.isArray(raw) ? raw.filter((one) => typeof one === 'string') : [];
  const texts = [...new Set(given)].slice(0, MOST_LOOKED_UP);
  const answers = await findLinksInAnyCase(tx, resource, texts);
  const ids = [...answers.values()].flatMap((answer) => (typeof answer === 'object' ? [answer.id] : []));
  const labels = await labelsOf(tx, resource, ids);
  return texts.map((text): Named => {
    const answer = answers.get(text) ?? 'missing';
    if (typeof answer === 'string') return { text, fault: answer };
    return { text, id: answer.id, label: labels.get(answer.id) ?? text };
  });
}

/** How lists name these rows; a label that the actor may not see is left out. */
export async function labelsOf(tx: Tx, resource: AnyResource, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0 || maskedFields(resource, tx.actor).has(resource.label)) return new Map();
  const conditions = [...baseConditions(resource, tx.actor), sql`t.id = any(${ids}::uuid[])`];
  const rows = await tx.query<{ id: string; label: string | null }>(sql`
    select t.id, ${column(`t.${snake(resource.label)}`)}::text as label
    from ${column(tableOf(resource))} t where ${join(conditions, ' and ')}`);
  return new Map(rows.flatMap(({ id, label }) => (label === null ? [] : [[id, label]])));
}
