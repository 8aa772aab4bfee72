import {
  Activity,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pageTitle, type Brand } from '../brand.ts';
import { loadOnce } from '../chunk-reload.ts';
import { say } from '../feedback.tsx';
import { registeredRoutes } from '../pages.ts';
import { useAccessStore, type Access } from '../session/access.ts';
import type { SessionUser } from '../session/session-store.ts';
import { ErrorPage, type ErrorStatus } from './error-page.tsx';
import { Header } from './header.tsx';
import { matchRoute, menuEntries, redirectOf, type PageRoute } from './menu.ts';
import { PageHost } from './page-host.tsx';
import { SideMenu } from './side-menu.tsx';
import { TabBar } from './tab-bar.tsx';
import { useTabs } from './tab-store.ts';
import { hrefOf, type CloseScope } from './tabs.ts';
import { useIsMobile } from './use-is-mobile.ts';
import './shell.css';

const MenuDrawer = lazy(() =>
  loadOnce(() => import('./menu-drawer.tsx')).then((module) => ({ default: module.MenuDrawer })),
);

const COLLAPSED = 'waybill.menuCollapsed';

/** Pages that need no menu entry: the generic detail page of every resource. */
const OWN_ROUTES: readonly PageRoute[] = [
  {
    path: '/detail/:module/:resource/:id',
    component: 'detail',
    title: '详情',
    keepAlive: true,
  },
];

/** Header, side menu, page tabs and the opened pages, each kept alive behind the others. */
export function Shell({
  brand,
  access,
  user,
}: {
  brand: Brand;
  access: Access;
  user: SessionUser;
}): ReactNode {
  const isMobile = useIsMobile();
  const shell = useOpenPages(access, brand);
  const menu = useMenuState(isMobile);
  const isNarrow = !isMobile && !menu.isOpen;
  return (
    <div className={`wb-shell${isNarrow ? ' wb-shell-narrow' : ''}`}>
      <a className="wb-skip" href="#wb-main">
        跳到内容
      </a>
      <Header
        brand={brand}
        user={user}
        isMobile={isMobile}
        isMenuOpen={menu.isOpen}
        onToggleMenu={menu.toggle}
        onHome={() => shell.open(shell.home)}
      />
      <ShellMenu brand={brand} access={access} shell={shell} menu={menu} isMobile={isMobile} />
      <div className="wb-work">
        {!isMobile && (
          <TabBar
            tabs={shell.tabs}
            active={shell.active}
            home={shell.home}
            onOpen={(tab) => shell.open(hrefOf(tab))}
            onClose={shell.close}
            onRefresh={(key) => useTabs.getState().refresh(key)}
          />
        )}
        <OpenPages shell={shell} />
      </div>
    </div>
  );
}

interface MenuState {
  /** Wide beside the page, or drawn out over it. */
  isOpen: boolean;
  toggle: () => void;
  /** After a page was chosen: a drawer closes, the menu beside the page stays. */
  chosen: () => void;
}

function useMenuState(isMobile: boolean): MenuState {
  const [isCollapsed, setCollapsed] = useState(() => localStorage.getItem(COLLAPSED) === '1');
  const [isDrawn, setDrawn] = useState(false);
  return {
    isOpen: isMobile ? isDrawn : !isCollapsed,
    toggle() {
      if (isMobile) return setDrawn(!isDrawn);
      localStorage.setItem(COLLAPSED, isCollapsed ? '0' : '1');
      setCollapsed(!isCollapsed);
    },
    chosen: () => setDrawn(false),
  };
}

