import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { menuFor } from './menu.ts';
import type { PermissionRow } from './permission-table.ts';

const button = (perms: string, name: string, status = '1', kind = '1'): PermissionRow =>
  ({ id: perms, perms, permsType: kind, menuType: 2, name, status }) as PermissionRow;

test('auth names what is granted, allAuth every button with the status of its rule', () => {
  covers('§3 auth lists');
  const rows = [
    button('system:user:add', '新增用户'),
    button('system:user:edit,system:user:freeze', '编辑用户'),
    button('system:user:export', '导出用户', '0'),
    button('system:user:price', '价格', '1', '2'),
  ];
  const held = new Set(['system:user:freeze', 'system:user:export', 'system:user:price']);
  const { auth, allAuth } = menuFor(rows, new Set(), held);
  const edit = {
    action: 'system:user:edit,system:user:freeze',
    type: '1',
    describe: '编辑用户',
  };
  const price = { action: 'system:user:price', type: '2', describe: '价格' };
  expect(auth).toEqual([edit, price]);
  expect(allAuth).toEqual([
    { action: 'system:user:add', type: '1', describe: '新增用户', status: '1' },
    { ...edit, status: '1' },
    { action: 'system:user:export', type: '1', describe: '导出用户', status: '0' },
    { ...price, status: '1' },
  ]);
});

test('pages of the product that are not granted are named, those an installation added are not', () => {
  const page = (id: string, key: string | null): PermissionRow =>
    ({
      id,
      key,
      parentId: null,
      menuType: 1,
      url: `/${id}`,
      perms: `${id}:list`,
      name: id,
      component: `list/${id}`,
      status: '1',
    }) as PermissionRow;
  const rows = [page('orders', 'orders'), page('users', 'users'), page('secret', null)];
  const { menu, closed } = menuFor(rows, new Set(['orders']), new Set());
  expect(menu.map(({ path }) => path)).toEqual(['/orders']);
  expect(closed).toEqual(['/users']);
});
