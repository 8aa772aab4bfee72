import type { PageRoute } from '#kit/web/pages.ts';
import type { MenuNode } from '#modules/system/model/routes/session.ts';
import { menuAddress, type MenuPlaceholders } from './menu-address.ts';

/** An entry of the side menu. */
export interface MenuEntry {
  key: string;
  title: string;
  icon: string | null;
  /** Opens a window of its own: an address of elsewhere, or a path of the console. */
  url: string | null;
  children: MenuEntry[];
}

/** The default layout of another client generation in the menu: refuse to start (spec §2). */
const FOREIGN_LAYOUT = 'layouts/default/index';

export const hasForeignLayout = (menu: readonly MenuNode[]): boolean =>
  menu.some(
    (node) => (node.component ?? '').replace(/^\//, '') === FOREIGN_LAYOUT || hasForeignLayout(node.children ?? []),
  );

/** Component of a page that shows an address of elsewhere inside the console. */
const FRAME = 'layouts/IframePageView';
/** Name of the page that does it. */
const FRAME_PAGE = 'frame';

/** All pages of a menu: containers (`layouts/…`), routes of '0' and other windows are none. */
export function pageRoutes(menu: readonly MenuNode[]): PageRoute[] {
  return menu.flatMap((node) => {
    const inner = pageRoutes(node.children ?? []);
    const page = node.route === '0' ? null : pageOf(node);
    return page ? [page, ...inner] : inner;
  });
}

function pageOf(node: MenuNode): PageRoute | null {
  const { component, meta } = node;
  if (opensWindow(node)) return null;
  const isFrame = component === FRAME && Boolean(meta?.url);
  if (!isFrame && isContainer(node)) return null;
  return {
    // The server names an entry with an address of elsewhere by a hash, without a slash.
    path: node.path.startsWith('/') ? node.path : `/${node.path}`,
    component: isFrame ? FRAME_PAGE : (component ?? ''),
    title: meta?.title ?? node.name ?? node.path,
    icon: meta?.icon ?? null,
    keepAlive: meta?.keepAlive !== false,
    ...(isFrame ? { url: meta?.url ?? '' } : {}),
    ...(meta?.hideTab ? { hideTab: true } : {}),
    ...(meta?.hideHeader ? { hideHeader: true } : {}),
  };
}

const isContainer = ({ component }: MenuNode): boolean => !component || component.startsWith('layouts');

/** Whether an entry leads out of this window: its target says so, or its address is elsewhere. */
const opensWindow = ({ component, meta }: MenuNode): boolean =>
  meta?.target === '_blank' || (Boolean(meta?.url) && (meta?.internalOrExternal === true || component !== FRAME));

/**
 * The side menu: hidden nodes, routes of '0' and containers without a visible child are left out.
 * One that is always shown stands for its children.
 */
export function menuEntries(menu: readonly MenuNode[], placeholders: MenuPlaceholders): MenuEntry[] {
  return menu.flatMap((node) => {
    if (node.hidden || node.meta?.hideMenu) return [];
    const children = menuEntries(node.children ?? [], placeholders);
    const url = windowAddress(node, placeholders);
    const isPage = url !== null || (node.route !== '0' && pageOf(node) !== null);
    if (!isPage && children.length === 0) return [];
    return [
      {
        key: node.path.startsWith('/') ? node.path : `/${node.path}`,
        title: node.meta?.title ?? node.name ?? node.path,
        icon: node.meta?.icon ?? null,
        url,
        children: node.alwaysShow ? [] : children,
      },
    ];
  });
}

/** Whether the side menu has an entry for a page. */
export const isListed = (menu: readonly MenuNode[], path: string): boolean =>
  menu.some(
    (node) =>
      !node.hidden &&
      !node.meta?.hideMenu &&
      (node.path === path || (!node.alwaysShow && isListed(node.children ?? [], path))),
  );

function windowAddress(node: MenuNode, placeholders: MenuPlaceholders): string | null {
  if (!opensWindow(node)) return null;
  return node.meta?.url ? menuAddress(node.meta.url, placeholders) : node.path;
}

/** Where a container leads: its redirect or its first page. */
export function redirectOf(menu: readonly MenuNode[], path: string): string | null {
  for (const node of menu) {
    if (node.path === path && pageOf(node) === null)
      return node.redirect ?? pageRoutes(node.children ?? [])[0]?.path ?? null;
    const inner = redirectOf(node.children ?? [], path);
    if (inner) return inner;
  }
  return null;
}

/** A page above another; null: it opens none itself. */
export interface Crumb {
  title: string;
  path: string | null;
}

/** Containers of the menu that lead to a page, outermost first, with the page each opens. */
export function containersOf(menu: readonly MenuNode[], routePath: string): Crumb[] {
  for (const node of menu) {
    if (node.path === routePath) return [];
    const children = node.children ?? [];
    const isAbove = children.some((child) => child.path === routePath || containersOf([child], routePath).length > 0);
    if (!isAbove) continue;
    const path = node.redirect ?? pageRoutes(children)[0]?.path ?? null;
    return [{ title: node.meta?.title ?? node.path, path }, ...containersOf(children, routePath)];
  }
  return [];
}

/**
 * What stands above a page, outermost first: the containers of the menu that hold it; of a page that no
 * menu entry names (`/orders/return/:id`) those of the list that its path begins with, and that list.
 */
export function pagesAbove(menu: readonly MenuNode[], routePath: string): Crumb[] {
  const known = new Map(pageRoutes(menu).map(({ path, title }) => [path, title]));
  const parts = routePath.split('/');
  if (known.has(routePath)) return containersOf(menu, routePath);
  for (let length = parts.length - 1; length > 1; length--) {
    const path = parts.slice(0, length).join('/');
    const title = known.get(path);
    if (title !== undefined && !path.includes(':')) return [...containersOf(menu, path), { title, path }];
  }
  return containersOf(menu, routePath);
}

/** The page of a pathname and the parameters in it; a path without parameters wins. */
export function matchRoute(
  routes: readonly PageRoute[],
  pathname: string,
): { route: PageRoute; params: Record<string, string> } | null {
  const requested = trimmed(pathname);
  const plain = routes.find((route) => trimmed(route.path) === requested);
  if (plain) return { route: plain, params: {} };
  for (const route of routes) {
    const params = route.path.includes(':') ? matchPath(route.path, requested) : null;
    if (params) return { route, params };
  }
  return null;
}

/** Whether a path is one of these, of which some name their parts (`/orders/:id`). */
export const matchesOneOf = (paths: readonly string[], pathname: string): boolean =>
  paths.some((path) => trimmed(path) === trimmed(pathname) || matchPath(path, trimmed(pathname)) !== null);

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