function ShellMenu({
  brand,
  access,
  shell,
  menu,
  isMobile,
}: {
  brand: Brand;
  access: Access;
  shell: OpenPagesState;
  menu: MenuState;
  isMobile: boolean;
}): ReactNode {
  const entries = useMemo(() => menuEntries(access.menu), [access.menu]);
  const list = (
    <SideMenu
      entries={entries}
      active={shell.active}
      isCollapsed={!isMobile && !menu.isOpen}
      onOpen={(path) => {
        menu.chosen();
        shell.open(path);
      }}
    />
  );
  if (!isMobile)
    return (
      <nav className="wb-side" aria-label="菜单">
        {list}
      </nav>
    );
  return (
    <Suspense fallback={null}>
      <MenuDrawer title={brand.short} isOpen={menu.isOpen} onClose={menu.chosen}>
        {list}
      </MenuDrawer>
    </Suspense>
  );
}

type OpenPagesState = ReturnType<typeof useOpenPages>;

function OpenPages({ shell }: { shell: OpenPagesState }): ReactNode {
  const { close } = shell;
  const closeOne = useCallback((key: string) => close(key, 'one'), [close]);
  return (
    <main className="wb-main" id="wb-main" tabIndex={-1}>
      {shell.errorStatus && (
        <ErrorPage status={shell.errorStatus} onHome={() => shell.open(shell.home)} />
      )}
      {shell.tabs.map((tab) => {
        const isActive = tab.key === shell.active;
        if (!isActive && (!tab.route.keepAlive || !shell.visited.has(tab.key))) return null;
        return (
          <Activity key={`${tab.key}#${tab.turn}`} mode={isActive ? 'visible' : 'hidden'}>
            <section className="wb-page" aria-label={tab.title}>
              <PageHost tab={tab} onOpen={shell.open} onClose={closeOne} />
            </section>
          </Activity>
        );
      })}
    </main>
  );
}

const ERROR_PATHS: Record<string, ErrorStatus> = { '/403': 403, '/404': 404, '/500': 500 };

/** Follows the location: it names the page in front; the rest stays open behind it. */
function useOpenPages(access: Access, brand: Brand) {
  const location = useLocation();
  const navigate = useNavigate();
  const menuRoutes = useAccessStore((state) => state.routes);
  const routes = useMemo(() => [...menuRoutes, ...registeredRoutes(), ...OWN_ROUTES], [menuRoutes]);
  const home = menuRoutes[0]?.path ?? '/';
  const { tabs, active } = useTabs();
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const open = useCallback(
    (path: string, replace = false) => void navigate(path, { replace }),
    [navigate],
  );
  const close = useCallback(
    (key: string, scope: CloseScope) => {
      const refusal = useTabs.getState().close(key, scope);
      if (refusal) return say.warn(refusal);
      const next = useTabs.getState();
      const front = next.tabs.find((tab) => tab.key === next.active);
      open(front ? hrefOf(front) : home, true);
    },
    [home, open],
  );

  useLayoutEffect(() => {
    useTabs.getState().start(home, (path) => matchRoute(routes, path) !== null);
    const first = matchRoute(routes, home);
    if (first) {
      const { route, params } = first;
      useTabs.getState().open({ key: home, search: '', title: route.title, route, params });
    }
  }, [home, routes]);

  useLayoutEffect(() => {
    const { pathname, search } = location;
    if (ERROR_PATHS[pathname]) return useTabs.getState().leave();
    const found = matchRoute(routes, pathname);
    if (found) {
      const { route, params } = found;
      useTabs.getState().open({ key: pathname, search, title: route.title, route, params });
      setVisited((old) => (old.has(pathname) ? old : new Set(old).add(pathname)));
      return;
    }
    const isPublic = pathname === '/' || pathname.startsWith('/user/');
    open(isPublic ? home : (redirectOf(access.menu, pathname) ?? '/404'), true);
  }, [location, routes, home, open, access.menu]);

  const errorStatus = ERROR_PATHS[location.pathname] ?? null;
  const title = errorStatus ?? tabs.find((tab) => tab.key === active)?.title;
  useEffect(() => {
    document.title = pageTitle(title, brand);
  }, [title, brand]);

  return { tabs, active, home, visited, errorStatus, open, close };
}
