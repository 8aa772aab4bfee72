import type { Refusal } from '#kit/model/refusal.ts';
import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick, setColumns, setEach } from '#kit/server/stored-rows.ts';
import { shipMethod } from '#modules/base/model/ship-method.ts';
import { methodDisabled, noShipMethod } from '../model/errors.ts';
import { orderMethodChanged, orderPriorityChanged } from '../model/events.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { salesOrder, type OrderPriority } from '../model/order.ts';
import { matchMethods } from './match-method.ts';

/** 设置优先级: how much an order presses, for whoever works through a list. */
export const priorityMove: Command = command(orderLifecycle, 'setPriority', {
  async run(tx, rows, { priority }) {
    await setColumns(tx, salesOrder, rows, { priority });
    for (const { id } of rows)
      await tx.emit(orderPriorityChanged, id, { orderId: id, priority: priority as OrderPriority });
  },
});

/**
 * 换物流渠道: the order leaves another way; where none is named, the one that its channel asks for. Shipments without a label follow in the same transaction
 * (`order.methodChanged`); one that has a label, or has asked for it, refuses.
 */
export const shipMethodMove: Command = command(orderLifecycle, 'setShipMethod', {
  read: matchMethods,
  async guard(tx, rows, { shipMethodId }, matched) {
    const refusals = new Map<string, Refusal>();
    const closed = await disabledMethods(tx, [shipMethodId ?? '', ...matched.values()]);
    for (const row of rows) {
      const method = shipMethodId ?? matched.get(row.id);
      const name = method && closed.get(method);
      if (name) refusals.set(row.id, methodDisabled({ name }));
      else if (!method)
        refusals.set(row.id, noShipMethod({ shipSpeed: row.shipSpeed ?? '', carrier: row.carrierCode ?? '' }));
    }
    return refusals;
  },
  async run(tx, rows, { shipMethodId }, matched) {
    const changing = rows.flatMap((row) => {
      const method = shipMethodId ?? matched.get(row.id);
      return method && method !== row.shipMethodId ? [{ id: row.id, shipMethodId: method }] : [];
    });
    await setEach(tx, salesOrder, changing);
    for (const { id, shipMethodId: method } of changing)
      await tx.emit(orderMethodChanged, id, { orderId: id, shipMethodId: method });
  },
});

/** Names of those among some ship methods that are disabled. */
async function disabledMethods(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter(Boolean);
  const found = await pick(tx, shipMethod, ['id', 'name'])`
    id = any(${known}::uuid[]) and status <> 'enabled'`;
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Sets how much orders press, within an open transaction. @throws Refusal where one is not open */
export const setPriority = (tx: Tx, orderIds: readonly string[], priority: OrderPriority): Promise<void> =>
  moveInTransaction(tx, priorityMove, orderIds, { priority });

/**
 * Has orders leave by another ship method, within an open transaction.
 * @throws Refusal where an order is not open, has a label, or the method is disabled
 */
export const setShipMethod = (tx: Tx, orderIds: readonly string[], shipMethodId: string): Promise<void> =>
  moveInTransaction(tx, shipMethodMove, orderIds, { shipMethodId });
