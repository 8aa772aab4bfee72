import { callBackCommand } from '#kit/server/call-back.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { CallBack, Command } from '#kit/server/move-effect.ts';
import { command } from '#kit/server/command.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import type { OrderRow } from '../model/order.ts';
import { familyOf } from './family.ts';
import { callBackOrder } from './stored-order.ts';

const nothing = { run: async () => undefined };

/** Parts of a number that are called back because another is. */
const callBackSiblings: Command = callBackCommand(orderLifecycle, [
  command(orderLifecycle, 'accept', { ...nothing, callBack: callBackOrder }),
  command(orderLifecycle, 'acceptPart', { ...nothing, callBack: callBackOrder }),
]);

/**
 * How an acceptance is undone: a channel takes a number as a whole, so all parts of it that were accepted
 * together wait again, or none does.
 */
export const callBackAcceptance: CallBack<OrderRow, unknown> = {
  ...callBackOrder,
  async undo(tx, returning) {
    const own = new Set(returning.map(({ row }) => row.id));
    const along = new Set<string>();
    for (const id of [...own].sort())
      for (const member of await familyOf(tx, id, { lock: true }))
        if (!own.has(member.id) && member.status === 'accepted') along.add(member.id);
    if (along.size > 0) await moveInTransaction(tx, callBackSiblings, [...along]);
    await callBackOrder.undo(tx, returning);
  },
};
