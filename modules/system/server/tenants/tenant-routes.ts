import { invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { parseBody } from '#kit/server/parse.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { alsoBy, alsoByPost, answer, implement, type Call, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { systemActor } from '#kit/server/actor.ts';
import { shellCalls } from '../../model/routes/shell.ts';
import { ownTenantCalls, planCalls, tenantCalls } from '../../model/routes/tenants.ts';
import { lookFields, ownTenantFields } from '../../model/tenant.ts';
import { grantTree } from '../menu.ts';
import { sessionOf } from '../own-session.ts';
import type { Services } from '../services.ts';
import { endLook, openLook } from './looks.ts';
import { editOwnTenant, ownTenant, tenantDetail, tenantNotice } from './own-tenant.ts';
import { isOffered, menusOfPlan, savePlanMenus } from './plans.ts';
import { removeTenant, removeTenants } from './remove-tenant.ts';
import { addFirstAdmin, addTenant, editTenant, lockTenant } from './tenant-admin.ts';
import { closeTenant, reopenTenant, setSuspended } from './tenant-moves.ts';
import { readFirstAdmin, readNewTenant, readTenantEdit, tenantNumber, zoneFault } from './tenant-values.ts';

/** Tenants and their plans, for the operator; one's own tenant, for everybody. */
export const tenantRoutes = (services: Services): Route[] => [
  ...operatorRoutes(services),
  ...moveRoutes(services),
  ...removalRoutes(services),
  ...planRoutes(services),
  ...ownTenantRoutes(services),
];

function operatorRoutes(services: Services): Route[] {
  const { db, sessions, grants, dictionaries, counted } = services;
  return [
    implement(tenantCalls.one, async (call) => {
      const { id } = await call.tx((tx) => lockTenant(tx, tenantNumber(call.query.id)));
      return db.tx(systemActor(id, 'system'), (tx) => tenantDetail(tx, counted()));
    }),
    implement(tenantCalls.add, async ({ body, tx }) => {
      const id = body['id'] === undefined || body['id'] === '' ? null : namedNumber(body['id']);
      const given = { id, ...readNewTenant(body) };
      const made = await tx((own) => addTenant(own, db, grants(), given));
      if (stateIn(body) === true)
        await tx((own) => setSuspended(own, { db, sessions }, { id: made.id, isSuspended: true, reason: null }));
      return answer('添加成功！', made);
    }),
    ...alsoBy(
      'POST',
      implement(tenantCalls.edit, async ({ body, tx }) => {
        const { id } = await tx((own) => lockTenant(own, tenantNumber(body['id'])));
        const { version } = body;
        const seen = version === undefined || version === null ? null : Number(version);
        const isSuspended = stateIn(body);
        await tx(async (own) => {
          await editTenant(own, sessions, id, readTenantEdit(body), seen);
          if (isSuspended !== undefined && id !== own.tenant)
            await setSuspended(own, { db, sessions }, { id, isSuspended, reason: null });
        });
        return answer('修改成功!', { id });
      }),
    ),
    implement(tenantCalls.addAdmin, async ({ body, tx }) => {
      const admin = readFirstAdmin(body);
      const id = tenantNumber(body['id']);
      if (id === null) throw notFound();
      return answer('添加成功！', await tx((own) => addFirstAdmin(own, db, id, admin)));
    }),
    implement(tenantCalls.look, async (call) => {
      const { reason, minutes } = parseBody(lookFields, call.body, { zone: call.actor.zone });
      const id = tenantNumber(call.body.id);
      return openLook({ db, sessions, dictionaries }, call, { id, reason, minutes });
    }),
  ];
}

/** Freezing, closing, and the way back from both. */
const moveRoutes = ({ db, sessions }: Services): Route[] => [
  implement(tenantCalls.freeze, async ({ body, tx }) => {
    const isSuspended = stateIn({ status: body.status });
    const id = tenantNumber(body.id);
    if (isSuspended === undefined)
      throw invalid([{ field: 'status', code: 'invalid', message: MESSAGES.notChoice('状态') }]);
    if (id === null) throw notFound();
    const reason = reasonIn(body.reason);
    await tx((own) => setSuspended(own, { db, sessions }, { id, isSuspended, reason }));
    return answer('操作成功!');
  }),
  implement(tenantCalls.close, async ({ body, tx }) => {
    const about = { id: tenantNumber(body.id), reason: reasonIn(body.reason) };
    await tx((own) => closeTenant(own, { db, sessions }, about));
    return answer('租户已关闭');
  }),
  implement(tenantCalls.reopen, async ({ body, tx }) => {
    const id = tenantNumber(body.id);
    await tx((own) => reopenTenant(own, { db, sessions }, id));
    return answer('租户已重新启用');
  }),
];

const reasonIn = (value: unknown): string | null => (typeof value === 'string' && value.trim().slice(0, 200)) || null;

/** @throws Refusal 422 for what is no number */
function namedNumber(value: unknown): number {
  const number = tenantNumber(value);
  if (number === null) throw invalid([{ field: 'id', code: 'invalid', message: '租户编号应为正整数' }]);
  return number;
}

/** Whether a body suspends a tenant: 0 of the dictionary does, 1 does not. */
const stateIn = ({ status }: Record<string, unknown>): boolean | undefined => {
  const code = String(status ?? '');
  return code === '0' ? true : code === '1' ? false : undefined;
};

const MOST_AT_ONCE = 100;

function removalRoutes({ db, sessions, registry }: Services): Route[] {
  const removal = { db, sessions, resources: registry.resources };
  return [
    implement(tenantCalls.remove, async ({ query, tx }) => {
      await tx((own) => removeTenant(own, removal, tenantNumber(query.id)));
      return answer('删除成功');
    }),
    ...alsoByPost(
      implement(tenantCalls.removeMany, async ({ query, tx }) => {
        const ids = (query.ids ?? '').split(',').filter((id) => id.trim() !== '');
        if (ids.length === 0) throw new Refusal('noneSelected', MESSAGES.noneSelected);
        const requested = ids.slice(0, MOST_AT_ONCE).map((id) => tenantNumber(id.trim()));
        const removed = await tx((own) => removeTenants(own, removal, requested));
        if (removed === 0) throw new Refusal('inUse', '选择的租户都已被引用，无法删除！');
        return answer(removed < requested.length ? '部分删除成功！（被引用的租户无法删除）' : '删除成功');
      }),
    ),
  ];
}

const MOST_MENUS = 10_000;
const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isUuid).slice(0, MOST_MENUS) : []);

