import type { AnyRow } from '#kit/model/row.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { may as holds, type Actor } from '#kit/server/actor.ts';
import { answer, implement, type Call, type CallOf, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Sql } from '#kit/server/sql.ts';
import { wirePage, wireRow } from '#kit/server/wire-routes.ts';
import { role } from '../model/role.ts';
import { roleCalls } from '../model/routes/roles.ts';
import { user } from '../model/user.ts';
import { splitCodes } from '../model/permission-code.ts';
import { ruledPages } from './data-rules/rules-of-role.ts';
import { findTaken } from './duplicates.ts';
import { requireAny } from './guards.ts';
import { grantTree } from './menu.ts';
import type { PermissionRow } from './permission-table.ts';
import { giveRole, takeRole } from './role-members.ts';
import { CHOOSING_ROLES, copyRole, grantsOf, saveGrants } from './roles.ts';
import type { Services } from './services.ts';
import type { Sessions } from './sessions.ts';
import { holderOf, moreOfUser, seenUsers } from './user-list.ts';
import { idsOf } from './user-routes.ts';
import { csv, refusedAs } from './wire.ts';

/** All roles at once, and what they grant. */
export function roleRoutes({ sessions, permissions, registry }: Services): Route[] {
  const tree = async ({ actor, tx }: Pick<Call, 'actor' | 'tx'>) =>
    grantTree(await permissions.rows(), mayGrant(actor), await tx(ruledPages));
  return [
    implement(roleCalls.all, async (call) => {
      requireAny(call.actor, CHOOSING_ROLES);
      return call.tx(async (tx) => {
        const rows = await tx.rows<AnyRow>`
          select * from role where tenant_id = ${tx.tenant} order by is_preset desc, code`;
        if (rows.length === 0) return refusedAs(500, '未找到角色信息');
        return rows.map((row) => wireRow(tx, { resource: role }, row));
      });
    }),
    implement(roleCalls.grantTree, tree),
    implement(roleCalls.sameTree, tree),
    implement(roleCalls.grants, (call) => call.tx((tx) => grantsOf(tx, idOf(call.query.roleId)))),
    implement(roleCalls.saveGrants, async (call) => {
      const { roleId, wanted, last } = readGrants(call);
      const rows = await permissions.rows();
      await call.tx((tx) => saveGrants(tx, sessions, roleId, wanted, last, rows));
      return answer('保存成功！');
    }),
    implement(roleCalls.codeFree, (call) =>
      call.tx(async (tx) => {
        const { id = '', roleCode = '' } = call.query;
        const holder = await findTaken('sys_role', 'role_code')?.(tx, roleCode);
        return holder && holder !== id ? refusedAs(500, '角色编码已存在') : answer('');
      }),
    ),
    implement(roleCalls.copy, (call) => call.tx((tx) => copyRole(tx, call.body))),
    ...memberRoutes(sessions, registry),
  ];
}

/** Who has a role. */
function memberRoutes(sessions: Sessions, registry: Registry): Route[] {
  const remove = async (call: Call, ids: readonly string[]) => {
    const roleId = idOf(call.query['roleId']);
    await call.tx((tx) => takeRole(tx, sessions, roleId, ids));
    return answer('删除成功!');
  };
  return [
    implement(roleCalls.members, (call) =>
      call.tx((tx) => {
        const { roleId, ...rest } = call.query as Record<string, string>;
        const rows = (): Sql => seenUsers(tx, holderOf(idOf(roleId)));
        const people = { resource: user, rows, more: moreOfUser };
        return wirePage(tx, people, rest, registry) as Promise<MemberPage>;
      }),
    ),
    implement(roleCalls.addMembers, async (call) => {
      const { roleId, userIdList } = call.body;
      await call.tx((tx) => giveRole(tx, sessions, idOf(roleId), idsOf(userIdList)));
      return answer('添加成功!');
    }),
    implement(roleCalls.removeMember, (call) => remove(call, [idOf(call.query.userId)])),
    implement(roleCalls.removeMembers, (call) => remove(call, idsOf(call.query.userIds))),
  ];
}

type MemberPage = { total: number; records: Record<string, unknown>[] };

const MOST_GRANTS = 10_000;
/** Ids of a body, joined by commas; undefined when not given. */
export const idsIn = (value: unknown): string[] | undefined => csv(value)?.filter(isUuid).slice(0, MOST_GRANTS);

const readGrants = ({ body }: CallOf<typeof roleCalls.saveGrants>) => ({
  roleId: idOf(body.roleId),
  wanted: idsIn(body.permissionIds) ?? [],
  last: idsIn(body.lastpermissionIds) ?? null,
});

const mayGrant =
  (actor: Actor) =>
  (row: PermissionRow): boolean =>
    splitCodes(row.perms).every((code) => holds(actor, code));
