import { exponentOf } from '#kit/model/currency.ts';
import { forbidden, invalid, type Refusal } from '#kit/model/refusal.ts';
import { lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { may } from '#kit/server/actor.ts';
import { command, moveInTransaction, recordBirth, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { holdRowUploads, uploadErrors } from '#kit/server/held-uploads.ts';
import { insertInto, pick, setColumns } from '#kit/server/stored-rows.ts';
import { disputeText } from '../model/dispute-text.ts';
import { disputeIsOpen, dueInPast, noChannelToDispute, noPriceToDispute, nothingToSend } from '../model/errors.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { isManualOrder, orderLine, type OrderRow } from '../model/order.ts';
import { priceDisputeLifecycle } from '../model/price-dispute-lifecycle.ts';
import { priceDispute, priceDisputeLine, priceDisputeMessage, type DisputeRow } from '../model/price-dispute.ts';
import { acceptPrice } from './decide-change.ts';
import { openDisputes } from './open-disputes.ts';

/** Channels answer within some days, or somebody asks once more. */
const DUE_DAYS = 3;
const DAY = 86_400_000;

/** 发起争议: the price of a held order is argued about; the order stays held, and what to write is ready. */
export const beginDispute: Command = command(orderLifecycle, 'dispute', {
  async guard(tx, rows, { dueAt }) {
    if (dueAt && asDate(dueAt) <= tx.now) throw dueInPast();
    const open = await openDisputes(
      tx,
      rows.map(({ id }) => id),
    );
    return new Map<string, Refusal>(
      rows.flatMap((row): [string, Refusal][] => {
        if (isManualOrder(row.orderType)) return [[row.id, noChannelToDispute()]];
        if (open.has(row.id)) return [[row.id, disputeIsOpen()]];
        return row.holds.includes('priceMismatch') ? [] : [[row.id, noPriceToDispute()]];
      }),
    );
  },
  async run(tx, rows, { content, dueAt }) {
    for (const row of rows) await begin(tx, row, content ?? null, dueAt ? asDate(dueAt) : dueOf(tx));
  },
});

/** Answers of a move are typed as the wire has them, and read as instants. */
const asDate = (value: unknown): Date => (value instanceof Date ? value : new Date(String(value)));

const dueOf = ({ now }: Tx): Date => new Date(now.getTime() + DUE_DAYS * DAY);

async function begin(tx: Tx, row: OrderRow, content: string | null, dueAt: Date): Promise<void> {
  const lines = await disputedLines(tx, row);
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer + 1 as n from price_dispute
    where tenant_id = ${tx.tenant} and order_id = ${row.id}::uuid`;
  const of = { orderId: row.id };
  const [disputeId = ''] = await insertInto(tx, priceDispute, [
    {
      ...of,
      disputeNo: `${row.orderNo}-J${n}`,
      accountId: row.accountId,
      channelOrderNo: row.channelOrderNo,
      environment: row.environment,
      currency: row.currency,
      difference: lines.reduce((sum, line) => sum + line.difference, 0n),
      status: 'open',
      waitsFor: 'us',
      dueAt,
    },
  ]);
  recordBirth(tx, priceDisputeLifecycle, 'begin', [{ id: disputeId, status: 'open', scope: null }]);
  await insertInto(
    tx,
    priceDisputeLine,
    lines.map((line) => ({ ...of, ...line, disputeId, currency: row.currency })),
  );
  await addMessage(
    tx,
    { id: disputeId, ...of },
    {
      kind: 'toChannel',
      content: content ?? disputeText(row.channelOrderNo, row.currency, lines).slice(0, 2000),
    },
  );
}

/** Lines whose price is another than agreed, by what the channel asks for now. */
async function disputedLines(tx: Tx, row: OrderRow) {
  const lines = await pick(tx, orderLine, [
    'id',
    'channelSku',
    'qty',
    'qtyCancelled',
    'unitPrice',
    'expectedPrice',
  ])`order_id = ${row.id}::uuid and qty > qty_cancelled order by line_no`;
  const requested = new Map(
    (
      await tx.rows<{ lineId: string; after: string }>`
        select line_id, after from order_change_item
        where tenant_id = ${tx.tenant} and order_id = ${row.id}::uuid and status = 'pending'
          and field = 'unitPrice' and line_id is not null`
    ).map(({ lineId, after }) => [lineId, after] as const),
  );
  const exponent = exponentOf(row.currency);
  return lines.flatMap((line) => {
    const actualPrice = requested.get(line.id) ?? line.unitPrice;
    // Without an agreed price the one that the order came with is what it is measured by.
    const expectedPrice = line.expectedPrice ?? line.unitPrice;
    const [actual, expected] = [priceOf(actualPrice), priceOf(expectedPrice)];
    if (actual === expected) return [];
    const qty = line.qty - line.qtyCancelled;
    const difference = lineAmount(qty, actual, exponent) - lineAmount(qty, expected, exponent);
    return [{ channelSku: line.channelSku, qty, expectedPrice, actualPrice, difference }];
  });
}

const priceOf = (price: string): bigint => parseDecimal(price, PRICE_SCALE) ?? 0n;

type About = Pick<DisputeRow, 'id' | 'orderId'>;
interface Message {
  kind: 'internal' | 'toChannel' | 'fromChannel';
  content: string;
  assets?: unknown;
}

async function addMessage(tx: Tx, dispute: About, message: Message): Promise<void> {
  const values = { kind: message.kind, content: message.content, assets: message.assets ?? null };
  const [faults = []] = await uploadErrors(tx, priceDisputeMessage, [{ values }]);
  if (faults.length > 0) throw invalid(faults);
  const ids = await insertInto(tx, priceDisputeMessage, [
    { disputeId: dispute.id, orderId: dispute.orderId, ...values } as never,
  ]);
  for (const id of ids) await holdRowUploads(tx, priceDisputeMessage, id, { values });
}

/** 记录沟通: what was said, by whom; what the channel answered leads on. */
export const writeDispute: Command = command(priceDisputeLifecycle, 'write', {
  async run(tx, rows, { kind, content, assets }) {
    const states = new Map<string, string>();
    for (const row of rows) {
      await addMessage(tx, row, { kind, content, assets });
      const waitsFor = {
        internal: row.waitsFor,
        toChannel: 'us',
        fromChannel: 'decision',
      } as const;
      await setColumns(tx, priceDispute, [row.id], { waitsFor: waitsFor[kind] ?? null });
      states.set(row.id, kind === 'fromChannel' ? 'answered' : row.status);
    }
    return states;
  },
});

/** 已在平台提交: what waited to be written there is there. */
export const markDisputeSent: Command = command(priceDisputeLifecycle, 'markSent', {
  async guard(tx, rows) {
    const waiting = await tx.rows<{ disputeId: string }>`
      select distinct dispute_id from price_dispute_message
      where tenant_id = ${tx.tenant} and dispute_id = any(${rows.map(({ id }) => id)}::uuid[])
        and kind = 'toChannel' and sent_at is null`;
    const ids = new Set(waiting.map(({ disputeId }) => disputeId));
    return new Map<string, Refusal>(rows.filter(({ id }) => !ids.has(id)).map((row) => [row.id, nothingToSend()]));
  },
  async run(tx, rows) {
    await tx.run`
      update price_dispute_message set sent_at = ${tx.now}, sent_by = ${tx.actor.username},
        update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
      where tenant_id = ${tx.tenant} and dispute_id = any(${rows.map(({ id }) => id)}::uuid[])
        and kind = 'toChannel' and sent_at is null`;
    await setColumns(
      tx,
      priceDispute,
      rows.map(({ id }) => id),
      { waitsFor: 'channel' },
    );
  },
});

/** 平台答应改价: nothing is released; the next telling of the order is compared with what was agreed. */
export const expectCorrection: Command = command(priceDisputeLifecycle, 'expect', {
  async run(tx, rows, { content }) {
    for (const row of rows) await addMessage(tx, row, { kind: 'fromChannel', content });
    await setColumns(
      tx,
      priceDispute,
      rows.map(({ id }) => id),
      { waitsFor: 'correction' },
    );
  },
});

export const setDisputeDue: Command = command(priceDisputeLifecycle, 'setDue', {
  async run(tx, rows, { dueAt }) {
    if (asDate(dueAt) <= tx.now) throw dueInPast();
    await setColumns(
      tx,
      priceDispute,
      rows.map(({ id }) => id),
      { dueAt: asDate(dueAt) },
    );
  },
});

/** 接受原价: for those who may accept prices; the hold is released with the reason that is given. */
export const acceptDispute: Command = command(priceDisputeLifecycle, 'accept', {
  async guard(tx) {
    if (!may(tx.actor, acceptPrice.permission)) throw forbidden(acceptPrice.permission);
    return new Map<string, Refusal>();
  },
  async run(tx, rows, { reason }) {
    for (const row of rows) {
      await setColumns(tx, priceDispute, [row.id], endOf(tx, reason));
      await moveInTransaction(tx, acceptPrice, [row.orderId], { reason });
    }
  },
});

/** 撤回争议: the order stays held by its price. */
export const withdrawDispute: Command = command(priceDisputeLifecycle, 'withdraw', {
  async run(tx, rows, { reason }) {
    for (const row of rows) await setColumns(tx, priceDispute, [row.id], endOf(tx, reason));
  },
});

const endOf = (tx: Tx, outcome: string) => ({ closedAt: tx.now, outcome, waitsFor: null });
