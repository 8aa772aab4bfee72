import type { Tx } from '#kit/server/database.ts';

/** Goods that left under a key, and what they cost together. */
export interface SentGoods {
  key: string;
  skuId: string;
  qty: number;
  /** Minor units of the base currency. */
  value: bigint;
  /** The movement with which the cost of all of them was entered; null where there are several, or none is known. */
  originId: string | null;
}

/**
 * What left under each key, a bundle as its components; nothing of what a sandbox order held.
 * @param sent keys under which lines of shipments left (`shipReserved`), with their shipments
 */
export const sentGoods = (tx: Tx, sent: readonly { key: string; shipmentId: string }[]): Promise<SentGoods[]> =>
  tx.rows<SentGoods>`
    select k.key, m.sku_id, (-m.qty)::integer as qty, abs(coalesce(m.cost_value, 0))::bigint as value,
      (select case when count(distinct coalesce(t ->> 'originId', '')) = 1 then max(t ->> 'originId') end
        from jsonb_array_elements(m.taken) t) as origin_id
    from unnest(${sent.map(({ key }) => key)}::text[], ${sent.map((s) => s.shipmentId)}::uuid[])
      as k (key, shipment_id)
    join stock_movement m on m.tenant_id = ${tx.tenant} and m.ref_id = k.shipment_id and m.type = 'sale_out'
      and (m.idempotency_key = k.key or starts_with(m.idempotency_key, k.key || ':'))
    order by k.key, m.sku_id`;
