import { moneyText } from '#kit/model/currency.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { shareOfFunds } from '../../model/allocate.ts';
import { payment, type PaymentRow } from '../../model/payment.ts';
import { payFaults } from '../../model/payment-errors.ts';

/**
 * Takes what goes back to a customer out of what they had paid ahead, the oldest first; these payments are held
 * meanwhile.
 * @returns what it stood for in the books
 */
export async function takeAdvances(
  tx: Tx,
  { id, customerId, currency, amount }: Pick<PaymentRow, 'id' | 'customerId' | 'currency' | 'amount'>,
): Promise<bigint> {
  const open = await pick(tx, payment, ['id', 'amount', 'allocated', 'unallocated', 'baseAmount', 'allocatedBase'])`
    customer_id = ${customerId}::uuid and currency = ${currency} and direction = 'in' and status = 'posted'
    and unallocated > 0 order by paid_on, id for update`;
  let left = amount;
  const parts = open.flatMap((from) => {
    const part = from.unallocated < left ? from.unallocated : left;
    left -= part;
    return part > 0n ? [{ fromId: from.id, part, base: shareOfFunds(from, part) }] : [];
  });
  if (left > 0n) throw payFaults.noAdvance({ left: moneyText(amount - left, currency) });
  await tx.rows`
    insert into payment_refund (tenant_id, id, payment_id, from_id, amount, base_amount, create_by, create_time)
    select ${tx.tenant}, r.id, ${id}::uuid, r.from_id, r.amount, r.base, ${tx.actor.username}, ${tx.now}
    from unnest(${parts.map(() => newId())}::uuid[], ${parts.map((p) => p.fromId)}::uuid[],
      ${parts.map((p) => p.part)}::bigint[], ${parts.map((p) => p.base)}::bigint[]) as r (id, from_id, amount, base)
    returning id`;
  await tx.run`
    update payment p set allocated = p.allocated + r.amount, allocated_base = p.allocated_base + r.base,
      version = p.version + 1, update_time = ${tx.now}, update_by = ${tx.actor.username}
    from unnest(${parts.map((p) => p.fromId)}::uuid[], ${parts.map((p) => p.part)}::bigint[],
      ${parts.map((p) => p.base)}::bigint[]) as r (id, amount, base)
    where p.tenant_id = ${tx.tenant} and p.id = r.id`;
  return parts.reduce((sum, { base }) => sum + base, 0n);
}

/** What a payment to a customer had taken of their advances is theirs again. */
export async function giveBackAdvances(tx: Tx, paymentId: string): Promise<void> {
  await tx.run`
    update payment p set allocated = p.allocated - r.amount, allocated_base = p.allocated_base - r.base_amount,
      version = p.version + 1, update_time = ${tx.now}, update_by = ${tx.actor.username}
    from payment_refund r
    where r.tenant_id = ${tx.tenant} and r.payment_id = ${paymentId}::uuid
      and p.tenant_id = r.tenant_id and p.id = r.from_id`;
}
