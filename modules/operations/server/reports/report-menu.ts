import { LRUCache } from 'lru-cache';
import type { TenantPages } from '#kit/server/module.ts';
import type { Tx } from '#kit/server/database.ts';
import { roleCodesOf } from '#modules/system/server/index.ts';
import { maySee, type Sources } from './report-sources.ts';

interface Entry {
  id: string;
  code: string;
  name: string;
  source: string | null;
  menuParent: string;
  roles: string[];
}

/** What another node has changed is in the menu after so long; what this one has, at once. */
const MAX_AGE_MS = 30_000;
const MOST_TENANTS = 1000;

/** Reports in menus, kept by tenant: a menu is asked for with every sign-in, and few tenants have any. */
export interface ReportMenu {
  pages: TenantPages;
  /** A report of the tenant is written: its menu is read again once that is committed. */
  forget(tx: Tx): void;
}

/**
 * Reports in the menu of whoever asks: those that a role of theirs may open, over rows that they may list. Whoever
 * designs reports finds all of them on the page of reports; in the menu they have what their roles have.
 */
export function createReportMenu(sources: Sources, clock: () => Date): ReportMenu {
  const known = new LRUCache<number, { at: number; entries: Entry[] }>({ max: MOST_TENANTS });
  return {
    async pages(call) {
      const { actor } = call;
      const now = clock().getTime();
      const kept = known.get(actor.tenant);
      const isFresh = kept !== undefined && now >= kept.at && now - kept.at < MAX_AGE_MS;
      const entries = isFresh ? kept.entries : await call.tx(entriesOf);
      if (!isFresh) known.set(actor.tenant, { at: now, entries });
      if (entries.length === 0) return [];
      const roles = new Set(await call.tx(roleCodesOf));
      return entries
        .filter((one) => one.roles.some((role) => roles.has(role)))
        .filter(({ source }) => source === null || maySee(sources, actor, source))
        .map(({ id, code, name, menuParent }) => ({
          id,
          path: `/online/cgreport/${code}`,
          title: name,
          parent: menuParent,
          component: 'modules/online/cgreport/auto/OnlCgreportAutoList',
        }));
    },
    forget(tx) {
      tx.onCommit(() => known.delete(tx.tenant));
    },
  };
}

const entriesOf = (tx: Tx): Promise<Entry[]> =>
  tx.rows<Entry>`
    select id, code, name, source, menu_parent, string_to_array(coalesce(roles, ''), ',') as roles from report
    where tenant_id = ${tx.tenant} and deleted_at is null and menu_parent is not null
    order by name, id`;
