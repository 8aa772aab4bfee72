import type { Tx } from '#kit/server/database.ts';

/** What holds for a tenant that has decided nothing: half as much, or half more. */
export const COST_BOUND = '0.5';

/** How far a typed cost may be from the known one unseen, as a share of that. */
export const costBoundOf = async (tx: Tx): Promise<string> =>
  (
    await tx.maybe<{ costBound: string }>`
      select trim_scale(cost_bound)::text as cost_bound from stock_setting
      where tenant_id = ${tx.tenant}`
  )?.costBound ?? COST_BOUND;

/** Keeps what the tenant has decided. */
export const setCostBound = (tx: Tx, costBound: string): Promise<number> =>
  tx.run`
    insert into stock_setting (tenant_id, cost_bound) values (${tx.tenant}, ${costBound}::numeric)
    on conflict (tenant_id) do update set cost_bound = excluded.cost_bound`;
