import { moneyText } from '#kit/model/currency.ts';
import { isUnderWay, type PoFigures } from './po-figures.ts';
import type { PoFile, PoInvoice } from './po-file.ts';
import type { PoAnswer } from './po-money-routes.ts';

const DAY_MS = 86_400_000;

/** Whole days from one day to another. */
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** The days since something of the PO was due, by its oldest invoice that is open; null: nothing is overdue. */
export function overdueDays({ invoices }: PoFigures, today: string): number | null {
  const [oldest] = openInvoices(invoices);
  return oldest && oldest.dueDate < today ? daysBetween(oldest.dueDate, today) : null;
}

const openInvoices = (invoices: readonly PoInvoice[]): PoInvoice[] =>
  invoices.filter(({ balance }) => balance > 0n).toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));

const GONE: ReadonlySet<string> = new Set(['shipped', 'delivered', 'completed', 'history']);
/** Returns that have been asked for, and of which nothing is given back yet. */
const RETURNING: ReadonlySet<string> = new Set([
  'requested',
  'approved',
  'receiving',
  'received',
  'inspected',
  'disposed',
]);
const ENDED: ReadonlySet<string> = new Set(['cancelled', 'rejected']);

interface Part {
  text: string;
  tone: PoAnswer['tone'];
}

const TONES: readonly PoAnswer['tone'][] = ['bad', 'wait', 'good', 'plain'];

/**
 * What is missing until all of a PO is money, in one sentence, the nearest thing first; where nothing is, that it is
 * so. Nothing is said of what the reader may not see.
 * @param figures null: the reader may see no invoices
 */
export function poMissing(file: PoFile, figures: PoFigures | null, today: string): Pick<PoAnswer, 'missing' | 'tone'> {
  const parts = [...ofGoods(file, figures), ...(isKnown(figures) ? ofMoney(file, figures, today) : ofPayStatus(file))];
  const said = parts.length > 0 ? parts : [ended(file, figures)];
  const tone = TONES.find((one) => said.some((part) => part.tone === one)) ?? 'plain';
  return { missing: said.map(({ text }) => text).join('；'), tone };
}

/** What has not left, or has left and stands on no invoice. */
function ofGoods(file: PoFile, figures: PoFigures | null): Part[] {
  const going = file.orders.filter(({ status }) => !ENDED.has(status));
  if (going.length === 0) return [];
  if (going.every(({ environment }) => environment === 'sandbox'))
    return [{ text: '沙箱测试订单，不开票', tone: 'plain' }];
  const waiting = going.filter(({ status }) => !GONE.has(status));
  const isSomeGone = waiting.length < going.length || waiting.some(({ status }) => status === 'partial');
  if (waiting.some(({ status }) => status === 'draft')) return [{ text: '草稿，还没有提交', tone: 'wait' }];
  const parts: Part[] = [];
  if (waiting.length > 0) {
    const isTaken = waiting.every(({ status }) => status !== 'new');
    parts.push({ text: isSomeGone ? '部分未发货' : isTaken ? '未发货' : '未接单，未发货', tone: 'wait' });
  }
  if (!isSomeGone || going.every(({ total }) => total === 0n)) return parts;
  if (figures === null || figures.uninvoiced === null || waiting.length > 0) {
    const isBilled = going.some(({ payStatus }) => payStatus !== 'none');
    return isBilled ? parts : [...parts, { text: '已发货未开票', tone: 'wait' }];
  }
  if (figures.uninvoiced <= 0n) return parts;
  const rest =
    figures.invoices.length > 0 ? `还有 ${moneyText(figures.uninvoiced, file.currency)} 未开票` : '已发货未开票';
  return [...parts, { text: rest, tone: 'wait' }];
}

