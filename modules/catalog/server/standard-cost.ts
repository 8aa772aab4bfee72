import { invalid } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/write.ts';
import { costDayTaken } from '../model/errors.ts';
import { skuCost } from '../model/sku-cost.ts';

/**
 * Standard cost of the SKU `s` today, where the tenant is: the latest that is in force, else what the SKU
 * says; null where nobody has said any.
 */
export const standardCost = ({ now, actor: { zone } }: Pick<Tx, 'now' | 'actor'>): Sql => sql`
  coalesce((select c.standard_cost from sku_cost c
    where c.tenant_id = s.tenant_id and c.sku_id = s.id and c.deleted_at is null
      and c.effective_from <= ${dayIn(now, zone)}::date
    order by c.effective_from desc limit 1), s.standard_cost)`;

/** One cost a SKU and day. */
export const skuCostGuards: Guards<typeof skuCost> = {
  add: (tx, values) => judge(tx, null, values),
  edit: (tx, before, values) => judge(tx, before.id, { ...before, ...values }),
};

async function judge(
  tx: Tx,
  id: string | null,
  { skuId, effectiveFrom }: { skuId?: string | null; effectiveFrom?: string | null },
): Promise<void> {
  const [twin] = await pick(tx, skuCost, ['id'])`
    deleted_at is null and sku_id = ${skuId ?? null}::uuid
      and effective_from = ${effectiveFrom ?? null}::date and id is distinct from ${id}::uuid`;
  if (twin) throw invalid([costDayTaken()]);
}
