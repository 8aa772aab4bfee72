import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { pageComponent, readComponent, registeredRoutes, registerPages } from './pages.ts';

const load = () => Promise.resolve(() => null);

test('a component string names a page and its options', () => {
  covers('§2 components of the menu');
  expect(readComponent('list/orders/salesOrder?tab=pending&accountId=7')).toEqual({
    name: 'list/orders/salesOrder',
    options: { tab: 'pending', accountId: '7' },
  });
  expect(readComponent('/views/system/UserList').name).toBe('system/UserList');
});

test('a registered page replaces the generic one of its name, and only that', () => {
  registerPages({ 'list/*': { load }, 'list/a/b': { load } });
  const generic = pageComponent('list/x/y');
  expect(generic).not.toBeNull();
  expect(pageComponent('list/a/b')).not.toBe(generic);
  expect(pageComponent('nobody/offers')).toBeNull();
});

test('a name given twice is a mistake of the wiring', () => {
  registerPages({ 'once/only': { load } });
  expect(() => registerPages({ 'once/only': { load } })).toThrow('once/only');
});

test('a page with a path is a route beside the menu', () => {
  registerPages({ 'm/board': { load, path: '/m/board/:day', title: '看板' } });
  expect(registeredRoutes()).toContainEqual({
    path: '/m/board/:day',
    component: 'm/board',
    title: '看板',
    keepAlive: true,
  });
});
