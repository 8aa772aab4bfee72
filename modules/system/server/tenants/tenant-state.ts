import { sql, type Sql } from '#kit/server/sql.ts';
import type { TenantState } from '../../model/tenant.ts';

const today = (now: Date): Sql => sql`(${now}::timestamptz at time zone t.timezone)::date`;

/** Whether people of a tenant `t` may sign in: it has begun, and is neither closed nor gone. */
export const isOpen = (now: Date): Sql => sql`(
  t.status in ('active', 'suspended') and t.deleted_at is null
  and coalesce(t.begin_date <= ${today(now)}, true))`;

/** What a tenant `t` that is open may do. */
export const stateOf = (now: Date): Sql => sql`
  case when t.status = 'suspended' then 'suspended'
    when t.end_date < ${today(now)} then 'expired' else 'active' end`;

/** Why nothing may be written in a tenant, in words for its people; undefined where all may be. */
export function readOnlyReason(state: TenantState, endDate: string | null): string | undefined {
  if (state === 'suspended') return '租户已停用，仅可查看，请续费或联系平台';
  if (state === 'expired') return `租户已于 ${endDate} 到期，仅可查看，请续费或联系平台`;
  return undefined;
}

/** Said to somebody of the platform who looks into a tenant. */
export const VISITOR_READS = '平台查看期间只能查看，不能修改';
