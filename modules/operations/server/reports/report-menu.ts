import type { TenantPages } from '#kit/server/module.ts';
import { sql } from '#kit/server/sql.ts';
import { roleCodesOf } from '#modules/system/server/index.ts';
import { maySee, type Sources } from './report-sources.ts';

interface Entry {
  id: string;
  code: string;
  name: string;
  source: string | null;
  menuParent: string;
}

/**
 * Reports in the menu of whoever asks: those that a role of theirs may open, over rows that they may list. Whoever
 * designs reports finds all of them on the page of reports; in the menu they have what their roles have.
 */
export const reportPages =
  (sources: Sources): TenantPages =>
  async (tx) => {
    const entries = await tx.query<Entry>(sql`
      select id, code, name, source, menu_parent from report
      where tenant_id = ${tx.tenant} and deleted_at is null and menu_parent is not null
      order by name, id`);
    if (entries.length === 0) return [];
    const roles = await roleCodesOf(tx);
    const open = await tx.query<{ id: string }>(sql`
      select id from report where tenant_id = ${tx.tenant} and id = any(${entries.map(({ id }) => id)}::uuid[])
        and string_to_array(roles, ',') && ${roles}::text[]`);
    const ids = new Set(open.map(({ id }) => id));
    return entries
      .filter(({ id, source }) => ids.has(id) && (source === null || maySee(sources, tx.actor, source)))
      .map(({ id, code, name, menuParent }) => ({
        id,
        path: `/online/cgreport/${code}`,
        title: name,
        parent: menuParent,
        component: 'modules/online/cgreport/auto/OnlCgreportAutoList',
      }));
  };
