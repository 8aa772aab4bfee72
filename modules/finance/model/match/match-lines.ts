import { moneyText } from '#kit/model/currency.ts';
import { divideHalfUp, parseDecimal } from '#kit/model/money.ts';
import type { DeductionType } from '../deduction.ts';
import type { MatchMethod, RemittanceLineKind } from '../remittance.ts';
import { deductionTypeOf, matchKey } from './line-words.ts';

/** An invoice of the shop in the currency of the remittance of which something is owed. */
export interface OpenInvoice {
  id: string;
  invoiceNo: string;
  channelInvoiceNo: string | null;
  poNo: string | null;
  /** Minor units. */
  balance: bigint;
}

/** A deduction of the shop that no remittance has taken yet. */
export interface OpenDeduction {
  id: string;
  deductionNo: string;
  channelDeductionNo: string | null;
  poNo: string | null;
  type: DeductionType;
  /** What is still to be kept of it, minor units. */
  amount: bigint;
}

export interface MatchedLine {
  id: string;
  kind: RemittanceLineKind;
  poNo: string | null;
  invoiceNo: string | null;
  code: string | null;
  description: string | null;
  /** Minor units, signed. */
  amount: bigint;
}

/** What a line was found to pay, and how sure that is. */
export interface LineMatch {
  lineId: string;
  method: MatchMethod | null;
  /** 0 to 100. */
  score: number;
  /** Of the line and what is owed, minor units; null where there is nothing to compare with. */
  diff: bigint | null;
  shares: { invoiceId: string; amount: bigint }[];
  deductionId: string | null;
  explanation: string;
}

export interface Tolerance {
  currency: string;
  /** Minor units of the currency. */
  amount: bigint;
  /** A fraction as `0.005`. */
  share: string;
}

const SHARE_SCALE = 8;

/** How much a line may differ from what is owed: the greater of an amount and a share (domain.md §3.5). */
export function toleranceFor(balance: bigint, { amount, share }: Tolerance): bigint {
  const part = divideHalfUp(balance * (parseDecimal(share, SHARE_SCALE) ?? 0n), 10n ** BigInt(SHARE_SCALE));
  return part > amount ? part : amount;
}

/** Kinds whose amounts are booked as a cost where they are taken, whatever they are about. */
const COSTS: ReadonlySet<RemittanceLineKind> = new Set(['fee', 'ad', 'earlyPayDiscount']);

/** Kinds that a channel takes back of its own, to be answered within its days. */
const DEDUCTIONS: ReadonlySet<RemittanceLineKind> = new Set(['deduction', 'chargeback']);

export const isDeductionLine = ({ kind, amount }: Pick<MatchedLine, 'kind' | 'amount'>): boolean =>
  DEDUCTIONS.has(kind) && amount < 0n;

export const isCostLine = ({ kind }: Pick<MatchedLine, 'kind'>): boolean => COSTS.has(kind);

const isPayment = ({ kind, amount }: MatchedLine): boolean => kind === 'invoicePay' && amount > 0n;

/**
 * Finds what each line of a remittance pays: (1) number of the invoice and amount, (2) PO and amount, of one
 * invoice or of all that the PO has, (3) within tolerance (domain.md §3.5). Surer rungs come first for all lines, and what one line pays is not owed to the next.
 * @param invoices of the shop, with what is owed of each
 * @returns one answer for each line, in their order
 */
export function matchLines(
  lines: readonly MatchedLine[],
  { invoices, deductions }: { invoices: readonly OpenInvoice[]; deductions: readonly OpenDeduction[] },
  tolerance: Tolerance,
): LineMatch[] {
  const book = openBook(invoices);
  const found = new Map<string, LineMatch>();
  const payments = lines.filter(isPayment);
  for (const rung of [byInvoice, byPo, bySum, within])
    for (const line of payments) {
      if (found.has(line.id)) continue;
      const match = rung(line, book, tolerance);
      if (!match) continue;
      found.set(line.id, match);
      for (const { invoiceId, amount } of match.shares) book.take(invoiceId, amount);
    }
  const free = new Set(deductions);
  return lines.map((line) => found.get(line.id) ?? otherMatch(line, free) ?? unmatched(line, book, tolerance.currency));
}

interface InvoiceBook {
  named(no: string | null): OpenInvoice[];
  ofPo(poNo: string | null): OpenInvoice[];
  owed(invoice: OpenInvoice): bigint;
  take(id: string, amount: bigint): void;
}

/** Invoices by number and PO, with what is owed of them after the lines so far. */
function openBook(invoices: readonly OpenInvoice[]): InvoiceBook {
  const left = new Map(invoices.map(({ id, balance }) => [id, balance]));
  const numbers = new Map<string, OpenInvoice[]>();
  const orders = new Map<string, OpenInvoice[]>();
  const note = (map: Map<string, OpenInvoice[]>, text: string | null, invoice: OpenInvoice): void => {
    const key = matchKey(text);
    if (key !== '' && !map.get(key)?.includes(invoice)) map.set(key, [...(map.get(key) ?? []), invoice]);
  };
  for (const invoice of invoices) {
    note(numbers, invoice.invoiceNo, invoice);
    note(numbers, invoice.channelInvoiceNo, invoice);
    note(orders, invoice.poNo, invoice);
  }
  const owed = ({ id }: OpenInvoice): bigint => left.get(id) ?? 0n;
  const open = (some: readonly OpenInvoice[] = []): OpenInvoice[] => some.filter((one) => owed(one) > 0n);
  return {
    owed,
    named: (no) => open(numbers.get(matchKey(no))),
    ofPo: (poNo) => open(orders.get(matchKey(poNo))),
    take: (id, amount) => void left.set(id, (left.get(id) ?? 0n) - amount),
  };
}

