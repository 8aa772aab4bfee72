import type { Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import { performance, performanceMetric, performanceRow } from '#modules/channels/model/performance.ts';
import type { PerformanceAnalysis, ShopMetric, Span } from '../../model/analysis.ts';
import { leadsOf, type Listed, type Lists } from './listed.ts';
import { between } from './period.ts';

/** Shops times metrics that are shown; whoever has more looks at 绩效 itself. */
const MOST_METRICS = 400;

const metricsOf = ({ from, to }: Span): Listed => ({
  resource: performance,
  path: '/channel/wf/performance',
  query: between('day', from, to),
});

const rowsOf = ({ from, to }: Span, more: Record<string, string>): Listed => ({
  resource: performanceRow,
  path: '/channel/wf/performance-row',
  query: { ...between('day', from, to), ...more },
});

const ORDER = Object.keys(performanceMetric.items);

/** 渠道绩效: each metric of each shop in the period, its target and where the period will end, as 绩效 has them. */
export async function performanceAnalysis(tx: Tx, span: Span, lists: Lists): Promise<PerformanceAnalysis | null> {
  if (!lists.sees(tx, performance) || !lists.sees(tx, performanceRow)) return null;
  const found = await tx.query<Omit<ShopMetric, 'leads'>>(sql`
    select m.account_id, a.name as account, m.metric, m.value::text, m.target::text, m.forecast::text, m.state, m.missed
    from (
      select t.account_id, t.metric, t.value, t.target, t.forecast, t.state, t.missed_count as missed
      ${await lists.from(tx, metricsOf(span))}) m
    join channel_account a on a.tenant_id = ${tx.tenant} and a.id = m.account_id
    order by a.name, m.account_id, m.metric limit ${MOST_METRICS}`);
  const missed = rowsOf(span, { outcome: 'missed' });
  const { missed: count } = await lists.counts(tx, { missed });
  return {
    span,
    metrics: found
      .map((row) => ({
        ...row,
        leads: leadsOf(rowsOf(span, { accountId: row.accountId, metric: row.metric, outcome: 'missed' })),
      }))
      .sort((one, other) => ORDER.indexOf(one.metric) - ORDER.indexOf(other.metric)),
    missed: { count, leads: leadsOf(missed) },
  };
}
