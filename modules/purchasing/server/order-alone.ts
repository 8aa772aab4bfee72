import type { Tx } from '#kit/server/database.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { reasonAlone, type MadeAlone } from './alone-limit.ts';

/** Who approves what one person may order alone. */
export const ALONE = '系统';

interface Submitted {
  id: string;
  supplierId: string;
  /** Minor units of the base currency; null: by a rate that is nobody's word but the actor's. */
  value: bigint | null;
  base: string;
}

/** Why a second person must look at an order, or null. An order that was split is one order. */
export const reasonToCheck = (
  tx: Tx,
  { id, supplierId, value, base }: Submitted,
): Promise<string | null> =>
  reasonAlone(tx, {
    ...{ value, base, words: { value: '总额', limit: '单人下单上限' } },
    others: (since) => orderedAlone(tx, { id, supplierId, base }, since),
  });

interface OrderedAlone {
  poNo: string;
  total: bigint;
  currency: string;
  fxRate: string;
}

/**
 * What nobody else has looked at, of anybody who had a hand in this order. One that was cancelled counts
 * where the supplier may have it: it was ordered, or mailed.
 */
async function orderedAlone(
  tx: Tx,
  { id, supplierId, base }: Omit<Submitted, 'value'>,
  since: Date,
): Promise<MadeAlone[]> {
  const rows = await tx.rows<OrderedAlone>`
    select o.po_no, o.total, o.currency, o.fx_rate::text as fx_rate from purchase_order o
    join purchase_order this on this.tenant_id = o.tenant_id and this.id = ${id}::uuid
    where o.tenant_id = ${tx.tenant} and o.supplier_id = ${supplierId}::uuid and o.id <> this.id
      and o.approved_by = ${ALONE} and o.maker_ids && this.maker_ids
      and (o.status <> 'cancelled' or o.ordered_at is not null or exists (
        select 1 from purchase_order_mail m
        where m.tenant_id = o.tenant_id and m.purchase_order_id = o.id))
      and o.submitted_at > ${since}
    order by o.submitted_at, o.id`;
  return rows.map(({ poNo, total, fxRate, currency }) => ({
    no: poNo,
    value: convertAmount(total, fxRate, currency, base),
  }));
}
