import { invalid, Refusal } from '#kit/model/refusal.ts';
import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { readLineAnswers } from '#kit/server/line-answers.ts';
import { setEach } from '#kit/server/stored-rows.ts';
import { planFaults, type LineAnswer } from '../model/accept-plan.ts';
import { backorderNotAllowed, orderOnHold, lineUnmapped, stockShort } from '../model/errors.ts';
import { holdTitles } from '../model/hold-title.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { isManualOrder, orderLine, salesOrder, type OrderRow } from '../model/order.ts';
import { acceptAll, idsOf, shopsOf, notifyAccepted, waitingSiblings } from './accept-order.ts';
import { answerableLines, noteBackorder } from './backorder.ts';
import { callBackAcceptance } from './call-back-order.ts';
import { withdrawUnits } from './cancel-units.ts';
import { holdStock, releaseStock } from './hold-stock.ts';
import { closeHolds } from './holds.ts';
import { readLines } from './read-order.ts';
import { shipPromises, storePromises } from './ship-promise.ts';

/** Shortage is what this move answers; every other hold stands in its way as it does of any acceptance. */
const ANSWERED_HOLD = 'outOfStock';

/**
 * 部分接单: of each line so many units now, so many on a later day, and so many not at all, as far as the
 * shop and its channel go along. Units for a later day hold no stock before there is some; what is refused is
 * cancelled here and at the channel. Other parts of the same number are accepted with it, whole.
 */
export const acceptPartly: Command = command(orderLifecycle, 'acceptPart', {
  read: (tx, rows) => waitingSiblings(tx, rows),
  async guard(tx, rows, answers) {
    const refusals = new Map<string, Refusal>();
    for (const row of rows) {
      const plan = await planOrRefusal(tx, row.id, answers.lines);
      const refusal = plan instanceof Refusal ? plan : await refusalOf(tx, row, plan, answers.reason);
      if (refusal) refusals.set(row.id, refusal);
    }
    return refusals;
  },
  async run(tx, rows, answers, siblings) {
    const along = idsOf([...siblings.values()].flat());
    if (along.length > 0) await moveInTransaction(tx, acceptSibling, along, { lines: [] });
    for (const row of rows) await acceptPlanned(tx, row, await planIn(tx, row.id, answers.lines), answers.reason ?? '');
    return notifyAccepted(tx, rows);
  },
  callBack: callBackAcceptance,
});

/** @throws Refusal 422 where it is no answer for each open line */
async function planIn(tx: Tx, orderId: string, answer: unknown): Promise<LineAnswer[]> {
  const lines = await readLines(tx, orderId);
  const given = readLineAnswers(orderLifecycle.moves.acceptPart.input.lines, answer ?? [], { actor: tx.actor, lines });
  return (given ?? []).map(({ row, line, said: one }) => ({ row, lineId: line.id, ...one }));
}

async function planOrRefusal(tx: Tx, orderId: string, answer: unknown): Promise<LineAnswer[] | Refusal> {
  try {
    return await planIn(tx, orderId, answer);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const acceptSibling: Command = command(orderLifecycle, 'acceptPart', {
  async guard(_tx, rows) {
    const held = rows.filter(({ holds }) => holds.length > 0);
    return new Map(held.map(({ id, holds }) => [id, orderOnHold({ holds: holdTitles(holds) }) as Refusal]));
  },
  run: (tx, rows) => acceptAll(tx, rows, {}),
  callBack: callBackAcceptance,
});

async function refusalOf(
  tx: Tx,
  row: OrderRow,
  plan: readonly LineAnswer[],
  reason: string | null | undefined,
): Promise<Refusal | null> {
  const holds = row.holds.filter((type) => type !== ANSWERED_HOLD);
  if (holds.length > 0) return orderOnHold({ holds: holdTitles(holds) });
  const unmapped = (await readLines(tx, row.id)).find((line) => !line.skuId);
  if (unmapped) return lineUnmapped({ channelSku: unmapped.channelSku });
  const faults = planFaults(await answerableLines(tx, row.id), plan);
  if (plan.some(({ refuse }) => refuse > 0) && !reason)
    faults.push({ field: 'reason', code: 'required', message: '请输入拒绝原因' });
  return faults.length > 0 ? invalid(faults) : unofferedPlan(tx, row, plan);
}

/** What of a plan the shop or its channel does not go along with. */
async function unofferedPlan(tx: Tx, row: OrderRow, plan: readonly LineAnswer[]): Promise<Refusal | null> {
  const isLate = plan.some(({ backorder }) => backorder > 0);
  const isRefused = plan.some(({ refuse }) => refuse > 0);
  const isDivided = plan.some(
    ({ now, backorder, refuse }) => [now, backorder, refuse].filter((qty) => qty > 0).length > 1,
  );
  if (!isManualOrder(row.orderType)) {
    const shop = (await shopsOf(tx, [row])).get(row.accountId);
    if (isLate && !shop?.allowBackorder) return backorderNotAllowed();
  }
  const needs = [
    ...(isLate ? [{ title: '缺货待补', needs: 'backorder' }] : []),
    ...(isRefused ? [{ title: '部分拒绝', needs: 'refuseUnits' }] : []),
    ...(isDivided ? [{ title: '拆分一行的数量', needs: 'divideLine' }] : []),
  ];
  for (const need of needs) {
    const refusal = (await tx.unmet({ resource: salesOrder, ...need }, [row])).get(row.id);
    if (refusal) return refusal;
  }
  return null;
}

async function acceptPlanned(tx: Tx, row: OrderRow, plan: readonly LineAnswer[], reason: string): Promise<void> {
  const refused = plan.filter(({ refuse }) => refuse > 0);
  if (refused.length > 0)
    await withdrawUnits(tx, row.id, row.status, {
      items: refused.map(({ lineId, refuse }) => ({ lineId, qty: refuse })),
      reason,
    });
  await noteBackorder(tx, row.id, plan);
  await giveBackLate(tx, row.id, plan);
  const short = await holdStock(tx, { ...row, pinnedWarehouseId: row.warehouseId ?? null });
  if (short) throw stockShort({ lines: short });
  await closeHolds(tx, row.id, ANSWERED_HOLD, '已部分接单');
  await promise(tx, row.id, plan);
}

/** Units for a later day give back what they held: others may have it now. */
async function giveBackLate(tx: Tx, orderId: string, plan: readonly LineAnswer[]): Promise<void> {
  const beyond = (await readLines(tx, orderId)).flatMap((line) => {
    const now = plan.find(({ lineId }) => lineId === line.id)?.now ?? 0;
    return line.qtyReserved > now ? [{ lineId: line.id, qty: line.qtyReserved - now }] : [];
  });
  if (beyond.length > 0) await releaseStock(tx, beyond);
}

/** A line is promised for the last day on which units of it leave. */
async function promise(tx: Tx, orderId: string, plan: readonly LineAnswer[]): Promise<void> {
  const promises = await shipPromises(tx, [orderId]);
  await storePromises(tx, [...promises.values()], null);
  await setEach(
    tx,
    orderLine,
    plan.flatMap(({ lineId, now, backorder, backorderDate, estShipDate }) => {
      const day = backorder > 0 ? backorderDate : now > 0 ? estShipDate : null;
      return day ? [{ id: lineId, estShipDate: day }] : [];
    }),
  );
}
