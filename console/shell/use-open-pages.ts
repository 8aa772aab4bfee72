import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { pageTitle, type Brand } from '../brand.ts';
import { toast } from '#ui/feedback.tsx';
import { componentName, fetchPageCode, readComponent, registeredRoutes, type PageRoute } from '#kit/web/pages.ts';
import { useAccessStore } from '#kit/web/session/access.ts';
import type { OwnAccess } from '#modules/system/model/routes/session.ts';
import { goTo, useAddress } from '../session/address.ts';
import { bringToFront } from './alive-pages.ts';
import type { ErrorStatus } from './error-page.tsx';
import { isHeld } from '#ui/page/held-pages.ts';
import { heldTitles, mayDrop } from './leave-guard.ts';
import { matchesOneOf, matchRoute, redirectOf } from './menu.ts';
import { useTabs } from './tab-store.ts';
import { hrefOf, tabsInScope, type CloseScope } from './tabs.ts';

/** Pages that need no menu entry. */
const OWN_ROUTES: readonly PageRoute[] = [
  { path: '/detail/:module/:resource/:id', component: 'detail', title: '详情', keepAlive: true },
  { path: '/test/home', component: 'test/home', title: '测试页', keepAlive: false },
];

const OWN_REDIRECTS: Readonly<Record<string, string>> = { '/test': '/test/home' };

const ERROR_PATHS: Readonly<Record<string, ErrorStatus>> = {
  '/403': 403,
  '/404': 404,
  '/500': 500,
};

export type OpenPagesState = ReturnType<typeof useOpenPages>;

/** Follows the location: it names the page in front; the rest stays open behind it. */
export function useOpenPages(access: OwnAccess, brand: Brand) {
  const address = useAddress();
  const menuRoutes = useAccessStore((state) => state.routes);
  const routes = useMemo(() => [...menuRoutes, ...registeredRoutes(), ...OWN_ROUTES], [menuRoutes]);
  const home = menuRoutes[0]?.path ?? '/';
  const { tabs, active } = useTabs();
  const [alive, setAlive] = useState<readonly string[]>([]);
  const open = useCallback((path: string, replace = false) => goTo(path, { replace }), []);
  const close = useClosing(home, open);

  useLayoutEffect(() => {
    useTabs.getState().start(home, (path) => matchRoute(routes, path));
    const first = matchRoute(routes, home);
    if (first) {
      const { route, params } = first;
      useTabs.getState().open({ key: home, search: '', title: route.title, route, params });
      useTabs.getState().leave(); // in front is what the address names
    }
  }, [home, routes]);

  useLayoutEffect(() => {
    const { pathname, search } = partsOf(address);
    if (ERROR_PATHS[pathname]) {
      useTabs.getState().leave();
      return;
    }
    const plain = pathname.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
    if (plain !== pathname) return open(plain + search, true);
    const found = matchRoute(routes, pathname);
    if (found) {
      const { route, params } = found;
      return onceItsCodeIsThere(found, () => {
        useTabs.getState().open({ key: pathname, search, title: route.title, route, params });
        setAlive((old) => bringToFront(old, pathname, isHeld));
      });
    }
    open(elsewhere(pathname, home, access), true);
  }, [address, routes, home, open, access]);

  // A closed page is forgotten: opened again it is rebuilt.
  useEffect(() => {
    const isOpen = new Set(tabs.map((tab) => tab.key));
    setAlive((old) => (old.every((key) => isOpen.has(key)) ? old : old.filter((key) => isOpen.has(key))));
  }, [tabs]);

  const { pathname } = partsOf(address);
  const errorStatus = ERROR_PATHS[pathname] ?? null;
  const title = errorStatus ?? tabs.find((tab) => tab.key === active)?.title;
  useEffect(() => {
    document.title = pageTitle(title, brand);
  }, [title, brand]);

  // Of the very first page the address is known before its code: the menu opens where it stands.
  return { tabs, active, named: active ?? pathname, home, alive, errorStatus, open, close };
}

/** The longest a page is left out of sight while its code is fetched. */
const MAX_HIDDEN_MS = 250;

/**
 * Shows a page when its code is there, in case that is soon: a word of waiting that is gone in a moment
 * flickers.
 * @returns what gives the showing up, for somebody who has gone on to another page
 */
function onceItsCodeIsThere(
  { route, params }: { route: PageRoute; params: Record<string, string> },
  show: () => void,
): (() => void) | undefined {
  const coming = fetchPageCode(componentName(readComponent(route.component).name, params));
  if (!coming) {
    show();
    return undefined;
  }
  let isShown = false;
  const showOnce = (): void => {
    if (!isShown) show();
    isShown = true;
  };
  const timer = setTimeout(showOnce, MAX_HIDDEN_MS);
  void coming.then(showOnce);
  return () => {
    isShown = true;
    clearTimeout(timer);
  };
}

function partsOf(address: string): { pathname: string; search: string } {
  const at = address.indexOf('?');
  return at < 0 ? { pathname: address, search: '' } : { pathname: address.slice(0, at), search: address.slice(at) };
}

/**
 * Where an address that is no page of this person leads: home, into a container of the menu, to /403 where the
 * product has such a page, or to /404.
 */
function elsewhere(
  pathname: string,
  home: string,
  { menu, closed = [] }: Partial<OwnAccess> & Pick<OwnAccess, 'menu'>,
): string {
  if (pathname === '/' || pathname.startsWith('/user/')) return home;
  const inside = OWN_REDIRECTS[pathname] ?? redirectOf(menu, pathname);
  return inside ?? (matchesOneOf(closed, pathname) ? '/403' : '/404');
}

/** Closes pages, after a question where unsaved work would be lost, and shows what is in front then. */
function useClosing(
  home: string,
  open: (path: string, replace?: boolean) => void,
): (key: string, scope: CloseScope) => void {
  return useCallback(
    (key, scope) => {
      const close = async (): Promise<void> => {
        const before = useTabs.getState();
        const going = tabsInScope(before, key, scope).map((tab) => tab.key);
        // At once where there is nothing to ask: a page that closes itself goes on to another.
        if (heldTitles(going) !== '' && !(await mayDrop(going))) return;
        const refusal = before.close(key, scope);
        if (refusal) return toast.warn(refusal);
        const next = useTabs.getState();
        const front = next.tabs.find((tab) => tab.key === next.active);
        open(front ? hrefOf(front) : home, true);
      };
      void close();
    },
    [home, open],
  );
}
