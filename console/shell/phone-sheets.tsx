import { Drawer, Menu } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import type { SessionUser } from '#kit/web/session/session-store.ts';
import { menuIcon } from './menu-icons.tsx';
import { SideMenu, type PageMenuProps } from './side-menu.tsx';
import { mostUsed, usesOf } from './used-pages.ts';
import { useUserActs } from './user-menu.tsx';

export interface PhoneSheetProps {
  user: SessionUser;
  pageMenu: PageMenuProps;
  onClose: () => void;
}

const MOST = 6;

/** 列表: the pages of the menu, those that this person opens most on top. */
export function ListsSheet({ user, pageMenu, onClose }: PhoneSheetProps): ReactNode {
  const { entries, onOpen } = pageMenu;
  const often = useMemo(() => mostUsed(entries, usesOf(user.username), MOST), [entries, user]);
  return (
    <Sheet title="列表" onClose={onClose}>
      {often.length > 0 && (
        <ul className="wb-phone-often" aria-label="常用">
          {often.map(({ key, title, icon, url }) => (
            <li key={key}>
              <button type="button" onClick={() => onOpen(url ?? key)}>
                {icon && menuIcon(icon)}
                <span>{title}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <nav aria-label="全部菜单">
        <SideMenu {...pageMenu} theme="light" isCollapsed={false} />
      </nav>
    </Sheet>
  );
}

/** 我的: what else stands behind the picture of the person in the header. */
export function OwnSheet({ user, pageMenu, onClose }: PhoneSheetProps): ReactNode {
  const [isHidden, setHidden] = useState(false);
  const { items, choose, dialog } = useUserActs(user, true, {
    onOpen: pageMenu.onOpen,
    onDialogClosed: onClose,
  });
  return (
    <>
      <Sheet title="我的" isOpen={!isHidden} onClose={onClose}>
        <Menu
          selectable={false}
          items={items}
          onClick={({ key }) => {
            if (STAYS.includes(key)) return choose(key);
            // The dialog that an entry opens stands in the place of the sheet.
            if (!key.startsWith('/')) setHidden(true);
            choose(key);
            if (ENDS.includes(key)) onClose();
          }}
        />
      </Sheet>
      {dialog}
    </>
  );
}

/** Shows in the sheet itself what it did. */
const STAYS: readonly string[] = ['units'];
/** Opens no dialog of the sheet's own. */
const ENDS: readonly string[] = ['cache', 'signOut'];

function Sheet({
  title,
  isOpen = true,
  onClose,
  children,
}: {
  title: string;
  isOpen?: boolean;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Drawer
      placement="bottom"
      size="80dvh"
      open={isOpen}
      onClose={onClose}
      title={title}
      classNames={{ body: 'wb-phone-sheet' }}
    >
      {children}
    </Drawer>
  );
}