/** What is owed, since when, and what a channel keeps or has not said what it is for. */
function ofMoney(file: PoFile, figures: PoFigures, today: string): Part[] {
  const text = (amount: bigint): string => moneyText(amount, file.currency);
  const parts: Part[] = [];
  const { open, invoices } = figures;
  if (open > 0n) {
    const late = overdueDays(figures, today);
    const isShort = invoices.some(({ status }) => status === 'short_paid' || status === 'disputed');
    const isTouched = open < figures.invoiced;
    const what = isTouched
      ? `${isShort ? '短款' : '部分回款，还差'} ${text(open)}`
      : `已开票未回款${isShort ? `，短款 ${text(open)}` : ''}`;
    const [oldest] = openInvoices(invoices);
    const when = late === null ? `，${oldest?.dueDate ?? ''} 到期` : `，已逾期 ${late} 天`;
    parts.push({ text: what + when, tone: late === null && !isShort ? 'wait' : 'bad' });
  }
  const unposted = (file.lines ?? []).filter(
    ({ remittanceStatus, shares }) =>
      shares.length > 0 && remittanceStatus !== 'posted' && remittanceStatus !== 'reversed',
  );
  if (open > 0n && unposted.length > 0)
    parts.push({ text: `回款单 ${unposted[0]?.remitNo ?? ''} 已匹配，等过账`, tone: 'wait' });
  const argued = [...figures.booked.filter(isUnderWay), ...figures.announced];
  if (argued.length > 0) {
    const amount = argued.reduce((sum, one) => sum + one.amount - one.recovered, 0n);
    parts.push({ text: `扣款 ${text(amount)} ${argued.some(isUnderWay) ? '处理中' : '待平台扣'}`, tone: 'wait' });
  }
  const parked = figures.parked.reduce((sum, { amount }) => sum + amount, 0n);
  if (parked !== 0n) parts.push({ text: `${text(parked)} 待核销`, tone: 'wait' });
  for (const one of file.returns ?? [])
    if (RETURNING.has(one.status) && one.expectedCredit > 0n)
      parts.push({ text: `退货处理中，应退 ${moneyText(one.expectedCredit, one.currency)}`, tone: 'wait' });
  for (const one of figures.foreign)
    parts.push({ text: `另有扣款 ${moneyText(one.amount - one.recovered, one.currency)}`, tone: 'wait' });
  return parts;
}

/** Whether all invoices of the PO are known: then what is owed follows from them. */
const isKnown = (figures: PoFigures | null): figures is PoFigures => figures !== null && !figures.isPartial;

/** Without invoices, the order itself still says how far it is paid. */
function ofPayStatus({ orders }: PoFile): Part[] {
  const states = new Set(orders.filter(({ status }) => !ENDED.has(status)).map(({ payStatus }) => payStatus));
  if (states.has('short')) return [{ text: '短款', tone: 'bad' }];
  if (states.has('part')) return [{ text: '部分回款', tone: 'wait' }];
  return states.has('invoiced') ? [{ text: '已开票未回款', tone: 'wait' }] : [];
}

/** Nothing is missing any more. */
function ended(file: PoFile, figures: PoFigures | null): Part {
  const [first] = file.orders;
  if (file.orders.every(({ status }) => ENDED.has(status)) && (figures?.invoiced ?? 0n) === 0n)
    return { text: first?.status === 'rejected' ? '已拒单，没有应收' : '已取消，没有应收', tone: 'plain' };
  if (file.orders.every(({ total }) => total === 0n)) return { text: '订单金额为 0，不开票', tone: 'plain' };
  if (!isKnown(figures)) return { text: '已回款', tone: 'good' };
  const lost = figures.kept - figures.recovered;
  const less = [
    ...(lost > 0n ? [`扣款净损失 ${moneyText(lost, file.currency)}`] : []),
    ...(figures.credited > 0n ? [`退款 ${moneyText(figures.credited, file.currency)}`] : []),
    ...(figures.writtenOff > 0n ? [`核销 ${moneyText(figures.writtenOff, file.currency)}`] : []),
  ];
  return { text: ['已结清', ...less].join('，'), tone: 'good' };
}
