import { text } from '#kit/model/field.ts';
import { shape } from '#kit/model/route.ts';
import { guardedRoute, ownRoute } from './neutral.ts';

/** A menu or one of its buttons, as they are granted. */
export interface GrantNode {
  key: string;
  title: string;
  /** 1: it has data rules that a role may carry. */
  ruleFlag: 0 | 1;
  children: GrantNode[] | null;
}

const reading = guardedRoute('system:role:list');
const changing = guardedRoute('system:user:edit');
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
  codeFree: reading('GET', '/sys/role/checkRoleCode', '角色编码是否可用', {
    query: { id: text('角色'), roleCode: text('角色编码') },
  }),
  copy: guardedRoute('system:role:add')('POST', '/sys/role/copy', '复制角色及其权限', {
    body: shape<{ id: string; roleName: string; roleCode: string }>(),
    result: shape<{ id: string }>(),
  }),
  /** In the query language of the list of people. */
  members: guardedRoute('system:user:list')('GET', '/sys/user/userRoleList', '角色的用户', {
    query: shape<Record<string, string | number>>(),
    result: shape<{ total: number; records: Record<string, unknown>[] }>(),
  }),
  addMembers: changing('POST', '/sys/user/addSysUserRole', '为用户添加角色', {
    body: shape<{ roleId: string; userIdList: string[] }>(),
  }),
  removeMember: changing('DELETE', '/sys/user/deleteUserRole', '取消用户的角色', {
    query: { roleId: text('角色'), userId: text('用户') },
  }),
  removeMembers: changing('DELETE', '/sys/user/deleteUserRoleBatch', '批量取消用户的角色', {
    query: { roleId: text('角色'), userIds: text('用户') },
  }),
  saveGrants: guardedRoute('system:role:grant')(
    'POST',
    '/sys/permission/saveRolePermission',
    '保存角色权限',
    // sic: lower case p in the stock client.
    { body: shape<{ roleId: string; permissionIds: string; lastpermissionIds?: string }>() },
  ),
};
