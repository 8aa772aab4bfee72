import type { BesideRows } from '#kit/server/query/list.ts';

const DAYS_MS = 7 * 86_400_000;

/** How many orders, or whatever it is judged about, each rule of a page has met in seven days. */
export const ruleHits: BesideRows = async (tx, rows) => {
  const ids = rows.map((row) => String(row['id']));
  const found = await tx.rows<{ ruleId: string; hits: number }>`
    select rule_id, count(distinct subject_id)::integer as hits from rule_run
    where tenant_id = ${tx.tenant} and rule_id = any(${ids}::uuid[])
      and outcome in ('done', 'partial', 'refused', 'dryRun')
      and create_time > ${new Date(tx.now.getTime() - DAYS_MS)}
    group by rule_id`;
  const hits = new Map(found.map((row) => [row.ruleId, row.hits]));
  return new Map(ids.map((id) => [id, { hits: hits.get(id) ?? 0 }]));
};
