import { text } from '#kit/model/field.ts';
import { forbidden } from '#kit/model/refusal.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { parseBody } from '#kit/server/parse.ts';
import { may as holds, type Actor } from '#kit/server/actor.ts';
import { answer, type Call, type Route } from '#kit/server/route.ts';
import { sql } from '#kit/server/sql.ts';
import { roleFields } from '../model/user.ts';
import { readListPage, type ListSource } from './list-page.ts';
import { grantTree } from './menu.ts';
import type { PermissionRow } from './permission-table.ts';
import { splitCodes } from './rights.ts';
import { addRole, deleteRoles, editRole, grantsOf, saveGrants } from './roles.ts';
import type { Services } from './services.ts';
import { idOf, idsOf } from './user-routes.ts';
import { csv, refusedAs, toSysRole, type RoleRow } from './wire.ts';

const NEUTRAL = { refusals: 'neutral' } as const;
const may = (verb: string) => ({ permission: `system:role:${verb}` });

/** Who may see the roles: who gives them to people, and who invites people with one. */
export const CHOOSING_ROLES = [
  'system:role:list',
  'system:user:add',
  'system:user:edit',
  'system:invitation:add',
];

const ROLES: ListSource = {
  fields: { roleName: text('角色名称'), roleCode: text('角色编码'), description: text('描述') },
};

/** Roles and what they grant. */
export function roleRoutes(services: Services): Route[] {
  const { sessions } = services;
  const edit = (method: 'PUT' | 'POST'): Route => ({
    ...NEUTRAL,
    method,
    path: '/sys/role/edit',
    access: may('edit'),
    summary: '编辑角色',
    body: roleFields,
    handle: async (call) => {
      const id = idOf(call.body['id']);
      const role = parseBody(roleFields, call.body, { zone: call.actor.zone, partial: true });
      await call.tx((tx) => editRole(tx, id, role));
      return answer('修改成功!');
    },
  });
  return [
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/role/list',
      access: 'signedIn',
      summary: '角色列表',
      query: roleFields,
      handle: (call) => {
        requireAny(call.actor, CHOOSING_ROLES);
        return call.tx(async (tx) => {
          const rows = sql`select r.*, r.code as role_code, r.name as role_name from role r
            where r.tenant_id = ${tx.tenant}`;
          const page = await readListPage<RoleRow>(tx, ROLES, rows, call.query);
          return { ...page, records: page.records.map((row) => toSysRole(row, tx.actor.zone)) };
        });
      },
    },
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/role/queryall',
      access: 'signedIn',
      summary: '全部角色',
      handle: async (call) => {
        requireAny(call.actor, CHOOSING_ROLES);
        const roles = await call.tx(
          (tx) => tx.rows<RoleRow>`
            select * from role where tenant_id = ${tx.tenant} order by is_preset desc, code`,
        );
        if (roles.length === 0) return refusedAs(500, '未找到角色信息');
        return roles.map((role) => toSysRole(role, call.actor.zone));
      },
    },
    {
      ...NEUTRAL,
      method: 'POST',
      path: '/sys/role/add',
      access: may('add'),
      summary: '新增角色',
      body: roleFields,
      handle: async (call) => {
        const role = parseBody(roleFields, call.body, { zone: call.actor.zone });
        return answer('添加成功！', { id: await call.tx((tx) => addRole(tx, role)) });
      },
    },
    edit('PUT'),
    edit('POST'),
    {
      ...NEUTRAL,
      method: 'DELETE',
      path: '/sys/role/delete',
      access: may('delete'),
      summary: '删除角色',
      handle: async (call) => {
        await call.tx((tx) => deleteRoles(tx, sessions, [idOf(call.query['id'])]));
        return answer('删除角色成功');
      },
    },
    {
      ...NEUTRAL,
      method: 'DELETE',
      path: '/sys/role/deleteBatch',
      access: may('delete'),
      summary: '批量删除角色',
      handle: async (call) => {
        const ids = idsOf(call.query['ids']);
        await call.tx((tx) => deleteRoles(tx, sessions, ids));
        return answer('删除角色成功');
      },
    },
    ...grantRoutes(services),
  ];
}

function grantRoutes(services: Services): Route[] {
  const { sessions, permissions } = services;
  const tree = (path: string): Route => ({
    ...NEUTRAL,
    method: 'GET',
    path,
    access: may('list'),
    summary: '可授权的菜单与按钮',
    handle: async (call) => grantTree(await permissions.rows(), mayGrant(call.actor)),
  });
  return [
    tree('/sys/permission/queryTreeList'),
    tree('/sys/role/queryTreeList'),
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/permission/queryRolePermission',
      access: may('list'),
      summary: '角色已有的权限',
      handle: (call) => call.tx((tx) => grantsOf(tx, idOf(call.query['roleId']))),
    },
    {
      ...NEUTRAL,
      method: 'POST',
      path: '/sys/permission/saveRolePermission',
      access: may('grant'),
      summary: '保存角色权限',
      handle: async (call) => {
        const { roleId, wanted, last } = readGrants(call);
        const rows = await permissions.rows();
        await call.tx((tx) => saveGrants(tx, sessions, roleId, wanted, last, rows));
        return answer('保存成功！');
      },
    },
  ];
}

function readGrants(call: Call): { roleId: string; wanted: string[]; last: string[] | null } {
  const { roleId, permissionIds, lastpermissionIds } = call.body;
  return {
    roleId: idOf(roleId),
    wanted: (csv(permissionIds) ?? []).filter(isUuid).slice(0, 10_000),
    // sic: lower case p in the stock client.
    last: csv(lastpermissionIds)?.filter(isUuid).slice(0, 10_000) ?? null,
  };
}

const mayGrant =
  (actor: Actor) =>
  (row: PermissionRow): boolean =>
    splitCodes(row.perms).every((code) => holds(actor, code));

/** 403 unless the actor holds one of the codes: for what several pages need. */
export function requireAny(actor: Actor, codes: readonly string[]): void {
  if (!codes.some((code) => holds(actor, code))) throw forbidden();
}
