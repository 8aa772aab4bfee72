import { text } from '#kit/model/field.ts';
import { shape } from '#kit/model/route.ts';
import type { QuotaUse } from '../quotas.ts';
import type { TenantState } from '../tenant.ts';
import { guardedRoute } from './neutral.ts';
import type { GrantNode } from './roles.ts';
import type { SignInAnswer } from './session.ts';

/** A tenant as its operator edits it. */
export interface TenantDetail {
  id: number;
  code: string;
  name: string;
  planId: string | null;
  beginDate: string | null;
  endDate: string | null;
  timezone: string;
  baseCurrency: string;
  status: number;
  statusReason: string | null;
  quotaUsers: number | null;
  quotaShops: number | null;
  quotaSkus: number | null;
  quotaOrders: number | null;
  quotaStorage: number | null;
  /** Nobody administers it: only then the operator may add somebody who does. */
  isOrphan: boolean;
  version: number;
  quotas: QuotaUse[];
}

/** A look of the platform into a tenant. */
export interface TenantLook {
  id: string;
  operatorName: string;
  reason: string;
  startTime: string;
  untilTime: string;
  endTime: string | null;
  endBy: string | null;
  isOpen: boolean;
}

/** The tenant of the session, for its own people. */
export interface OwnTenantDetail {
  id: number;
  code: string;
  name: string;
  planName: string | null;
  beginDate: string | null;
  endDate: string | null;
  timezone: string;
  baseCurrency: string;
  state: TenantState;
  version: number;
  quotas: QuotaUse[];
  looks: TenantLook[];
}

/** What the console says above every page. */
export interface TenantNotice {
  state: TenantState;
  endDate: string | null;
  /** Why it is suspended or closed, as its people may read it. */
  reason: string | null;
  /** It is closed, and until when its data may be fetched. */
  exportUntil: string | null;
  /** This session is a look of the platform, and this is where it ends. */
  visit: { id: string; tenantName: string; until: string } | null;
  /** Looks of the platform that are open now. */
  looks: { operatorName: string; reason: string; until: string }[];
  /** Orders of the month beyond the bound of the plan; null: not beyond it. */
  orders: QuotaUse | null;
}

const reading = guardedRoute('system:tenant:list');
const closing = guardedRoute('system:tenant:close');
const byId = { query: { id: text('租户') } };
const changed = { body: shape<Record<string, unknown>>(), result: shape<{ id: number }>() };

/** Tenants of the installation, for its operator. */
export const tenantCalls = {
  one: reading('GET', '/sys/tenant/queryById', '租户详情', {
    ...byId,
    result: shape<TenantDetail>(),
  }),
  add: guardedRoute('system:tenant:add')('POST', '/sys/tenant/add', '新增租户', {
    body: shape<Record<string, unknown>>(),
    result: shape<{ id: number; adminPassword?: string }>(),
  }),
  edit: guardedRoute('system:tenant:edit')('PUT', '/sys/tenant/edit', '编辑租户', changed),
  addAdmin: guardedRoute('system:tenant:edit')('POST', '/sys/tenant/addAdmin', '新增租户管理员', {
    body: shape<Record<string, unknown>>(),
    result: shape<{ adminPassword: string }>(),
  }),
  freeze: guardedRoute('system:tenant:freeze')('PUT', '/sys/tenant/freeze', '冻结与解冻租户', {
    body: shape<{ id: number; status: number; reason?: string }>(),
  }),
  close: closing('PUT', '/sys/tenant/close', '关闭租户', {
    body: shape<{ id: number; reason?: string }>(),
  }),
  reopen: closing('PUT', '/sys/tenant/reopen', '重新启用租户', { body: shape<{ id: number }>() }),
  remove: guardedRoute('system:tenant:delete')('DELETE', '/sys/tenant/delete', '删除租户', byId),
  removeMany: guardedRoute('system:tenant:delete')('DELETE', '/sys/tenant/deleteBatch', '批量删除租户', {
    query: { ids: text('租户') },
  }),
  look: guardedRoute('system:tenant:look')('POST', '/sys/tenant/look', '查看租户（只读）', {
    body: shape<{ id: number; reason: string; minutes: number }>(),
    result: shape<SignInAnswer>(),
  }),
};

/** Packages of menus beside their list. */
export const planCalls = {
  tree: guardedRoute('system:plan:list')('GET', '/sys/plan/menuTree', '套餐可含的菜单与按钮', {
    result: shape<{ treeList: GrantNode[] }>(),
  }),
  menus: guardedRoute('system:plan:list')('GET', '/sys/plan/menus', '套餐的菜单与按钮', {
    query: { id: text('套餐') },
    result: shape<string[]>(),
  }),
  saveMenus: guardedRoute('system:plan:edit')('PUT', '/sys/plan/menus', '保存套餐的菜单与按钮', {
    body: shape<{ id: string; permissionIds: string[]; lastPermissionIds: string[] }>(),
  }),
};

/** One's own tenant. */
export const ownTenantCalls = {
  one: guardedRoute('system:ownTenant:list')('GET', '/sys/ownTenant/detail', '查询本租户', {
    result: shape<OwnTenantDetail>(),
  }),
  edit: guardedRoute('system:ownTenant:edit')('PUT', '/sys/ownTenant/edit', '修改本租户设置', {
    body: shape<{ name: string; timezone: string; version: number }>(),
    result: shape<{ version: number }>(),
  }),
  endLook: guardedRoute('system:ownTenant:edit')('POST', '/sys/ownTenant/endLook', '结束平台查看', {
    body: shape<{ id: string }>(),
    effect: 'own',
  }),
};
