import { randomBytes } from 'node:crypto';
import type { RoleGrants } from '#kit/model/grants.ts';
import { invalid, notFound, Refusal, staleVersion } from '#kit/model/refusal.ts';
import { systemActor, type Actor } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { OPERATOR_TENANT } from '../../model/operator-tenant.ts';
import { TENANT_ADMIN } from '../../model/preset-roles.ts';
import { hashPassword } from '../password-hash.ts';
import type { Sessions } from '../sessions.ts';
import { openTenant } from '../tenants.ts';
import { insertUser, namingTaken } from '../users.ts';
import { isOrphan } from './administrators.ts';
import type { FirstAdmin, TenantValues } from './tenant-values.ts';

const TENANT = 'system:tenant';

export interface StoredTenant extends Required<TenantValues> {
  id: number;
  code: string;
  name: string;
  timezone: string;
  baseCurrency: string;
  status: string;
  statusReason: string | null;
  closedTime: Date | null;
  version: number;
}

const numberTaken = (): Refusal =>
  new Refusal('taken', '该编号已存在!', {
    errors: [{ field: 'id', code: 'taken', message: '该编号已存在!' }],
  });

/**
 * Opens a tenant with its root department, preset roles and, where one is named, its first
 * administrator, whose password is answered once.
 */
export async function addTenant(
  tx: Tx,
  db: Database,
  grants: RoleGrants,
  given: { id: number | null; values: TenantValues; admin: FirstAdmin | null },
): Promise<{ id: number; adminPassword?: string }> {
  const { id, values, admin } = given;
  await refuseUnknownPlan(tx, values.planId);
  if (values.code !== undefined) await refuseTakenCode(tx, values.code, null);
  const password = admin && newPassword();
  const hash = password === null ? '' : await hashPassword(password);
  const opened = await namingTaken(
    () =>
      openTenant(db, tx.actor, { ...values, id, name: values.name ?? '' }, grants, async (own) => {
        await writeTenant(own, own.tenant, values);
        if (admin) await insertAdmin(own, admin, hash);
      }),
    ADMIN_TAKEN,
  );
  if (opened === null) throw numberTaken();
  audit(tx, TENANT, [{ rowId: null, action: 'add', diff: { tenant: [null, opened], ...values } }]);
  return { id: opened, ...(password === null ? {} : { adminPassword: password }) };
}

const ADMIN_TAKEN = {
  app_user_username_key_key: { field: 'adminUsername', message: '用户账号已存在' },
};

const newPassword = (): string => `${randomBytes(9).toString('base64url')}7q`;

const insertAdmin = (own: Tx, { username, realname }: FirstAdmin, hash: string): Promise<string> =>
  insertUser(
    own,
    {
      username,
      realname,
      password: '',
      mustChangePassword: true,
      roles: [TENANT_ADMIN],
      departs: ['A01'],
    },
    hash,
  );

/** Only to a tenant that nobody administers: the operator has no other way in than a look. */
export async function addFirstAdmin(
  tx: Tx,
  db: Database,
  id: number,
  admin: FirstAdmin,
): Promise<{ adminPassword: string }> {
  const { name } = await lockTenant(tx, id);
  const password = newPassword();
  const hash = await hashPassword(password);
  await namingTaken(
    () =>
      db.tx(inTenant(id, tx.actor), async (own) => {
        await own.rows`select id from role
          where tenant_id = ${own.tenant} and code = ${TENANT_ADMIN} for update`;
        if (!(await isOrphan(own))) throw new Refusal('administered', '该租户已有管理员，请由其管理员添加用户');
        await insertAdmin(own, admin, hash);
      }),
    ADMIN_TAKEN,
  );
  audit(tx, TENANT, [{ rowId: null, action: 'addAdmin', diff: { tenant: name, admin: [null, admin.username] } }]);
  return { adminPassword: password };
}

/** The operator as they are seen in the log of another tenant. */
export const inTenant = (id: number, { userId, username, ip, requestId }: Actor): Actor => ({
  ...systemActor(id, `平台：${username}`),
  userId,
  ip,
  requestId,
});

