import { sql, type Sql } from '#kit/server/sql.ts';
import { CLOSED_DAYS, type TenantState } from '../../model/tenant.ts';

const today = (now: Date): Sql => sql`(${now}::timestamptz at time zone t.timezone)::date`;

/** Until when the data of a tenant `t` that is closed may be fetched. */
export const exportUntil = sql`(t.closed_time + make_interval(days => ${CLOSED_DAYS}))`;

/**
 * Whether people of a tenant `t` may sign in: it has begun, and is neither gone nor closed for long. Of
 * one that is closed they have to administer it, too.
 */
export const isOpen = (now: Date): Sql => sql`(
  t.deleted_at is null and (t.status in ('active', 'suspended')
    or coalesce(t.status = 'closed' and ${exportUntil} > ${now}::timestamptz, false))
  and coalesce(t.begin_date <= ${today(now)}, true))`;

/** What a tenant `t` that is open may do. */
export const stateOf = (now: Date): Sql => sql`
  case when t.status in ('suspended', 'closed') then t.status
    when t.end_date < ${today(now)} then 'expired' else 'active' end`;

/** Why nothing may be written in a tenant, in words for its people; undefined where all may be. */
export function readOnlyReason(state: TenantState, endDate: string | null): string | undefined {
  if (state === 'closed') return '租户已关闭，仅可查看和导出数据';
  if (state === 'suspended') return '租户已停用，仅可查看，请续费或联系平台';
  if (state === 'expired') return `租户已于 ${endDate} 到期，仅可查看，请续费或联系平台`;
  return undefined;
}

/** Said to somebody of the platform who looks into a tenant. */
export const VISITOR_READS = '平台查看期间只能查看，不能修改';
