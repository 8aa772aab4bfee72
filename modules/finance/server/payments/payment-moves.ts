import { exponentOf, moneyText } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { insertInto, pick, setColumns } from '#kit/server/stored-rows.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { netPostings, type AccountName, type Posting } from '#modules/ledger/model/journal.ts';
import { postEntries, postingDay, reverseEntry } from '#modules/ledger/server/index.ts';
import { payingAccount } from '#modules/purchasing/model/paying-account.ts';
import { minorUnits, settledPostings, type Taken } from '../../model/allocate.ts';
import { invoice, type InvoiceRow } from '../../model/invoice.ts';
import { payment, paymentAllocation, paymentLifecycle, type PaymentRow } from '../../model/payment.ts';
import { payFaults } from '../../model/payment-errors.ts';
import { releasePayments } from '../bank/bank-moves.ts';
import { unsettleInvoices } from '../invoices/settle.ts';
import { allocateTo, type Allocation } from './allocate.ts';
import { giveBackAdvances, takeAdvances } from './advances.ts';
import { rateToBook, refuseOutAlone, refuseRemitted } from './post-limits.ts';

/** 过账: the money is in the books; what is for invoices settles them, the rest is 预收. */
export const postPayment: Command = command(paymentLifecycle, 'post', {
  async run(tx, rows, { payRate = null }) {
    const base = await baseCurrency(tx);
    for (const row of rows) {
      const fxRate = await rateToBook(tx, row, payRate, base);
      const baseAmount = convertAmount(
        row.amount,
        fxRate,
        row.currency,
        base,
        payRate === null ? undefined : 'payRate',
      );
      await refuseRemitted(tx, row);
      if (row.direction === 'out') await refuseOutAlone(tx, row, baseAmount, base);
      const booked = { ...row, fxRate, baseCurrency: base, baseAmount };
      await setColumns(tx, payment, [row.id], {
        fxRate,
        baseCurrency: base,
        baseAmount,
        postedBy: tx.actor.username,
        postedAt: tx.now,
      });
      await (row.direction === 'in' ? receive(tx, booked) : refund(tx, booked));
      await noteMakers(tx, payment, row.id);
    }
  },
});

/** A payment with what it stands for in the books. */
type Booked = PaymentRow & { baseCurrency: string };

async function receive(tx: Tx, row: Booked): Promise<void> {
  const lines = await pick(tx, paymentAllocation, ['id', 'invoiceId', 'amount', 'withDiscount'])`
    payment_id = ${row.id}::uuid order by id`;
  const cash = await cashOf(tx, row.accountId);
  const { taken, rest } = await allocate(tx, row, lines);
  const advance = await advanceOf(tx, row.customerId);
  await post(tx, row, 'posted', row.direction === 'in' ? '收客户货款' : '退客户预收', [
    ...settledPostings(cash, taken, row.baseCurrency),
    { debit: cash, credit: advance, amount: rest, currency: row.baseCurrency },
  ]);
}

/** Settles invoices of the customer with a payment. @returns what they took, and what is left of it in the books */
async function allocate(
  tx: Tx,
  row: Booked,
  allocations: readonly (Allocation & { id?: string })[],
): Promise<{ taken: Taken[]; rest: bigint }> {
  if (allocations.length === 0) return { taken: [], rest: row.baseAmount - row.allocatedBase };
  const source = { type: 'payment', id: row.id, no: row.paymentNo };
  const kind = row.method === 'credit' ? 'credited' : 'paid';
  const { taken, allocated, used } = await allocateTo(tx, source, { ...row, kind }, allocations);
  await setColumns(tx, payment, [row.id], used);
  for (const [at, { discount }] of allocated.entries()) {
    const id = allocations[at]?.id;
    if (id && discount > 0n) await setColumns(tx, paymentAllocation, [id], { discount });
  }
  const added = allocated.filter((_, at) => allocations[at]?.id === undefined);
  if (added.length > 0) {
    await insertInto(
      tx,
      paymentAllocation,
      added.map((one) => ({
        ...one,
        id: newId(),
        paymentId: row.id,
        currency: row.currency,
        portion: formatDecimal(one.amount, exponentOf(row.currency)),
      })),
    );
    await setColumns(tx, payment, [row.id], { lineCount: row.lineCount + added.length });
  }
  return { taken, rest: row.baseAmount - used.allocatedBase };
}

