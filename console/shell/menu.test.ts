import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import {
  containersOf,
  hasForeignLayout,
  isListed,
  matchRoute,
  menuEntries,
  pageRoutes,
  pagesAbove,
  redirectOf,
  trailOf,
} from './menu.ts';
import type { MenuNode } from '#modules/system/model/routes/session.ts';

const words = { host: 'http://x', apiBase: '/api', tenantId: '1', username: 'u' };

const menu: MenuNode[] = [
  { path: '/dashboard/analysis', component: 'dashboard/Analysis', meta: { title: '首页' } },
  {
    path: '/orders',
    component: 'layouts/RouteView',
    meta: { title: '订单' },
    children: [
      { path: '/orders/pending', component: 'list/o/so?tab=pending', meta: { title: '待处理' } },
      { path: '/orders/:id', component: 'orders/Detail', hidden: true, meta: { title: '详情' } },
      { path: '/orders/off', component: 'x/y', route: '0', meta: { title: '不注册' } },
      {
        path: '/doc',
        component: 'x/y',
        meta: { title: '文档', url: 'https://example.com', keepAlive: false },
      },
      { path: '/evil', component: 'x/y', meta: { title: '坏', url: 'javascript:alert(1)' } },
    ],
  },
  {
    path: '/hidden',
    component: 'layouts/RouteView',
    meta: { title: '空' },
    children: [{ path: '/hidden/a', component: 'a/b', hidden: true, meta: { title: 'a' } }],
  },
];

test('pages are what has a component of its own, hidden ones too; containers and external ones are not', () => {
  covers('§2 menu entries');
  expect(pageRoutes(menu).map((route) => route.path)).toEqual([
    '/dashboard/analysis',
    '/orders/pending',
    '/orders/:id',
    '/hidden/a',
  ]);
});

test('the side menu leaves out hidden entries and containers that are empty without them', () => {
  covers('§2 menu entries');
  const entries = menuEntries(menu, words);
  expect(entries.map((entry) => entry.title)).toEqual(['首页', '订单']);
  expect(entries[1]?.children.map((entry) => [entry.title, entry.url])).toEqual([
    ['待处理', null],
    ['文档', 'https://example.com/'],
  ]);
});

test('a path finds its page; parameters only where nothing matches plainly', () => {
  covers('§2 menu entries of other kinds');
  const routes = pageRoutes(menu);
  expect(matchRoute(routes, '/orders/pending/')?.route.title).toBe('待处理');
  expect(matchRoute(routes, '/orders/a%20b')).toMatchObject({
    route: { path: '/orders/:id' },
    params: { id: 'a b' },
  });
  expect(matchRoute(routes, '/orders/a/b')).toBeNull();
  expect(matchRoute(routes, '/orders/%E0%A4%A')).toBeNull();
});

test('an address of elsewhere opens a frame or a window, as its entry says', () => {
  covers('§2 menu entries of other kinds');
  const node = (meta: Partial<MenuNode['meta']>): MenuNode => ({
    path: 'a1b2',
    component: 'layouts/IframePageView',
    meta: { title: '报表', url: 'https://x.example/{{ tenantId }}', ...meta },
  });
  const framed = [node({})];
  expect(pageRoutes(framed)).toMatchObject([
    { path: '/a1b2', component: 'frame', url: 'https://x.example/{{ tenantId }}' },
  ]);
  expect(menuEntries(framed, words)).toMatchObject([{ key: '/a1b2', url: null }]);
  const outside = [node({ internalOrExternal: true })];
  expect(pageRoutes(outside)).toEqual([]);
  expect(menuEntries(outside, words)).toMatchObject([{ url: 'https://x.example/1' }]);
  expect(menuEntries([node({ url: 'javascript:alert(1)', target: '_blank' })], words)).toEqual([]);
});

test('an entry that is always shown stands for its children; a target opens a window', () => {
  covers('§2 menu entries');
  const group: MenuNode = {
    path: '/g',
    component: 'layouts/RouteView',
    alwaysShow: true,
    meta: { title: '聚合' },
    children: [{ path: '/g/a', component: 'a/b', meta: { title: 'a', target: '_blank' } }],
  };
  expect(menuEntries([group], words)).toMatchObject([{ key: '/g', children: [] }]);
  expect(menuEntries(group.children ?? [], words)).toMatchObject([{ key: '/g/a', url: '/g/a' }]);
});

test('the containers above a page are named with the page each opens', () => {
  expect(containersOf(menu, '/orders/:id')).toEqual([{ title: '订单', path: '/orders/pending' }]);
  expect(containersOf(menu, '/dashboard/analysis')).toEqual([]);
  expect(containersOf(menu, '/nowhere')).toEqual([]);
});

test('a page that no entry names stands below the list that its path begins with', () => {
  const list = { title: '待处理', path: '/orders/pending' };
  const above = [{ title: '订单', path: '/orders/pending' }, list];
  expect(pagesAbove(menu, '/orders/pending/:id')).toEqual(above);
  expect(pagesAbove(menu, '/orders/pending/:id/inspect')).toEqual(above);
  expect(pagesAbove(menu, '/orders/pending')).toEqual(above.slice(0, 1));
  expect(pagesAbove(menu, '/orders/new')).toEqual([]);
  expect(pagesAbove(menu, '/nowhere')).toEqual([]);
});

test('a container leads to its first page', () => {
  expect(redirectOf(menu, '/orders')).toBe('/orders/pending');
  expect(redirectOf(menu, '/nowhere')).toBeNull();
});

test('the trail of a page names its parents', () => {
  expect(trailOf(menuEntries(menu, words), '/orders/pending').map((entry) => entry.title)).toEqual(['订单', '待处理']);
});

test('the default layout of the other client generation is found anywhere in the menu', () => {
  covers('§2 refused start');
  expect(hasForeignLayout(menu)).toBe(false);
  const foreign = [{ path: '/x', children: [{ path: '/y', component: '/layouts/default/index' }] }];
  expect(hasForeignLayout(foreign)).toBe(true);
});

test('the menu lists pages that a person sees in it, not the details below them', () => {
  expect(isListed(menu, '/orders/pending')).toBe(true);
  expect(isListed(menu, '/orders/:id')).toBe(false);
  expect(isListed(menu, '/hidden/a')).toBe(false);
  expect(isListed([{ path: '/a', alwaysShow: true, children: menu }], '/orders/pending')).toBe(false);
});
