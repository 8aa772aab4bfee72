import type { Tx } from '#kit/server/database.ts';
import { may } from '#kit/server/actor.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import type { TenantWork } from '#kit/server/tenant-work.ts';
import { OPERATOR_TENANT } from '#modules/system/model/operator-tenant.ts';
import { PAUSE_OWN_WORK } from '../model/quartz-job.ts';

/** Whether somebody sees to what the product does for everybody. */
export const isOperator = ({ actor }: Tx): boolean => actor.tenant === OPERATOR_TENANT && may(actor, PAUSE_OWN_WORK);

/**
 * The tenant's schedules, and the product's own work. Why that failed is read by the operator alone: it may speak of
 * other tenants.
 */
export function quartzRows(tx: Tx, works: readonly TenantWork[]): Sql {
  const names = works.map(({ kind }) => kind.name);
  const titles = works.map(({ kind }) => kind.title);
  return sql`
    select q.tenant_id, q.id, q.handler, coalesce(w.title, q.handler) as title, q.cron, q.params, q.note, q.misfire,
      q.overlap, q.status, false as is_built_in, null::integer as every_seconds, q.next_at, q.last_at,
      q.last_outcome, q.last_ms, q.last_message, q.create_by, q.create_time, q.update_by, q.update_time, q.version
    from quartz_job q left join unnest(${names}::text[], ${titles}::text[]) as w (name, title) on w.name = q.handler
    where q.tenant_id = ${tx.tenant} and q.deleted_at is null
    union all
    select ${tx.tenant}::integer, c.id, c.name, c.title, '', null, c.about, 'once',
      'skip', case when c.paused_at is null then '0' else '-1' end, true, coalesce(c.every_seconds, 5),
      case when c.paused_at is null then c.next_at end, c.last_at, c.last_outcome, c.last_ms,
      case when ${isOperator(tx)} then c.last_message end, null, c.create_time, c.update_by, c.update_time, c.version
    from clock_work c where c.is_live`;
}

/** What came of them, the tenant's and the product's own. */
export const runRows = (tx: Tx): Sql => sql`
  select r.tenant_id, r.id, r.job_id, r.trigger, r.planned_at, r.started_at, r.ended_at, r.ms, r.outcome, 1 as times,
    r.message, r.node, r.create_by, r.create_time, r.update_by, r.update_time, r.version
  from quartz_run r where r.tenant_id = ${tx.tenant}
  union all
  select ${tx.tenant}::integer, c.id, w.id, c.trigger, c.bucket, c.started_at, c.ended_at, c.ms, c.outcome, c.times,
    case when ${isOperator(tx)} then c.message end, case when ${isOperator(tx)} then c.node end,
    null, c.started_at, null, null, 1
  from clock_work_run c join clock_work w on w.name = c.name`;
