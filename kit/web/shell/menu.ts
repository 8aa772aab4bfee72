/** A node of the menu the server answers (contract §2.6). */
export interface MenuNode {
  id?: string;
  path: string;
  name?: string;
  component?: string | null;
  /** '0' = not registered as a route. */
  route?: string;
  redirect?: string | null;
  hidden?: boolean;
  alwaysShow?: boolean;
  meta?: MenuMeta;
  children?: MenuNode[];
}

export interface MenuMeta {
  title: string;
  icon?: string | null;
  keepAlive?: boolean;
  componentName?: string | null;
  /** External address. */
  url?: string | null;
  hideMenu?: boolean;
  hideTab?: boolean;
}

/** A page that can be opened: what the menu (or a module) says about a path. */
export interface PageRoute {
  /** May hold parameters: `/orders/detail/:id`. */
  path: string;
  /** Component string of the menu, e.g. `list/base/warehouse?tab=pending`. */
  component: string;
  title: string;
  icon?: string | null;
  /** Kept alive in its tab while another is shown; false = built anew each time. */
  keepAlive: boolean;
}

/** An entry of the side menu. */
export interface MenuEntry {
  key: string;
  title: string;
  icon: string | null;
  /** External address: opens a new window. */
  url: string | null;
  children: MenuEntry[];
}

/** The default layout of another client generation in the menu: refuse to start (spec §2). */
export const FOREIGN_LAYOUT = 'layouts/default/index';

export const hasForeignLayout = (menu: readonly MenuNode[]): boolean =>
  menu.some(
    (node) =>
      (node.component ?? '').replace(/^\//, '') === FOREIGN_LAYOUT ||
      hasForeignLayout(node.children ?? []),
  );

/** All pages of a menu: containers (`layouts/…`) and routes of '0' are none. */
export function pageRoutes(menu: readonly MenuNode[]): PageRoute[] {
  return menu.flatMap((node) => {
    const inner = pageRoutes(node.children ?? []);
    const component = node.component ?? '';
    const isPage =
      component !== '' &&
      !component.startsWith('layouts') &&
      node.route !== '0' &&
      safeUrl(node.meta?.url) === null;
    if (!isPage) return inner;
    const route: PageRoute = {
      path: node.path,
      component,
      title: node.meta?.title ?? node.name ?? node.path,
      icon: node.meta?.icon ?? null,
      keepAlive: node.meta?.keepAlive !== false,
    };
    return [route, ...inner];
  });
}

/** The side menu: hidden nodes and containers without a visible child are left out. */
export function menuEntries(menu: readonly MenuNode[]): MenuEntry[] {
  return menu.flatMap((node) => {
    if (node.hidden || node.meta?.hideMenu) return [];
    const children = menuEntries(node.children ?? []);
    const url = safeUrl(node.meta?.url);
    const isContainer = !node.component || node.component.startsWith('layouts');
    if (isContainer && children.length === 0 && !url) return [];
    return [
      {
        key: node.path,
        title: node.meta?.title ?? node.name ?? node.path,
        icon: node.meta?.icon ?? null,
        url,
        children,
      },
    ];
  });
}

/** Where a container leads: its redirect or its first page. */
export function redirectOf(menu: readonly MenuNode[], path: string): string | null {
  for (const node of menu) {
    const isContainer = !node.component || node.component.startsWith('layouts');
    if (node.path === path && isContainer)
      return node.redirect ?? pageRoutes(node.children ?? [])[0]?.path ?? null;
    const inner = redirectOf(node.children ?? [], path);
    if (inner) return inner;
  }
  return null;
}

/** The page of a pathname and the parameters in it; a path without parameters wins. */
export function matchRoute(
  routes: readonly PageRoute[],
  pathname: string,
): { route: PageRoute; params: Record<string, string> } | null {
  const wanted = trimmed(pathname);
  const plain = routes.find((route) => trimmed(route.path) === wanted);
  if (plain) return { route: plain, params: {} };
  for (const route of routes) {
    const params = route.path.includes(':') ? matchPath(route.path, wanted) : null;
    if (params) return { route, params };
  }
  return null;
}

/** Titles from the root to a path, for the breadcrumb; empty when the menu does not hold it. */
export function trailOf(entries: readonly MenuEntry[], path: string): MenuEntry[] {
  for (const entry of entries) {
    if (entry.key === path) return [entry];
    const inner = trailOf(entry.children, path);
    if (inner.length > 0) return [entry, ...inner];
  }
  return [];
}

const trimmed = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path);

function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  const [want, have] = [pattern.split('/'), pathname.split('/')];
  if (want.length !== have.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of want.entries()) {
    const value = have[index] ?? '';
    if (part.startsWith(':')) {
      if (value === '') return null;
      try {
        params[part.slice(1)] = decodeURIComponent(value);
      } catch {
        return null;
      }
    } else if (part !== value) return null;
  }
  return params;
}

/** Only http(s) addresses leave the console; anything else in a menu is ignored. */
function safeUrl(url: string | null | undefined): string | null {
  return url && /^https?:\/\//i.test(url) ? url : null;
}
