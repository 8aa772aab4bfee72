import { expect, test } from 'vitest';
import type { MenuEntry } from '../../model/routes/menus.ts';
import { dropped, kindOf, matchingEntries } from './menu-nodes.ts';

const entry = (id: string, more: Partial<MenuEntry> = {}): MenuEntry =>
  ({ id, name: id, parentId: '', menuType: 0, url: `/${id}`, perms: null, ...more }) as MenuEntry;

const button = entry('save', {
  parentId: 'users',
  menuType: 2,
  perms: 'system:user:edit',
  url: null,
});
const users = entry('users', { parentId: 'admin', menuType: 1, children: [button] });
const roles = entry('roles', { parentId: 'admin', menuType: 1 });
const admin = entry('admin', { children: [users, roles] });
const tree = [admin, entry('home')];

test('an entry is found by its name, address or code, with the way to it', () => {
  expect(matchingEntries(tree, 'USER:EDIT')).toEqual([{ ...admin, children: [{ ...users, children: [button] }] }]);
  expect(matchingEntries(tree, '/home')).toEqual([entry('home')]);
  expect(matchingEntries(tree, 'none')).toEqual([]);
});

test('what is dropped stands where it was let go', () => {
  expect(dropped(tree, { dragged: roles, onto: users, place: 'before' })).toEqual({
    parentId: 'admin',
    ids: ['roles', 'users'],
  });
  expect(dropped(tree, { dragged: roles, onto: tree[1] as MenuEntry, place: 'behind' })).toEqual({
    parentId: '',
    ids: ['admin', 'home', 'roles'],
  });
});

test('nothing is dropped into itself or a button, and no button among the roots', () => {
  expect(dropped(tree, { dragged: admin, onto: users, place: 'into' })).toBeNull();
  expect(dropped(tree, { dragged: roles, onto: button, place: 'into' })).toBeNull();
  expect(dropped(tree, { dragged: button, onto: admin, place: 'behind' })).toBeNull();
});

test('a kind is where an entry leads', () => {
  expect(kindOf(button)).toBe('按钮');
  expect(kindOf(entry('a', { component: 'layouts/RouteView' }))).toBe('目录');
  expect(kindOf(entry('a', { component: 'system/UserList' }))).toBe('页面');
  const outside = { component: 'layouts/IframePageView', url: 'https://x.example' };
  expect(kindOf(entry('a', outside))).toBe('内嵌页');
  expect(kindOf(entry('a', { ...outside, internalOrExternal: true }))).toBe('新窗口');
});
