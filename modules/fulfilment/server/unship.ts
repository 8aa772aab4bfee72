import type { Refusal } from '#kit/model/refusal.ts';
import { command, moveInTransaction, type CallBack, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setEach } from '#kit/server/stored-rows.ts';
import { releaseEffect } from '#modules/base/server/index.ts';
import { takeBackSent } from '#modules/inventory/server/index.ts';
import { readOrder, recordCost, recordUnshipped, setFacts } from '#modules/orders/server/index.ts';
import { carrierHasIt, orderOver, shippedLongAgo } from '../model/errors.ts';
import { shipmentTakenBack, shipmentUnshipped } from '../model/events.ts';
import { boxLifecycle, shipmentLifecycle } from '../model/shipment-lifecycle.ts';
import { shipment, type ShipmentRow } from '../model/shipment.ts';
import { jointly } from './joint/joint-shipment.ts';
import { reuseLabels } from './carriers/label-ends.ts';
import { handedOver } from '../model/wave-errors.ts';
import { handedOverOn } from './handover/handover-boxes.ts';
import { linesOf } from './packing/pack.ts';
import { NOTICE_TO_CORRECT } from './read-shipment.ts';
import { shipKey } from './ship-key.ts';

/** What left by mistake is taken back on the day it was noted, never later. */
const HOURS_TO_UNSHIP = 24;

const unshipBox = command(boxLifecycle, 'unship', { run: async () => undefined });

const unship = command(shipmentLifecycle, 'unship', {
  async guard(tx, rows) {
    const refusals = new Map<string, Refusal>();
    const noted = await notedAt(tx, rows);
    const orders = await ordersOf(tx, rows);
    const handed = await handedOverOn(tx, rows);
    for (const row of rows) {
      const at = noted.get(row.id)?.getTime() ?? 0;
      const state = orders.get(row.orderId) ?? '';
      if (tx.now.getTime() - at > HOURS_TO_UNSHIP * 3_600_000)
        refusals.set(row.id, shippedLongAgo({ hours: HOURS_TO_UNSHIP }));
      else if (handed.has(row.id)) refusals.set(row.id, handedOver({ handoverNo: handed.get(row.id) ?? null }));
      else if (!['shipped', 'partial'].includes(state)) refusals.set(row.id, orderOver());
    }
    return refusals;
  },
  async whyNot(_tx, rows) {
    const gone = rows.filter(({ status }) => ['inTransit', 'exception', 'delivered', 'lost'].includes(status));
    return new Map(gone.map((row) => [row.id, carrierHasIt()]));
  },
  async run(tx, rows, { reason }) {
    for (const row of rows) await takeBack(tx, row, reason);
  },
});

/** A shipment whose notice nobody has heard: goods, cost and states are what they were. */
export const callBackShipment: CallBack<ShipmentRow, unknown> = {
  // What left together comes back together, by 撤销发货; what a carrier has signed for does not come back so.
  async snapshot(tx, rows) {
    const handed = await handedOverOn(tx, rows);
    const own = rows.filter(({ id, partnerCount }) => partnerCount === 0 && !handed.has(id));
    return new Map(own.map(({ id }) => [id, {}]));
  },
  async refuse(tx, returning) {
    const handed = await handedOverOn(
      tx,
      returning.map(({ row }) => row),
    );
    return new Map([...handed].map(([id, handoverNo]) => [id, handedOver({ handoverNo, move: '撤回' })]));
  },
  async undo(tx, returning) {
    for (const { row } of returning) await takeBack(tx, row as unknown as ShipmentRow, '撤回发货');
  },
};

/**
 * 撤销发货: goods that were noted as sent stand in the warehouse after all. Stock, cost, reservations, counters
 * and states are what they were before; labels stay valid. What the channel has been notified of is
 * corrected there by a person (`shipment.unshipped`).
 */
export const unshipShipment: Command = jointly(unship);

