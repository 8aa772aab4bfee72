import { AppstoreOutlined, CheckSquareOutlined, ScanOutlined, UserOutlined } from '@ant-design/icons';
import { useEffect, useState, type ReactNode } from 'react';
import { registeredRoutes } from '#kit/web/pages.ts';
import { useAccessStore } from '#kit/web/session/access.ts';
import type { SessionUser } from '#kit/web/session/session-store.ts';
import { fetched } from '#ui/fetched.tsx';
import { matchRoute } from './menu.ts';
import { useOnScreenKeyboard } from './on-screen-keyboard.ts';
import type { PhoneSheetProps } from './phone-sheets.tsx';
import type { PageMenuProps } from './side-menu.tsx';
import { noteUse } from './used-pages.ts';
import './phone-bar.css';

const ListsSheet = fetched<PhoneSheetProps>(() => import('./phone-sheets.tsx').then((module) => module.ListsSheet));
const OwnSheet = fetched<PhoneSheetProps>(() => import('./phone-sheets.tsx').then((module) => module.OwnSheet));

export interface PhoneBarProps {
  user: SessionUser;
  home: string;
  pageMenu: PageMenuProps;
}

/** Where a module scans, where one does. */
const SCAN = '/scan';

type Sheet = 'lists' | 'own';

/** What a thumb reaches on a phone: scanning, what waits, the lists, the own account. */
export function PhoneBar({ user, home, pageMenu }: PhoneBarProps): ReactNode {
  const { active, onOpen } = pageMenu;
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const isTyping = useOnScreenKeyboard();
  const routes = useAccessStore((state) => state.routes);
  const scans = matchRoute([...routes, ...registeredRoutes()], SCAN) !== null;
  useFoot(!isTyping);
  useEffect(() => {
    if (active) noteUse(user.username, active);
  }, [user.username, active]);
  const go = (path: string): void => {
    setSheet(null);
    onOpen(path);
  };
  const at = sheet ?? (active === SCAN ? 'scan' : active === home ? 'home' : null);
  const close = (): void => setSheet(null);
  return (
    <>
      {!isTyping && (
        <nav className="wb-phone-bar" aria-label="快捷导航">
          {scans && <Entry title="扫码" icon={<ScanOutlined />} isOn={at === 'scan'} onTap={() => go(SCAN)} />}
          <Entry title="待办" icon={<CheckSquareOutlined />} isOn={at === 'home'} onTap={() => go(home)} />
          <Entry title="列表" icon={<AppstoreOutlined />} isOn={at === 'lists'} onTap={() => setSheet('lists')} />
          <Entry title="我的" icon={<UserOutlined />} isOn={at === 'own'} onTap={() => setSheet('own')} />
        </nav>
      )}
      {sheet === 'lists' && <ListsSheet user={user} pageMenu={{ ...pageMenu, onOpen: go }} onClose={close} />}
      {sheet === 'own' && <OwnSheet user={user} pageMenu={{ ...pageMenu, onOpen: go }} onClose={close} />}
    </>
  );
}

function Entry({
  title,
  icon,
  isOn,
  onTap,
}: {
  title: string;
  icon: ReactNode;
  isOn: boolean;
  onTap: () => void;
}): ReactNode {
  return (
    <button type="button" aria-current={isOn ? 'page' : undefined} onClick={onTap}>
      <span aria-hidden>{icon}</span>
      {title}
    </button>
  );
}

/** Tells the styles how much of the window's lower edge is covered: pagers and actions stick above. */
function useFoot(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return undefined;
    const { style } = document.documentElement;
    style.setProperty('--wb-foot', 'calc(52px + env(safe-area-inset-bottom, 0px))');
    return () => {
      style.removeProperty('--wb-foot');
    };
  }, [isShown]);
}
