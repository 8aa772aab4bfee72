import type { Refusal } from '#kit/model/refusal.ts';
import { command, moveWithin, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { interceptedAlready, noIntercept } from '../model/errors.ts';
import { shipmentLifecycle } from '../model/shipment-lifecycle.ts';
import { shipment, type ShipmentRow } from '../model/shipment.ts';

/** 拦截: a parcel that has left is to be stopped. The carrier is called by a person; the order stays as it is. */
export const interceptShipment: Command = command(shipmentLifecycle, 'intercept', {
  guard: async (_tx, rows) =>
    refused(
      rows.filter(({ interceptStatus }) => interceptStatus === 'toContact'),
      interceptedAlready,
    ),
  async run(tx, rows, { reason }) {
    await setColumns(tx, shipment, rows, { interceptStatus: 'toContact', interceptReason: reason });
  },
});

const waiting = (rows: readonly ShipmentRow[]): Map<string, Refusal> =>
  refused(
    rows.filter(({ interceptStatus }) => interceptStatus !== 'toContact'),
    noIntercept,
  );

/** 已拦截: the carrier brings it back; what comes is a return. */
export const noteStopped: Command = command(shipmentLifecycle, 'noteStopped', {
  guard: async (_tx, rows) => waiting(rows),
  run: (tx, rows) => setColumns(tx, shipment, rows, { interceptStatus: 'stopped' }),
});

/** 拦截失败: it reaches its buyer. */
export const noteNotStopped: Command = command(shipmentLifecycle, 'noteNotStopped', {
  guard: async (_tx, rows) => waiting(rows),
  run: (tx, rows) => setColumns(tx, shipment, rows, { interceptStatus: 'failed' }),
});

const refused = (rows: readonly ShipmentRow[], because: () => Refusal): Map<string, Refusal> =>
  new Map(rows.map(({ id }) => [id, because()]));

/**
 * Asks for parcels of orders to be stopped that are on their way, once each however often it is asked.
 * @returns how many are to be stopped now
 */
export async function askToIntercept(
  tx: Tx,
  orderIds: readonly string[],
  reason: string,
): Promise<number> {
  const gone = await tx.rows<{ id: string }>`
    select id from shipment where tenant_id = ${tx.tenant} and order_id = any(${orderIds}::uuid[])
      and status in ('shipped', 'inTransit', 'exception') and intercept_status is null order by id for update`;
  const ids = gone.map(({ id }) => id);
  if (ids.length > 0)
    await moveWithin(tx, interceptShipment, ids, { reason: reason.slice(0, 255) });
  return ids.length;
}
