import type { TenantPage } from '#kit/server/module.ts';
import type { MenuNode, OwnAccess } from '../model/routes/session.ts';
import type { PermissionRow } from './permission-table.ts';

const GROUP = 'layouts/RouteView';

/**
 * The menu of a person with the pages that their tenant has made for itself. A group in which they have nothing else
 * comes back with the first of them.
 * @param answer as it is written for everybody of the same rights
 */
export function withTenantPages(
  answer: OwnAccess,
  pages: readonly TenantPage[],
  rows: readonly PermissionRow[],
): OwnAccess {
  // Written once for many: what is read of it is a copy.
  const own = JSON.parse(JSON.stringify(answer)) as OwnAccess;
  const menu: MenuNode[] = [...own.menu];
  for (const page of pages) groupOf(menu, page.parent, rows)?.children?.push(nodeOf(page));
  return { ...own, menu };
}

/** The group of a path, made where the menu has none. */
function groupOf(menu: MenuNode[], path: string, rows: readonly PermissionRow[]): MenuNode | undefined {
  const found = menu.find((node) => node.path === path);
  if (found) {
    found.children ??= [];
    return found;
  }
  const row = rows.find(({ url, menuType }) => url === path && menuType !== 2);
  if (!row) return undefined;
  const made: MenuNode = {
    id: row.id,
    path,
    name: path.replace(/^\//, '').replaceAll('/', '-'),
    component: GROUP,
    route: '1',
    meta: { title: row.name, ...(row.icon ? { icon: row.icon } : {}), componentName: 'RouteView' },
    children: [],
  };
  menu.push(made);
  return made;
}

const nodeOf = ({ id, path, title, component }: TenantPage): MenuNode => ({
  id,
  path,
  name: path.replace(/^\//, '').replaceAll('/', '-'),
  component,
  route: '1',
  meta: { title, keepAlive: true, internalOrExternal: false, componentName: component.split('/').at(-1) ?? '' },
});
