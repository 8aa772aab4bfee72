import { useMemo } from 'react';
import { create } from 'zustand';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { useHost } from '#ui/host.ts';
import type { PageRoute } from '../pages.ts';
import {
  isDisabled,
  isShown,
  lackingBelow,
  permissionJudge,
  type AuthLists,
  type FormPermissions,
} from './permission-rules.ts';

interface AccessState {
  /** What the rules of elements and columns are judged by; null before anybody is let in. */
  lists: AuthLists | null;
  /** Pages of the menu. */
  routes: readonly PageRoute[];
  may: (code: string) => boolean;
}

const NO_ACCESS: AccessState = { lists: null, routes: [], may: () => false };

export const useAccessStore = create<AccessState>(() => NO_ACCESS);

/** What the person may do and open from now on. */
export const grantAccess = (lists: AuthLists, routes: readonly PageRoute[]): void =>
  enter({ lists, routes, may: permissionJudge(lists) });

export const revokeAccess = (): void => enter(NO_ACCESS);

/** The widgets judge by the same lists. */
function enter(access: AccessState): void {
  const lists = access.lists ?? {};
  useAccessStore.setState(access);
  useHost.setState({
    may: access.may,
    lackingBelow: (prefix) => lackingBelow(prefix, lists),
    isDisabled: (code) => isDisabled(code, lists),
  });
}

/** Whether the user may do what `code` (`module:resource:verb`) stands for. */
export const usePermission = (code: string): boolean => useAccessStore((state) => state.may(code));

/** The judge itself, for deciding over many codes in one component. */
export const usePermissions = (): ((code: string) => boolean) => useAccessStore((state) => state.may);

/** The rules of elements and columns (contract §2.6), over the lists of whoever is signed in. */
export function usePermissionRules(): {
  isShown: (code: string, form?: FormPermissions) => boolean;
  isDisabled: (code: string, form?: FormPermissions) => boolean;
  lackingBelow: (prefix: string) => readonly string[];
} {
  const granted = useAccessStore((state) => state.lists);
  return useMemo(() => {
    const lists = granted ?? {};
    return {
      isShown: (code, form) => isShown(code, lists, form),
      isDisabled: (code, form) => isDisabled(code, lists, form),
      lackingBelow: (prefix) => lackingBelow(prefix, lists),
    };
  }, [granted]);
}

/** In front of a field's key in the rules that hide or disable it on the screen. */
export const columnRules = (resource: AnyResource): string => `${resourceKey(resource)}:column:`;