type Rung = (line: MatchedLine, book: InvoiceBook, tolerance: Tolerance) => LineMatch | null;

const byInvoice: Rung = (line, book) => {
  const invoice = book.named(line.invoiceNo).find((one) => book.owed(one) === line.amount);
  return invoice ? paid(line, [invoice], book, 'invoice', 100, `发票 ${invoice.invoiceNo} 余额相同`) : null;
};

const byPo: Rung = (line, book) => {
  const one = book.ofPo(line.poNo).find((each) => book.owed(each) === line.amount);
  return one ? paid(line, [one], book, 'po', 90, `PO ${line.poNo ?? ''} 的发票 ${one.invoiceNo} 余额相同`) : null;
};

/** A PO that left in several shipments has several invoices, and is paid as one. */
const bySum: Rung = (line, book) => {
  const invoices = book.ofPo(line.poNo);
  const sum = invoices.reduce((all, each) => all + book.owed(each), 0n);
  if (invoices.length < 2 || sum !== line.amount) return null;
  return paid(line, invoices, book, 'po', 85, `PO ${line.poNo ?? ''} 的 ${invoices.length} 张发票余额合计相同`);
};

const within: Rung = (line, book, tolerance) => {
  const named = book.named(line.invoiceNo);
  const near = (named.length > 0 ? named : book.ofPo(line.poNo))
    .map((invoice) => ({ invoice, off: line.amount - book.owed(invoice) }))
    .filter(({ invoice, off }) => abs(off) <= toleranceFor(book.owed(invoice), tolerance))
    .sort((a, b) => (abs(a.off) < abs(b.off) ? -1 : 1))[0];
  if (!near) return null;
  const text = moneyText(abs(near.off), tolerance.currency);
  const what = near.off < 0n ? `少付 ${text}，发票留作短款` : `多付 ${text}，转入待核销`;
  return paid(line, [near.invoice], book, 'tolerance', 70, `发票 ${near.invoice.invoiceNo} 容差内：${what}`);
};

/** A line takes no more off an invoice than is owed of it; the rest of the line is parked. */
function paid(
  line: MatchedLine,
  invoices: readonly OpenInvoice[],
  book: InvoiceBook,
  method: MatchMethod,
  score: number,
  explanation: string,
): LineMatch {
  let left = line.amount;
  const owed = invoices.reduce((sum, each) => sum + book.owed(each), 0n);
  const shares = invoices.map((invoice) => {
    const amount = book.owed(invoice) < left ? book.owed(invoice) : left;
    left -= amount;
    return { invoiceId: invoice.id, amount };
  });
  return {
    lineId: line.id,
    method,
    score,
    diff: line.amount - owed,
    shares: shares.filter(({ amount }) => amount > 0n),
    deductionId: null,
    explanation,
  };
}

/** Lines that pay no invoice: what a channel keeps, and what it charges. */
function otherMatch(line: MatchedLine, free: Set<OpenDeduction>): LineMatch | null {
  const none = { lineId: line.id, shares: [], diff: null, deductionId: null };
  if (isCostLine(line)) return { ...none, method: 'cost', score: 100, explanation: '过账时记入费用' };
  if (!isDeductionLine(line)) return null;
  const known = knownDeduction(line, free);
  if (!known) return { ...none, method: 'newDeduction', score: 100, explanation: '过账时登记为新扣款' };
  free.delete(known);
  return {
    ...none,
    method: 'deduction',
    score: 95,
    diff: 0n,
    deductionId: known.id,
    explanation: `就是已登记的扣款 ${known.deductionNo}`,
  };
}

/** A deduction that was announced before: by its number, else by PO, amount and type. */
function knownDeduction(line: MatchedLine, free: ReadonlySet<OpenDeduction>): OpenDeduction | undefined {
  const same = [...free].filter(({ amount }) => amount === -line.amount);
  const code = matchKey(line.code);
  const numbered = same.find(({ channelDeductionNo }) => code !== '' && matchKey(channelDeductionNo) === code);
  if (numbered) return numbered;
  const po = matchKey(line.poNo);
  if (po === '') return undefined;
  const type = deductionTypeOf(`${line.code ?? ''} ${line.description ?? ''}`);
  const ofPo = same.filter(({ poNo }) => matchKey(poNo) === po);
  return ofPo.find((one) => one.type === type) ?? ofPo.find((one) => type === 'other' || one.type === 'other');
}

function unmatched(line: MatchedLine, book: InvoiceBook, currency: string): LineMatch {
  const candidates = line.invoiceNo ? book.named(line.invoiceNo) : book.ofPo(line.poNo);
  const [near] = isPayment(line) ? candidates : [];
  return {
    lineId: line.id,
    method: null,
    score: 0,
    diff: near ? line.amount - book.owed(near) : null,
    shares: [],
    deductionId: null,
    explanation: near
      ? `发票 ${near.invoiceNo} 余额 ${moneyText(book.owed(near), currency)}，相差超过容差，请手工核销`
      : reasonWithout(line),
  };
}

function reasonWithout(line: MatchedLine): string {
  if (!isPayment(line)) return '不是货款、扣款或费用，过账时转入待核销';
  if (line.invoiceNo) return `这个店铺没有未结清的发票 ${line.invoiceNo}`;
  return line.poNo ? `这个店铺没有PO ${line.poNo} 的未结清发票` : '没有发票号和PO号，过账时转入待核销';
}

const abs = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
