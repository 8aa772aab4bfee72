import { dict } from '#kit/model/dict.ts';
import { choice, date, datetime, integer, text, textarea } from '#kit/model/field.ts';
import { defineComposite, defineView } from '#kit/model/resource.ts';
import type { WireRow } from '#kit/model/row.ts';

/**
 * What a tenant may do right now: all, nothing but look (suspended, or past its last day), or nothing but
 * have its data fetched by its administrators (closed).
 */
export type TenantState = 'active' | 'suspended' | 'expired' | 'closed';

/** So long after it was closed, administrators of a tenant fetch its data, and it may be opened again. */
export const CLOSED_DAYS = 30;

/** The codes are those of the base, which knows no closing: of what is closed it says 冻结. */
export const tenantStatuses = dict('tenant_status', { '1': '正常', '0': '冻结' }, ['1', '0']);

/** How a tenant stands. */
export const tenantStates = dict('tenant_state', {
  active: '正常',
  suspended: '冻结',
  closed: '已关闭',
});

const bound = (title: string) => integer(title, { min: 0, max: 1_000_000_000, hint: '不填则不限' });

/** Bounds, as a plan has them and as a tenant may have its own. */
export const quotaFields = {
  quotaUsers: bound('用户数上限'),
  quotaShops: bound('店铺数上限'),
  quotaSkus: bound('SKU 数上限'),
  quotaOrders: bound('每月订单数上限'),
  quotaStorage: bound('存储空间上限（MB）'),
};

/** 套餐: a package of menus and buttons, with the bounds that go with it. */
export const plan = defineComposite(
  {
    module: 'system',
    name: 'plan',
    title: '套餐',
    empty: '套餐规定租户能用哪些菜单与按钮，以及各项上限。没有套餐的租户不受限制。',
    fields: {
      code: text('套餐编码', { required: true, unique: true, rule: 'code', max: 64 }),
      name: text('套餐名称', { required: true, max: 100 }),
      description: text('描述', { max: 255 }),
      ...quotaFields,
      tenants: integer('使用租户', { derived: true, always: true }),
    },
    label: 'name',
    list: [
      'code',
      'name',
      'quotaUsers',
      'quotaShops',
      'quotaSkus',
      'quotaOrders',
      'quotaStorage',
      'tenants',
      'description',
    ],
    search: ['code', 'name'],
    form: [
      ['code', 'name'],
      ['quotaUsers', 'quotaShops', 'quotaSkus'],
      ['quotaOrders', 'quotaStorage'],
      ['description'],
    ],
  },
  { path: '/sys/plan', table: 'sys_plan', serves: ['list', 'add', 'edit', 'delete'] },
);

/** 租户 of the whole installation, for its operator; they are written by routes of their own. */
export const tenant = defineView(
  {
    module: 'system',
    name: 'tenant',
    title: '租户',
    fields: {
      code: text('租户编码'),
      name: text('租户名称'),
      planName: text('套餐'),
      users: integer('用户数'),
      shops: integer('店铺数'),
      beginDate: date('开始日期'),
      endDate: date('到期日'),
      status: choice('冻结状态', tenantStatuses),
      state: choice('状态', tenantStates),
      exportUntil: datetime('数据导出截止'),
      createTime: datetime('创建时间'),
    },
    label: 'name',
    list: ['code', 'name', 'planName', 'users', 'shops', 'endDate', 'status', 'exportUntil', 'createTime'],
    search: ['code', 'name', 'state', 'endDate'],
  },
  { path: '/sys/tenant', numbers: ['status'] },
);

export type TenantRow = WireRow<typeof tenant>;

/** What an operator writes about a tenant. */
export const tenantFields = {
  code: text('租户编码', { required: true, rule: 'code', max: 64 }),
  name: text('租户名称', { required: true, max: 50 }),
  planId: text('套餐', { max: 36 }),
  beginDate: date('开始日期'),
  endDate: date('到期日'),
  timezone: text('时区', { required: true, max: 64, default: 'Asia/Shanghai' }),
  baseCurrency: text('本位币', { required: true, min: 3, max: 3, default: 'USD' }),
  ...quotaFields,
};

/** Who administers a tenant first. They have to choose another password before anything else. */
export const firstAdminFields = {
  adminUsername: text('管理员账号', {
    required: true,
    rule: 'userName',
    max: 18,
    hint: '6到18个字符：字母、数字、下划线',
  }),
  adminRealname: text('管理员姓名', { required: true, max: 100 }),
};

/** What a look into a tenant is asked for with. */
export const lookFields = {
  reason: textarea('查看原因', { required: true, min: 4, max: 200 }),
  minutes: integer('查看时长（分钟）', { required: true, min: 5, max: 240, default: 60 }),
};

/** What its own administrator may set of a tenant. */
export const ownTenantFields = {
  name: text('租户名称', { required: true, max: 50 }),
  timezone: text('时区', { required: true, max: 64 }),
};