/** When each was noted as sent, whatever day was given for it. */
async function notedAt(tx: Tx, rows: readonly ShipmentRow[]): Promise<Map<string, Date>> {
  const found = await tx.rows<{ id: string; at: Date }>`
    select row_id as id, max(at) as at from state_log
    where tenant_id = ${tx.tenant} and resource = 'fulfilment:shipment' and move = 'ship'
      and row_id = any(${rows.map(({ id }) => id)}::uuid[]) group by 1`;
  return new Map(found.map(({ id, at }) => [id, at]));
}

async function ordersOf(tx: Tx, rows: readonly ShipmentRow[]): Promise<Map<string, string>> {
  const found = await tx.rows<{ id: string; status: string }>`
    select id, status from sales_order
    where tenant_id = ${tx.tenant} and id = any(${rows.map(({ orderId }) => orderId)}::uuid[])`;
  return new Map(found.map(({ id, status }) => [id, status]));
}

async function takeBack(tx: Tx, row: ShipmentRow, reason: string): Promise<void> {
  const order = await readOrder(tx, row.orderId, { lock: true });
  const boxes = await tx.rows<{ id: string }>`
    select id from box where tenant_id = ${tx.tenant} and shipment_id = ${row.id}::uuid
      and status = 'shipped' order by id`;
  if (boxes.length > 0)
    await moveInTransaction(
      tx,
      unshipBox,
      boxes.map(({ id }) => id),
    );
  await reuseLabels(tx, row.id);
  const isTold = await forgetNotice(tx, row);
  const lines = await linesOf(tx, [row.id]);
  await recordUnshipped(
    tx,
    row.orderId,
    lines.map(({ orderLineId, qty }) => ({ orderLineId, qty })),
  );
  const costs = await takeBackSent(
    tx,
    lines.map((line) => ({
      key: shipKey(line.id, row.unshipCount),
      orderId: order.id,
      orderNo: order.orderNo,
      orderLineId: line.orderLineId,
      warehouseId: row.warehouseId,
      qty: line.qty,
      environment: row.environment,
      refType: 'shipment',
      refId: row.id,
      refNo: row.shipmentNo,
      reason,
    })),
  );
  await takeCostsBack(tx, lines, costs, row);
  await setEach(tx, shipment, [
    {
      id: row.id,
      shippedAt: null,
      unshipCount: row.unshipCount + 1,
      noticeStatus: isTold ? 'manual' : row.noticeStatus === 'exempt' ? 'exempt' : 'none',
      noticeError: isTold ? NOTICE_TO_CORRECT : null,
    },
  ]);
  await refreshFacts(tx, row);
  const about = { shipmentId: row.id, orderId: row.orderId, accountId: row.accountId };
  await tx.emit(shipmentTakenBack, row.orderId, about);
  if (isTold) await tx.emit(shipmentUnshipped, row.orderId, about);
}

/** A notice that has not been heard is not sent any more. @returns whether the channel has one */
async function forgetNotice(tx: Tx, row: ShipmentRow): Promise<boolean> {
  if (row.noticeStatus === 'ok' || row.noticeStatus === 'manual') return true;
  await releaseEffect(tx, { accountId: row.accountId, effect: 'notice', key: row.id });
  return false;
}

async function takeCostsBack(
  tx: Tx,
  lines: readonly { id: string; orderLineId: string }[],
  costs: ReadonlyMap<string, bigint>,
  row: ShipmentRow,
): Promise<void> {
  await recordCost(
    tx,
    lines.map((line) => ({
      orderLineId: line.orderLineId,
      cogs: -(costs.get(shipKey(line.id, row.unshipCount)) ?? 0n),
    })),
  );
}

/** The order shows what else of it has left; its label is as good as before. */
async function refreshFacts(tx: Tx, row: ShipmentRow): Promise<void> {
  const others = await tx.one<{ at: Date | null }>`
    select max(shipped_at) as at from shipment
    where tenant_id = ${tx.tenant} and order_id = ${row.orderId}::uuid and id <> ${row.id}::uuid
      and stage = 'shipped'`;
  await setFacts(tx, row.orderId, {
    shippedAt: others.at,
    ...(others.at ? {} : { shipSync: 'none' }),
    labelStatus: row.labelSource === 'own' ? 'own' : 'ready',
  });
}
