import { exponentOf } from '#kit/model/currency.ts';
import { allocateAmount, formatDecimal } from '#kit/model/money.ts';
import { auditResource } from '#kit/server/audit.ts';
import { recordBirth } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { insertInto, pick, setColumns } from '#kit/server/stored-rows.ts';
import { shareOfFunds } from '../../model/allocate.ts';
import { payment, paymentAllocation, paymentLifecycle, type PaymentRow } from '../../model/payment.ts';
import { postRefusals } from '../../model/remittance-errors.ts';
import type { RemittanceRow } from '../../model/remittance.ts';
import { releasePayments } from '../bank/bank-moves.ts';
import { sharesOf } from './remittance-rows.ts';

/** What a remittance is worth in the books on its day. */
interface Worth {
  fxRate: string;
  baseCurrency: string;
  /** Minor units of the books, of the sign of the net. */
  baseNet: bigint;
}

/**
 * The money of a remittance as a payment of the customer of its shop (domain.md §3.5). It books nothing: the entry
 * is that of the remittance. A net of zero moved no money and is no payment; below zero the channel took it from the
 * bank, which is a payment out that settles nothing (domain.md §2.6: an amount and its allocations are above zero).
 */
export async function addRemittancePayment(
  tx: Tx,
  row: RemittanceRow,
  customerId: string,
  { fxRate, baseCurrency, baseNet }: Worth,
): Promise<void> {
  const [paymentNo = ''] = await tx.numbering.take(tx.actor, 'PM', 1);
  const [id = ''] = await insertInto(tx, payment, [
    {
      paymentNo,
      direction: row.netAmount > 0n ? ('in' as const) : ('out' as const),
      customerId,
      method: 'platform' as const,
      currency: row.currency,
      amount: row.netAmount > 0n ? row.netAmount : -row.netAmount,
      paidOn: row.payDate,
      bankRef: row.bankRef,
      remittanceId: row.id,
      sourceNo: row.remitNo,
      fxRate,
      baseCurrency,
      baseAmount: baseNet > 0n ? baseNet : -baseNet,
      postedBy: tx.actor.username,
      postedAt: tx.now,
      status: 'posted' as const,
    },
  ]);
  await noteMakers(tx, payment, id);
  recordBirth(tx, paymentLifecycle, 'remit', [{ id, status: 'posted', scope: null }]);
  auditResource(tx, payment, [{ rowId: id, action: 'add' }]);
  await allocateRemittancePayment(tx, row.id);
}

/**
 * Says again which invoices the money of a remittance pays. Where it settles more than came in, because the channel
 * kept fees and deductions, each invoice has its share of what came in (domain.md §4: allocation).
 */
export async function allocateRemittancePayment(tx: Tx, remittanceId: string): Promise<void> {
  const [held] = await pick(tx, payment, ['id', 'direction', 'currency', 'amount', 'baseAmount'])`
    remittance_id = ${remittanceId}::uuid and status = 'posted' for update`;
  if (held?.direction !== 'in') return;
  const settled = new Map<string, bigint>();
  for (const { invoiceId, amount } of await sharesOf(tx, remittanceId))
    settled.set(invoiceId, (settled.get(invoiceId) ?? 0n) + amount);
  const whole = [...settled.values()].reduce((sum, amount) => sum + amount, 0n);
  const allocated = whole < held.amount ? whole : held.amount;
  const parts = allocateAmount(allocated, [...settled.values()]);
  const rows = [...settled.keys()].flatMap((invoiceId, at) => {
    const amount = parts[at] ?? 0n;
    return amount > 0n ? [{ invoiceId, amount }] : [];
  });
  await tx.run`
    delete from payment_allocation where tenant_id = ${tx.tenant} and payment_id = ${held.id}::uuid`;
  await insertInto(
    tx,
    paymentAllocation,
    rows.map((one) => ({
      ...one,
      paymentId: held.id,
      currency: held.currency,
      portion: formatDecimal(one.amount, exponentOf(held.currency)),
    })),
  );
  await setColumns(tx, payment, [held.id], { lineCount: rows.length, ...usedOf(held, allocated) });
}

const usedOf = (
  { amount, baseAmount }: Pick<PaymentRow, 'amount' | 'baseAmount'>,
  allocated: bigint,
): Pick<PaymentRow, 'allocated' | 'allocatedBase'> => ({
  allocated,
  allocatedBase: shareOfFunds({ amount, allocated: 0n, baseAmount, allocatedBase: 0n }, allocated),
});

/** A remittance is taken back: its payment with it, without an entry of its own. What it was for stays to be read. */
export async function reverseRemittancePayment(
  tx: Tx,
  { id, remitNo }: Pick<RemittanceRow, 'id' | 'remitNo'>,
  reason: string,
): Promise<void> {
  const held = await pick(tx, payment, ['id'])`
    remittance_id = ${id}::uuid and status = 'posted' for update`;
  await releasePayments(
    tx,
    held.map((one) => one.id),
  );
  await setColumns(tx, payment, held, {
    status: 'reversed',
    allocated: 0n,
    allocatedBase: 0n,
    reversedBy: tx.actor.username,
    reversedAt: tx.now,
    reverseReason: `回款单 ${remitNo} 已冲销：${reason}`.slice(0, 255),
  });
  auditResource(
    tx,
    payment,
    held.map((one) => ({ rowId: one.id, action: 'edit' as const })),
  );
}

/** Money that somebody entered already by its number at the bank is not there a second time (domain.md §7, M-05). @throws Refusal 409 */
export async function refuseEnteredAlready(
  tx: Tx,
  { bankRef, currency }: RemittanceRow,
  customerId: string,
): Promise<void> {
  if (bankRef === null) return;
  const [known] = await pick(tx, payment, ['paymentNo'])`
    remittance_id is null and status in ('draft', 'posted') and upper(bank_ref) = upper(${bankRef})
    and customer_id = ${customerId}::uuid and currency = ${currency} order by id limit 1`;
  if (known) throw postRefusals.entered({ bankRef, paymentNo: known.paymentNo });
}
