import { recordBirth } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { insertInto, pick, setColumns } from '#kit/server/stored-rows.ts';
import { dayIn } from '#kit/model/time.ts';
import { notePosted } from '#modules/aftersales/server/index.ts';
import { netPostings, type AccountName } from '#modules/ledger/model/journal.ts';
import { postEntries, reverseEntry } from '#modules/ledger/server/index.ts';
import { settledPostings } from '../../model/allocate.ts';
import { payment, paymentLifecycle } from '../../model/payment.ts';
import { creditSpent } from '../../model/payment-errors.ts';
import { unsettleInvoices } from '../invoices/settle.ts';
import { allocateTo, type Allocation } from '../payments/allocate.ts';
import { advanceOf } from '../payments/payment-moves.ts';

const RETURNS: AccountName = { code: 'revenue:returns' };

interface WaitingNote {
  id: string;
  creditNo: string;
  orderId: string;
  currency: string;
  total: bigint;
  baseCurrency: string;
  baseTotal: bigint;
}

/**
 * Books credit notes of orders that are invoiced by now and that no book knows yet: they take from the invoices of
 * their order, the oldest first; what these do not take the customer has ahead. Callers hold the orders.
 */
export async function creditOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const notes = await tx.rows<WaitingNote>`
    select n.id, n.credit_no, n.order_id, n.currency, n.total, n.base_currency, n.base_total from credit_note n
    where n.tenant_id = ${tx.tenant} and n.order_id = any(${orderIds}::uuid[]) and n.status = 'issued'
      and n.entry_id is null order by n.id`;
  for (const note of notes) await bookNote(tx, note);
}

async function bookNote(tx: Tx, note: WaitingNote): Promise<void> {
  const invoices = await tx.rows<{ id: string; customerId: string; currency: string; balance: bigint }>`
    select id, customer_id, currency, balance from invoice
    where tenant_id = ${tx.tenant} and order_id = ${note.orderId}::uuid and status <> 'voided'
    order by issue_date, id for update`;
  const [first] = invoices;
  if (!first) return;
  let left = note.total;
  const wanted = invoices.flatMap(({ id, currency, balance }): Allocation[] => {
    const amount = currency !== note.currency ? 0n : balance < left ? balance : left;
    left -= amount;
    return amount > 0n ? [{ invoiceId: id, amount, withDiscount: false }] : [];
  });
  const source = { type: 'creditNote', id: note.id, no: note.creditNo };
  const funds = { amount: note.total, allocated: 0n, baseAmount: note.baseTotal, allocatedBase: 0n };
  const money = { ...funds, paidOn: dayIn(tx.now, tx.actor.zone), kind: 'credited' as const };
  const { taken, used } = await allocateTo(tx, source, money, wanted);
  const rest = note.baseTotal - used.allocatedBase;
  const postings = netPostings([
    ...settledPostings(RETURNS, taken, note.baseCurrency),
    {
      debit: RETURNS,
      credit: await advanceOf(tx, first.customerId),
      amount: rest,
      currency: note.baseCurrency,
    },
  ]);
  if (postings.length === 0) return;
  const entry = { refType: 'creditNote', refId: note.id, refNo: note.creditNo, event: 'credited', memo: '退款冲应收' };
  const [entryId = ''] = await postEntries(tx, [{ ...entry, postings }]);
  await notePosted(tx, note.id, entryId);
  if (left > 0n) await keepRest(tx, note, first.customerId, left, rest);
}

/** What no invoice of the order takes is the customer's, and settles others of theirs later. */
async function keepRest(tx: Tx, note: WaitingNote, customerId: string, amount: bigint, base: bigint): Promise<void> {
  const [paymentNo = ''] = await tx.numbering.take(tx.actor, 'PM', 1);
  const [id = ''] = await insertInto(tx, payment, [
    {
      paymentNo,
      direction: 'in' as const,
      customerId,
      method: 'credit' as const,
      currency: note.currency,
      amount,
      paidOn: dayIn(tx.now, tx.actor.zone),
      baseCurrency: note.baseCurrency,
      baseAmount: base,
      sourceNo: note.creditNo,
      postedBy: tx.actor.username,
      postedAt: tx.now,
      status: 'posted' as const,
    },
  ]);
  await tx.run`update payment set source_type = 'creditNote', source_id = ${note.id}::uuid
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  recordBirth(tx, paymentLifecycle, 'credit', [{ id, status: 'posted', scope: null }]);
}

/**
 * A credit note was taken back: its invoices are owed again.
 * @throws Refusal where what it left to the customer was used since
 */
export async function uncredit(tx: Tx, note: { id: string; creditNo: string; entryId: string | null }): Promise<void> {
  if (note.entryId === null) return;
  await unsettleInvoices(tx, { type: 'creditNote', id: note.id });
  const [rest] = await pick(tx, payment, ['id', 'paymentNo', 'allocated'])`
    source_type = 'creditNote' and source_id = ${note.id}::uuid and status = 'posted' for update`;
  if (rest) {
    if (rest.allocated > 0n) throw creditSpent({ creditNo: note.creditNo, paymentNo: rest.paymentNo });
    await setColumns(tx, payment, [rest.id], {
      status: 'reversed',
      reversedBy: tx.actor.username,
      reversedAt: tx.now,
      reverseReason: `退款单 ${note.creditNo} 已冲销`,
    });
  }
  await reverseEntry(tx, note.entryId, { memo: `冲销退款单 ${note.creditNo}` });
}
