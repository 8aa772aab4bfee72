import { memo, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { FIXED_HEADER_HEIGHT } from '#kit/model/limits.ts';
import type { Brand } from '../brand.ts';
import { fetched } from '#ui/fetched.tsx';
import { queryClient } from '#kit/web/query-client.ts';
import type { OwnAccess } from '#modules/system/model/routes/session.ts';
import type { SessionUser } from '#kit/web/session/session-store.ts';
import type { Settings } from '../settings/settings.ts';
import { useSettings } from '../settings/settings-store.ts';
import { useHeaderHiding } from './header-hiding.ts';
import { Header } from './header.tsx';
import { mayDrop } from './leave-guard.ts';
import type { MenuDrawerProps } from './menu-drawer.tsx';
import { OpenPages } from './open-pages.tsx';
import type { PhoneBarProps } from './phone-bar.tsx';
import { SideMenu, type PageMenuProps } from './side-menu.tsx';
import { TabBar } from './tab-bar.tsx';
import { useTabs } from './tab-store.ts';
import { hrefOf, type PageTab } from './tabs.ts';
import { useDevice } from '#ui/use-device.ts';
import { useMenuState, type MenuState } from './use-menu-state.ts';
import { useOpenPages, type OpenPagesState } from './use-open-pages.ts';
import { usePageMenus } from './use-page-menus.ts';
import { usePageScroll } from './use-page-scroll.ts';
import '#kit/web/print/paper.css';
import './shell.css';

const PhoneBar = fetched<PhoneBarProps>(() => import('./phone-bar.tsx').then((module) => module.PhoneBar));
const MenuDrawer = fetched<MenuDrawerProps>(() => import('./menu-drawer.tsx').then((module) => module.MenuDrawer));

/** The header of a phone, which has no room for the 59 px of a desk. */
const PHONE_HEADER_HEIGHT = 48;
/** The page tabs with their line. */
const TABS_HEIGHT = 35;

/**
 * Header, menu, page tabs and the opened pages, each kept alive behind the others. The window
 * scrolls; the settings say what stays in sight while it does.
 */
export function Shell({ brand, access, user }: { brand: Brand; access: OwnAccess; user: SessionUser }): ReactNode {
  const settings = useSettings();
  const device = useDevice();
  const isMobile = device !== 'desktop';
  const isPhone = device === 'mobile';
  const shell = useOpenPages(access, brand);
  const menu = useMenuState(isMobile);
  const header = useRef<HTMLElement>(null);
  const hiding = useHeaderHiding(settings.autoHideHeader, header, shell.active);
  const hasTabs = settings.multipage && !isMobile;
  const isTop = settings.layout === 'topmenu' && !isMobile;
  const height = isPhone ? PHONE_HEADER_HEIGHT : FIXED_HEADER_HEIGHT;
  useStick(settings.fixedHeader && !hiding.isHidden ? height : 0, hasTabs);
  usePageScroll(shell.active);
  usePaper();
  const menus = usePageMenus(shell, menu, settings);
  return (
    <div className={classOf(settings, { isMobile, isPhone, isTop, isHidden: hiding.isHidden })}>
      <a className="wb-skip" href="#wb-main">
        跳到内容
      </a>
      <Header
        ref={header}
        brand={brand}
        user={user}
        isMobile={isMobile}
        isTop={isTop}
        menu={menu}
        pageMenu={isTop ? menus.above : menus.searched}
        home={shell.home}
        onFocus={hiding.show}
      />
      <div className="wb-body">
        {!isTop && <MenuPlace title={brand.short} menu={menu} pageMenu={menus.beside} isMobile={isMobile} />}
        <div className="wb-work">
          {hasTabs && (
            <Tabs tabs={shell.tabs} active={shell.active} home={shell.home} open={shell.open} close={shell.close} />
          )}
          <OpenPages shell={shell} isSingle={!settings.multipage} />
        </div>
      </div>
      {isPhone && <PhoneBar user={user} home={shell.home} pageMenu={menus.above} />}
    </div>
  );
}

/** The menu beside the pages, or drawn out over them. */
const MenuPlace = memo(function MenuPlace({
  title,
  menu,
  pageMenu,
  isMobile,
}: {
  title: string;
  menu: MenuState;
  pageMenu: PageMenuProps;
  isMobile: boolean;
}): ReactNode {
  if (isMobile)
    return (
      <MenuDrawer title={title} isOpen={menu.isOpen} onClose={menu.chosen}>
        <SideMenu {...pageMenu} theme="light" isCollapsed={false} />
      </MenuDrawer>
    );
  return (
    <nav className={`wb-side${menu.isOpen ? '' : ' wb-side-narrow'}`} aria-label="菜单">
      <div className="wb-side-list">
        <SideMenu {...pageMenu} isCollapsed={!menu.isOpen} />
      </div>
    </nav>
  );
});

const Tabs = memo(function Tabs({
  open,
  close,
  ...shown
}: Pick<OpenPagesState, 'tabs' | 'active' | 'home' | 'open' | 'close'>): ReactNode {
  return (
    <TabBar
      {...shown}
      onOpen={(tab: PageTab) => open(hrefOf(tab))}
      onClose={close}
      onRefresh={(key) => void refresh(key)}
    />
  );
});

/** Rebuilds a page, over what was typed into it only when that is agreed. */
async function refresh(key: string): Promise<void> {
  if (!(await mayDrop([key]))) return;
  void queryClient.invalidateQueries();
  useTabs.getState().refresh(key);
}

function classOf(
  settings: Settings,
  { isMobile, isPhone, isTop, isHidden }: { isMobile: boolean; isPhone: boolean; isTop: boolean; isHidden: boolean },
): string {
  const marks: Record<string, boolean> = {
    'wb-shell-dark': settings.navTheme === 'dark',
    'wb-shell-top': isTop,
    'wb-shell-wide': isTop && settings.contentWidth === 'Fluid',
    'wb-shell-phone': isPhone,
    'wb-header-fixed': settings.fixedHeader,
    'wb-header-hidden': isHidden,
    'wb-side-fixed': settings.fixSiderbar && !isMobile,
  };
  return ['wb-shell', ...Object.keys(marks).filter((mark) => marks[mark])].join(' ');
}

/** Long after everything that is waited for. */
const PAPER_AFTER_MS = 2000;

function usePaper(): void {
  useEffect(() => {
    const later = setTimeout(
      () => void import('#kit/web/print/paper.ts').then((paper) => paper.preparePaper()),
      PAPER_AFTER_MS,
    );
    return () => clearTimeout(later);
  }, []);
}

/** Tells the styles how much of the window's top is covered: heads of tables stick below that. */
function useStick(header: number, hasTabs: boolean): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--wb-stick-header', `${header}px`);
    style.setProperty('--wb-stick', `${header + (hasTabs ? TABS_HEIGHT : 0)}px`);
    return () => {
      style.removeProperty('--wb-stick-header');
      style.removeProperty('--wb-stick');
    };
  }, [header, hasTabs]);
}
