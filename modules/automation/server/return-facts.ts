import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { daysSince, type OwnFacts, type SubjectMoment } from './own-facts.ts';

interface StoredReturn {
  id: string;
  at: Date;
  returnNo: string;
  orderId: string | null;
  accountId: string | null;
  channelCode: string | null;
  version: number;
  status: string;
  type: string;
  reasonId: string;
  fault: string;
  warehouseId: string | null;
  carrier: string | null;
  expectedCredit: bigint;
  currency: string;
  baseCurrency: string;
  recoveredValue: bigint;
  qtyRequested: number;
  qtyReceived: number;
  qtyMissing: number;
  isOver: boolean;
  hasPhotos: boolean;
  skuIds: string[];
  outcomes: string[];
  shippedAt: Date | null;
  deliveredAt: Date | null;
}

/** Facts of returns, all that is asked about them in one query. */
export async function readReturns(tx: Tx, moments: readonly SubjectMoment[]): Promise<OwnFacts[]> {
  const rows = await tx.rows<StoredReturn>`
    select r.id, m.at, r.return_no, r.order_id, r.account_id, a.channel_code, r.version, r.status, r.type,
      r.reason_id, coalesce(r.fault, w.fault) as fault, r.warehouse_id, r.carrier, r.expected_credit, r.currency,
      r.base_currency, r.recovered_value, r.qty_requested, r.qty_received, r.qty_missing,
      coalesce(cardinality(r.photos), 0) > 0 as has_photos, l.is_over, l.sku_ids, l.outcomes,
      o.shipped_at, o.delivered_at
    from unnest(${moments.map(({ id }) => id)}::uuid[], ${moments.map(({ at }) => at)}::timestamptz[])
        as m (id, at)
      join return_order r on r.id = m.id
      join return_reason w on w.tenant_id = r.tenant_id and w.id = r.reason_id
      left join channel_account a on a.tenant_id = r.tenant_id and a.id = r.account_id
      left join sales_order o on o.tenant_id = r.tenant_id and o.id = r.order_id
      cross join lateral (
        select coalesce(bool_or(qty_received > qty_requested), false) as is_over,
          coalesce(array_agg(distinct sku_id), '{}') as sku_ids,
          coalesce(array_agg(distinct outcome) filter (where outcome is not null), '{}') as outcomes
        from return_line where tenant_id = r.tenant_id and return_id = r.id) l
    where r.tenant_id = ${tx.tenant}`;
  return rows.map((row) => ({
    head: {
      kind: 'return',
      id: row.id,
      label: row.returnNo,
      accountId: row.accountId,
      version: String(row.version),
      status: row.status,
    },
    orderId: row.orderId,
    at: row.at,
    facts: {
      accountId: row.accountId,
      channelCode: row.channelCode,
      hasOrder: row.orderId !== null,
      daysSinceDelivery: daysSince(row.deliveredAt, row.at),
      daysSinceShipped: daysSince(row.shippedAt, row.at),
      returnType: row.type,
      returnReasonId: row.reasonId,
      returnFault: row.fault,
      returnValue: formatDecimal(BigInt(row.expectedCredit), exponentOf(row.currency)),
      returnCurrency: row.currency,
      returnQty: String(row.qtyRequested),
      returnReceived: String(row.qtyReceived),
      returnMissing: String(row.qtyMissing),
      returnIsOver: row.isOver,
      returnSkuIds: row.skuIds,
      returnOutcomes: row.outcomes,
      returnWarehouseId: row.warehouseId,
      returnCarrier: row.carrier,
      returnHasPhotos: row.hasPhotos,
      returnCost: formatDecimal(BigInt(row.recoveredValue), exponentOf(row.baseCurrency)),
    },
  }));
}
