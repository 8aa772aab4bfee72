import { create } from 'zustand';
import { call } from '../http.ts';
import { pageRoutes, type MenuNode, type PageRoute } from '../shell/menu.ts';
import { setTenantClock } from '../tenant-clock.ts';

/** A button permission as the server answers it (contract §2.6). */
export interface AuthEntry {
  action: string;
  type?: string;
  status?: string | number;
  describe?: string;
}

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

interface AccessState {
  access: Access | null;
  /** Pages of the menu. */
  routes: readonly PageRoute[];
  may: (code: string) => boolean;
}

const NO_ACCESS: AccessState = { access: null, routes: [], may: () => false };

export const useAccessStore = create<AccessState>(() => NO_ACCESS);

/** Fetches menu and permissions. @throws ApiError, or Error when the menu is no list */
export async function loadAccess(): Promise<Access> {
  const { result: access, timestamp } = await call<Access>(
    'GET',
    '/sys/permission/getUserPermissionByToken',
  );
  if (!Array.isArray(access?.menu) || access.menu.length === 0)
    throw new Error('没有可用的菜单，请联系管理员授权');
  setTenantClock(access.timezone, timestamp);
  useAccessStore.setState({
    access,
    routes: pageRoutes(access.menu),
    may: permissionJudge(access),
  });
  return access;
}

export const forgetAccess = (): void => useAccessStore.setState(NO_ACCESS);

/** Whether the user may do what `code` (`module:resource:verb`) stands for. */
export const usePermission = (code: string): boolean => useAccessStore((state) => state.may(code));

/** The judge itself, for deciding over many codes in one component. */
export const usePermissions = (): ((code: string) => boolean) =>
  useAccessStore((state) => state.may);

/**
 * A code is allowed when it is granted, or when its rule is switched off for everybody (allAuth
 * status 0). One granted action may name several codes, comma-joined. Unknown codes are denied.
 */
export function permissionJudge({
  auth = [],
  allAuth = [],
}: Partial<Pick<Access, 'auth' | 'allAuth'>>): (code: string) => boolean {
  const granted = new Set(auth.flatMap(({ action }) => action.split(',')));
  const open = new Set(
    allAuth
      .filter(({ status }) => String(status) === '0')
      .flatMap(({ action }) => action.split(',')),
  );
  return (code) => granted.has(code) || open.has(code);
}
