import { recordBirth } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { insertInto, setColumns } from '#kit/server/stored-rows.ts';
import { addDays } from '#kit/model/time.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { earlyDiscount, termDates } from '#modules/base/model/term-dates.ts';
import { baseCurrency, type ShopBilling } from '#modules/base/server/index.ts';
import { settingsOf } from '#kit/server/settings.ts';
import type { Posting } from '#modules/ledger/model/journal.ts';
import { postEntries, postingDay } from '#modules/ledger/server/index.ts';
import { invoice, invoiceLifecycle, invoiceLine } from '../../model/invoice.ts';
import { financeSettings } from '../../model/finance-settings.ts';
import { showPayStatus } from './pay-status.ts';

/** A line of an invoice; amounts in minor units. */
export interface InvoicedLine {
  orderLineId: string | null;
  skuId: string | null;
  channelSku: string | null;
  name: string;
  qty: number;
  unitPrice: string;
  amount: bigint;
}

/** What is invoiced, to whom, and what for. */
export interface NewInvoice {
  billing: ShopBilling;
  accountId: string | null;
  orderId: string | null;
  shipmentId: string | null;
  warehouseId: string | null;
  poNo: string | null;
  /** From which the terms count; what it posts is of that day too, as long as its month is open. */
  issueDate: string;
  currency: string;
  /** What one unit of the currency is worth in that of the books on the day of issue. */
  fxRate: string;
  lines: readonly InvoicedLine[];
  freight?: bigint;
  tax?: bigint;
  /** Left off already, such as the allowance of a channel. */
  discount?: bigint;
  note?: string;
}

/**
 * Issues an invoice: days frozen, the customer owes it in the books, its order shows it.
 * @returns its id
 */
export async function issueInvoice(tx: Tx, request: NewInvoice): Promise<string> {
  const { billing, lines, issueDate, currency, fxRate, freight = 0n, tax = 0n, discount = 0n } = request;
  const goods = lines.reduce((sum, { amount }) => sum + amount, 0n);
  const total = goods + freight + tax - discount;
  const base = await baseCurrency(tx);
  const [invoiceNo = ''] = await tx.numbering.take(tx.actor, 'IV', 1);
  const [id = ''] = await insertInto(tx, invoice, [
    {
      invoiceNo,
      kind: 'sale' as const,
      mode: billing.invoiceMode,
      customerId: billing.customerId,
      accountId: request.accountId,
      orderId: request.orderId,
      shipmentId: request.shipmentId,
      warehouseId: request.warehouseId,
      poNo: request.poNo,
      issueDate,
      ...(await termsOf(tx, billing, issueDate, goods)),
      currency,
      lineCount: lines.length,
      goods,
      freight,
      tax,
      discount,
      total,
      fxRate,
      baseCurrency: base,
      baseTotal: convertAmount(total, fxRate, currency, base),
      note: request.note ?? null,
      status: 'issued' as const,
    },
  ]);
  await insertInto(
    tx,
    invoiceLine,
    lines.map((line, at) => ({ ...line, invoiceId: id, lineNo: at + 1, currency })),
  );
  await postInvoice(tx, { ...request, id, invoiceNo, freight, tax, discount, total, base });
  if (!tx.actor.isSystem) await noteMakers(tx, invoice, id);
  recordBirth(tx, invoiceLifecycle, 'issue', [{ id, status: 'issued', scope: null }]);
  if (request.orderId) await showPayStatus(tx, [request.orderId]);
  return id;
}

/** Days of the customer's term, frozen. Terms that count from delivery count from the day of issue here. */
async function termsOf(
  tx: Tx,
  { term, paymentTermId }: ShopBilling,
  day: string,
  goods: bigint,
): Promise<{ paymentTermId: string | null; dueDate: string; discountDate: string | null; discountAmount: bigint }> {
  const dates = term && termDates(term, { invoiceDate: day, shipDate: day, deliveryDate: day });
  if (!dates) {
    const { dueDays } = await settingsOf(tx, financeSettings);
    return { paymentTermId, dueDate: addDays(day, dueDays), discountDate: null, discountAmount: 0n };
  }
  const { dueDate, discountDate } = dates;
  const discountAmount = discountDate ? earlyDiscount(goods, term.discountRate ?? '0') : 0n;
  return { paymentTermId, dueDate, discountDate, discountAmount };
}

interface Posted extends NewInvoice {
  id: string;
  invoiceNo: string;
  freight: bigint;
  tax: bigint;
  discount: bigint;
  total: bigint;
  base: string;
}

/** 应收账款 → 销售收入, 运费收入, 应交税费 (domain.md §5); what the channel keeps is a cost of the sale. */
async function postInvoice(tx: Tx, one: Posted): Promise<void> {
  const { billing, fxRate, currency, base } = one;
  const inBase = (amount: bigint): bigint => convertAmount(amount, fxRate, currency, base);
  const ar = { code: 'ar' as const, part: billing.customerId, partName: billing.customerName };
  const [freight, tax, allowance] = [inBase(one.freight), inBase(one.tax), inBase(one.discount)];
  const owedForGoods = inBase(one.total) - freight - tax;
  // An allowance above the goods themselves is taken off what else is owed.
  const sides: Omit<Posting, 'currency'>[] = [
    { debit: ar, credit: { code: 'revenue:sales' }, amount: owedForGoods },
    { debit: { code: 'expense:allowance' }, credit: { code: 'revenue:sales' }, amount: allowance },
    { debit: ar, credit: { code: 'revenue:freight' }, amount: freight },
    { debit: ar, credit: { code: 'tax:payable' }, amount: tax },
  ];
  const postings = sides.flatMap(({ debit, credit, amount }) => {
    if (amount === 0n) return [];
    const side = amount > 0n ? { debit, credit } : { debit: credit, credit: debit };
    return [{ ...side, amount: amount > 0n ? amount : -amount, currency: base }];
  });
  if (postings.length === 0) return;
  const [entryId = null] = await postEntries(tx, [
    {
      refType: 'invoice',
      refId: one.id,
      refNo: one.invoiceNo,
      event: 'issued',
      memo: '开具发票',
      day: await postingDay(tx, one.issueDate),
      postings,
    },
  ]);
  await setColumns(tx, invoice, [one.id], { entryId });
}
