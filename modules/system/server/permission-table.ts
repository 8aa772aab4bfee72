import type { Database } from '#kit/server/database.ts';
import { createLocalBus, type Bus } from '#platform/redis/bus.ts';

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
  status: string;
  description: string | null;
  /** What of a declared one an operator arranged differently, by column. */
  changed: string[];
}

export interface PermissionTable {
  /** Live menus and buttons in their order; the same array for as long as none of them changes. */
  rows(): Promise<readonly PermissionRow[]>;
  /** Has them looked at again at once, on all nodes that can be reached. */
  refresh(): void;
}

/** How long a node goes on without looking, where nobody tells it of a change. */
const FRESH_MS = 2000;
const TOPIC = 'permissions';

interface CachedTable {
  /** Another one whenever one of the rows is another. */
  mark: string;
  rows: readonly PermissionRow[];
}

/**
 * The menu and button table, kept in memory: it is the same for every tenant.
 * @param bus tells the other nodes of changes; they find them within two seconds without it
 */
export function createPermissionTable(db: Database, bus: Bus = createLocalBus()): PermissionTable {
  let stored: { at: number; table: Promise<CachedTable> } | null = null;
  let last: CachedTable | null = null;
  const read = (): Promise<CachedTable> =>
    db.platform(async (tx) => {
      const { mark } = await tx.one<{ mark: string }>`
        select concat_ws(' ', count(*), bit_xor(uuid_hash_extended(id, version))) as mark
        from permission where is_live`;
      if (last?.mark === mark) return last;
      const rows = await tx.rows<PermissionRow>`
        select id, key, parent_id, name, perms, perms_type, menu_type, icon, component,
          component_name, url, redirect, sort_no, is_route, keep_alive, hidden, hide_tab,
          always_show, internal_or_external, status, description, changed
        from permission where is_live order by sort_no, id`;
      return { mark, rows };
    });
  bus.subscribe(TOPIC, () => (stored = null));
  return {
    async rows() {
      const now = performance.now();
      if (!stored || now - stored.at > FRESH_MS) {
        const fresh = { at: now, table: read() };
        stored = fresh;
        fresh.table.catch(() => {
          if (stored === fresh) stored = null;
        });
      }
      last = await stored.table;
      return last.rows;
    },
    refresh: () => bus.publish(TOPIC, {}),
  };
}

/** Children by parent id; '' holds the roots. */
export function childrenOf<T extends { parentId: string | null }>(rows: readonly T[]): Map<string, T[]> {
  const children = new Map<string, T[]>();
  for (const row of rows) {
    const siblings = children.get(row.parentId ?? '');
    if (siblings) siblings.push(row);
    else children.set(row.parentId ?? '', [row]);
  }
  return children;
}
