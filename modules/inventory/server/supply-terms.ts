import type { Tx } from '#kit/server/database.ts';
import { DEFAULT_LEAD_DAYS, type SupplyTerms } from '../model/restock.ts';

/** What a module above knows of buying: by SKU, and by warehouse and SKU what was ordered. */
export interface SupplySource {
  /** Terms of the supplier that a SKU is bought from now; SKUs that nobody is known for are left out. */
  termsOf(tx: Tx, skuIds: readonly string[]): Promise<ReadonlyMap<string, SupplyTerms>>;
  /** Units that were ordered and are on no receipt yet, by {@link placeKey}. */
  onOrder(tx: Tx): Promise<ReadonlyMap<string, number>>;
}

export const placeKey = (at: { warehouseId: string; skuId: string }): string =>
  `${at.warehouseId} ${at.skuId}`;

/** Where nobody above says more: the supplier of the last receipt, its days of delivery, one size of carton. */
export const receivedFrom: SupplySource = {
  async termsOf(tx, skuIds) {
    const rows = await tx.rows<{
      skuId: string;
      supplierId: string | null;
      leadDays: number | null;
      packUnits: number | null;
    }>`
      select k.sku_id, s.supplier_id, s.lead_days, c.pack_units
      from unnest(${skuIds}::uuid[]) as k (sku_id)
      left join (
        select distinct on (l.sku_id) l.sku_id, p.id as supplier_id, p.lead_days
        from inbound_receipt_line l
        join inbound_receipt r on r.tenant_id = l.tenant_id and r.id = l.receipt_id
        join supplier p on p.tenant_id = r.tenant_id and p.name = r.supplier_name
        where l.tenant_id = ${tx.tenant} and r.status not in ('draft', 'cancelled')
          and p.status = 'enabled' and p.deleted_at is null
        order by l.sku_id, r.create_time desc, r.id desc, p.code) s on s.sku_id = k.sku_id
      left join (
        select sku_id, max(units_per_carton) as pack_units from sku_carton
        where tenant_id = ${tx.tenant} and deleted_at is null
        group by sku_id having count(*) = 1) c on c.sku_id = k.sku_id`;
    return new Map(
      rows.map(({ skuId, supplierId, leadDays, packUnits }) => [
        skuId,
        {
          ...{ supplierId, leadDays: leadDays ?? DEFAULT_LEAD_DAYS },
          leadFrom: leadDays === null ? ('default' as const) : ('supplier' as const),
          ...{ moq: 0, packUnits: packUnits ?? 1 },
        },
      ]),
    );
  },
  onOrder: async () => new Map(),
};
