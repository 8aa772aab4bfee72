import type { Database } from '#kit/server/database.ts';

export interface PermissionRow {
  id: string;
  key: string | null;
  parentId: string | null;
  name: string;
  perms: string | null;
  permsType: string;
  menuType: number;
  icon: string | null;
  component: string | null;
  componentName: string | null;
  url: string | null;
  redirect: string | null;
  sortNo: number;
  isRoute: boolean;
  keepAlive: boolean;
  hidden: boolean;
  hideTab: boolean;
  alwaysShow: boolean;
  internalOrExternal: boolean;
  hasDataRule: boolean;
  status: string;
  description: string | null;
}

export interface PermissionTable {
  /** Live menus and buttons in their order; at most two seconds old. */
  rows(): Promise<readonly PermissionRow[]>;
  refresh(): void;
}

const FRESH_MS = 2000;

/** The menu and button table, kept in memory: it is the same for every tenant. */
export function createPermissionTable(db: Database): PermissionTable {
  let kept: { at: number; rows: Promise<readonly PermissionRow[]> } | null = null;
  const read = (): Promise<readonly PermissionRow[]> =>
    db.platform(
      (tx) => tx.rows<PermissionRow>`
        select id, key, parent_id, name, perms, perms_type, menu_type, icon, component,
          component_name, url, redirect, sort_no, is_route, keep_alive, hidden, hide_tab,
          always_show, internal_or_external, has_data_rule, status, description
        from permission where is_live order by sort_no, id`,
    );
  return {
    rows() {
      const now = performance.now();
      if (!kept || now - kept.at > FRESH_MS) {
        const rows = read();
        kept = { at: now, rows };
        rows.catch(() => (kept = null));
      }
      return kept.rows;
    },
    refresh: () => (kept = null),
  };
}

/** Children by parent id; '' holds the roots. */
export function childrenOf<T extends { parentId: string | null }>(
  rows: readonly T[],
): Map<string, T[]> {
  const children = new Map<string, T[]>();
  for (const row of rows) {
    const siblings = children.get(row.parentId ?? '');
    if (siblings) siblings.push(row);
    else children.set(row.parentId ?? '', [row]);
  }
  return children;
}
