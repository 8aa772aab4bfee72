import { create } from 'zustand';
import { dropInWindow, writeWindow, readWindow } from '#ui/browser-store.ts';
import {
  closeTabs,
  openTab,
  refreshTab,
  restoredTabs,
  retitleTab,
  searchTab,
  type CloseScope,
  type OpenPage,
  type PageTab,
  type Tabs,
} from './tabs.ts';

const KEY = 'waybill.tabs';

type FindPage = Parameters<typeof restoredTabs>[1];

interface TabStore extends Tabs {
  start: (home: string, find: FindPage) => void;
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
    const isSame = next.tabs === get().tabs;
    set({ tabs: next.tabs, active: next.active, home: next.home });
    if (!isSame) save(next.tabs);
  };
  return {
    tabs: [],
    active: null,
    home: '/',
    start(home, find) {
      const { tabs } = get();
      change({ tabs: restoredTabs(tabs.length > 0 ? tabs : storedTabs(), find), active: null, home });
    },
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
  dropInWindow(KEY);
  useTabs.setState({ tabs: [], active: null });
};

const save = (tabs: readonly PageTab[]): boolean => writeWindow(KEY, JSON.stringify(tabs));

function storedTabs(): unknown {
  try {
    return JSON.parse(readWindow(KEY) ?? '[]');
  } catch {
    return [];
  }
}
