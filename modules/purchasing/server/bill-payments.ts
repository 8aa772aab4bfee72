import { exponentOf, moneyText } from '#kit/model/currency.ts';
import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { dayIn } from '#kit/model/time.ts';
import type { Values } from '#kit/model/field.ts';
import { command, moveInTransaction, recordBirth, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { insertInto, pick, setColumns } from '#kit/server/stored-rows.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import type { AccountName, Posting } from '#modules/ledger/model/journal.ts';
import { postEntries, reverseEntry } from '#modules/ledger/server/index.ts';
import { paidAhead, payFaults } from '../model/bill-errors.ts';
import { billPayment, billPaymentLifecycle, type payQuestions } from '../model/bill-payment.ts';
import { payingAccount } from '../model/paying-account.ts';
import { openOfBill, settle, type OwedBill, type Settled } from '../model/settle-bill.ts';
import { supplierBill, supplierBillLifecycle, type SupplierBillRow } from '../model/supplier-bill.ts';
import { refuseMakers } from './bill-alone.ts';
import { rateToPay, refuseDearer } from './pay-rate.ts';
import { checkPayee } from './pay-to.ts';
import { noteReverser, refuseReversers } from './pay-again.ts';
import { owedTo } from './supplier-bills.ts';
import { giveBackCredit, useCredits } from './supplier-credits.ts';

type Answers = Values<typeof payQuestions>;

/** 付款: all that is owed or a part of it, never beyond; the bill is locked while it is judged. */
export const paySupplierBill: Command = command(supplierBillLifecycle, 'pay', {
  guard: async (tx, rows) => new Map([...(await refuseMakers(tx, rows)), ...(await refuseReversers(tx, rows))]),
  async run(tx, rows, { amount = null, payRate = null, accountId = null, ...answers }) {
    const day = payDay(tx, answers.paidOn ?? null);
    if (rows.length > 1 && amount !== null) throw payFaults.one();
    const from = await accountNamed(tx, accountId);
    const states = new Map<string, string>();
    for (const row of rows) {
      const request = { ...answers, amount, payRate, accountId, day, from, isOne: rows.length === 1 };
      const isPaid = await pay(tx, row, request);
      states.set(row.id, isPaid ? 'paid' : 'part_paid');
    }
    return states;
  },
});

function payDay(tx: Tx, request: string | null): string {
  const today = dayIn(tx.now, tx.actor.zone);
  if (request !== null && request > today) throw paidAhead();
  return request ?? today;
}

/** 银行存款, of one account where it was named. */
async function accountNamed(tx: Tx, id: string | null): Promise<AccountName> {
  if (!id) return { code: 'cash' };
  const [found] = await pick(tx, payingAccount, ['name', 'status'])`id = ${id}::uuid`;
  if (found?.status === 'disabled') throw payFaults.account({ account: found.name });
  return { code: 'cash', part: id, ...(found ? { partName: found.name } : {}) };
}

interface PaymentRequest extends Omit<Answers, 'amount' | 'payRate' | 'accountId'> {
  amount: string | null;
  payRate: string | null;
  accountId: string | null;
  day: string;
  from: AccountName;
  /** One bill is paid, not many in one go. */
  isOne: boolean;
}

/** One payment of a bill: from an account, or by a credit of the supplier. */
interface Portion {
  amount: bigint;
  discount: bigint;
  baseAmount: bigint;
  fxRate: string;
  creditId: string | null;
}

/** @returns whether nothing is owed any more */
async function pay(tx: Tx, row: SupplierBillRow, request: PaymentRequest): Promise<boolean> {
  const { amount, discount } = partOf(row, openOfBill(asOwed(row)), request);
  const portions = await portionsOf(tx, row, { amount, discount }, request);
  await refuseDearer(tx, row, portions);
  const isLeaving = portions.some(({ creditId, amount: part }) => creditId === null && part > 0n);
  const payee = isLeaving ? await checkPayee(tx, row, request.checkedPayee === true) : null;
  const owed = asOwed(row);
  let isPaid = false;
  for (const portion of portions) {
    const settled = settle(owed, portion);
    const to = portion.creditId === null ? payee : null;
    const id = await storePayment(tx, row, request, { ...portion, ...settled, payee: to });
    await postPayment(tx, row, id, request, { ...portion, ...settled });
    owed.paidTotal += portion.amount;
    owed.discountTotal += portion.discount;
    owed.settledBase += settled.settledBase;
    isPaid = settled.isPaid;
  }
  const { paidTotal, discountTotal, settledBase } = owed;
  await setColumns(tx, supplierBill, [row], {
    paidTotal,
    discountTotal,
    settledBase,
    paidOn: request.day,
    bankRef: request.bankRef ?? null,
    paidBy: tx.actor.username,
  });
  return isPaid;
}

/** Credits of the supplier first, where that was asked for; what is left comes from the account. */
async function portionsOf(
  tx: Tx,
  row: SupplierBillRow,
  { amount, discount }: { amount: bigint; discount: bigint },
  request: PaymentRequest,
): Promise<Portion[]> {
  const credits = request.withCredits ? await useCredits(tx, row, amount) : [];
  if (request.withCredits && request.isOne && credits.length === 0)
    throw payFaults.noCredits({ currency: row.currency });
  const used = credits.map(({ id, ...credit }): Portion => ({
    ...credit,
    discount: 0n,
    creditId: id,
  }));
  const rest = used.reduce((left, portion) => left - portion.amount, amount);
  if (used.length > 0 && rest === 0n && discount === 0n) return used;
  const base = await baseCurrency(tx);
  const fxRate = await rateToPay(tx, row, request, base);
  const from = request.payRate === null ? 'amount' : 'payRate';
  const baseAmount = convertAmount(rest, fxRate, row.currency, base, from);
  return [...used, { amount: rest, discount, baseAmount, fxRate, creditId: null }];
}

const asOwed = ({ total, paidTotal, discountTotal, baseTotal, settledBase }: SupplierBillRow): OwedBill => ({
  total,
  paidTotal,
  discountTotal,
  settledBase,
  baseTotal: baseTotal ?? 0n,
});

/** What is paid and what is left off, in minor units of the bill. */
function partOf(row: SupplierBillRow, open: bigint, request: PaymentRequest): { amount: bigint; discount: bigint } {
  const discount = request.withDiscount ? discountOf(row, open, request.day) : 0n;
  const most = open - discount;
  const typed = request.amount === null ? most : minorOf(request.amount, row.currency);
  if (typed > most) throw payFaults.beyond({ open: moneyText(most, row.currency) });
  if (typed === 0n && open > 0n) throw payFaults.nothing();
  if (discount > 0n && typed < most) throw payFaults.partDiscount({ amount: moneyText(most, row.currency) });
  return { amount: typed, discount };
}

function discountOf(row: SupplierBillRow, open: bigint, day: string): bigint {
  const { discountDate, discountAmount } = row;
  if (!discountDate || !discountAmount || discountAmount >= open) throw payFaults.noDiscount();
  if (day > discountDate) throw payFaults.lateDiscount({ day: discountDate });
  return discountAmount;
}

function minorOf(text: string, currency: string): bigint {
  const places = exponentOf(currency);
  const scaled = parseDecimal(text, PRICE_SCALE) ?? 0n;
  const unit = 10n ** BigInt(PRICE_SCALE - places);
  if (scaled % unit !== 0n) throw payFaults.places({ currency, places });
  return scaled / unit;
}

type Part = Portion & Settled;

async function storePayment(
  tx: Tx,
  row: SupplierBillRow,
  { day, accountId, bankRef }: PaymentRequest,
  { isPaid: _isPaid, ...part }: Part & { payee: string | null },
): Promise<string> {
  const [paymentNo = ''] = await tx.numbering.take(tx.actor, 'BP', 1);
  const { id: billId, supplierId, currency } = row;
  const [id = ''] = await insertInto(tx, billPayment, [
    {
      paymentNo,
      billId,
      supplierId,
      currency,
      paidOn: day,
      accountId: part.creditId ? null : accountId,
      bankRef: bankRef ?? null,
      ...part,
      baseCurrency: await baseCurrency(tx),
      paidBy: tx.actor.username,
      status: 'paid' as const,
    },
  ]);
  await noteMakers(tx, billPayment, id);
  recordBirth(tx, billPaymentLifecycle, 'pay', [{ id, status: 'paid', scope: null }]);
  return id;
}

/**
 * The supplier is owed less, the bank has less; between the two stand discount and rates. A credit has
 * left 应付账款 when it was issued: of it only a difference of rates is still to be posted.
 */
async function postPayment(
  tx: Tx,
  row: SupplierBillRow,
  id: string,
  { day, from: account }: PaymentRequest,
  { baseAmount, creditId, settledBase, discountBase, fxDifference }: Part,
): Promise<void> {
  const owed = await owedTo(tx, row.supplierId);
  const from = creditId ? owed : account;
  const toBank = settledBase - discountBase;
  const paid = creditId ? 0n : toBank < baseAmount ? toBank : baseAmount;
  const currency = await baseCurrency(tx);
  const fx = { code: 'fx' as const };
  const postings: Posting[] = [
    { debit: owed, credit: from, amount: paid },
    { debit: fx, credit: from, amount: fxDifference },
    { debit: owed, credit: fx, amount: -fxDifference },
    { debit: owed, credit: { code: 'gain:cashDiscount' as const }, amount: discountBase },
  ].flatMap((side) => (side.amount > 0n ? [{ ...side, currency }] : []));
  if (postings.length === 0) return;
  const source = { refType: 'billPayment', refId: id, refNo: row.billNo, day };
  const [entryId = ''] = await postEntries(tx, [{ ...source, event: 'paid', memo: '付供应商货款', postings }]);
  await tx.run`update bill_payment set entry_id = ${entryId}::uuid
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
}

/** 付款冲销: of a bill, after one of its payments was taken back. */
export const unpaySupplierBill: Command = command(supplierBillLifecycle, 'unpay', {
  run: async (_tx, rows) =>
    new Map(
      rows.map(({ id, paidTotal, discountTotal }) => [id, paidTotal + discountTotal === 0n ? 'posted' : 'part_paid']),
    ),
});

/** 冲销: the bill is owed again, the books go back to the cent, today. */
export const reverseBillPayment: Command = command(billPaymentLifecycle, 'reverse', {
  async run(tx, rows, { reason }) {
    // Held first: what follows sees which payments others have reversed until then.
    await tx.run`select 1 from supplier_bill where tenant_id = ${tx.tenant}
      and id = any(${rows.map(({ billId }) => billId)}::uuid[]) order by id for update`;
    await setColumns(tx, billPayment, rows, {
      reversedBy: tx.actor.username,
      reversedAt: tx.now,
      reverseReason: reason,
    });
    await noteReverser(tx, rows);
    for (const row of rows) {
      // Of what is left the latest is what the bill shows.
      await tx.run`
        update supplier_bill b set paid_total = b.paid_total - ${row.amount},
          discount_total = b.discount_total - ${row.discount},
          settled_base = b.settled_base - ${row.settledBase},
          (paid_on, bank_ref, paid_by) = (
            select p.paid_on, p.bank_ref, p.paid_by from bill_payment p
            where p.tenant_id = b.tenant_id and p.bill_id = b.id and p.reversed_at is null
            order by p.paid_on desc, p.id desc limit 1)
        where b.tenant_id = ${tx.tenant} and b.id = ${row.billId}::uuid`;
      const { entryId } = await tx.one<{ entryId: string | null }>`
        select entry_id from bill_payment where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
      if (entryId) await reverseEntry(tx, entryId, { memo: `冲销付款 ${row.paymentNo}` });
      if (row.creditId) await giveBackCredit(tx, { ...row, id: row.creditId });
      await moveInTransaction(tx, unpaySupplierBill, [row.billId]);
    }
  },
});
