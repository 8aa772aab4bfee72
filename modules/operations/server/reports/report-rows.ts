import { may, type Actor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { roleCodesOf } from '#modules/system/server/index.ts';
import { deliveredReports, type DeliveredReport } from '../../model/reports/delivered.ts';
import { maySee, sourcesOf, type Sources } from './report-sources.ts';
import { resourceKey } from '#kit/model/resource.ts';

/** Whoever designs reports sees all of the tenant's, as far as their rights to the rows go. */
export const isDesigner = (actor: Actor): boolean => may(actor, 'operations:report:edit');

/** Delivered reports whose rows somebody may see; one that waits has none. */
export const deliveredFor = (actor: Actor, sources: Sources): DeliveredReport[] =>
  deliveredReports.filter(({ source }) => source === null || maySee(sources, actor, source));

/** Reports that a reader may open: the tenant's own by their roles, delivered ones by the right to their rows. */
export async function reportRows(tx: Tx, sources: Sources): Promise<Sql> {
  const { actor } = tx;
  const keys = sourcesOf(sources, actor).map(({ resource }) => resourceKey(resource));
  const brought = deliveredFor(actor, sources).map((one, place) => ({
    ...one,
    place,
    items: JSON.stringify(one.items),
    params: JSON.stringify(one.params),
    layout: JSON.stringify(one.layout),
  }));
  return sql`
    select r.tenant_id, r.id, r.code, r.name, r.kind, r.source, r.data_source_id,
      case when ${isDesigner(actor)} then r.sql end as sql, r.items, r.params, r.layout,
      r.roles, r.menu_parent, r.return_value_field, r.return_text_field, r.return_type, r.app_id, r.note,
      false as is_built_in, null as waits_for, r.create_by, r.create_time, r.update_by, r.update_time, r.version
    from report r
    where r.tenant_id = ${tx.tenant} and r.deleted_at is null and ${await openedBy(tx)}
      and (r.kind = 'query' or r.source = any(${keys}::text[]))
    union all
    select ${tx.tenant}::integer, d.id, d.code, d.name, 'rows', d.source, null, null, d.items, d.params, d.layout,
      null, null, null, null, '1', null, d.note, true, d."waitsFor", null,
      t.create_time - make_interval(secs => d.place), null, null, 1
    from jsonb_to_recordset(${JSON.stringify(brought)}::jsonb) as d (id uuid, code text, name text, source text,
      items text, params text, layout text, note text, place integer, "waitsFor" text)
    join tenant t on t.id = ${tx.tenant}`;
}

/** Which of the tenant's own reports `r` a reader may open, whatever they are made of. */
export async function openedBy(tx: Tx): Promise<Sql> {
  if (isDesigner(tx.actor)) return sql`true`;
  const roles = await roleCodesOf(tx);
  return sql`string_to_array(r.roles, ',') && ${roles}::text[]`;
}
