import { describe, expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import {
  closeTabs,
  HOME_STAYS,
  hrefOf,
  LAST_STAYS,
  menuHref,
  openTab,
  refreshTab,
  restoredTabs,
  retitleTab,
  searchTab,
  type Tabs,
} from './tabs.ts';
import { matchRoute, pageRoutes } from './menu.ts';

const page = (key: string, search = '') => ({
  key,
  search,
  title: key,
  params: {},
  route: { path: key, component: 'list/x/y', title: key, keepAlive: true },
});

const opened = (...keys: string[]): Tabs =>
  keys.reduce<Tabs>((state, key) => openTab(state, page(key)), {
    tabs: [],
    active: null,
    home: '/home',
  });

const keysOf = (state: Tabs | string): string[] =>
  typeof state === 'string' ? [state] : state.tabs.map((tab) => tab.key);

test('a page is opened once; opening it again brings it to the front with its new query', () => {
  const state = openTab(opened('/home', '/a', '/b'), page('/a', '?status=new'));
  expect(keysOf(state)).toEqual(['/home', '/a', '/b']);
  expect(state.active).toBe('/a');
  expect(hrefOf(state.tabs[1] as never)).toBe('/a?status=new');
});

test('the menu leads to an open page as it was left, and to the one in front again', () => {
  covers('§2 tabs');
  const state = openTab(openTab(opened('/home'), page('/a', '?status=new')), page('/b', '?q=1'));
  expect(['/a', '/b', '/c'].map((key) => menuHref(state, key))).toEqual(['/a?status=new', '/b', '/c']);
});

test('a tab holds what the menu says of its page, under its full address', () => {
  covers('§3 page tab entry');
  const meta = { title: '产品', icon: 'shopping', componentName: 'Product', keepAlive: false };
  const entry = { path: '/base/product/:id', name: 'base-product', component: 'list/c/p', meta };
  const routes = pageRoutes([entry]);
  const find = (path: string) => matchRoute(routes, path);
  const key = '/base/product/7';
  const state = openTab(opened('/home'), { key, search: '?q=1', title: '产品', ...find(key)! });
  const tab = state.tabs.at(-1)!;
  expect(tab).toEqual({
    key,
    search: '?q=1',
    title: '产品',
    params: { id: '7' },
    route: {
      path: '/base/product/:id',
      component: 'list/c/p',
      title: '产品',
      icon: 'shopping',
      keepAlive: false,
    },
    turn: 0,
  });
  expect(hrefOf(tab)).toBe('/base/product/7?q=1');
  expect(restoredTabs(JSON.parse(JSON.stringify([tab])), find)).toEqual([tab]);
});

test('home stands first even when it is opened later', () => {
  expect(keysOf(opened('/a', '/home'))).toEqual(['/home', '/a']);
});

test('opening what is in front already changes nothing', () => {
  const state = opened('/home', '/a');
  expect(openTab(state, page('/a'))).toBe(state);
});

test('home and the last page cannot be closed, and say so', () => {
  covers('§2 tabs', '§8 tabs');
  expect(closeTabs(opened('/home', '/a'), '/home', 'one')).toBe(HOME_STAYS);
  expect(closeTabs({ ...opened('/a'), home: '/elsewhere' }, '/a', 'one')).toBe(LAST_STAYS);
  expect(HOME_STAYS).toBe('首页不能关闭!');
  expect(LAST_STAYS).toBe('这是最后一页，不能再关闭了啦');
});

test('closing the page in front moves to its right neighbour, at the end to its left one', () => {
  const state = openTab(opened('/home', '/a', '/b', '/c'), page('/b'));
  const next = closeTabs(state, '/b', 'one') as Tabs;
  expect([keysOf(next), next.active]).toEqual([['/home', '/a', '/c'], '/c']);
  const last = closeTabs(next, '/c', 'one') as Tabs;
  expect(last.active).toBe('/a');
});

test('closing another page leaves the one in front where it is', () => {
  const next = closeTabs(opened('/home', '/a', '/b'), '/a', 'one') as Tabs;
  expect([keysOf(next), next.active]).toEqual([['/home', '/b'], '/b']);
});

test('left, right and others spare home and the page asked from, which comes to the front', () => {
  const state = opened('/home', '/a', '/b', '/c');
  const left = closeTabs(state, '/b', 'left') as Tabs;
  expect([keysOf(left), left.active]).toEqual([['/home', '/b', '/c'], '/c']);
  const right = closeTabs(state, '/a', 'right') as Tabs;
  expect([keysOf(right), right.active]).toEqual([['/home', '/a'], '/a']);
  const others = closeTabs(state, '/a', 'others') as Tabs;
  expect([keysOf(others), others.active]).toEqual([['/home', '/a'], '/a']);
});

test('title, query and refresh touch one page only', () => {
  const state = opened('/home', '/a', '/b');
  expect(retitleTab(state, '/a', '订单 1').tabs.map((tab) => tab.title)).toEqual(['/home', '订单 1', '/b']);
  expect(searchTab(state, '/b', '?x=1').tabs[2]?.search).toBe('?x=1');
  expect(refreshTab(state, '/a').tabs.map((tab) => tab.turn)).toEqual([0, 1, 0]);
  expect(retitleTab(state, '/a', '/a')).toBe(state);
});

describe('pages that a window kept', () => {
  const menu = [page('/a').route, { ...page('/b').route, title: '新名字', component: 'list/new' }];
  const find = (path: string) => {
    const route = menu.find((one) => one.path === path);
    return route ? { route, params: {} } : null;
  };

  test('are what the menu says now: renamed, moved to another component, or gone', () => {
    const stored = opened('/a', '/b', '/gone').tabs;
    const [a, b, ...more] = restoredTabs(JSON.parse(JSON.stringify(stored)), find);
    expect(more).toEqual([]);
    expect(a).toMatchObject({ key: '/a', title: '/a' });
    expect(b).toMatchObject({ title: '新名字', route: { component: 'list/new', title: '新名字' } });
  });

  test('keep a title and a query of their own', () => {
    const stored = [{ ...page('/b', '?x=1'), title: '订单 77', turn: 2 }];
    expect(restoredTabs(stored, find)).toMatchObject([{ search: '?x=1', title: '订单 77', turn: 2 }]);
  });

  test.each([
    ['no list', { key: '/a' }],
    ['nothing', null],
    ['rubbish in the list', [null, 7, 'x', { key: 7 }, { route: {} }, []]],
  ])('are left out where they are %s', (_what, stored) => {
    expect(restoredTabs(stored, find)).toEqual([]);
  });

  test('of a wrong shape are mended, and stand once', () => {
    const bent = { key: '/a', search: { x: 1 }, title: ['t'], route: 'list/evil', turn: 'x' };
    expect(restoredTabs([bent, bent], find)).toEqual([
      { key: '/a', search: '', title: '/a', route: menu[0], params: {}, turn: 0 },
    ]);
  });
});
