import { create } from 'zustand';
import {
  closeTabs,
  openTab,
  refreshTab,
  retitleTab,
  searchTab,
  type CloseScope,
  type OpenPage,
  type PageTab,
  type Tabs,
} from './tabs.ts';

const KEY = 'waybill.tabs';

interface TabStore extends Tabs {
  start: (home: string, isRoute: (path: string) => boolean) => void;
  open: (page: OpenPage) => void;
  /** Closes pages; answers why not, or null. */
  close: (key: string, scope: CloseScope) => string | null;
  retitle: (key: string, title: string) => void;
  setSearch: (key: string, search: string) => void;
  refresh: (key: string) => void;
  leave: () => void;
}

/** The opened pages. They survive a reload of the browser window, not a sign-out. */
export const useTabs = create<TabStore>((set, get) => {
  const change = (next: Tabs): void => {
    set({ tabs: next.tabs, active: next.active, home: next.home });
    save(next.tabs);
  };
  return {
    tabs: [],
    active: null,
    home: '/',
    start: (home, isRoute) =>
      change({ tabs: restore().filter((tab) => isRoute(tab.key)), active: null, home }),
    open: (page) => change(openTab(get(), page)),
    close(key, scope) {
      const next = closeTabs(get(), key, scope);
      if (typeof next === 'string') return next;
      change(next);
      return null;
    },
    retitle: (key, title) => change(retitleTab(get(), key, title)),
    setSearch: (key, search) => change(searchTab(get(), key, search)),
    refresh: (key) => change(refreshTab(get(), key)),
    leave: () => set({ active: null }),
  };
});

export const forgetTabs = (): void => {
  sessionStorage.removeItem(KEY);
  useTabs.setState({ tabs: [], active: null });
};

function save(tabs: readonly PageTab[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(tabs));
  } catch {
    // A full or forbidden store only costs the tabs after a reload.
  }
}

function restore(): PageTab[] {
  try {
    const tabs = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as PageTab[];
    return Array.isArray(tabs) ? tabs.filter((tab) => tab?.key && tab.route?.component) : [];
  } catch {
    return [];
  }
}
