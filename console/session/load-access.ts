import { create } from 'zustand';
import { callRoute } from '#ui/http/route-call.ts';
import { sessionCalls, type OwnAccess } from '#modules/system/model/routes/session.ts';
import { pageRoutes } from '../shell/menu.ts';
import { setTenantZone } from '#ui/tenant-zone.ts';
import { grantAccess, revokeAccess } from '#kit/web/session/access.ts';

/** What the server has let the person into; null before it has answered. */
export const useLoadedAccess = create<{ access: OwnAccess | null }>(() => ({ access: null }));

/** Fetches menu and permissions. @throws ApiError, or Error when the menu is no list */
export async function loadAccess(): Promise<OwnAccess> {
  const { result: access, timestamp } = await callRoute(sessionCalls.access);
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
