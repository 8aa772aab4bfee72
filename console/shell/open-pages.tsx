import { Activity, useCallback, useMemo, useState, type ReactNode } from 'react';
import type { MenuNode } from '#modules/system/model/routes/session.ts';
import { isListed, pagesAbove, type Crumb } from './menu.ts';
import { useAccessStore } from '#kit/web/session/access.ts';
import { useLoadedAccess } from '../session/load-access.ts';
import { fetched } from '#ui/fetched.tsx';
import { useSessionStore, workplaceOf } from '#kit/web/session/session-store.ts';
import type { DraftNoticeProps } from './draft-notice.tsx';
import { listPath } from '#kit/web/detail/list-path.ts';
import { draftsOf } from '#kit/web/form/drafts.ts';
import { ErrorPage } from './error-page.tsx';
import { isHeld } from '#ui/page/held-pages.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { Breadcrumb } from './page-header.tsx';
import type { TenantNoticeProps } from './tenant-notice.tsx';
import { PageHost } from './page-host.tsx';
import type { PageTab } from './tabs.ts';
import type { OpenPagesState } from './use-open-pages.ts';
import { useTenantNotice } from './use-tenant-notice.ts';

const TenantNotice = fetched<TenantNoticeProps>(() =>
  import('./tenant-notice.tsx').then((module) => module.TenantNotice),
);
const DraftNotice = fetched<DraftNoticeProps>(() => import('./draft-notice.tsx').then((module) => module.DraftNotice));

/**
 * The page in front, and behind it, hidden, the opened ones that are kept alive.
 * @param isSingle one page at a time: nothing is kept behind it but unsaved work
 */
export function OpenPages({ shell, isSingle = false }: { shell: OpenPagesState; isSingle?: boolean }): ReactNode {
  const { close } = shell;
  const owner = useSessionStore(({ session }) => (session ? workplaceOf(session) : ''));
  const [hasDrafts] = useState(() => draftsOf(owner).length > 0);
  const notice = useTenantNotice();
  const closeOne = useCallback((key: string) => close(key, 'one'), [close]);
  return (
    <main className="wb-main" id="wb-main" tabIndex={-1}>
      <OfflineNotice />
      {notice && <TenantNotice notice={notice} isHome={shell.active === shell.home} />}
      {hasDrafts && <DraftNotice owner={owner} onOpen={shell.open} />}
      {shell.errorStatus && <ErrorPage status={shell.errorStatus} onHome={() => shell.open(shell.home)} />}
      {shell.tabs.map((tab) => {
        const isActive = tab.key === shell.active;
        const isStored = isHeld(tab.key) || (!isSingle && tab.route.keepAlive && shell.alive.includes(tab.key));
        if (!isActive && !isStored) return null;
        return (
          <Activity key={`${tab.key}#${tab.turn}`} mode={isActive ? 'visible' : 'hidden'}>
            <section className="wb-page" aria-label={tab.title} data-path={tab.key}>
              <Crumbs tab={tab} home={shell.home} onOpen={shell.open} />
              <div className="wb-page-body">
                <PageHost tab={tab} onOpen={shell.open} onClose={closeOne} />
              </div>
            </section>
          </Activity>
        );
      })}
    </main>
  );
}

const NO_MENU: readonly MenuNode[] = [];

/**
 * The breadcrumb of a page that stands deeper than the menu shows at a glance: below another page, or
 * two containers down. Home has none, nor what the menu names beside it, and a route may ask to be
 * without.
 */
function Crumbs({ tab, home, onOpen }: { tab: PageTab; home: string; onOpen: (path: string) => void }): ReactNode {
  const menu = useLoadedAccess((state) => state.access?.menu) ?? NO_MENU;
  const homeTitle = useAccessStore((state) => state.routes[0]?.title) ?? '首页';
  const crumbs = useMemo<Crumb[] | null>(() => {
    const { path } = tab.route;
    const { module, resource } = tab.params;
    // A row's page of no module's own says whose row it shows, not below which list.
    const list = module && resource ? listPath(`${module}:${resource}`) : null;
    const above = pagesAbove(menu, list ? `${list}/:id` : path);
    if (above.length < 2 && isListed(menu, path)) return null;
    return [{ title: homeTitle, path: home }, ...above, { title: tab.title, path: null }];
  }, [menu, home, homeTitle, tab.route, tab.params, tab.title]);
  if (!crumbs || tab.key === home || tab.route.hideHeader) return null;
  return <Breadcrumb crumbs={crumbs} onOpen={onOpen} />;
}