function planRoutes({ permissions, sessions }: Services): Route[] {
  return [
    implement(planCalls.tree, async () => grantTree(await permissions.rows(), isOffered, new Set<string>())),
    implement(planCalls.menus, (call) => call.tx((tx) => menusOfPlan(tx, idOf(call.query.id)))),
    implement(planCalls.saveMenus, async ({ body, tx }) => {
      const id = idOf(body.id);
      const rows = await permissions.rows();
      const [wanted, last] = [idsIn(body.permissionIds), idsIn(body.lastPermissionIds)];
      await tx((own) => savePlanMenus(own, sessions, { id, wanted, last }, rows));
      return answer('保存成功！');
    }),
  ];
}

function ownTenantRoutes(services: Services): Route[] {
  const { sessions, counted } = services;
  return [
    implement(shellCalls.tenantNotice, async (call) => {
      const session = await sessionOf(services, call as unknown as Call);
      return call.tx((tx) => tenantNotice(tx, session, counted()));
    }),
    implement(ownTenantCalls.one, (call) => call.tx((tx) => ownTenant(tx, counted()))),
    implement(ownTenantCalls.edit, async (call) => {
      const { name, timezone } = parseBody(ownTenantFields, call.body, { zone: call.actor.zone });
      const faults = zoneFault(timezone);
      if (faults.length > 0) throw invalid(faults);
      const version = Number(call.body.version);
      const edited = await call.tx((tx) => editOwnTenant(tx, sessions, { name, timezone, version }));
      return answer('编辑成功!', edited);
    }),
    implement(ownTenantCalls.endLook, async (call) => {
      const id = idOf(call.body.id);
      await call.tx((tx) => endLook(tx, sessions, id));
      return answer('已结束查看');
    }),
  ];
}
