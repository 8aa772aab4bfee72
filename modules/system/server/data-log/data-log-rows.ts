import type { Field } from '#kit/model/field.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { Tx } from '#kit/server/database.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import type { BesideRows } from '#kit/server/query/list.ts';
import { isPair } from '#kit/server/row-versions.ts';
import { nothing, sql, type Sql } from '#kit/server/sql.ts';
import type { Serve } from '#kit/server/serve.ts';
import type { SystemOperation } from '../../model/system-operations.ts';
import { dataLog } from '../../model/log.ts';
import { dataTableOf, isNarrowed, readableTables, seenIds, tableNamed, type Served } from './logged-tables.ts';

/** 数据日志 as it is listed. */
export const servedDataLog = (served: Served, operations: readonly SystemOperation[]): Serve => ({
  resource: dataLog,
  rows: dataLogRows(served, operations),
  beside: dataLogBeside(served),
});

type Query = Readonly<Record<string, string>>;

/**
 * Changes of rows of whatever the reader may list. Who sees some rows of a resource only is answered its
 * changes where the query names its table, and those of the rows they see.
 */
const dataLogRows =
  (served: Served, operations: readonly SystemOperation[]) =>
  async (tx: Tx, { dataTable = '' }: Query): Promise<Sql> => {
    const { actor } = tx;
    const named = tableNamed(served, actor, dataTable);
    const tables = (named ? [named] : readableTables(served, actor)).map(({ resource }) => resource);
    const open = named ? tables : tables.filter((resource) => !isNarrowed(resource, actor));
    const seen =
      named && isNarrowed(named.resource, actor) ? sql`and a.row_id in (${await seenIds(tx, named)})` : nothing;
    return sql`
      select a.id, a.at as create_time, r.data_table, r.title as table_title,
        a.row_id::text as data_id, coalesce(d.title, p.name, a.action) as deed,
        a.actor_name as username
      from audit_log a
      join unnest(${open.map(resourceKey)}::text[], ${open.map(dataTableOf)}::text[],
        ${open.map(({ title }) => title)}::text[]) as r (key, data_table, title) on r.key = a.resource
      left join unnest(${operations.map(({ code }) => code)}::text[],
        ${operations.map(({ title }) => title)}::text[]) as d (code, title)
        on d.code = a.resource || ':' || a.action
      left join permission p on p.perms = a.resource || ':' || a.action and p.menu_type = 2
      where a.tenant_id = ${tx.tenant} and a.row_id is not null
        and jsonb_typeof(a.diff) = 'object' ${seen}`;
  };

/**
 * Of the entries of a page: which version of its row each is, the titles of what it changed, and the
 * values it left behind (`dataContent`, JSON text), without fields that are masked for the reader.
 */
const dataLogBeside =
  (served: Served): BesideRows =>
  async (tx, rows) => {
    const ids = rows.map(({ id }) => String(id));
    const entries = await tx.rows<{
      id: string;
      resource: string;
      diff: Record<string, unknown>;
      version: number;
    }>`
      select a.id, a.resource, a.diff, (
        select count(*)::integer from audit_log b
        where b.tenant_id = a.tenant_id and b.row_id = a.row_id and b.resource = a.resource
          and jsonb_typeof(b.diff) = 'object' and (b.at, b.id) <= (a.at, a.id)) as version
      from audit_log a where a.tenant_id = ${tx.tenant} and a.id = any(${ids}::uuid[])`;
    const known = new Map(served().map(({ resource }) => [resourceKey(resource), resource]));
    return new Map(
      entries.map(({ id, resource: key, diff, version }) => {
        const resource = known.get(key);
        const hidden = resource ? maskedFields(resource, tx.actor) : new Set<string>();
        const fields = (resource?.fields ?? {}) as Record<string, Field>;
        const shown = Object.entries(diff).filter(([field]) => fields[field] && !hidden.has(field));
        const left = shown.map(([field, pair]) => [field, isPair(pair) ? pair[1] : pair]);
        return [
          id,
          {
            dataVersion: version,
            changed: shown.map(([field]) => fields[field]?.title ?? field).join('、'),
            dataContent: JSON.stringify(Object.fromEntries(left)),
          },
        ];
      }),
    );
  };
