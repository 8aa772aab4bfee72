import type { Refusal } from '#kit/model/refusal.ts';
import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { interceptedAlready, noIntercept } from '../model/errors.ts';
import { shipmentLifecycle } from '../model/shipment-lifecycle.ts';
import { shipment, type ShipmentRow } from '../model/shipment.ts';

/** What the column takes. */
const MOST_REASON = 255;

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
 * Asks for parcels of orders to be stopped that are on their way. One that waits for its carrier already gets
 * the further reason; one that comes back is left alone; one that could not be stopped is asked for again.
 * @param lineIds lines of the orders: parcels without any of them go on
 * @returns how many are to be stopped now
 */
export async function requestIntercept(
  tx: Tx,
  orderIds: readonly string[],
  reason: string,
  lineIds?: readonly string[],
): Promise<number> {
  const gone = await tx.rows<{ id: string; status: string | null; reasons: string | null }>`
    select s.id, s.intercept_status as status, s.intercept_reason as reasons from shipment s
    where s.tenant_id = ${tx.tenant} and s.order_id = any(${orderIds}::uuid[])
      and s.status in ('shipped', 'inTransit', 'exception')
      and s.intercept_status is distinct from 'stopped'
      and (${lineIds === undefined} or exists (
        select from shipment_line l where l.tenant_id = s.tenant_id and l.shipment_id = s.id
          and l.order_line_id = any(${lineIds ?? []}::uuid[])))
    order by s.id for update of s`;
  const waiting = gone.filter(({ status }) => status === 'toContact');
  for (const { id, reasons } of waiting)
    if (!reasons?.includes(reason))
      await setColumns(tx, shipment, [id], { interceptReason: asOne([reason, reasons ?? '']) });
  const ids = gone.filter(({ status }) => status !== 'toContact').map(({ id }) => id);
  if (ids.length > 0) await moveInTransaction(tx, interceptShipment, ids, { reason: asOne([reason]) });
  return ids.length;
}

/** The newest first: where there is no room for all, it is what the carrier does not know yet. */
const asOne = (reasons: readonly string[]): string => reasons.filter(Boolean).join('；').slice(0, MOST_REASON);
