import { create } from 'zustand';
import { call } from '#ui/http/http.ts';
import { pageRoutes, type MenuNode } from '../shell/menu.ts';
import { setTenantZone } from '#ui/tenant-zone.ts';
import { grantAccess, revokeAccess } from '#kit/web/session/access.ts';
import type { AuthEntry } from '#kit/web/session/permission-rules.ts';

export interface Access {
  menu: MenuNode[];
  /** Permissions granted to this user. */
  auth: AuthEntry[];
  /** All permissions there are; status 0 = the rule is switched off, everybody may. */
  allAuth: AuthEntry[];
  sysSafeMode?: boolean;
  /** Zone in which the server writes times. */
  timezone?: string;
}

/** What the server has let the person into; null before it has answered. */
export const useLoadedAccess = create<{ access: Access | null }>(() => ({ access: null }));

/** Fetches menu and permissions. @throws ApiError, or Error when the menu is no list */
export async function loadAccess(): Promise<Access> {
  const { result: access, timestamp } = await call<Access>(
    'GET',
    '/sys/permission/getUserPermissionByToken',
  );
  if (!Array.isArray(access?.menu) || access.menu.length === 0)
    throw new Error('没有可用的菜单，请联系管理员授权');
  setTenantZone(access.timezone, timestamp);
  grantAccess(access, pageRoutes(access.menu));
  useLoadedAccess.setState({ access });
  return access;
}

export function forgetAccess(): void {
  revokeAccess();
  useLoadedAccess.setState({ access: null });
}
