import { may as holds } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { sql } from '#kit/server/sql.ts';
import { splitCodes } from '../../model/permission-code.ts';
import { departFrameCalls, departRoleCalls } from '../../model/routes/depart-roles.ts';
import { asRuled, pageOf, ruledPage, ruleIdsIn } from '../data-rules/ruled-page.ts';
import { ruledPages } from '../data-rules/rules-of-role.ts';
import { readRules, type RuledPage } from '../data-rules/stored-rules.ts';
import { grantTree } from '../menu.ts';
import { idsIn } from '../role-routes.ts';
import type { Services } from '../services.ts';
import { refusedAs } from '../wire.ts';
import { frameOf, frameRulesOf, saveFrame, setFrameRules } from './depart-frame.ts';
import { requireReach, SEES_ALL } from './depart-reach.ts';
import {
  readRole,
  roleGrantsOf,
  rulesOfDepartRole,
  saveRoleGrants,
  setRulesOfDepartRole,
} from './depart-role-grants.ts';
import { setRolesOfMember } from './depart-role-people.ts';

const NO_RULES = '未找到权限配置信息';

/** Frames of departments, and department roles within them. */
export const departRoleRoutes = (services: Services): Route[] => [
  ...frameRoutes(services),
  ...grantRoutes(services),
  ...ruleRoutes(services),
  ...holderRoutes(services),
];

function frameRoutes({ sessions, permissions }: Services): Route[] {
  return [
    implement(departFrameCalls.frame, (call) =>
      call.tx(async (tx) => {
        const { id } = await requireReach(tx, idOf(call.query.departId), SEES_ALL);
        return frameOf(tx, id);
      }),
    ),
    implement(departFrameCalls.save, async (call) => {
      const request = { id: idOf(call.body.departId), ...grantsIn(call.body) };
      const rows = await permissions.rows();
      await call.tx((tx) => saveFrame(tx, sessions, { ...request, permissions: rows }));
      return answer('保存成功！');
    }),
  ];
}

function grantRoutes({ sessions, permissions }: Services): Route[] {
  return [
    implement(departRoleCalls.tree, (call) =>
      call.tx(async (tx) => {
        const { id } = await requireReach(tx, idOf(call.query.departId), SEES_ALL);
        const frame = new Set(await frameOf(tx, id));
        const isOffered = (row: { id: string; perms: string | null }): boolean =>
          frame.has(row.id) && splitCodes(row.perms).every((code) => holds(call.actor, code));
        return grantTree(await permissions.rows(), isOffered, await ruledPages(tx));
      }),
    ),
    implement(departRoleCalls.grants, (call) =>
      call.tx(async (tx) => roleGrantsOf(tx, (await readRole(tx, idOf(call.query.roleId))).id)),
    ),
    implement(departRoleCalls.saveGrants, async (call) => {
      const request = { id: idOf(call.body.roleId), ...grantsIn(call.body) };
      const rows = await permissions.rows();
      await call.tx((tx) => saveRoleGrants(tx, sessions, { ...request, permissions: rows }));
      return answer('保存成功！');
    }),
  ];
}

function ruleRoutes(services: Services): Route[] {
  const { sessions } = services;
  return [
    implement(departFrameCalls.rules, async (call) => {
      const page = await pageOf(services, call.actor.tenant, call.params.permissionId);
      return call.tx(async (tx) => {
        const { id } = await requireReach(tx, idOf(call.params.departId), SEES_ALL);
        const datarule = await offered(tx, asRuled(services, page));
        if (datarule.length === 0) return refusedAs(500, NO_RULES);
        return { datarule, drChecked: ((await frameRulesOf(tx, id, page.id)) ?? []).join(',') };
      });
    }),
    implement(departFrameCalls.setRules, async (call) => {
      const { page } = await ruledPage(services, call.actor.tenant, call.body.permissionId);
      const ruleIds = ruleIdsIn(call.body.dataRuleIds);
      const departId = idOf(call.body.departId);
      await call.tx((tx) => setFrameRules(tx, sessions, { departId, page, ruleIds }));
      return answer('保存成功!');
    }),
    implement(departRoleCalls.rules, async (call) => {
      const page = await pageOf(services, call.actor.tenant, call.params.permissionId);
      return call.tx(async (tx) => {
        const role = await readRole(tx, idOf(call.params.roleId));
        const datarule = await offered(tx, asRuled(services, page));
        if (datarule.length === 0) return refusedAs(500, NO_RULES);
        const checked = (await rulesOfDepartRole(tx, role.id, page.id)) ?? [];
        const fixed = (await frameRulesOf(tx, role.departId, page.id)) ?? [];
        return { datarule, drChecked: checked.join(','), drFixed: fixed.join(',') };
      });
    }),
    implement(departRoleCalls.setRules, async (call) => {
      const { page } = await ruledPage(services, call.actor.tenant, call.body.permissionId);
      const ruleIds = ruleIdsIn(call.body.dataRuleIds);
      const roleId = idOf(call.body.roleId);
      await call.tx((tx) => setRulesOfDepartRole(tx, sessions, { roleId, page, ruleIds }));
      return answer('保存成功!');
    }),
  ];
}

function holderRoutes({ sessions }: Services): Route[] {
  return [
    implement(departRoleCalls.ofDepart, (call) =>
      call.tx(async (tx) => {
        const { id } = await requireReach(tx, idOf(call.query.departId), SEES_ALL);
        return tx.rows<{ id: string; roleName: string; roleCode: string; description: string }>`
          select id, name as role_name, code as role_code, description from depart_role
          where tenant_id = ${tx.tenant} and depart_id = ${id} order by code`;
      }),
    ),
    implement(departRoleCalls.ofUser, (call) =>
      call.tx(async (tx) => {
        const { id } = await requireReach(tx, idOf(call.query.departId), SEES_ALL);
        const userId = idOf(call.query.userId);
        const rows = await tx.rows<{ id: string }>`
          select depart_role_id as id from depart_role_user where tenant_id = ${tx.tenant}
            and depart_id = ${id} and user_id = ${userId} order by depart_role_id`;
        return rows.map((row) => ({ id: row.id, userId, droleId: row.id }));
      }),
    ),
    implement(departRoleCalls.setOfUser, async (call) => {
      const [requested, old] = [idsIn(call.body.newRoleId) ?? [], idsIn(call.body.oldRoleId) ?? []];
      const change = {
        given: requested.filter((id) => !old.includes(id)),
        taken: old.filter((id) => !requested.includes(id)),
      };
      const userId = idOf(call.body.userId);
      await call.tx((tx) => setRolesOfMember(tx, sessions, userId, change));
      return answer('添加成功!');
    }),
  ];
}

/** Rules in force of a page, by name. */
async function offered(tx: Tx, page: RuledPage | null): Promise<{ id: string; ruleName: string }[]> {
  if (!page) return [];
  const conditions = [sql`r.permission_id = ${page.page.id}`, sql`r.status = '1'`];
  const rules = await readRules(tx, page, conditions);
  return rules.map(({ id, ruleName }) => ({ id, ruleName }));
}

const grantsIn = (body: { permissionIds?: unknown; lastpermissionIds?: unknown }) => ({
  wanted: idsIn(body.permissionIds) ?? [],
  last: idsIn(body.lastpermissionIds) ?? null,
});
