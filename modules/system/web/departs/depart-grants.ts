import { fetchRoute, callRoute } from '#kit/web/index.ts';
import { departFrameCalls, departRoleCalls } from '../../model/routes/depart-roles.ts';
import { roleCalls } from '../../model/routes/roles.ts';
import type { GrantOf } from '../grant-editor.tsx';

/** 部门权限: what roles of a department may grant at most. */
export const grantsOfDepart = (departId: string, name: string): GrantOf => ({
  name,
  key: ['depart', departId],
  tree: async (signal) => (await fetchRoute(roleCalls.grantTree, { signal })).treeList,
  held: (signal) => fetchRoute(departFrameCalls.frame, { query: { departId }, signal }),
  save: (body) => callRoute(departFrameCalls.save, { body: { departId, ...body } }),
  rules: {
    key: ['depart', departId],
    read: (permissionId, signal) => fetchRoute(departFrameCalls.rules, { params: { permissionId, departId }, signal }),
    save: (body) => callRoute(departFrameCalls.setRules, { body: { departId, ...body } }),
    note: '选中的规则对该部门的全部部门角色生效，部门角色不能取消；须全部满足。',
  },
});

/** What a department role grants, within the frame of its department. */
export const grantsOfDepartRole = (roleId: string, departId: string, name: string): GrantOf => ({
  name,
  key: ['departRole', roleId],
  tree: async (signal) => (await fetchRoute(departRoleCalls.tree, { query: { departId }, signal })).treeList,
  held: (signal) => fetchRoute(departRoleCalls.grants, { query: { roleId }, signal }),
  save: (body) => callRoute(departRoleCalls.saveGrants, { body: { roleId, ...body } }),
  rules: {
    key: ['departRole', roleId],
    read: (permissionId, signal) =>
      fetchRoute(departRoleCalls.rules, { params: { permissionId, departId, roleId }, signal }),
    save: (body) => callRoute(departRoleCalls.setRules, { body: { roleId, ...body } }),
    note: '选中的规则须全部满足；部门权限带有的规则不能取消。',
  },
  emptyText: '该部门没有可以授予的权限，请先设置部门权限',
});
