import type { PageRoute } from '#kit/web/pages.ts';

/** An opened page. Its key is its pathname: a list reopened with another query is the same page. */
export interface PageTab {
  key: string;
  /** Query of the page, `?…` or ''. */
  search: string;
  title: string;
  route: PageRoute;
  params: Record<string, string>;
  /** Counts up when the page is refreshed: it is then rebuilt. */
  turn: number;
}

export interface Tabs {
  tabs: readonly PageTab[];
  active: string | null;
  /** Key of the home page, which cannot be closed. */
  home: string;
}

export type CloseScope = 'one' | 'left' | 'right' | 'others';

export const HOME_STAYS = '首页不能关闭!';
export const LAST_STAYS = '这是最后一页，不能再关闭了啦';

export type OpenPage = Omit<PageTab, 'turn'>;

/**
 * Pages as a window kept them, as the menu has them now: it decides what a page is. What the menu
 * does not hold any more, or was never a page, is left out; a title of its own stays.
 */
export function restoredTabs(
  stored: unknown,
  find: (path: string) => { route: PageRoute; params: Record<string, string> } | null,
): PageTab[] {
  if (!Array.isArray(stored)) return [];
  const tabs = stored.flatMap((one: unknown): PageTab[] => {
    const { key, search, title, route, turn } = asRecord(one);
    const found = typeof key === 'string' ? find(key) : null;
    if (!found || typeof key !== 'string') return [];
    const isOwn = typeof title === 'string' && title !== '' && title !== asRecord(route)['title'];
    return [
      {
        key,
        search: typeof search === 'string' && search.startsWith('?') ? search : '',
        title: isOwn ? title : found.route.title,
        ...found,
        turn: typeof turn === 'number' ? turn : 0,
      },
    ];
  });
  return tabs.filter(({ key }, at) => tabs.findIndex((tab) => tab.key === key) === at);
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Opens a page or brings it to the front. An open page keeps its title and takes the new query. */
export function openTab(state: Tabs, page: OpenPage): Tabs {
  const known = state.tabs.find((tab) => tab.key === page.key);
  if (known) {
    // Another tab is another page to be drawn: one that only comes to the front stays as it is.
    const next = searchTab(state, page.key, page.search);
    return next.active === page.key ? next : { ...next, active: page.key };
  }
  const tab: PageTab = { ...page, turn: 0 };
  const tabs = page.key === state.home ? [tab, ...state.tabs] : [...state.tabs, tab];
  return { ...state, tabs, active: page.key };
}

/**
 * Closes pages around `key`. The home page stays; the active page moves to the neighbour on the
 * right, or else on the left.
 * @returns the new state, or the sentence that says why nothing was closed
 */
export function closeTabs(state: Tabs, key: string, scope: CloseScope): Tabs | string {
  const at = state.tabs.findIndex((tab) => tab.key === key);
  if (at < 0) return state;
  if (scope === 'one' && key === state.home) return HOME_STAYS;
  if (scope === 'one' && state.tabs.length === 1) return LAST_STAYS;
  const leaving = new Set(tabsInScope(state, key, scope));
  const tabs = state.tabs.filter((tab) => !leaving.has(tab));
  const isActiveKept = tabs.some((tab) => tab.key === state.active);
  return {
    ...state,
    tabs,
    active: isActiveKept ? state.active : neighbourOf(state, tabs, at, scope),
  };
}

/** The pages that closing would close; the home page is never among them. */
export function tabsInScope(state: Tabs, key: string, scope: CloseScope): PageTab[] {
  const at = state.tabs.findIndex((tab) => tab.key === key);
  const goes = (index: number): boolean => {
    if (scope === 'one') return index === at;
    if (scope === 'left') return index < at;
    if (scope === 'right') return index > at;
    return index !== at;
  };
  return state.tabs.filter((tab, index) => at >= 0 && tab.key !== state.home && goes(index));
}

/** Gives a page another title, e.g. the number of the document it shows. */
export const retitleTab = (state: Tabs, key: string, title: string): Tabs =>
  changeTab(state, key, (tab) => (tab.title === title ? tab : { ...tab, title }));

/** Remembers the query a page has given itself. */
export const searchTab = (state: Tabs, key: string, search: string): Tabs =>
  changeTab(state, key, (tab) => (tab.search === search ? tab : { ...tab, search }));

/** Rebuilds a page. */
export const refreshTab = (state: Tabs, key: string): Tabs =>
  changeTab(state, key, (tab) => ({ ...tab, turn: tab.turn + 1 }));

/**
 * Where an entry of the menu leads: to its page as it was left, filters and all, where it is open;
 * to the page again where it is in front already.
 */
export function menuHref({ tabs, active }: Pick<Tabs, 'tabs' | 'active'>, key: string): string {
  const open = tabs.find((tab) => tab.key === key && key !== active);
  return open ? hrefOf(open) : key;
}

export const hrefOf = (tab: Pick<PageTab, 'key' | 'search'>): string => tab.key + tab.search;

function neighbourOf(state: Tabs, left: readonly PageTab[], at: number, scope: CloseScope): string | null {
  const closed = state.tabs[at];
  if (scope !== 'one') return closed?.key ?? null;
  const next = state.tabs[at + 1] ?? state.tabs[at - 1];
  return next?.key ?? left[0]?.key ?? null;
}

function changeTab(state: Tabs, key: string, change: (tab: PageTab) => PageTab): Tabs {
  const tab = state.tabs.find((one) => one.key === key);
  const changed = tab && change(tab);
  return !changed || changed === tab ? state : withTab(state, changed);
}

const withTab = (state: Tabs, changed: PageTab): Tabs => ({
  ...state,
  tabs: state.tabs.map((tab) => (tab.key === changed.key ? changed : tab)),
});
