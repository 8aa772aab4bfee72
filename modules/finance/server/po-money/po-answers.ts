import { numberKey } from '#kit/model/numbers.ts';
import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { poEvents } from '../../model/po-money/po-events.ts';
import { isSomeHidden, poFigures } from '../../model/po-money/po-figures.ts';
import type { PoFile } from '../../model/po-money/po-file.ts';
import { overdueDays, poMissing } from '../../model/po-money/po-missing.ts';
import type { PoAnswer, PoTrail } from '../../model/po-money/po-money-routes.ts';
import { decimalOf } from '../../model/po-money/po-source.ts';
import { leadingOrder, payStatusOf } from '../../model/po-money/po-states.ts';
import { poSteps } from '../../model/po-money/po-steps.ts';
import { readPoFiles } from './read-po-files.ts';

/** Answers for numbers, in their order; two for one that two shops have. */
export async function poAnswers(tx: Tx, numbers: readonly string[]): Promise<PoAnswer[]> {
  const files = await readPoFiles(tx, { keys: numbers.map(numberKey) });
  const today = dayIn(tx.now, tx.actor.zone);
  return numbers.flatMap((number) => {
    const key = numberKey(number);
    const found = files.filter(({ orders }) => orders.some((one) => one.poKey === key || one.orderNoKey === key));
    return found.length > 0 ? found.map((file) => answerOf(number, file, today)) : [notFoundAnswer(number)];
  });
}

/** The whole way of the PO that an order stands for; undefined: not for whoever asks. */
export async function poTrail(tx: Tx, orderId: string): Promise<PoTrail | undefined> {
  const files = await readPoFiles(tx, { orderId });
  const file = files.find(({ orders }) => orders.some(({ id }) => id === orderId));
  if (!file) return undefined;
  const { words, zone } = tx.actor;
  const figures = poFigures(file);
  return {
    answer: answerOf(file.poNo, file, dayIn(tx.now, zone)),
    steps: figures ? poSteps(file, figures, words) : [],
    events: poEvents(file, { zone, words }),
    hidden: hiddenOf(file),
  };
}

function answerOf(number: string, file: PoFile, today: string): PoAnswer {
  const figures = poFigures(file);
  const lead = leadingOrder(file.orders);
  const text = (minor: bigint | null | undefined): string | null =>
    minor === null || minor === undefined ? null : decimalOf(minor, file.currency);
  const paying = (file.lines ?? []).filter(
    ({ remittanceStatus, shares, poKey }) => remittanceStatus !== 'reversed' && (shares.length > 0 || poKey !== null),
  );
  const remittances = new Map(paying.map(({ remittanceId, remitNo }) => [remittanceId, remitNo]));
  return {
    number,
    isFound: true,
    orderId: file.orders[0]?.id ?? null,
    poNo: file.poNo,
    shop: file.shop,
    status: lead.status as PoAnswer['status'],
    payStatus: payStatusOf(file.orders),
    currency: file.currency,
    ordered: text(file.ordered),
    invoiced: text(figures?.invoiced),
    received: text(figures?.received),
    deducted: file.deductions === null || !figures ? null : text(figures.kept - figures.recovered),
    open: text(figures?.open),
    overdueDays: figures ? overdueDays(figures, today) : null,
    remittances: [...remittances].map(([id, no]) => ({ id, no })),
    ...poMissing(file, figures, today),
  };
}

const notFoundAnswer = (number: string): PoAnswer => ({
  number,
  isFound: false,
  orderId: null,
  poNo: null,
  shop: null,
  status: null,
  payStatus: null,
  currency: null,
  ordered: null,
  invoiced: null,
  received: null,
  deducted: null,
  open: null,
  overdueDays: null,
  remittances: [],
  missing: '未找到：没有这个PO，或不在可见的店铺和仓库里',
  tone: 'plain',
});

function hiddenOf(file: PoFile): string[] {
  const parts = {
    发票: file.invoices,
    回款单: file.lines,
    扣款: file.deductions,
    发货单: file.shipments,
    退货单: file.returns,
    退款单: file.credits,
    索赔: file.claims,
  };
  const none = Object.entries(parts).flatMap(([title, rows]) => (rows === null ? [title] : []));
  return file.invoices !== null && isSomeHidden(file) ? ['部分发票', ...none] : none;
}
