import { MenuFoldOutlined, MenuUnfoldOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo, type ReactNode, type Ref } from 'react';
import type { Brand } from '../brand.ts';
import { fetched } from '#ui/fetched.tsx';
import type { SessionUser } from '#kit/web/session/session-store.ts';
import { Mark } from '../mark/mark.tsx';
import { headerTools } from './header-tools.ts';
import type { MenuSearchProps } from './menu-search-box.tsx';
import type { PageMenuProps } from './side-menu.tsx';
import type { MenuState } from './use-menu-state.ts';
import { UserMenu } from './user-menu.tsx';
import './header.css';

const TopMenu = fetched<PageMenuProps>(() => import('./top-menu.tsx').then((module) => module.TopMenu));
const MenuSearchBox = fetched<MenuSearchProps>(() =>
  import('./menu-search-box.tsx').then((module) => module.MenuSearchBox),
);
const MenuSearchButton = fetched<MenuSearchProps>(() =>
  import('./menu-search-button.tsx').then((module) => module.MenuSearchButton),
);

interface HeaderProps {
  ref: Ref<HTMLElement>;
  brand: Brand;
  user: SessionUser;
  isMobile: boolean;
  /** The menu of pages stands in the header. */
  isTop: boolean;
  menu: MenuState;
  pageMenu: PageMenuProps;
  home: string;
  onFocus: () => void;
}

/** Top line: menu or its toggle, platform name, welcome, search, tools, user menu. */
export const Header = memo(function Header(props: HeaderProps): ReactNode {
  const { ref, brand, user, isMobile, isTop, menu, pageMenu, home, onFocus } = props;
  const search: MenuSearchProps = { entries: pageMenu.entries, onOpen: pageMenu.onOpen };
  return (
    <header className="wb-header" ref={ref} onFocus={onFocus}>
      {!isTop && <MenuToggle menu={menu} />}
      <HomeLink {...props} onOpen={() => pageMenu.onOpen(home)} />
      {isTop && (
        <nav className="wb-top-nav" aria-label="菜单">
          <TopMenu {...pageMenu} />
        </nav>
      )}
      {!isMobile && !isTop && <span className="wb-welcome">{brand.welcome}</span>}
      <div className="wb-header-end">
        {isMobile ? (
          <span className="wb-tool-place">
            <MenuSearchButton {...search} />
          </span>
        ) : (
          <div className="wb-search-place">
            <MenuSearchBox {...search} />
          </div>
        )}
        {brand.helpUrl && (
          <a
            className="wb-help"
            href={brand.helpUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-label="帮助文档"
            title="帮助文档"
          >
            <QuestionCircleOutlined />
          </a>
        )}
        <span className="wb-tool-place">
          <headerTools.Outlet isMobile={isMobile} />
        </span>
        <UserMenu user={user} isMobile={isMobile} onOpen={pageMenu.onOpen} />
      </div>
    </header>
  );
});

function MenuToggle({ menu: { isOpen, toggle } }: { menu: MenuState }): ReactNode {
  return (
    <Button
      type="text"
      icon={isOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
      aria-label={isOpen ? '收起菜单' : '展开菜单'}
      aria-expanded={isOpen}
      onClick={toggle}
    />
  );
}

/** Logo and name of the platform, on small devices its short name. */
function HomeLink({
  brand,
  home,
  isMobile,
  onOpen,
}: Pick<HeaderProps, 'brand' | 'home' | 'isMobile'> & { onOpen: () => void }): ReactNode {
  return (
    <a
      className="wb-brand"
      href={home}
      title={brand.platform}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen();
      }}
    >
      <Mark brand={brand} className="wb-brand-logo" />
      {isMobile ? brand.short : brand.platform}
    </a>
  );
}
