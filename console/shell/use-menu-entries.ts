import { useMemo } from 'react';
import { apiBase } from '#ui/http/http.ts';
import { useLoadedAccess } from '../session/load-access.ts';
import { currentSession } from '#kit/web/session/session-store.ts';
import type { MenuNode } from '#modules/system/model/routes/session.ts';
import { menuEntries, type MenuEntry } from './menu.ts';
import type { MenuPlaceholders } from './menu-address.ts';

const NO_MENU: readonly MenuNode[] = [];

/** What addresses of the menu may ask for, as it is for whoever is signed in here. */
export function ownPlaceholders(): MenuPlaceholders {
  const session = currentSession();
  return {
    host: location.origin,
    apiBase: apiBase(),
    tenantId: session?.tenantId ?? '0',
    username: session?.user.username ?? '',
  };
}

/** The entries of the side menu. */
export function useMenuEntries(): readonly MenuEntry[] {
  const menu = useLoadedAccess((state) => state.access?.menu) ?? NO_MENU;
  return useMemo(() => menuEntries(menu, ownPlaceholders()), [menu]);
}
