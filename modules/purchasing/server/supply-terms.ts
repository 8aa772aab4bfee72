import { settingsOf } from '#kit/server/settings.ts';
import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { placeKey } from '#modules/inventory/server/index.ts';
import type { LeadBy, SupplyTerms } from '../model/restock.ts';
import { learnedLeads, type LearnedLead } from './learned-leads.ts';
import { purchaseSettings } from '../model/purchase-settings.ts';

interface KnownTerms {
  skuId: string;
  supplierId: string | null;
  priceDays: number | null;
  supplierDays: number | null;
  moq: number | null;
  packUnits: number | null;
}

/**
 * How SKUs are bought now: of the supplier that it was last ordered of, else of the one whose price is
 * the newest in force; its days of delivery and least quantity by that price, else by the supplier.
 * Cartons only where a SKU comes in one size. Where deliveries are asked for and there were enough, the
 * days are those that they took.
 */
export async function termsOf(
  tx: Tx,
  skuIds: readonly string[],
  leadBy: LeadBy,
): Promise<ReadonlyMap<string, SupplyTerms>> {
  const { leadDays } = await settingsOf(tx, purchaseSettings);
  const day = dayIn(tx.now, tx.actor.zone);
  const rows = await tx.rows<KnownTerms>`
    with prices as (
      select p.sku_id, p.supplier_id, p.min_qty, p.lead_days, p.effective_date,
        row_number() over (partition by p.sku_id, p.supplier_id
          order by p.effective_date desc, p.min_qty, p.id desc) as nth
      from supplier_price p
      where p.tenant_id = ${tx.tenant} and p.deleted_at is null and p.effective_date <= ${day}::date
        and p.sku_id = any(${skuIds}::uuid[])),
    ordered as (
      select distinct on (l.sku_id) l.sku_id, o.supplier_id
      from purchase_order_line l
      join purchase_order o on o.tenant_id = l.tenant_id and o.id = l.purchase_order_id
      where l.tenant_id = ${tx.tenant} and l.sku_id = any(${skuIds}::uuid[])
        and o.status in ('ordered', 'partially_received', 'received', 'closed')
      order by l.sku_id, o.create_time desc, o.id desc),
    chosen as (
      select distinct on (c.sku_id) c.sku_id, s.id as supplier_id, s.lead_days
      from (
        select sku_id, supplier_id, 0 as rank, null::date as since from ordered
        union all
        select sku_id, supplier_id, 1, effective_date from prices where nth = 1) c
      join supplier s on s.tenant_id = ${tx.tenant} and s.id = c.supplier_id
        and s.status = 'enabled' and s.deleted_at is null
      order by c.sku_id, c.rank, c.since desc nulls last, s.code)
    select k.sku_id, c.supplier_id, p.lead_days as price_days, c.lead_days as supplier_days,
      p.min_qty as moq, b.pack_units
    from unnest(${skuIds}::uuid[]) as k (sku_id)
    left join chosen c on c.sku_id = k.sku_id
    left join prices p on p.sku_id = k.sku_id and p.supplier_id = c.supplier_id and p.nth = 1
    left join (
      select sku_id, max(units_per_carton) as pack_units from sku_carton
      where tenant_id = ${tx.tenant} and deleted_at is null
      group by sku_id having count(*) = 1) b on b.sku_id = k.sku_id`;
  const learned = await learnedLeads(tx);
  return new Map(
    rows.map((row) => [row.skuId, asTerms(row, learned.get(row.supplierId ?? '') ?? null, { leadDays, leadBy })]),
  );
}

function asTerms(
  { supplierId, priceDays, supplierDays, moq, packUnits }: KnownTerms,
  learned: LearnedLead | null,
  request: { leadDays: number; leadBy: LeadBy },
): SupplyTerms {
  const common = {
    supplierId,
    moq: moq ?? 0,
    packUnits: packUnits ?? 1,
    learnedDays: learned?.days ?? null,
    learnedFrom: learned?.receipts ?? 0,
  };
  if (request.leadBy === 'learned' && learned) return { ...common, leadDays: learned.days, leadFrom: 'learned' };
  const leadFrom = priceDays !== null ? 'price' : supplierDays !== null ? 'supplier' : 'default';
  return { ...common, leadDays: priceDays ?? supplierDays ?? request.leadDays, leadFrom };
}

/**
 * Units that were ordered and are on no receipt yet, by {@link placeKey}: what is on a receipt is on
 * its way already.
 */
export async function unannounced(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows<{ warehouseId: string; skuId: string; qty: number }>`
    select o.warehouse_id, l.sku_id,
      sum(greatest(0, l.qty - l.qty_received - l.qty_closed - coalesce(r.coming, 0)))::integer as qty
    from purchase_order o
    join purchase_order_line l on l.tenant_id = o.tenant_id and l.purchase_order_id = o.id
    left join lateral (
      select sum(i.transit_qty) as coming from inbound_receipt_line i
      where i.tenant_id = l.tenant_id and i.ref_line_id = l.id) r on true
    where o.tenant_id = ${tx.tenant} and o.status in ('ordered', 'partially_received')
    group by 1, 2`;
  return new Map(rows.map((row) => [placeKey(row), row.qty]));
}
