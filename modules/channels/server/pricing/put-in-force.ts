import { rowChanged } from '#kit/model/event.ts';
import { auditResource } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { channelProduct } from '../../model/channel-product.ts';
import type { PriceRecordRow } from '../../model/pricing/price-record.ts';

const FIELDS = { baseCost: 'basePrice', msrp: 'msrp', map: 'mapPrice', dropshipFee: 'dropshipFee' } as const;

type InForce = Pick<PriceRecordRow, 'channelProductId' | 'type' | 'value'>;

/**
 * Listings take the prices that the channel has put in force; orders are compared with 供货价 from then on. What they
 * were and are stands in the audit, as an edit of the form would.
 */
export async function putPricesInForce(tx: Tx, prices: readonly InForce[]): Promise<void> {
  for (const [type, some] of Map.groupBy(prices, (price) => price.type)) {
    const ids = some.map(({ channelProductId }) => channelProductId);
    const values = some.map(({ value }) => value);
    const field = FIELDS[type];
    const before = await tx.rows<{ id: string; value: string | null }>`
      select id, case ${type}::text when 'baseCost' then base_price when 'msrp' then msrp when 'map' then map_price
        else dropship_fee end::text as value
      from channel_product where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[]) order by id for update`;
    await writePrices(tx, type, ids, values);
    const stood = new Map(before.map(({ id, value }) => [id, value]));
    auditResource(
      tx,
      channelProduct,
      ids.map((rowId, at) => ({ rowId, action: 'edit', diff: { [field]: [stood.get(rowId) ?? null, values[at]] } })),
    );
    await tx.emitAll(
      rowChanged(channelProduct),
      ids.map((id) => ({ aggregate: id, payload: { id, change: 'edit', fields: [field] } })),
    );
  }
}

function writePrices(
  tx: Tx,
  type: InForce['type'],
  ids: readonly string[],
  values: readonly string[],
): Promise<unknown> {
  return tx.run`
    update channel_product p set
      base_price = case when ${type}::text = 'baseCost' then v.value else p.base_price end,
      msrp = case when ${type}::text = 'msrp' then v.value else p.msrp end,
      map_price = case when ${type}::text = 'map' then v.value else p.map_price end,
      dropship_fee = case when ${type}::text = 'dropshipFee' then v.value else p.dropship_fee end,
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = p.version + 1
    from unnest(${[...ids]}::uuid[], ${[...values]}::numeric[]) as v (id, value)
    where p.tenant_id = ${tx.tenant} and p.id = v.id`;
}
