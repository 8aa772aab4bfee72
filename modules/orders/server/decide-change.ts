import { Refusal } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { madeByActor } from '#kit/server/makers.ts';
import {
  changeGone,
  changeIsPrice,
  changeLosesLabel,
  freeByOwner,
  nothingChanged,
  nothingToAcceptPrice,
  priceByMaker,
  priceInDispute,
} from '../model/errors.ts';
import { askBeforeGivingAway, freeInOwnShop } from './free-orders.ts';
import { groupOf, hasLabel, needsLabelLoss } from '../model/order-change.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { changeApplier } from './apply-change.ts';
import { decide, judgePricesAgain, pendingChanges, refreshChangeHolds, type ChangeItem } from './change-items.ts';
import { openDisputes, settleDispute } from './open-disputes.ts';
import { closeHolds } from './holds.ts';
import { salesOrder, type OrderRow } from '../model/order.ts';

type ByOrder = ReadonlyMap<string, ChangeItem[]>;

async function readPending(tx: Tx, rows: readonly OrderRow[]): Promise<ByOrder> {
  const items = await pendingChanges(
    tx,
    rows.map((row) => row.id),
  );
  return Map.groupBy(items, ({ orderId }) => orderId);
}

/** Ids of chosen changes; null = all. The answer arrives as JSON text or as a list. */
function chosenIds(raw: unknown): string[] | null {
  let value = raw;
  while (typeof value === 'string') {
    try {
      value = JSON.parse(value) as unknown;
    } catch {
      throw new Refusal('orders.changeItems', '变更项格式不正确', { status: 422 });
    }
  }
  if (!Array.isArray(value) || value.length === 0) return null;
  return value.map(String);
}

const isPrice = ({ field }: ChangeItem): boolean => groupOf(field) === 'price';

/** An address is one thing: who decides one part of it decides all of it. */
function pick(items: readonly ChangeItem[], ids: string[] | null): ChangeItem[] {
  if (ids === null) return [...items];
  const groups = items.filter(({ id }) => ids.includes(id)).map(({ field }) => groupOf(field));
  return items.filter(
    ({ id, field }) => ids.includes(id) || (groupOf(field) === 'address' && groups.includes('address')),
  );
}

/** What keeps a choice of changes from being decided, or null. */
function choiceFault(items: readonly ChangeItem[], ids: string[] | null): Refusal | null {
  if (items.length === 0) return nothingChanged();
  const isKnown = ids?.every((id) => items.some((item) => item.id === id)) ?? true;
  return isKnown ? null : changeGone();
}

/**
 * 应用变更: the order becomes what its channel says now. A price is for those who may accept prices,
 * and a label that is lost by it must be agreed to.
 */
export const applyChange: Command = command(orderLifecycle, 'applyChange', {
  read: readPending,
  async guard(_tx, rows, answers, pending) {
    const ids = chosenIds(answers.items);
    const refusals = new Map<string, Refusal>();
    for (const row of rows) {
      const items = pending.get(row.id) ?? [];
      const fault = choiceFault(items, ids);
      const requested = pick(items, ids);
      if (fault) refusals.set(row.id, fault);
      else if (ids ? requested.some(isPrice) : requested.every(isPrice)) refusals.set(row.id, changeIsPrice());
      else if (!answers.acceptLabelLoss && needsLabelLoss(requested, sceneOf(row)))
        refusals.set(row.id, changeLosesLabel());
    }
    return refusals;
  },
  async run(tx, rows, answers, pending) {
    const states = new Map<string, string>();
    for (const row of rows) {
      const items = pick(pending.get(row.id) ?? [], chosenIds(answers.items));
      const apply = changeApplier(tx, row, answers.acceptLabelLoss === true);
      const chosen = items.filter((item) => !isPrice(item));
      await decide(tx, chosen, 'applied', answers.reason ?? null);
      states.set(row.id, await apply(chosen));
      await refreshChangeHolds(tx, row.id);
    }
    return states;
  },
});

const sceneOf = (row: OrderRow) => ({
  status: row.status,
  hasLabel: hasLabel(row.labelStatus),
  hasPacked: false,
});

/** 拒绝变更: the order stays as it is here; the channel is dealt with by a person. */
export const rejectChange: Command = command(orderLifecycle, 'rejectChange', {
  read: readPending,
  async guard(_tx, rows, answers, pending) {
    const ids = chosenIds(answers.items);
    const refusals = new Map<string, Refusal>();
    for (const row of rows) {
      const fault = choiceFault(pending.get(row.id) ?? [], ids);
      if (fault) refusals.set(row.id, fault);
    }
    return refusals;
  },
  async run(tx, rows, answers, pending) {
    for (const row of rows) {
      const items = pick(pending.get(row.id) ?? [], chosenIds(answers.items));
      await decide(tx, items, 'rejected', answers.reason);
      if (items.some(isPrice) && (await judgePricesAgain(tx, row.id, '已拒绝平台改价')))
        await settleDispute(tx, row.id, 'lapse', '已拒绝平台改价');
      await refreshChangeHolds(tx, row.id);
    }
  },
});

/** Orders that the actor typed, or whom they act for, where there is somebody else to ask about their prices. */
export const typedByActor = async (tx: Tx, orderIds: readonly string[]): Promise<ReadonlySet<string>> =>
  tx.actor.isSystem ? new Set() : madeByActor(tx, salesOrder, orderIds, { orAlone: true });

/**
 * 接受价格: somebody with the right to it lets a price pass that differs from the agreed one, and
 * takes over the prices that the channel changed meanwhile. Whoever typed an order says its prices, and is not the
 * one who lets them pass: asked here and not by the move, so that lists of orders do not ask it of every row.
 */
export const acceptPrice: Command = command(orderLifecycle, 'acceptPrice', {
  read: readPending,
  guard: async (tx, rows) => {
    const ids = rows.map(({ id }) => id);
    const disputed = await openDisputes(tx, ids);
    const typed = await typedByActor(tx, ids);
    const free = await freeInOwnShop(tx, ids);
    return new Map<string, Refusal>(
      rows.flatMap((row): [string, Refusal][] => {
        if (!row.holds.includes('priceMismatch')) return [[row.id, nothingToAcceptPrice()]];
        if (typed.has(row.id)) return [[row.id, priceByMaker()]];
        if (free.has(row.id)) return [[row.id, freeByOwner()]];
        return disputed.has(row.id) ? [[row.id, priceInDispute()]] : [];
      }),
    );
  },
  async run(tx, rows, { reason }, pending) {
    for (const row of rows) {
      const prices = (pending.get(row.id) ?? []).filter(isPrice);
      if (prices.length > 0) await changeApplier(tx, row, false)(prices);
      await decide(tx, prices, 'applied', reason ?? null);
      await askBeforeGivingAway(tx, [row.id]);
      await closeHolds(tx, row.id, 'priceMismatch', reason ?? '接受订单价');
    }
  },
});
