import { rowChanged } from '#kit/model/event.ts';
import { may } from '#kit/server/actor.ts';
import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Refusals } from '#kit/server/move-effect.ts';
import { inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import type { Registry } from '#kit/server/registry.ts';
import { setColumns, setEach } from '#kit/server/stored-rows.ts';
import { inboundReceipt, RECEIVE_BEYOND } from '#modules/inventory/model/inbound-receipt.ts';
import {
  answeredLines,
  changeOnOrder,
  endAnnounced,
  originOf,
  type AnsweredLine,
  type OnTheWay,
} from '#modules/inventory/server/index.ts';
import { beyondOrder, closeNeedsReason, goodsCame, nothingToNotify, orderEnded } from '../model/errors.ts';
import {
  purchaseOrder,
  purchaseOrderLifecycle,
  purchaseOrderLine,
  type PurchaseOrderRow,
} from '../model/purchase-order.ts';
import { announceOrder, PURCHASE, unannouncedLines } from './announce-order.ts';
import { beyondOf, idsOf, linesOf, openOf, type PurchaseLine } from './purchase-lines.ts';
import { refuseDisabled } from './purchase-orders.ts';

/** The moves that announce goods to the warehouse. */
export const announcingMoves = (registry: Registry): Record<string, Command> => ({
  /** 下单: the supplier has it from now on; what is to come is announced to the warehouse. */
  orderPurchase: command(purchaseOrderLifecycle, 'order', {
    guard: (tx, rows) => refuseDisabled(tx, rows),
    async run(tx, rows, { supplierRef, eta }) {
      for (const row of rows) {
        const day = eta ?? row.eta;
        await setColumns(tx, purchaseOrder, [row], {
          supplierRef: supplierRef ?? row.supplierRef,
          eta: day,
          orderedAt: tx.now,
        });
        await announceOrder(tx, registry, row, day);
        await noteUnannounced(tx, row.id);
      }
      await changeOnOrder(tx, await openUnits(tx, rows));
    },
  }),
  /** 通知到货: what a receipt that was given up or completed short has left over is announced again. */
  notifyPurchase: command(purchaseOrderLifecycle, 'notify', {
    read: (tx, rows) => unannouncedLines(tx, rows),
    guard: async (_tx, rows, _answers, lines) =>
      new Map(rows.filter(({ id }) => (lines.get(id) ?? []).length === 0).map(({ id }) => [id, nothingToNotify()])),
    async run(tx, rows, { eta }) {
      for (const row of rows) {
        await announceOrder(tx, registry, row, eta ?? row.eta);
        await noteUnannounced(tx, row.id);
      }
    },
  }),
});

interface Come {
  lines: Map<string, PurchaseLine[]>;
  answered: ReadonlyMap<string, AnsweredLine>;
}

/**
 * 收货: what the receipts of an order have taken in, summed up while the order is locked: two
 * receipts at once each see what the other took in.
 */
export const receivePurchase: Command = command(purchaseOrderLifecycle, 'receive', {
  read: async (tx, rows): Promise<Come> => ({
    lines: await linesOf(tx, rows),
    answered: await answeredLines(tx, idsOf(rows)),
  }),
  async whyNot(_tx, rows) {
    const states = purchaseOrderLifecycle.states;
    return new Map(rows.map(({ id, poNo, status }) => [id, orderEnded({ poNo, state: states[status][0] })]));
  },
  async guard(tx, rows, _answers, come) {
    const refusals: Refusals = new Map();
    if (may(tx.actor, RECEIVE_BEYOND)) return refusals;
    for (const { id, tolerance } of rows)
      for (const line of come.lines.get(id) ?? []) {
        const received = receivedOf(come, line);
        const most = line.qty + beyondOf(tolerance, line);
        // What somebody with the right has taken in before stands in nobody's way.
        if (received > most && received > line.qtyReceived)
          refusals.set(id, beyondOrder({ sku: line.sku, qty: line.qty, most, received }));
      }
    return refusals;
  },
  async run(tx, rows, _answers, come) {
    const states = new Map<string, string>();
    for (const { id, warehouseId } of rows) {
      const before = new Map((come.lines.get(id) ?? []).map((line) => [line.id, openOf(line)]));
      const lines = (come.lines.get(id) ?? []).map((line) => ({
        ...line,
        qtyReceived: receivedOf(come, line),
      }));
      await setEach(
        tx,
        purchaseOrderLine,
        lines.map(({ id: lineId, qtyReceived }) => ({ id: lineId, qtyReceived })),
      );
      await setColumns(tx, purchaseOrder, [id], {
        receivedCount: lines.reduce((sum, { qtyReceived }) => sum + qtyReceived, 0),
        unannouncedCount: lines.reduce(
          (sum, line) => sum + Math.max(0, openOf(line) - (come.answered.get(line.id)?.coming ?? 0)),
          0,
        ),
      });
      await changeOnOrder(
        tx,
        lines.map((line) => ({
          warehouseId,
          skuId: line.skuId,
          qty: openOf(line) - (before.get(line.id) ?? 0),
        })),
      );
      states.set(id, lines.some((line) => openOf(line) > 0) ? 'partially_received' : 'received');
    }
    return states;
  },
});

const receivedOf = ({ answered }: Come, line: PurchaseLine): number =>
  answered.get(line.id)?.received ?? line.qtyReceived;

/** 关闭: what has not come is not waited for any more, here and in the warehouse. */
export const closePurchase: Command = command(purchaseOrderLifecycle, 'close', {
  read: (tx, rows) => linesOf(tx, rows),
  async guard(_tx, rows, { reason }, lines) {
    const refusals: Refusals = new Map();
    for (const { id } of rows) {
      const open = (lines.get(id) ?? []).reduce((sum, line) => sum + openOf(line), 0);
      if (open > 0 && !reason) refusals.set(id, closeNeedsReason({ open }));
    }
    return refusals;
  },
  async run(tx, rows) {
    for (const { id } of rows) await endAnnounced(tx, id);
    await changeOnOrder(tx, lessOf(await openUnits(tx, rows)));
    await setColumns(tx, purchaseOrder, rows, { unannouncedCount: 0 });
    await tx.run`
      update purchase_order_line set qty_closed = greatest(0, qty - qty_received)
      where tenant_id = ${tx.tenant} and purchase_order_id = any(${idsOf(rows)}::uuid[])`;
  },
});

/** 取消: nothing has come yet, and what was announced is not waited for. */
export const cancelPurchase: Command = command(purchaseOrderLifecycle, 'cancel', {
  async whyNot(_tx, rows) {
    const came = rows.filter(({ receivedCount, status }) => receivedCount > 0 && isOpen(status));
    return new Map(came.map(({ id, receivedCount }) => [id, goodsCame({ received: receivedCount })]));
  },
  async run(tx, rows) {
    const ordered = rows.filter(({ status }) => status === 'ordered');
    for (const { id } of ordered) await endAnnounced(tx, id);
    await changeOnOrder(tx, lessOf(await openUnits(tx, ordered)));
    await setColumns(tx, purchaseOrder, rows, { unannouncedCount: 0 });
  },
});

const isOpen = (status: PurchaseOrderRow['status']): boolean =>
  status === 'partially_received' || status === 'received';

/** What is still to come of orders, by warehouse and SKU. */
async function openUnits(tx: Tx, rows: readonly PurchaseOrderRow[]): Promise<OnTheWay[]> {
  const lines = await linesOf(tx, rows);
  return rows.flatMap(({ id, warehouseId }) =>
    (lines.get(id) ?? []).map((line) => ({ warehouseId, skuId: line.skuId, qty: openOf(line) })),
  );
}

const lessOf = (units: readonly OnTheWay[]): OnTheWay[] => units.map((one) => ({ ...one, qty: -one.qty }));

/** What of an order stands on no receipt; the order is locked, by a move or here. */
async function noteUnannounced(tx: Tx, id: string): Promise<void> {
  await tx.run`select 1 from purchase_order where tenant_id = ${tx.tenant} and id = ${id}::uuid for update`;
  const lines = (await unannouncedLines(tx, [{ id }])).get(id) ?? [];
  await setColumns(tx, purchaseOrder, [id], {
    unannouncedCount: lines.reduce((sum, { rest }) => sum + rest, 0),
  });
}

/** After these steps of a receipt something of its order may be waited for no more. */
const GIVES_UP: readonly string[] = ['complete', 'cancel'];

export const receivingInTransaction: TransactionHandler[] = [
  inTransaction(rowChanged(inboundReceipt), 'purchasing counts what has come', async (tx, { id, change }) => {
    if (change !== 'receive' && !GIVES_UP.includes(change)) return;
    const origin = await originOf(tx, id);
    if (origin?.type !== PURCHASE) return;
    if (change === 'receive') await moveInTransaction(tx, receivePurchase, [origin.id]);
    else await noteUnannounced(tx, origin.id);
  }),
];
