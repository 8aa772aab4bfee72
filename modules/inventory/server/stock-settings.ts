import type { Tx } from '#kit/server/database.ts';
import { bindingSettings, noteSettings, type Controls } from '#modules/system/server/index.ts';

/** What holds for a tenant that has decided nothing: half as much, or half more. */
export const COST_BOUND = '0.5';

/** How far a typed cost may be from the known one unseen, as a share of that. */
export const costBoundOf = async (tx: Tx): Promise<string> =>
  (
    await tx.maybe<{ costBound: string }>`
      select trim_scale(cost_bound)::text as cost_bound from stock_setting
      where tenant_id = ${tx.tenant}`
  )?.costBound ?? COST_BOUND;

const CONTROLS: Controls<{ costBound: string }> = { of: 'inventory:stockSettings', stricter: { costBound: 'lower' } };

/** The same as it binds the actor. */
export async function bindingCostBound(tx: Tx): Promise<string> {
  const { values } = await bindingSettings(tx, CONTROLS, { costBound: await costBoundOf(tx) });
  return values.costBound;
}

/** Keeps what the tenant has decided. */
export async function setCostBound(tx: Tx, before: string, costBound: string): Promise<void> {
  await tx.run`
    insert into stock_setting (tenant_id, cost_bound) values (${tx.tenant}, ${costBound}::numeric)
    on conflict (tenant_id) do update set cost_bound = excluded.cost_bound`;
  await noteSettings(tx, CONTROLS, { costBound: before }, { costBound });
}
