import { useMemo } from 'react';
import { create } from 'zustand';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { call } from '../http.ts';
import { pageRoutes, type MenuNode, type PageRoute } from '../shell/menu.ts';
import { setTenantZone } from '../tenant-zone.ts';
import {
  isDisabled,
  isShown,
  lackingBelow,
  permissionJudge,
  type AuthEntry,
  type FormPermissions,
} from './permission-rules.ts';

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
  setTenantZone(access.timezone, timestamp);
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

/** The rules of elements and columns (contract §2.6), over the lists of whoever is signed in. */
export function usePermissionRules(): {
  isShown: (code: string, form?: FormPermissions) => boolean;
  isDisabled: (code: string, form?: FormPermissions) => boolean;
  lackingBelow: (prefix: string) => readonly string[];
} {
  const access = useAccessStore((state) => state.access);
  return useMemo(() => {
    const lists = access ?? {};
    return {
      isShown: (code, form) => isShown(code, lists, form),
      isDisabled: (code, form) => isDisabled(code, lists, form),
      lackingBelow: (prefix) => lackingBelow(prefix, lists),
    };
  }, [access]);
}

/** In front of a field's key in the rules that hide or disable it on the screen. */
export const columnRules = (resource: AnyResource): string => `${resourceKey(resource)}:column:`;
