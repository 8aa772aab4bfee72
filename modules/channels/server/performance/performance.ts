import type { Tx } from '#kit/server/database.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import type { Guards } from '#kit/server/write.ts';
import {
  METRIC_RULES,
  TREND_STEPS,
  publishedTaken,
  targetTaken,
  type performanceTarget,
  type publishedMetric,
  type PerformanceMetric,
} from '../../model/performance.ts';
import { countedRows, readPeriod } from './performance-rows.ts';

/**
 * 绩效: each metric of each shop in a period. Every figure is a sum over {@link countedRows}. Where it will end says
 * what comes out if all that is still open goes well.
 */
export function performanceRows(tx: Tx, query: Readonly<Record<string, string>>): Sql {
  const { from, to } = readPeriod(tx, query);
  const rules = Object.entries(METRIC_RULES).map(([metric, { better, target }]) => ({ metric, better, target }));
  const target = sql`coalesce(own.target, rule.target)`;
  const isMet = sql`case when rule.better = 'more' then g.value >= ${target} else g.value <= ${target} end`;
  const steps = trendSteps(from, to);
  const length = sql`((${to}::date - ${from}::date + 1)::numeric / ${steps}::integer)`;
  const trend = join(
    Array.from(
      { length: steps },
      (_, step) => sql`coalesce(round(
        100 * sum(k.part) filter (where floor((k.day - ${from}::date) / ${length}) = ${step}::integer)::numeric
          / nullif(sum(k.whole) filter (where floor((k.day - ${from}::date) / ${length}) = ${step}::integer), 0), 1)::text,
        ${NO_VALUE})`,
    ),
    ', ',
  );
  return sql`
    select md5(g.account_id::text || g.metric)::uuid as id, g.tenant_id, g.create_time, g.account_id, g.metric, g.day,
      g.value, g.trend, g.part, g.whole, ${target} as target,
      case when rule.better = 'more' then (g.part + g.open)::numeric / nullif(g.whole + g.waiting, 0)
        else g.part::numeric / nullif(g.whole + g.waiting, 0) end::numeric(18, 8) as forecast,
      g.open as open_count, g.missed as missed_count,
      case when ${target} is null or g.value is null then 'none' when ${isMet} then 'met' else 'missed' end as state,
      said.value as published_value, said.published_on
    from (
      select k.tenant_id, k.account_id, k.metric, max(k.create_time) as create_time, max(k.day) as day,
        sum(k.part)::integer as part, sum(k.whole)::integer as whole,
        (sum(k.part)::numeric / nullif(sum(k.whole), 0))::numeric(18, 8) as value,
        concat_ws(' ', ${trend}) as trend,
        coalesce(sum(k.qty) filter (where k.outcome = 'open'), 0)::integer as open,
        coalesce(sum(k.qty) filter (where k.outcome = 'open' and k.whole = 0), 0)::integer as waiting,
        coalesce(sum(k.qty) filter (where k.outcome = 'missed'), 0)::integer as missed
      from (${countedRows(tx, query)}) k where k.tenant_id = ${tx.tenant} group by 1, 2, 3) g
    join jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as rule (metric text, better text, target numeric(9, 6))
      on rule.metric = g.metric
    left join performance_target own on own.tenant_id = g.tenant_id and own.id = (
      select o.id from performance_target o
      where o.tenant_id = g.tenant_id and o.account_id = g.account_id and o.metric = g.metric and o.deleted_at is null
        and o.effective_from <= ${to}::date
      order by o.effective_from desc limit 1)
    left join published_metric said on said.tenant_id = g.tenant_id and said.id = (
      select p.id from published_metric p
      where p.tenant_id = g.tenant_id and p.account_id = g.account_id and p.metric = g.metric and p.deleted_at is null
        and p.published_on between ${from}::date and ${to}::date
      order by p.published_on desc, p.id desc limit 1)`;
}

/** Stretches of a period: no more than it has days. */
function trendSteps(from: string, to: string): number {
  const days = Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;
  return Math.min(TREND_STEPS, days);
}

/** Of a stretch in which nothing counts. */
const NO_VALUE = '-';

interface OneOf {
  accountId?: string | null | undefined;
  metric?: PerformanceMetric | null | undefined;
}

/** From a day on a shop has one target a metric. */
export const targetGuards: Guards<typeof performanceTarget> = {
  add: (tx, values) => refuseSecondTarget(tx, values, null),
  edit: (tx, before, values) => refuseSecondTarget(tx, { ...before, ...values }, before.id),
};

async function refuseSecondTarget(
  tx: Tx,
  { accountId, metric, effectiveFrom }: OneOf & { effectiveFrom?: string | null | undefined },
  except: string | null,
): Promise<void> {
  const twin = await tx.maybe`
    select 1 from performance_target where tenant_id = ${tx.tenant} and deleted_at is null
      and account_id = ${accountId ?? null}::uuid and metric = ${metric ?? null}::text
      and effective_from = ${effectiveFrom ?? null}::date and id is distinct from ${except}::uuid limit 1`;
  if (twin) throw targetTaken();
}

/** The marketplace says one thing a day of a metric. */
export const publishedGuards: Guards<typeof publishedMetric> = {
  add: (tx, values) => refuseSecondValue(tx, values, null),
  edit: (tx, before, values) => refuseSecondValue(tx, { ...before, ...values }, before.id),
};

async function refuseSecondValue(
  tx: Tx,
  { accountId, metric, publishedOn }: OneOf & { publishedOn?: string | null | undefined },
  except: string | null,
): Promise<void> {
  const twin = await tx.maybe`
    select 1 from published_metric where tenant_id = ${tx.tenant} and deleted_at is null
      and account_id = ${accountId ?? null}::uuid and metric = ${metric ?? null}::text
      and published_on = ${publishedOn ?? null}::date and id is distinct from ${except}::uuid limit 1`;
  if (twin) throw publishedTaken();
}
