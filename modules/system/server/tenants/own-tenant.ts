import { staleVersion } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Counted } from '#kit/server/module.ts';
import type { QuotaUse } from '../../model/quotas.ts';
import type { OwnTenantDetail, TenantDetail, TenantNotice } from '../../model/routes/tenants.ts';
import type { TenantState } from '../../model/tenant.ts';
import type { Session, Sessions } from '../sessions.ts';
import { boundsOf, quotaUses } from './bounds.ts';
import { isGoingOn, looksOf } from './looks.ts';
import { isOrphan } from './administrators.ts';
import { lockTenant } from './tenant-admin.ts';
import { exportUntil, stateOf } from './tenant-state.ts';

const MOST_LOOKS = 20;

type Stored = Omit<OwnTenantDetail, 'quotas' | 'looks'>;

/** The transaction's tenant as its own people see it. */
export async function ownTenant(tx: Tx, counted: readonly Counted[]): Promise<OwnTenantDetail> {
  const row = await tx.platform.one<Stored>`
    select t.id, t.code, t.name, p.name as plan_name, t.begin_date, t.end_date, t.timezone,
      t.base_currency, ${stateOf(tx.now)} as state, t.version
    from tenant t left join plan p on p.id = t.plan_id where t.id = ${tx.tenant}`;
  return { ...row, quotas: await quotaUses(tx, counted), looks: await looksOf(tx, MOST_LOOKS) };
}

/** What a tenant may set of itself; its times are written in the new zone at once. */
export async function editOwnTenant(
  tx: Tx,
  sessions: Sessions,
  { name, timezone, version }: { name: string; timezone: string; version: number },
): Promise<{ version: number }> {
  const before = await lockTenant(tx, tx.tenant);
  if (version !== before.version) throw staleVersion();
  await tx.platform.run`
    update tenant set name = ${name}, timezone = ${timezone}, update_by = ${tx.actor.username},
      update_time = ${tx.now}, version = version + 1
    where id = ${tx.tenant}`;
  const diff = {
    ...(name === before.name ? {} : { name: [before.name, name] }),
    ...(timezone === before.timezone ? {} : { timezone: [before.timezone, timezone] }),
  };
  audit(tx, 'system:ownTenant', [{ rowId: null, action: 'edit', diff }]);
  tx.onCommit(() => sessions.forgetTenant(tx.tenant));
  return { version: before.version + 1 };
}

/** The transaction's tenant as the operator edits it. */
export async function tenantDetail(tx: Tx, counted: readonly Counted[]): Promise<TenantDetail> {
  const { status, closedTime: _closed, ...row } = await lockTenant(tx, tx.tenant);
  return {
    ...row,
    status: status === 'active' ? 1 : 0,
    isOrphan: await isOrphan(tx),
    quotas: await quotaUses(tx, counted),
  };
}

/** What the console says above every page of a session. */
export async function tenantNotice(tx: Tx, session: Session, counted: readonly Counted[]): Promise<TenantNotice> {
  const { state, endDate, lookId } = session;
  const { name, statusReason, until } = await tx.platform.one<{
    name: string;
    statusReason: string | null;
    until: Date | null;
  }>`select name, status_reason, ${exportUntil} as until from tenant t where id = ${tx.tenant}`;
  const open = await tx.rows<{ id: string; operatorName: string; reason: string; until: Date }>`
    select l.id, l.operator_name, l.reason, l.until_time as until from tenant_look l
    where l.tenant_id = ${tx.tenant} and ${isGoingOn(tx.now)}
    order by l.until_time, l.id`;
  const looks = open.map(({ id, until, ...look }) => ({
    id,
    ...look,
    until: toWireTime(until, tx.actor.zone),
  }));
  const own = looks.find(({ id }) => id === lookId);
  return {
    state: state satisfies TenantState,
    endDate,
    reason: state === 'suspended' || state === 'closed' ? statusReason : null,
    exportUntil: until && toWireTime(until, tx.actor.zone),
    visit: own ? { id: own.id, tenantName: name, until: own.until } : null,
    looks: looks.map(({ id: _id, ...look }) => look),
    orders: await ordersBeyond(tx, counted),
  };
}

/** Orders of the month where they are beyond the bound: they come in nevertheless. */
async function ordersBeyond(tx: Tx, counted: readonly Counted[]): Promise<QuotaUse | null> {
  const { orders: most } = await boundsOf(tx);
  const one = counted.find(({ bound }) => bound === 'orders');
  if (most === null || !one) return null;
  const used = await one.count(tx);
  return used > most ? { quota: 'orders', used, most } : null;
}
