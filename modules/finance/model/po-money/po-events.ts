import { moneyText } from '#kit/model/currency.ts';
import { wordOf, type Dict, type TenantWords } from '#kit/model/dict.ts';
import { toWireTime } from '#kit/model/time.ts';
import { claim } from '#modules/aftersales/model/claim.ts';
import { creditNote } from '#modules/aftersales/model/credit-note.ts';
import { returnOrder } from '#modules/aftersales/model/return-order.ts';
import { shipment } from '#modules/fulfilment/model/shipment.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { deduction } from '../deduction.ts';
import { invoice, settlementKind } from '../invoice.ts';
import { isDeductionLine } from '../match/match-lines.ts';
import { remittance, remittanceLine } from '../remittance.ts';
import type { PoDeduction, PoFile, PoLine, PoSettlement, PoShipment } from './po-file.ts';
import type { PoEvent } from './po-money-routes.ts';
import { decimalOf, sourceOf, sourceOfDeduction, sourceOfLine, sourceOfSettlement } from './po-source.ts';

/** Who reads it: moments are in their zone, states in the words of their tenant. */
export interface PoReader {
  zone: string;
  words?: TenantWords | undefined;
}

type Stated = Omit<PoEvent, 'amount' | 'currency' | 'isUndone' | 'tone'> & Partial<PoEvent>;

const event = (stated: Stated): PoEvent => ({ amount: null, currency: '', tone: 'plain', isUndone: false, ...stated });

/** Parts of a sentence that are there. */
const said = (...parts: readonly (string | null | undefined | false)[]): string => parts.filter(Boolean).join(' · ');

