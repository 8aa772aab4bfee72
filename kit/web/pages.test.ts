import type { ComponentType } from 'react';
import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import {
  fetchPageCode,
  offerPages,
  pageComponent,
  readComponent,
  registeredRoutes,
  registerPages,
  registerRoutes,
} from './pages.ts';

const page = (): ComponentType => () => null;
const loads = (component: ComponentType) => ({ load: () => Promise.resolve(component) });
const shown = async (name: string): Promise<ComponentType> => {
  await fetchPageCode(name);
  return pageComponent(name);
};

test('a component string names a page and its options', () => {
  covers('§2 components of the menu');
  expect(readComponent('list/orders/salesOrder?tab=pending&accountId=7')).toEqual({
    name: 'list/orders/salesOrder',
    options: { tab: 'pending', accountId: '7' },
  });
  expect(readComponent('/views/system/UserList').name).toBe('system/UserList');
});

test('a page of a module replaces the generic one of its name, and only that', async () => {
  const [generic, own] = [page(), page()];
  registerPages({ 'list/*': loads(generic) });
  offerPages(['a'], () => Promise.resolve({ 'list/a/b': loads(own) }));
  expect(await shown('list/x/y')).toBe(generic);
  expect(await shown('list/a/b')).toBe(own);
  expect(await shown('list/a/c')).toBe(generic);
});

test('a module replaces the generic detail of one of its rows, and only that', async () => {
  const [generic, own] = [page(), page()];
  registerPages({ 'detail/*': loads(generic) });
  offerPages(['d'], () => Promise.resolve({ 'detail/d/row': loads(own) }));
  expect(await shown('detail/d/row')).toBe(own);
  expect(await shown('detail/d/other')).toBe(generic);
});

test('the pages of a module are asked for with the first of them, also by further words', async () => {
  let requested = 0;
  const [board, day] = [page(), page()];
  offerPages(['m', 'given'], () => {
    requested += 1;
    return Promise.resolve({ 'm/Board': loads(board), 'given/by/Base': loads(day) });
  });
  expect(requested).toBe(0);
  expect(await shown('m/Board')).toBe(board);
  expect(requested).toBe(1);
  expect(await shown('given/by/Base')).toBe(day);
  expect(fetchPageCode('m/Board')).toBeNull();
});

test('a page that nobody offers says so, whether its module is there or not', async () => {
  const { MissingPage } = await import('./missing-page.tsx');
  expect(await shown('nobody/Offers')).toBe(MissingPage);
  expect(await shown('m/Gone')).toBe(MissingPage);
});

test('a name given twice is a mistake of the wiring', () => {
  const once = { 'once/only': loads(page()) };
  registerPages(once);
  expect(() => registerPages(once)).toThrow('once/only');
  offerPages(['twice'], () => Promise.resolve({}));
  expect(() => offerPages(['twice'], () => Promise.resolve({}))).toThrow('twice');
});

test('a page with a path is a route beside the menu', () => {
  registerRoutes({ 'm/board': { path: '/m/board/:day', title: '看板' } });
  expect(registeredRoutes()).toContainEqual({
    path: '/m/board/:day',
    component: 'm/board',
    title: '看板',
    keepAlive: true,
  });
});
