import { Refusal } from '#kit/model/refusal.ts';
import { dayIn, endOfDay } from '#kit/model/time.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { accountPolicy } from '#modules/base/server/index.ts';
import { release } from '#modules/inventory/server/index.ts';
import { extensionDays } from '../../model/part-clock.ts';
import { extendedAlready, extendTooFar } from '../../model/part-errors.ts';
import { partOrderCreated, partOrderRejected } from '../../model/part-events.ts';
import { partOrderLifecycle } from '../../model/part-lifecycle.ts';
import { partOrder, type PartOrderRow } from '../../model/part-order.ts';
import { holdOrders } from '../returns/order-facts.ts';
import { answerOf } from './part-answers.ts';
import { refreshPartFacts } from './part-facts.ts';
import { placeOfWarehouse } from './part-place.ts';

/** What events of a part order say. */
export const aboutOf = ({ id, accountId, orderId }: Pick<PartOrderRow, 'id' | 'accountId' | 'orderId'>) => ({
  partOrderId: id,
  accountId,
  orderId: orderId ?? null,
});

/** 提交: from here on it counts for the month, and its clock is watched. */
export const submitPartOrder: Command = command(partOrderLifecycle, 'submit', {
  async run(tx, rows) {
    await holdOrders(tx, rows);
    await refreshPartFacts(tx, rows, 'new');
    // What was sent back for information has been asked for before.
    for (const row of rows) if (row.status === 'draft') await tx.emit(partOrderCreated, row.id, aboutOf(row));
  },
});

/** 请补资料: its clock goes on. */
export const requestInfo: Command = command(partOrderLifecycle, 'needInfo', {
  async run(tx, rows, { reason }) {
    await setColumns(tx, partOrder, rows, { askedInfo: reason });
  },
});

export const takeInfo: Command = command(partOrderLifecycle, 'infoArrived', {
  async run(tx, rows, { infoNote }) {
    if (infoNote) await setColumns(tx, partOrder, rows, { infoNote });
  },
});

/** 拒绝: the channel turns it into a whole replacement, and is given the reason. */
export const rejectPartOrder: Command = command(partOrderLifecycle, 'reject', {
  async run(tx, rows, { rejectReason, reason }) {
    await holdOrders(tx, rows);
    for (const row of rows) {
      await setColumns(tx, partOrder, [row.id], {
        rejectReason,
        reasonText: reason ?? null,
        dueAt: null,
        answerStatus: await answerOf(tx, row),
      });
    }
    await refreshPartFacts(tx, rows, 'rejected');
    for (const row of rows) await tx.emit(partOrderRejected, row.id, aboutOf(row));
  },
});

/** 延期: once, and no further than the channel allows. */
export const extendPartOrder: Command = command(partOrderLifecycle, 'extend', {
  async guard(tx, rows, { extendedTo }) {
    const refusals = new Map<string, Refusal>();
    for (const row of rows) {
      const refusal = await extensionRefusal(tx, row, extendedTo ?? '');
      if (refusal) refusals.set(row.id, refusal);
    }
    return refusals;
  },
  async run(tx, rows, { extendedTo, reason }) {
    for (const row of rows) {
      const { zone } = await placeOfWarehouse(tx, row.warehouseId);
      const until = endOfDay(extendedTo, zone);
      await setColumns(tx, partOrder, [row.id], {
        extendedTo: until,
        dueAt: until,
        extendReason: reason,
        answerStatus: await answerOf(tx, row),
      });
    }
  },
});

async function extensionRefusal(tx: Tx, row: PartOrderRow, day: string): Promise<Refusal | undefined> {
  const { zone } = await placeOfWarehouse(tx, row.warehouseId);
  if (row.extendedTo) return extendedAlready({ to: dayIn(row.extendedTo, zone) });
  const { partExtendMaxDays } = await accountPolicy(tx, row.accountId);
  const { first, last } = extensionDays(row.shipBy, partExtendMaxDays, zone);
  // A preview is asked before anybody has chosen a day.
  if (partExtendMaxDays > 0 && (day === '' || (day >= first && day <= last))) return undefined;
  return extendTooFar(partExtendMaxDays > 0 ? { first, last } : null);
}

/** 取消: whatever was held for it is free again. */
export const cancelPartOrder: Command = command(partOrderLifecycle, 'cancel', {
  async run(tx, rows, { reason }) {
    await holdOrders(tx, rows);
    for (const row of rows) await freeLines(tx, row.id);
    await setColumns(tx, partOrder, rows, { reasonText: reason, dueAt: null, waitingCount: 0 });
    await refreshPartFacts(tx, rows, 'cancelled');
  },
});

/** Gives back what is held for the lines of a part order, and forgets where they were to come from. */
export async function freeLines(tx: Tx, id: string): Promise<void> {
  const lines = await tx.rows<{ id: string }>`
    update part_line set qty_reserved = 0, harvest_units = 0, source = null, warehouse_id = null,
      update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and part_order_id = ${id}::uuid returning id`;
  await release(
    tx,
    lines.map((line) => ({ orderLineId: line.id })),
  );
}

export const closePartOrder: Command = command(partOrderLifecycle, 'close', {
  run: async () => undefined,
});

/** 超时: whose deadline has passed. It is still to be shipped. */
export const breachPartOrder: Command = command(partOrderLifecycle, 'timeout', {
  async run(tx, rows) {
    await holdOrders(tx, rows);
    await setColumns(tx, partOrder, rows, { breachedAt: tx.now });
    for (const row of rows) if (row.status === 'new') await setColumns(tx, partOrder, [row.id], { dueAt: row.shipBy });
    await refreshPartFacts(tx, rows, 'breached');
  },
});

/** 已到平台登记: somebody has given the channel our answer. */
export const markAnswered: Command = command(partOrderLifecycle, 'markAnswered', {
  async run(tx, rows) {
    await setColumns(tx, partOrder, rows, { answerStatus: 'done' });
  },
});
