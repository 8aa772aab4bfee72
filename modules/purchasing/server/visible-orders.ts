import { notFound } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { purchaseOrder, type PurchaseOrderRow } from '../model/purchase-order.ts';

/** Orders in the actor's sight, in the order of the ids. @throws 404 where one is not */
export async function visibleOrders(tx: Tx, ids: readonly string[]): Promise<PurchaseOrderRow[]> {
  const rows = await tx.query<PurchaseOrderRow>(sql`
    select t.* from purchase_order t
    where ${join(baseConditions(purchaseOrder, tx.actor), ' and ')} and t.id = any(${ids}::uuid[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw notFound();
    return row;
  });
}
