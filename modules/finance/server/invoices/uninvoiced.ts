import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { shipment } from '#modules/fulfilment/model/shipment.ts';

/** What has left, is charged, and stands on no invoice, with why; within the shops and warehouses of whoever asks. */
export async function uninvoicedRows(tx: Tx): Promise<Sql> {
  const base = await baseCurrency(tx);
  return sql`
    select t.id, t.tenant_id, t.create_time, t.id as shipment_id, t.order_id, o.channel_order_no as po_no,
      t.account_id, t.warehouse_id, t.shipped_at, t.unit_count, o.currency, o.total as order_total,
      case when exists (select 1 from invoice v where v.tenant_id = t.tenant_id and v.shipment_id = t.id) then 'voided'
        when o.currency <> ${base} and not exists (
          select 1 from exchange_rate r where r.tenant_id = t.tenant_id and r.deleted_at is null
            and r.from_code = o.currency and r.to_code = ${base}
            and r.effective_date <= (t.shipped_at at time zone ${tx.actor.zone})::date) then 'noRate'
        else 'before' end as reason
    from shipment t join sales_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
    where ${join(baseConditions(shipment, tx.actor), ' and ')} and t.stage = 'shipped' and t.shipped_at is not null
      and t.environment = 'live' and o.total > 0 and not exists (
        select 1 from invoice i where i.tenant_id = t.tenant_id and i.shipment_id = t.id and i.status <> 'voided')`;
}
