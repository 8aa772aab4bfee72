import { create } from 'zustand';
import { callRoute } from '#ui/http/route-call.ts';
import { sessionCalls, type OwnAccess } from '#modules/system/model/routes/session.ts';
import { pageRoutes } from '../shell/menu.ts';
import { setTenantCurrency, setTenantZone } from '#ui/tenant-zone.ts';
import { grantAccess, revokeAccess } from '#kit/web/session/access.ts';

/** What the server has let the person into; null before it has answered. */
export const useLoadedAccess = create<{ access: OwnAccess | null }>(() => ({ access: null }));

/** Tag of what was let in last. */
let tag: string | undefined;

/** Fetches menu and permissions. @throws ApiError, or Error when the menu is no list */
export async function loadAccess(): Promise<OwnAccess> {
  const answer = await callRoute(sessionCalls.access, { isCacheable: true });
  const { result: access, timestamp } = answer;
  if (!Array.isArray(access?.menu) || access.menu.length === 0) throw new Error('没有可用的菜单，请联系管理员授权');
  setTenantZone(access.timezone, timestamp);
  setTenantCurrency(access.baseCurrency);
  ({ tag } = answer);
  enter(access);
  return access;
}

/** Fetches them again: what is the same by now changes nothing on the screen. */
export async function refreshAccess(): Promise<void> {
  const { access: before } = useLoadedAccess.getState();
  const answer = await callRoute(sessionCalls.access, { isCacheable: true, known: tag });
  if (answer.isSame) return;
  const { result: access } = answer;
  // Somebody signed out, or came in, meanwhile.
  if (!before || useLoadedAccess.getState().access !== before) return;
  if (!Array.isArray(access?.menu) || access.menu.length === 0) return;
  ({ tag } = answer);
  if (JSON.stringify(access) !== JSON.stringify(before)) enter(access);
}

function enter(access: OwnAccess): void {
  grantAccess(access, pageRoutes(access.menu));
  useLoadedAccess.setState({ access });
}

export function forgetAccess(): void {
  revokeAccess();
  tag = undefined;
  useLoadedAccess.setState({ access: null });
}
