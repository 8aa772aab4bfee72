import type { Refusal } from '#kit/model/refusal.ts';
import { partakers } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { paidAgain } from '../model/bill-errors.ts';
import type { BillPaymentRow } from '../model/bill-payment.ts';
import type { SupplierBillRow } from '../model/supplier-bill.ts';

/** Whoever takes payments back, for {@link refuseReversers}. */
export async function noteReverser(tx: Tx, rows: readonly BillPaymentRow[]): Promise<void> {
  await tx.run`update bill_payment set reverser_ids = ${partakers(tx.actor)}::uuid[]
    where tenant_id = ${tx.tenant} and id = any(${rows.map(({ id }) => id)}::uuid[])`;
}

/**
 * Money that came back once, from no credit but an account, leaves again by a third hand: neither who paid at first nor who took that payment
 * back. Where all people of the tenant are among them, who only paid may, and where all took one back, everybody.
 */
export async function refuseReversers(
  tx: Tx,
  rows: readonly SupplierBillRow[],
): Promise<Map<string, Refusal>> {
  if (tx.actor.isSystem) return new Map();
  const hands = partakers(tx.actor);
  const inOwnName = tx.actor.behind === undefined;
  const barred = await tx.rows<{ id: string }>`
    select b.bill_id as id from (
      select bill_id, array_agg(distinct h.id) filter (where h.reversed) as reversers, array_agg(distinct h.id) as all_hands
      from bill_payment p cross join lateral (
        select unnest(p.maker_ids) as id, false as reversed union all select unnest(p.reverser_ids), true) h
      where p.tenant_id = ${tx.tenant} and p.bill_id = any(${rows.map(({ id }) => id)}::uuid[])
        and p.reversed_at is not null and p.credit_id is null
      group by bill_id) b
    where b.all_hands && ${hands}::uuid[] and (not ${inOwnName} or exists (
      select 1 from membership m where m.tenant_id = ${tx.tenant} and m.user_id <> all(
        case when b.reversers && ${hands}::uuid[] then b.reversers else b.all_hands end)))`;
  const ids = new Set(barred.map(({ id }) => id));
  return new Map(
    rows.flatMap(({ id, billNo }) => (ids.has(id) ? [[id, paidAgain({ billNo })] as const] : [])),
  );
}
