import type { AnyResource } from '#kit/model/resource.ts';
import { tableOf } from '../registry.ts';
import { column, sql, type Sql } from '../sql.ts';

/** What a list reads from, to be named `t`: the table of the resource, or the rows of a view. */
export function sourceOf(resource: AnyResource, rows: Sql | undefined): Sql {
  if (rows) return sql`(${rows})`;
  if (resource.kind === 'view' || resource.isComposite) throw new Error(`${resource.name}: nobody gives its rows`);
  return column(tableOf(resource));
}
