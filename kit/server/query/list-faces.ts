import type { Field } from '#kit/model/field.ts';
import { facedLinks, faceFields, faceKey, type RowFace } from '#kit/model/list-entry.ts';
import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import { may } from '../actor.ts';
import type { Tx } from '../database.ts';
import { tableOf, type Registry } from '../registry.ts';
import { column, join, sql, type Sql } from '../sql.ts';
import { maskedFields } from './columns.ts';
import { baseConditions } from './row-conditions.ts';

type WireRow = Record<string, unknown>;

/**
 * Rows of a page with the faces of the links that its list shows with one: one query for each such
 * column, whatever the size of the page. Whoever may not list what is pointed at gets none.
 */
export async function withFaces(
  tx: Tx,
  resource: AnyResource,
  registry: Registry,
  rows: WireRow[],
): Promise<WireRow[]> {
  let faced = rows;
  const hidden = maskedFields(resource, tx.actor);
  const fields = resource.fields as Readonly<Record<string, Field>>;
  for (const key of facedLinks(resource)) {
    const target = hidden.has(key) ? undefined : registry.find(fields[key]?.to ?? '');
    if (!target || rows.length === 0) continue;
    const ids = [...new Set(rows.flatMap((row) => (row[key] as string | null) ?? []))];
    const faces = await facesOf(tx, target, registry, ids);
    faced = faced.map((row) => ({
      ...row,
      [faceKey(key)]: faces.get(String(row[key])) ?? null,
    }));
  }
  return faced;
}

/** Faces of rows by id, for whoever may list them, as their own declaration says what they are known by. */
export async function facesOf(
  tx: Tx,
  target: AnyResource,
  registry: Registry,
  ids: readonly string[],
): Promise<Map<string, RowFace>> {
  if (ids.length === 0 || !may(tx.actor, `${resourceKey(target)}:list`)) return new Map();
  const hidden = maskedFields(target, tx.actor);
  const { under } = faceFields(target);
  const names = under.filter((key) => !hidden.has(key)).map((key) => column(`t.${snake(key)}`));
  const name = names.length === 0 ? sql`null` : sql`concat_ws(' · ', ${join(names, ', ')})`;
  const rows = await tx.query<RowFace & { id: string }>(sql`
    select t.id, ${name} as name, ${firstPicture(tx, target, registry)} as picture
    from ${column(tableOf(target))} t
    where ${join(baseConditions(target, tx.actor), ' and ')} and t.id = any(${ids}::uuid[])`);
  return new Map(rows.map(({ id, ...face }) => [id, face]));
}

/** The first picture of a row, or of the row a link of it leads to. */
function firstPicture(tx: Tx, target: AnyResource, registry: Registry): Sql {
  const hidden = maskedFields(target, tx.actor);
  const fields = target.fields as Readonly<Record<string, Field>>;
  const ways = faceFields(target).picture.flatMap((key): Sql[] => {
    const field = fields[key];
    if (!field || hidden.has(key)) return [];
    if (field.kind === 'pictures') return [sql`${column(`t.${snake(key)}`)}[1]`];
    const further = field.to ? registry.find(field.to) : undefined;
    const own = further && picturesOf(further);
    if (!further || !own || !may(tx.actor, `${resourceKey(further)}:list`)) return [];
    return [
      sql`(select l.${column(snake(own))}[1] from ${column(tableOf(further))} l
        where l.tenant_id = t.tenant_id and l.id = t.${column(snake(key))})`,
    ];
  });
  return ways.length === 0 ? sql`null` : sql`coalesce(${join(ways, ', ')})`;
}

const picturesOf = (resource: AnyResource): string | undefined => {
  const fields = resource.fields as Readonly<Record<string, Field>>;
  return faceFields(resource).picture.find((key) => fields[key]?.kind === 'pictures');
};
