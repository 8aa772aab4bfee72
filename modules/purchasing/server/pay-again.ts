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
 * Money that came back to an account once (not to a credit) leaves again by a third hand: neither by who paid at
 * first nor by who took that payment back. Where these are all people of the tenant, whoever only paid pays again,
 * and where everybody took one back, everybody does.
 */
export async function refuseReversers(tx: Tx, rows: readonly SupplierBillRow[]): Promise<Map<string, Refusal>> {
  if (tx.actor.isSystem) return new Map();
  const reversed = await tx.rows<PaymentUsers>`
    select bill_id, maker_ids, reverser_ids from bill_payment
    where tenant_id = ${tx.tenant} and bill_id = any(${rows.map(({ id }) => id)}::uuid[])
      and reversed_at is not null and credit_id is null`;
  if (reversed.length === 0) return new Map();
  const people = await tx.rows<{ userId: string }>`
    select user_id from membership where tenant_id = ${tx.tenant}`;
  const own = partakers(tx.actor);
  const isAmong = (hands: ReadonlySet<string>): boolean => own.some((id) => hands.has(id));
  const isBarred = (billId: string): boolean => {
    const payments = reversed.filter((one) => one.billId === billId);
    const reversers = new Set(payments.flatMap(({ reverserIds }) => reverserIds));
    const all = new Set([...payments.flatMap(({ makerIds }) => makerIds), ...reversers]);
    if (!isAmong(all)) return false;
    // A deputy never is the last one who could be asked.
    if (tx.actor.behind !== undefined) return true;
    const held = isAmong(reversers) ? reversers : all;
    return people.some(({ userId }) => !held.has(userId));
  };
  return new Map(rows.flatMap(({ id, billNo }) => (isBarred(id) ? [[id, paidAgain({ billNo })] as const] : [])));
}

/** Who paid a bill, and who took that back. */
interface PaymentUsers {
  billId: string;
  makerIds: readonly string[];
  reverserIds: readonly string[];
}