/** Everything that happened about a PO, in the order of its days. */
export function poEvents(file: PoFile, reader: PoReader): PoEvent[] {
  const at = (moment: Date): string => toWireTime(moment, reader.zone);
  const word: About['word'] = ({ dict }, code) => (dict && wordOf(dict, code, reader.words)) ?? code;
  const about: About = { file, at, word };
  const reported = [
    ...ofOrders(about),
    ...(file.shipments ?? []).flatMap((one) => ofShipment(about, one)),
    ...ofInvoices(about),
    ...(file.settlements ?? []).flatMap((one) => ofSettlement(about, one)),
    ...(file.lines ?? []).flatMap((one) => ofLine(about, one)),
    ...(file.deductions ?? []).flatMap((one) => ofDeduction(about, one)),
    ...ofAftersales(about),
  ];
  // Days without an hour come before the hours of the same day, in their own order.
  return reported.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

interface About {
  file: PoFile;
  at: (moment: Date) => string;
  word: (field: { dict?: Dict }, code: string) => string;
}

function ofOrders({ file, at, word }: About): PoEvent[] {
  return file.orders.flatMap((one) => {
    const source = sourceOf('order', one.id, one.orderNo);
    return [
      event({
        at: at(one.orderedAt),
        title: '下单',
        text: word(salesOrder.fields.status, one.status),
        amount: file.ordered === null ? null : decimalOf(one.total, one.currency),
        currency: one.currency,
        source,
      }),
      ...(one.cancelledAt ? [event({ at: at(one.cancelledAt), title: '取消', text: '', source })] : []),
    ];
  });
}

function ofShipment({ at, word }: About, one: PoShipment): PoEvent[] {
  const source = sourceOf('shipment', one.id, one.shipmentNo);
  const isUndone = one.status === 'voided';
  const state = word(shipment.fields.status, one.status);
  if (!one.shippedAt)
    return [
      event({
        at: at(one.createTime),
        title: '发货单',
        text: said(`${one.unitCount} 件`, state),
        isUndone,
        source,
      }),
    ];
  const left = said(`${one.unitCount} 件`, one.trackingNo, one.isJoint && '合并发货，件数只算本单', state);
  const notice = word(shipment.fields.noticeStatus, one.noticeStatus);
  const isFailed = one.noticeStatus === 'failed';
  return [
    event({ at: at(one.shippedAt), title: '出库', text: left, source, isUndone }),
    // A channel that asks for none is sent nothing.
    ...(one.noticeStatus === 'exempt'
      ? []
      : [
          event({
            at: at(one.shippedAt),
            title: '发货通知',
            text: said(notice, one.noticeError),
            tone: isFailed ? ('bad' as const) : one.noticeStatus === 'ok' ? ('good' as const) : ('plain' as const),
            source,
          }),
        ]),
    ...(one.deliveredAt ? [event({ at: at(one.deliveredAt), title: '签收', text: '', source })] : []),
  ];
}

const ofInvoices = ({ file, word }: About): PoEvent[] =>
  (file.invoices ?? []).map((one) =>
    event({
      at: one.issueDate,
      title: '开票',
      text: said(
        one.channelInvoiceNo && `平台 ${one.channelInvoiceNo}`,
        `${one.dueDate} 到期`,
        word(invoice.fields.status, one.status),
      ),
      amount: decimalOf(one.total, one.currency),
      currency: one.currency,
      isUndone: one.status === 'voided',
      source: sourceOf('invoice', one.id, one.invoiceNo),
    }),
  );

/** What lines of remittances and deductions do not say by themselves. */
function ofSettlement({ file, word }: About, one: PoSettlement): PoEvent[] {
  if (one.sourceType === 'remittance' && file.lines !== null) return [];
  if (one.sourceType === 'deduction' && file.deductions?.some(({ id }) => id === one.sourceId)) return [];
  return [
    event({
      at: one.settledOn,
      title: wordOf(settlementKind, one.kind) ?? word(invoice.fields.status, one.kind),
      text: one.status === 'reversed' ? '已冲销' : '',
      amount: `${one.kind === 'paid' ? '' : '-'}${decimalOf(one.amount, one.currency)}`,
      currency: one.currency,
      tone: one.kind === 'paid' ? 'good' : 'plain',
      isUndone: one.status === 'reversed',
      source: sourceOfSettlement(one),
    }),
  ];
}

const REMITTED: Readonly<Record<string, string>> = { posted: '回款', reversed: '回款已冲销' };

/** A line of a remittance: what of it paid the PO, and when; what of it nobody has placed. */
function ofLine({ at, word }: About, line: PoLine): PoEvent[] {
  // The deduction speaks for itself, with this line as its place.
  if (isDeductionLine(line) && line.deductionId !== null && line.remittanceStatus === 'posted') return [];
  const isUndone = line.remittanceStatus === 'reversed';
  const isPosted = line.remittanceStatus === 'posted';
  const kind = word(remittanceLine.fields.kind, line.kind);
  const state = word(remittance.fields.status, line.remittanceStatus);
  const of = (stated: Pick<PoEvent, 'at' | 'title' | 'text'>, amount: bigint): PoEvent =>
    event({
      ...stated,
      amount: decimalOf(amount, line.currency),
      currency: line.currency,
      tone: isUndone ? 'plain' : !isPosted ? 'wait' : amount < 0n ? 'bad' : 'good',
      isUndone,
      source: sourceOfLine(line, amount),
    });
  const title = REMITTED[line.remittanceStatus] ?? '回款未过账';
  const parts = line.shares.map(({ amount, moment, at: shared }) =>
    moment === 'later'
      ? of({ at: at(shared), title: isUndone ? title : '待核销转入', text: said(kind, line.description) }, amount)
      : of({ at: line.payDate, title, text: said(kind, line.description, !isPosted && state) }, amount),
  );
  if (line.shares.length > 0) return parts;
  const rest = isPosted ? line.amount - line.matched : line.amount;
  if (rest === 0n) return [];
  const isParked = isPosted && line.matchStatus === 'parked';
  return [
    of(
      {
        at: line.payDate,
        title: isParked ? '回款待核销' : title,
        text: said(kind, line.description, !isPosted && state),
      },
      rest,
    ),
  ];
}

function ofDeduction({ file, at, word }: About, one: PoDeduction): PoEvent[] {
  const { currency, status } = one;
  const source = sourceOfDeduction(file, one, one.amount);
  const type = word(deduction.fields.type, one.type);
  const booked = word(deduction.fields.booking, one.booking);
  const isUndone = status === 'withdrawn';
  const isOver = status === 'won' || status === 'partial' || status === 'lost';
  return [
    event({
      at: at(one.postedAt),
      title: `扣款 · ${type}`,
      text: said(
        one.reason,
        booked,
        word(deduction.fields.status, status),
        `净损失 ${moneyText(one.amount - one.recovered, currency)}`,
      ),
      amount: `-${decimalOf(one.amount, currency)}`,
      currency,
      tone: isUndone ? 'plain' : 'bad',
      isUndone,
      source,
    }),
    ...(one.disputedAt
      ? [
          event({
            at: at(one.disputedAt),
            title: '申诉',
            text: said(one.disputeNo, isOver && word(deduction.fields.status, status)),
            amount: one.recovered > 0n ? decimalOf(one.recovered, currency) : null,
            currency,
            tone: one.recovered > 0n ? ('good' as const) : ('wait' as const),
            source,
          }),
        ]
      : []),
  ];
}

function ofAftersales({ file, at, word }: About): PoEvent[] {
  const returns = (file.returns ?? []).map((one) =>
    event({
      at: at(one.createTime),
      title: word(returnOrder.fields.type, one.type),
      text: said(word(returnOrder.fields.status, one.status), `应退 ${moneyText(one.expectedCredit, one.currency)}`),
      source: sourceOf('returnOrder', one.id, one.returnNo),
      isUndone: ['rejected', 'cancelled', 'expired'].includes(one.status),
    }),
  );
  const credits = (file.credits ?? []).map((one) =>
    event({
      at: at(one.createTime),
      title: '退款单',
      text: said(word(creditNote.fields.status, one.status), ofCredit(file, one)),
      amount: `-${decimalOf(one.total, one.currency)}`,
      currency: one.currency,
      isUndone: one.status === 'reversed',
      source: sourceOf('creditNote', one.id, one.creditNo),
    }),
  );
  const claims = (file.claims ?? []).map((one) =>
    event({
      at: at(one.createTime),
      title: `索赔 · ${word(claim.fields.party, one.party)}`,
      text: said(
        word(claim.fields.status, one.status),
        one.paidTotal !== null && `已赔 ${moneyText(one.paidTotal, one.currency)}`,
        '不在应收里',
      ),
      amount: one.total === null ? null : decimalOf(one.total, one.currency),
      currency: one.currency,
      source: sourceOf('claim', one.id, one.claimNo),
    }),
  );
  return [...returns, ...credits, ...claims];
}

/** How much of a credit note was taken off the invoices of the PO; the rest is the customer's, and settles others. */
function ofCredit({ settlements }: PoFile, { id, total, currency }: { id: string; total: bigint; currency: string }) {
  if (settlements === null) return null;
  const taken = settlements
    .filter((one) => one.sourceId === id && one.status === 'effective')
    .reduce((sum, { amount }) => sum + amount, 0n);
  return said(
    `冲本单应收 ${moneyText(taken, currency)}`,
    taken < total && taken > 0n && `转预收 ${moneyText(total - taken, currency)}`,
  );
}
