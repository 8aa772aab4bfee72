import { settingsOf } from '#kit/server/settings.ts';
import type { Tx } from '#kit/server/database.ts';
import { daysAgo } from '#modules/inventory/server/index.ts';
import { purchaseSettings } from '../model/purchase-settings.ts';

/** Deliveries of so many days count. */
const LEARNED_OVER_DAYS = 365;

/** How many days a supplier took, from the order until its goods arrived, over so many deliveries. */
export interface LearnedLead {
  days: number;
  receipts: number;
}

/**
 * By supplier: the mean of what deliveries took, a part of a day counting as one. Suppliers with fewer
 * deliveries than the tenant asks for are left out. Over all warehouses, whoever looks.
 */
export async function learnedLeads(tx: Tx): Promise<ReadonlyMap<string, LearnedLead>> {
  const { learnedReceipts } = await settingsOf(tx, purchaseSettings);
  const { zone } = tx.actor;
  const rows = await tx.rows<LearnedLead & { supplierId: string }>`
    select o.supplier_id, count(*)::integer as receipts,
      ceil(avg((r.arrived_at at time zone ${zone})::date - (o.ordered_at at time zone ${zone})::date))::integer
        as days
    from purchase_order o
    join inbound_receipt r on r.tenant_id = o.tenant_id and r.ref_id = o.id and r.arrived_at is not null
      and r.received_qty > 0
    where o.tenant_id = ${tx.tenant} and o.ordered_at >= ${daysAgo(tx, LEARNED_OVER_DAYS)}
    group by 1 having count(*) >= ${learnedReceipts}`;
  return new Map(rows.map(({ supplierId, ...lead }) => [supplierId, lead]));
}
