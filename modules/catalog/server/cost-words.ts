import { partakers } from '#kit/server/actor.ts';
import { newId, type Tx } from '#kit/server/database.ts';

/** What the row said before was taken back by the actor; what it says now, if it still does, is a word of its own. */
export async function noteCostWord(tx: Tx, rowId: string, { isGone }: { isGone: boolean }): Promise<void> {
  await tx.run`
    update sku_cost_word set taken_back_by = ${partakers(tx.actor)}::uuid[]
    where tenant_id = ${tx.tenant} and sku_cost_id = ${rowId}::uuid and taken_back_by is null`;
  if (isGone) return;
  await tx.run`
    insert into sku_cost_word (tenant_id, id, sku_id, sku_cost_id, standard_cost, effective_from, maker_ids)
    select tenant_id, ${newId()}::uuid, sku_id, id, standard_cost, effective_from, maker_ids
    from sku_cost where tenant_id = ${tx.tenant} and id = ${rowId}::uuid`;
}

/** Keeps what others say that SKUs cost, on the SKUs themselves, before the actor says something else there. */
export async function storeCostsOnSkus(tx: Tx, skuIds: readonly string[]): Promise<void> {
  const hands = partakers(tx.actor);
  if (hands.length === 0 || skuIds.length === 0) return;
  await tx.rows`
    insert into sku_cost_word (tenant_id, id, sku_id, standard_cost, maker_ids, taken_back_by)
    select s.tenant_id, w.id, s.id, s.standard_cost, s.cost_maker_ids, ${hands}::uuid[]
    from sku s join unnest(${[...skuIds]}::uuid[], ${skuIds.map(() => newId())}::uuid[]) as w (sku_id, id)
      on w.sku_id = s.id
    where s.tenant_id = ${tx.tenant} and s.standard_cost > 0 and not s.cost_maker_ids && ${hands}::uuid[]
    returning id`;
}
