import type { AnyRow } from '#kit/model/row.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { may as holds, type Actor } from '#kit/server/actor.ts';
import { answer, implement, type CallOf, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { wireRow } from '#kit/server/wire-routes.ts';
import { role } from '../model/role.ts';
import { roleCalls } from '../model/routes/roles.ts';
import { requireAny } from './guards.ts';
import { grantTree } from './menu.ts';
import type { PermissionRow } from './permission-table.ts';
import { splitCodes } from './rights.ts';
import { CHOOSING_ROLES, grantsOf, saveGrants } from './roles.ts';
import type { Services } from './services.ts';
import { csv, refusedAs } from './wire.ts';

/** All roles at once, and what they grant. */
export function roleRoutes({ sessions, permissions }: Services): Route[] {
  const tree = async ({ actor }: { actor: Actor }) =>
    grantTree(await permissions.rows(), mayGrant(actor));
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
  ];
}

const MOST_GRANTS = 10_000;
const idsIn = (value: unknown): string[] | undefined =>
  csv(value)?.filter(isUuid).slice(0, MOST_GRANTS);

const readGrants = ({ body }: CallOf<typeof roleCalls.saveGrants>) => ({
  roleId: idOf(body.roleId),
  wanted: idsIn(body.permissionIds) ?? [],
  last: idsIn(body.lastpermissionIds) ?? null,
});

const mayGrant =
  (actor: Actor) =>
  (row: PermissionRow): boolean =>
    splitCodes(row.perms).every((code) => holds(actor, code));
