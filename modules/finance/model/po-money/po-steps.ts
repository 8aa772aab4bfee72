import { wordOf, type TenantWords } from '#kit/model/dict.ts';
import { deductionType } from '../deduction.ts';
import { remittanceLineKind } from '../remittance.ts';
import type { PoFigures } from './po-figures.ts';
import type { PoFile, PoInvoice } from './po-file.ts';
import type { PoSource, PoStep } from './po-money-routes.ts';
import { decimalOf, sourceOf, sourceOfDeduction, sourceOfLine, sourceOfSettlement } from './po-source.ts';

/**
 * From what was ordered over what was invoiced, less all that was kept and given, to what came in and what is still
 * open; each step with the documents and rows that it is read from. A step that is nothing is left out.
 */
export function poSteps(file: PoFile, figures: PoFigures, words?: TenantWords): PoStep[] {
  const { currency } = file;
  const text = (amount: bigint): string => decimalOf(amount < 0n ? -amount : amount, currency);
  const sum = (key: string, title: string, amount: bigint, sources: PoSource[] = []): PoStep => ({
    key,
    title,
    kind: 'sum',
    amount: text(amount),
    sources,
  });
  /** Taken away where above zero, given where below. */
  const less = (key: string, title: string, amount: bigint, sources: PoSource[] = []): PoStep[] =>
    amount === 0n ? [] : [{ key, title, kind: amount > 0n ? 'less' : 'more', amount: text(amount), sources }];
  const invoice = (one: PoInvoice, amount: bigint, place = ''): PoSource =>
    sourceOf('invoice', one.id, one.invoiceNo, { place, amount: decimalOf(amount, currency) });
  const settled = (kind: 'credited' | 'discounted' | 'writtenOff'): PoSource[] =>
    (file.settlements ?? [])
      .filter((one) => one.kind === kind && one.status === 'effective' && one.currency === currency)
      .map(sourceOfSettlement);
  const { ordered } = file;
  const types = Map.groupBy(figures.booked, ({ type }) => type);
  const kinds = Map.groupBy(figures.costs, ({ line }) => line.kind);
  const total = <T>(rows: readonly T[], of: (row: T) => bigint): bigint => rows.reduce((all, row) => all + of(row), 0n);
  return [
    ...(ordered === null
      ? []
      : [
          sum(
            'ordered',
            '订单金额',
            ordered,
            file.orders.map((one) =>
              sourceOf('order', one.id, one.orderNo, { amount: decimalOf(one.total, currency) }),
            ),
          ),
          ...less('uninvoiced', '未开票', figures.uninvoiced ?? 0n),
          ...less('freight', '运费', -figures.freight),
          ...less('tax', '税', -figures.tax),
          ...less('discount', '开票折让', figures.discount),
        ]),
    sum(
      'invoiced',
      '已开票',
      figures.invoiced,
      figures.invoices.map((one) => invoice(one, one.total, `${one.issueDate} 开票`)),
    ),
    ...less('credited', '退款', figures.credited, settled('credited')),
    ...less('discounted', '提前付款折扣', figures.discounted, settled('discounted')),
    ...[...types].flatMap(([type, rows]) =>
      less(
        `deduction ${type}`,
        `扣款 · ${wordOf(deductionType, type, words) ?? type}`,
        total(rows, ({ amount }) => amount),
        rows.map((one) => sourceOfDeduction(file, one, one.amount)),
      ),
    ),
    ...less(
      'strange',
      '其他PO的扣款冲抵',
      total(figures.strange, ({ amount }) => amount),
      figures.strange.map(sourceOfSettlement),
    ),
    ...less(
      'recovered',
      '申诉追回',
      -figures.recovered,
      figures.booked
        .filter(({ recovered }) => recovered > 0n)
        .map((one) => sourceOfDeduction(file, one, one.recovered)),
    ),
    ...[...kinds].flatMap(([kind, rows]) =>
      less(
        `cost ${kind}`,
        wordOf(remittanceLineKind, kind, words) ?? kind,
        total(rows, ({ amount }) => amount),
        rows.map(({ line, amount }) => sourceOfLine(line, amount)),
      ),
    ),
    ...less('writtenOff', '核销余额', figures.writtenOff, settled('writtenOff')),
    ...less('received', '实收', figures.received ?? 0n, receipts(file)),
    sum(
      'open',
      '未收',
      figures.open,
      figures.invoices.flatMap((one) => (one.balance > 0n ? [invoice(one, one.balance, `${one.dueDate} 到期`)] : [])),
    ),
  ];
}

/** Money that paid invoices of the PO, line by line; what was kept of it is said above. */
function receipts(file: PoFile): PoSource[] {
  const own = new Set((file.invoices ?? []).filter(({ status }) => status !== 'voided').map(({ id }) => id));
  const lines = (file.lines ?? []).flatMap((line) => {
    if (line.remittanceStatus !== 'posted') return [];
    const paid = line.shares.reduce((sum, { amount, invoiceId }) => (own.has(invoiceId) ? sum + amount : sum), 0n);
    if (paid === 0n) return [];
    // What it paid of invoices: what was kept of that stands above, so that it may be more than what came in.
    const source = sourceOfLine(line, paid);
    return [{ ...source, place: `${source.place} · 核销发票` }];
  });
  const others = (file.settlements ?? [])
    .filter(({ kind, status, sourceType }) => kind === 'paid' && status === 'effective' && sourceType !== 'remittance')
    .map(sourceOfSettlement);
  return [...lines, ...others];
}