const COLUMNS = [
  'code',
  'name',
  'planId',
  'beginDate',
  'endDate',
  'timezone',
  'quotaUsers',
  'quotaShops',
  'quotaSkus',
  'quotaOrders',
  'quotaStorage',
] as const;

/** Changes what is given of a tenant; its people have their new rights and their new zone at once. */
export async function editTenant(
  tx: Tx,
  sessions: Sessions,
  id: number,
  values: TenantValues,
  version: number | null,
): Promise<void> {
  const before = await lockTenant(tx, id);
  if (version !== null && version !== before.version) throw staleVersion();
  await refuseUnknownPlan(tx, values.planId);
  if ((values.baseCurrency ?? before.baseCurrency) !== before.baseCurrency) throw currencyStays();
  if (id === OPERATOR_TENANT) refuseBounds(values);
  if (values.code !== undefined) await refuseTakenCode(tx, values.code, id);
  await writeTenant(tx, id, values);
  const changed = COLUMNS.filter((key) => key in values && values[key] !== before[key]);
  const diff = Object.fromEntries(changed.map((key) => [key, [before[key], values[key] ?? null]]));
  audit(tx, TENANT, [{ rowId: null, action: 'edit', diff: { tenant: before.name, ...diff } }]);
  tx.onCommit(() => sessions.forgetTenant(id));
}

/** Stock and books are kept in it from the first row on, and rates lead to it. */
const currencyStays = (): Refusal =>
  invalid([{ field: 'baseCurrency', code: 'fixed', message: '本位币在开通租户时确定，之后不能更改' }]);

/** The tenant that lets all others in is always open, whatever its form says. */
function refuseBounds(values: TenantValues): void {
  const set = (['planId', 'beginDate', 'endDate'] as const).find((key) => values[key]);
  if (set) throw invalid([{ field: set, code: 'invalid', message: '平台自己的租户不设套餐、开始日期与到期日' }]);
}

async function writeTenant(tx: Tx, id: number, values: TenantValues): Promise<void> {
  const before = await lockTenant(tx, id);
  const after = { ...before, ...values };
  await tx.platform.run`
    update tenant set code = ${after.code}, name = ${after.name}, plan_id = ${after.planId},
      begin_date = ${after.beginDate}, end_date = ${after.endDate}, timezone = ${after.timezone},
      quota_users = ${after.quotaUsers}, quota_shops = ${after.quotaShops},
      quota_skus = ${after.quotaSkus}, quota_orders = ${after.quotaOrders},
      quota_storage = ${after.quotaStorage}, update_by = ${tx.actor.username},
      update_time = ${tx.now}, version = version + 1
    where id = ${id}`;
}

/** The tenant of a number, locked. @throws Refusal 404 where there is none */
export async function lockTenant(tx: Tx, id: number | null): Promise<StoredTenant> {
  const found = await tx.platform.maybe<StoredTenant>`
    select id, code, name, plan_id, begin_date, end_date, timezone, base_currency, status,
      status_reason, closed_time, quota_users, quota_shops, quota_skus, quota_orders, quota_storage, version
    from tenant where id = ${id} and deleted_at is null for no key update`;
  if (!found) throw notFound();
  return found;
}

async function refuseUnknownPlan(tx: Tx, planId: string | null | undefined): Promise<void> {
  if (planId === null || planId === undefined) return;
  const known = isUuid(planId) && (await tx.platform.maybe`select 1 as one from plan where id = ${planId}`);
  if (!known) throw invalid([{ field: 'planId', code: 'missing', message: '套餐不存在' }]);
}

async function refuseTakenCode(tx: Tx, code: string, id: number | null): Promise<void> {
  const other = await tx.platform.maybe`
    select 1 as one from tenant where code = ${code} and id is distinct from ${id}::integer`;
  if (other) throw invalid([{ field: 'code', code: 'taken', message: '租户编码已存在' }]);
}