/** Money back to a customer: of advances, the oldest first; the difference of rates is ours. */
async function refund(tx: Tx, row: Booked): Promise<void> {
  const taken = await takeAdvances(tx, row);
  await setColumns(tx, payment, [row.id], { allocated: row.amount, allocatedBase: row.baseAmount });
  const [cash, advance] = [await cashOf(tx, row.accountId), await advanceOf(tx, row.customerId)];
  const currency = row.baseCurrency;
  const both = taken < row.baseAmount ? taken : row.baseAmount;
  await post(tx, row, 'posted', '退客户预收', [
    { debit: advance, credit: cash, amount: both, currency },
    { debit: advance, credit: { code: 'fx' }, amount: taken - both, currency },
    { debit: { code: 'fx' }, credit: cash, amount: row.baseAmount - both, currency },
  ]);
}

async function post(tx: Tx, row: Booked, event: string, memo: string, sides: readonly Posting[]): Promise<void> {
  const postings = netPostings(sides);
  if (postings.length === 0) return;
  const day = event === 'posted' ? await postingDay(tx, row.paidOn) : undefined;
  const source = { refType: 'payment', refId: row.id, refNo: row.paymentNo };
  await postEntries(tx, [{ ...source, event, memo, postings, ...(day === undefined ? {} : { day }) }]);
}

/** 核销: what is left of a payment settles an invoice, or as many as it is enough for, the earliest due first. */
export const allocatePayment: Command = command(paymentLifecycle, 'allocate', {
  guard: async (_tx, rows) =>
    new Map(
      rows.flatMap((row): [string, Refusal][] => {
        if (row.remittanceId !== null)
          return [[row.id, payFaults.parkedElsewhere({ ...row, remitNo: row.sourceNo ?? '' })]];
        if (row.direction === 'out') return [[row.id, payFaults.onlyIn(row)]];
        return row.unallocated === 0n ? [[row.id, payFaults.nothingLeft(row)]] : [];
      }),
    ),
  async run(tx, rows, { invoiceId = null, amount: typed = null, withDiscount = false }) {
    for (const row of rows) {
      const { currency } = row;
      const amount = typed === null ? null : minorUnits(typed, currency);
      if (typed !== null && amount === null) throw payFaults.places({ currency, places: exponentOf(currency) });
      if (amount !== null && amount > row.unallocated)
        throw payFaults.beyondLeft({ ...row, left: moneyText(row.unallocated, row.currency) });
      const booked = { ...row, baseCurrency: row.baseCurrency ?? (await baseCurrency(tx)) };
      const wanted = await wantedOf(tx, row, { invoiceId, amount, withDiscount: withDiscount === true });
      const advance = await advanceOf(tx, row.customerId);
      const { taken } = await allocate(tx, booked, wanted);
      await post(
        tx,
        booked,
        `allocated ${row.version}`,
        '预收核销发票',
        settledPostings(advance, taken, booked.baseCurrency),
      );
    }
  },
});

type Owing = Pick<InvoiceRow, 'id' | 'invoiceNo' | 'balance' | 'discountAmount' | 'discounted'>;

interface Wanted {
  invoiceId: string | null;
  amount: bigint | null;
  withDiscount: boolean;
}

