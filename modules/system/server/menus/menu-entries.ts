import type { Registry } from '#kit/server/registry.ts';
import { mayBeRuled, resourceOfPage } from '../../model/data-rule.ts';
import { OPERATOR_TENANT } from '../../model/operator-tenant.ts';
import { isPlatformRight, splitCodes } from '../../model/permission-code.ts';
import type { MenuEntry } from '../../model/routes/menus.ts';
import { childrenOf, type PermissionRow } from '../permission-table.ts';

/** The rows that a tenant may know of: rights beyond one tenant are the operator's alone. */
export function rowsFor(rows: readonly PermissionRow[], tenant: number): PermissionRow[] {
  if (tenant === OPERATOR_TENANT) return [...rows];
  const children = childrenOf(rows);
  const seen = new Set<string>();
  const look = (row: PermissionRow): boolean => {
    const inner = (children.get(row.id) ?? []).filter(look).length > 0;
    const isOwn = row.perms !== null && !splitCodes(row.perms).some(isPlatformRight);
    const isEmptyGroup = row.perms === null && (children.get(row.id) ?? []).length > 0 && !inner;
    const isSeen = inner || isOwn || (row.perms === null && !isEmptyGroup);
    if (isSeen) seen.add(row.id);
    return isSeen;
  };
  for (const root of children.get('') ?? []) look(root);
  return rows.filter(({ id }) => seen.has(id));
}

/** Turns rows into entries of the wire. */
export function entryMaker(
  rows: readonly PermissionRow[],
  { registry, ruled }: { registry: Registry; ruled: ReadonlySet<string> },
): (row: PermissionRow) => MenuEntry {
  const parents = new Set(rows.map(({ parentId }) => parentId));
  return (row) => {
    const { isRoute, parentId, key, ...own } = row;
    const about = registry.listed(resourceOfPage(row.perms) ?? '');
    const isPage = row.menuType !== 2;
    return {
      ...own,
      key: row.id,
      title: row.name,
      parentId: parentId ?? '',
      route: isRoute,
      isLeaf: !parents.has(row.id),
      delFlag: 0,
      ruleFlag: ruled.has(row.id) ? 1 : 0,
      isDeclared: key !== null,
      mayHaveRules: isPage && about !== undefined && mayBeRuled(about),
    };
  };
}

/** Entries of a level and, below each, all that hangs there. */
export function entryTree(rows: readonly PermissionRow[], entry: (row: PermissionRow) => MenuEntry): MenuEntry[] {
  const children = childrenOf(rows);
  const build = (parent: string): MenuEntry[] =>
    (children.get(parent) ?? []).map((row) => {
      const inner = build(row.id);
      return { ...entry(row), ...(inner.length > 0 ? { children: inner } : {}) };
    });
  return build('');
}
