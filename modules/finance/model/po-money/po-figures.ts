import { isCostLine } from '../match/match-lines.ts';
import type { PoDeduction, PoFile, PoInvoice, PoLine, PoSettlement } from './po-file.ts';

/** A cost that a channel kept of the PO, by the kind of its lines; above zero: kept, below: given. */
export interface PoCost {
  line: PoLine;
  amount: bigint;
}

/**
 * What a PO has come to, minor units of its currency:
 * `invoiced - credited - discounted - writtenOff - lost + recovered - costs = received + open`.
 */
export interface PoFigures {
  invoices: readonly PoInvoice[];
  /** There are others that the reader may not see: nothing follows from what is not invoiced. */
  isPartial: boolean;
  /** Of what was ordered, what no invoice stands for; null where that does not follow. */
  uninvoiced: bigint | null;
  goods: bigint;
  freight: bigint;
  tax: bigint;
  discount: bigint;
  invoiced: bigint;
  credited: bigint;
  discounted: bigint;
  writtenOff: bigint;
  /** Deductions that are in the books: each was kept from a remittance or taken off one of the invoices. */
  booked: readonly PoDeduction[];
  /** Of other POs, taken off an invoice of this one. */
  strange: readonly PoSettlement[];
  kept: bigint;
  recovered: bigint;
  costs: readonly PoCost[];
  costTotal: bigint;
  open: bigint;
  /** Null: not all of the above is known, and what came in does not follow. */
  received: bigint | null;
  /** Announced, and neither kept nor taken off yet. */
  announced: readonly PoDeduction[];
  /** Paid under the PO, and no invoice has taken it. */
  parked: readonly PoCost[];
  /** In another currency than what was sold: known, and in no figure. */
  foreign: readonly PoDeduction[];
}

const sumOf = <T>(rows: readonly T[], of: (row: T) => bigint): bigint => rows.reduce((sum, row) => sum + of(row), 0n);

/** Deductions of which something may still be kept, or that are still argued about. */
export const isUnderWay = ({ status }: Pick<PoDeduction, 'status'>): boolean =>
  status === 'posted' || status === 'disputed';

/** Whether the PO has invoices that its reader may not see. */
export const isSomeHidden = ({ orders, invoices }: PoFile): boolean =>
  (invoices ?? []).filter(({ status }) => status !== 'voided').length <
  orders.reduce((sum, { invoiceCount }) => sum + invoiceCount, 0);

/** The figures of a PO; null where its reader may see no invoices. */
export function poFigures(file: PoFile): PoFigures | null {
  if (file.invoices === null) return null;
  const { currency } = file;
  const invoices = file.invoices.filter((one) => one.status !== 'voided' && one.currency === currency);
  const sum = (of: (row: PoInvoice) => bigint): bigint => sumOf(invoices, of);
  const sold = sumOf(
    invoices.filter(({ kind }) => kind === 'sale'),
    ({ goods }) => goods,
  );
  const valid = (file.deductions ?? []).filter(({ status }) => status !== 'withdrawn');
  const own = valid.filter((one) => one.currency === currency);
  const ids = new Set(invoices.map(({ id }) => id));
  const booked = own.filter(
    ({ booking, invoiceId }) => booking === 'remittance' || (booking === 'invoice' && ids.has(invoiceId ?? '')),
  );
  const known = new Set(booked.map(({ id }) => id));
  const strange = (file.settlements ?? []).filter(
    (one) =>
      one.kind === 'deducted' && one.status === 'effective' && ids.has(one.invoiceId) && !known.has(one.sourceId),
  );
  const posted = (file.lines ?? []).filter((one) => one.remittanceStatus === 'posted' && one.currency === currency);
  const named = posted.filter(({ poKey }) => poKey !== null && poKey === file.orders[0]?.poKey);
  const costs = named.filter(isCostLine).map((line) => ({ line, amount: line.matched - line.amount }));
  const parked = named
    .filter(({ matchStatus }) => matchStatus === 'parked')
    .map((line) => ({ line, amount: line.amount - line.matched }));
  const kept = sumOf(booked, ({ amount }) => amount) + sumOf(strange, ({ amount }) => amount);
  const recovered = sumOf(booked, (one) => one.recovered);
  const costTotal = sumOf(costs, ({ amount }) => amount);
  const [invoiced, open] = [sum(({ total }) => total), sum(({ balance }) => balance)];
  const [credited, discounted, writtenOff] = [
    sum((one) => one.credited),
    sum((one) => one.discounted),
    sum((one) => one.writtenOff),
  ];
  const isPartial = isSomeHidden(file);
  const isWhole = file.deductions !== null && file.lines !== null && !isPartial;
  return {
    invoices,
    isPartial,
    uninvoiced: file.ordered === null || isPartial ? null : file.ordered - sold,
    goods: sum(({ goods }) => goods),
    freight: sum(({ freight }) => freight),
    tax: sum(({ tax }) => tax),
    discount: sum(({ discount }) => discount),
    invoiced,
    credited,
    discounted,
    writtenOff,
    booked,
    strange,
    kept,
    recovered,
    costs,
    costTotal,
    open,
    received: isWhole ? invoiced - open - credited - discounted - writtenOff - kept + recovered - costTotal : null,
    announced: own.filter((one) => one.booking === 'none' && one.amount > one.recovered && one.status !== 'won'),
    parked,
    foreign: valid.filter((one) => one.currency !== currency),
  };
}