async function wantedOf(tx: Tx, row: PaymentRow, wanted: Wanted): Promise<Allocation[]> {
  let left = wanted.amount ?? row.unallocated;
  const open = await tx.query<Owing>(sql`
    select t.id, t.invoice_no, t.balance, t.discount_amount, t.discounted from invoice t
    where ${join(baseConditions(invoice, tx.actor), ' and ')} and t.customer_id = ${row.customerId}::uuid
      and t.currency = ${row.currency} and t.balance > 0 and t.status <> 'voided'
      and (${wanted.invoiceId}::uuid is null or t.id = ${wanted.invoiceId}::uuid)
    order by t.due_date, t.id limit 1000`);
  if (open.length === 0 && wanted.invoiceId !== null) {
    const [other] = await pick(tx, invoice, ['invoiceNo'])`id = ${wanted.invoiceId}::uuid`;
    throw payFaults.otherCustomer({ invoiceNo: other?.invoiceNo ?? '' });
  }
  if (open.length === 0) throw payFaults.noInvoice();
  return open.flatMap(({ id, balance, discountAmount, discounted }): Allocation[] => {
    const least = wanted.withDiscount ? balance - (discountAmount - discounted) : balance;
    const part = left < least ? left : least;
    left -= part;
    return part > 0n ? [{ invoiceId: id, amount: part, withDiscount: wanted.withDiscount }] : [];
  });
}

/** 冲销: invoices are open again, the books go back to the cent, today. */
export const reversePayment: Command = command(paymentLifecycle, 'reverse', {
  async guard(tx, rows) {
    const refunds = await tx.rows<{ id: string; paymentNo: string }>`
      select r.from_id as id, p.payment_no from payment_refund r
      join payment p on p.tenant_id = r.tenant_id and p.id = r.payment_id
      where r.tenant_id = ${tx.tenant} and r.from_id = any(${rows.map(({ id }) => id)}::uuid[]) and p.status = 'posted'
      order by p.id`;
    const by = Map.groupBy(refunds, ({ id }) => id);
    return new Map(
      rows.flatMap(({ id, paymentNo, sourceNo, remittanceId }): [string, Refusal][] => {
        if (remittanceId !== null) return [[id, payFaults.ofRemittance({ paymentNo, remitNo: sourceNo ?? '' })]];
        if (sourceNo !== null) return [[id, payFaults.ofSource({ paymentNo, source: sourceNo })]];
        const users = by.get(id)?.map((one) => one.paymentNo);
        return users ? [[id, payFaults.refunded({ paymentNo, by: users })]] : [];
      }),
    );
  },
  async run(tx, rows, { reason }) {
    for (const { id, paymentNo, direction } of rows) {
      if (direction === 'out') await giveBackAdvances(tx, id);
      else await unsettleInvoices(tx, { type: 'payment', id });
      await reverseEntries(tx, id, `冲销 ${paymentNo}：${reason}`);
    }
    await releasePayments(
      tx,
      rows.map(({ id }) => id),
    );
    await setColumns(tx, payment, rows, {
      allocated: 0n,
      allocatedBase: 0n,
      reversedBy: tx.actor.username,
      reversedAt: tx.now,
      reverseReason: reason,
    });
  },
});

/** All that a payment posted and that stands, the last first. */
export async function reverseEntries(tx: Tx, paymentId: string, memo: string): Promise<void> {
  const entries = await tx.rows<{ id: string }>`
    select e.id from journal_entry e where e.tenant_id = ${tx.tenant} and e.ref_type = 'payment'
      and e.ref_id = ${paymentId} and e.reverses_id is null and not exists (
        select 1 from journal_entry r where r.tenant_id = e.tenant_id and r.reverses_id = e.id)
    order by e.id desc`;
  for (const { id } of entries) await reverseEntry(tx, id, { memo });
}

/** 取消: nothing was booked. */
export const cancelPayment: Command = command(paymentLifecycle, 'cancel', { run: async () => undefined });

/** 银行存款, of one account where it was named. */
async function cashOf(tx: Tx, id: string | null): Promise<AccountName> {
  if (!id) return { code: 'cash' };
  const [found] = await pick(tx, payingAccount, ['name', 'status'])`id = ${id}::uuid`;
  if (found?.status === 'disabled') throw payFaults.account({ account: found.name });
  return { code: 'cash', part: id, ...(found ? { partName: found.name } : {}) };
}

/** 预收账款 of a customer. */
export async function advanceOf(tx: Tx, customerId: string): Promise<AccountName> {
  const owner = await tx.maybe<{ name: string }>`
    select name from customer where tenant_id = ${tx.tenant} and id = ${customerId}::uuid`;
  return { code: 'advance:customer', part: customerId, ...(owner ? { partName: owner.name } : {}) };
}
