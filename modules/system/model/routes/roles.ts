import { text } from '#kit/model/field.ts';
import { shape } from '#kit/model/route.ts';
import { guardedRoute, ownRoute } from './neutral.ts';

/** A menu or one of its buttons, as they are granted. */
export interface GrantNode {
  key: string;
  title: string;
  children: GrantNode[] | null;
}

const reading = guardedRoute('system:role:list');
const tree = { result: shape<{ treeList: GrantNode[] }>() };

/** All roles at once, and what they grant. */
export const roleCalls = {
  all: ownRoute('GET', '/sys/role/queryall', '全部角色', {
    result: shape<Record<string, unknown>[]>(),
  }),
  grantTree: reading('GET', '/sys/permission/queryTreeList', '可授权的菜单与按钮', tree),
  /** Another name that clients know it by. */
  sameTree: reading('GET', '/sys/role/queryTreeList', '可授权的菜单与按钮', tree),
  grants: reading('GET', '/sys/permission/queryRolePermission', '角色已有的权限', {
    query: { roleId: text('角色') },
    result: shape<string[]>(),
  }),
  saveGrants: guardedRoute('system:role:grant')(
    'POST',
    '/sys/permission/saveRolePermission',
    '保存角色权限',
    // sic: lower case p in the stock client.
    { body: shape<{ roleId: string; permissionIds: string; lastpermissionIds?: string }>() },
  ),
};
