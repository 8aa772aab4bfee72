import { moneyText } from '#kit/model/currency.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { shareOfFunds, type Funds, type Taken } from '../../model/allocate.ts';
import { invoice, type InvoiceRow } from '../../model/invoice.ts';
import { payFaults } from '../../model/payment-errors.ts';
import { settleInvoices, type NewSettlement, type SettlementSource } from '../invoices/settle.ts';

/** A part of money that is for an invoice. */
export interface Allocation {
  invoiceId: string;
  amount: bigint;
  withDiscount: boolean;
}

/** What a part of money took, and what it left off. */
export interface Allocated extends Allocation {
  discount: bigint;
}

type Owed = Pick<
  InvoiceRow,
  'id' | 'invoiceNo' | 'currency' | 'balance' | 'discountDate' | 'discountAmount' | 'discounted'
>;

interface Money extends Funds {
  /** On which it was paid: a discount ends on a day. */
  paidOn: string;
  /** Money of a customer pays, what a credit note left credits. */
  kind: 'paid' | 'credited';
}

/**
 * Settles invoices with parts of money, each with its discount where that is asked for.
 * @returns what left the receivables, for the entry, and how much of the money is used now
 * @throws Refusal where a discount is late or less than the rest is paid with it, or an invoice takes no more
 */
export async function allocateTo(
  tx: Tx,
  source: SettlementSource,
  money: Money,
  allocations: readonly Allocation[],
): Promise<{ taken: Taken[]; allocated: Allocated[]; used: Pick<Funds, 'allocated' | 'allocatedBase'> }> {
  const ids = allocations.map(({ invoiceId }) => invoiceId);
  // Held here already, in the order in which everybody holds them: what is owed is judged as it will be settled.
  const owed = await pick(tx, invoice, [
    'id',
    'invoiceNo',
    'currency',
    'balance',
    'discountDate',
    'discountAmount',
    'discounted',
  ])`id = any(${ids}::uuid[]) order by id for update`;
  const byId = new Map(owed.map((row) => [row.id, row]));
  const allocated = allocations.map((one): Allocated => {
    const row = byId.get(one.invoiceId);
    return { ...one, discount: row && one.withDiscount ? discountOf(row, one.amount, money.paidOn) : 0n };
  });
  const settlements = allocated.flatMap(({ invoiceId, amount, discount }): NewSettlement[] => [
    { invoiceId, kind: money.kind, amount },
    ...(discount > 0n ? [{ invoiceId, kind: 'discounted' as const, amount: discount }] : []),
  ]);
  const settled = await settleInvoices(tx, { ...source, day: source.day ?? money.paidOn }, settlements);
  const funds = { ...money };
  const taken = settled.map(({ kind, amount, receivable, baseAmount }): Taken => {
    if (kind === 'discounted') return { receivable, baseAmount, share: null };
    const share = shareOfFunds(funds, amount);
    funds.allocated += amount;
    funds.allocatedBase += share;
    return { receivable, baseAmount, share };
  });
  return { taken, allocated, used: { allocated: funds.allocated, allocatedBase: funds.allocatedBase } };
}

/** What is left off an invoice that is paid early, where the rest of it is paid with that. */
function discountOf(row: Owed, amount: bigint, paidOn: string): bigint {
  const { invoiceNo, balance, discountDate, discountAmount, discounted, currency } = row;
  const open = discountAmount - discounted;
  if (!discountDate || open <= 0n) throw payFaults.late({ invoiceNo, day: null });
  if (paidOn > discountDate) throw payFaults.late({ invoiceNo, day: discountDate });
  if (open >= balance || amount !== balance - open)
    throw payFaults.part({ invoiceNo, amount: moneyText(balance > open ? balance - open : 0n, currency) });
  return open;
}
