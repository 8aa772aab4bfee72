import { newId, type Tx } from '#kit/server/database.ts';

/** What changed the value of goods while none of them moved. */
export interface Revaluation {
  warehouseId: string;
  skuId: string;
  /** Costs that came later, or a receipt that stands in for goods that had left at another cost. */
  cause: 'landed' | 'trueUp';
  /** The document, or the movement. */
  refId: string;
  /** Minor units; below zero: less. */
  amount: bigint;
}

/** Keeps them beside the movements: together they say what goods were worth at any moment. */
export async function noteRevaluations(tx: Tx, all: readonly Revaluation[]): Promise<void> {
  const real = all.filter(({ amount }) => amount !== 0n);
  if (real.length === 0) return;
  await tx.run`
    insert into stock_revaluation (tenant_id, id, warehouse_id, sku_id, cause, ref_id, amount, create_time)
    select ${tx.tenant}, r.id, r.warehouse_id, r.sku_id, r.cause, r.ref_id, r.amount, ${tx.now}
    from unnest(${real.map(() => newId())}::uuid[], ${real.map((r) => r.warehouseId)}::uuid[],
      ${real.map((r) => r.skuId)}::uuid[], ${real.map((r) => r.cause)}::text[],
      ${real.map((r) => r.refId)}::uuid[], ${real.map((r) => r.amount)}::bigint[])
      as r (id, warehouse_id, sku_id, cause, ref_id, amount)`;
}
