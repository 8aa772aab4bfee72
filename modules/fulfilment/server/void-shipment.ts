import type { PayloadOf } from '#kit/model/event.ts';
import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import type { orderCancelling } from '#modules/orders/model/events.ts';
import { returnToReady, setFacts } from '#modules/orders/server/index.ts';
import { labelPending, labelWouldBeLost } from '../model/errors.ts';
import { shipmentLifecycle } from '../model/shipment-lifecycle.ts';
import { shipment } from '../model/shipment.ts';
import { freeRegistration } from './packing/registration.ts';
import { discardBoxes } from './packing/discard-boxes.ts';
import { partnerRefusals } from './joint/joint-shipment.ts';
import { giveUpLabels, voidableLabels } from './carriers/label-ends.ts';
import { leadsOfOrder, separateJoint } from './joint/separate-joint.ts';
import { followInWaves } from './waves/leave-waves.ts';
import { refreshFigures } from './packing/shipment-figures.ts';

/**
 * 作废: boxes are freed, the order waits to be started again. Labels of the marketplace's account
 * cannot be voided by interface: they stay with the order as a loss, and are dealt again if the
 * order is registered later.
 */
export const voidShipment: Command = command(shipmentLifecycle, 'voidShipment', {
  async guard(tx, rows, { acceptLabelLoss }) {
    const voidable = await voidableLabels(
      tx,
      rows.map(({ id }) => id),
    );
    return new Map([
      ...rows.flatMap((row) => {
        if (row.status === 'labelling') return [[row.id, labelPending()] as const];
        return voidable.get(row.id) === false && !acceptLabelLoss ? [[row.id, labelWouldBeLost()] as const] : [];
      }),
      ...(await partnerRefusals(tx, rows)),
    ]);
  },
  async run(tx, rows) {
    // Those that a voided shipment led are packed by themselves again.
    const leads = rows.filter(({ partnerCount }) => partnerCount > 0).map(({ id }) => id);
    if (leads.length > 0) await separateJoint(tx, leads, { except: rows });
    for (const row of rows) {
      await giveUp(tx, row.id, row.orderId, row.status);
      const others = await tx.maybe`
        select 1 from shipment where tenant_id = ${tx.tenant} and order_id = ${row.orderId}::uuid
          and id <> ${row.id} and status <> 'voided' limit 1`;
      if (!others) await returnToReady(tx, row.orderId);
    }
    const ids = rows.map((row) => row.id);
    await refreshFigures(tx, ids);
    await followInWaves(tx, ids, ids);
  },
});

async function giveUp(tx: Tx, shipmentId: string, orderId: string, status: string): Promise<void> {
  await discardBoxes(tx, shipmentId);
  const isVoiding = await giveUpLabels(tx, shipmentId);
  const isLost = status === 'labelled' && !isVoiding;
  await freeRegistration(tx, orderId);
  await setColumns(tx, shipment, [shipmentId], { trackingNo: null, labelHold: null });
  await setFacts(tx, orderId, {
    labelStatus: null,
    trackingNo: null,
    ...(isLost ? { labelLoss: true } : {}),
  });
}

const voidQuietly = command(shipmentLifecycle, 'voidShipment', { run: async () => undefined });
const unpack = command(shipmentLifecycle, 'unpack', { run: async () => undefined });

interface Planned {
  shipmentLineId: string;
  shipmentId: string;
  orderLineId: string;
  status: string;
  qty: number;
}

/**
 * An order is being cancelled (whole or in part), in its own transaction: units that no shipment
 * has planned go first; the rest is taken out of shipments, which are packed again. Refuses while
 * labels are being asked for, and where labels would be lost unsaid.
 */
export async function onOrderCancelling(
  tx: Tx,
  { orderId, lines, acceptLabelLoss }: PayloadOf<typeof orderCancelling>,
): Promise<void> {
  await takeOut(tx, orderId, acceptLabelLoss);
  const planned = await tx.rows<Planned>`
    select l.id as shipment_line_id, l.shipment_id, l.order_line_id, s.status, l.qty
    from shipment s join shipment_line l on l.tenant_id = s.tenant_id and l.shipment_id = s.id
    where s.tenant_id = ${tx.tenant} and s.order_id = ${orderId}::uuid
      and s.status in ('draft', 'packing', 'packed', 'labelling', 'labelled')
    order by s.id desc, l.id for update of s`;
  if (planned.length === 0) return;
  const open = await tx.rows<{ id: string; open: number }>`
    select id, qty - qty_cancelled - qty_shipped as open from order_line
    where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid`;
  const cuts = cutsOf(planned, open, lines);
  const touched = [...new Set(cuts.map((cut) => cut.shipmentId))];
  const voidable = await voidableLabels(tx, touched);
  for (const cut of cuts) {
    if (cut.status === 'labelling') throw labelPending();
    const isLost = cut.status === 'labelled' && !voidable.get(cut.shipmentId);
    if (isLost && !acceptLabelLoss) throw labelWouldBeLost();
  }
  for (const shipmentId of touched) await shrink(tx, orderId, shipmentId, planned, cuts);
  if (touched.length === 0) return;
  await refreshFigures(tx, touched);
  await followInWaves(tx, touched);
}

/** What it was to leave with is packed again, each by itself. */
async function takeOut(tx: Tx, orderId: string, acceptLabelLoss: boolean): Promise<void> {
  const leads = await leadsOfOrder(tx, orderId);
  if (leads.some(({ status }) => status === 'labelling')) throw labelPending();
  const voidable = await voidableLabels(
    tx,
    leads.map(({ id }) => id),
  );
  if (leads.some(({ id, status }) => status === 'labelled' && !voidable.get(id)) && !acceptLabelLoss)
    throw labelWouldBeLost();
  if (leads.length > 0)
    await separateJoint(
      tx,
      leads.map(({ id }) => id),
    );
}

type Cut = Planned & { cut: number };

function cutsOf(
  planned: readonly Planned[],
  open: readonly { id: string; open: number }[],
  lines: readonly { lineId: string; qty: number }[],
): Cut[] {
  const cuts: Cut[] = [];
  for (const { lineId, qty } of lines) {
    const own = planned.filter((line) => line.orderLineId === lineId);
    const inShipments = own.reduce((sum, line) => sum + line.qty, 0);
    const free = Math.max(0, (open.find(({ id }) => id === lineId)?.open ?? 0) - inShipments);
    let left = Math.max(0, qty - free);
    for (const line of own) {
      const cut = Math.min(left, line.qty);
      if (cut > 0) cuts.push({ ...line, cut });
      left -= cut;
    }
  }
  return cuts;
}

async function shrink(
  tx: Tx,
  orderId: string,
  shipmentId: string,
  planned: readonly Planned[],
  cuts: readonly Cut[],
): Promise<void> {
  const own = cuts.filter((cut) => cut.shipmentId === shipmentId);
  const status = own[0]?.status ?? 'draft';
  await giveUp(tx, shipmentId, orderId, status);
  const isEmpty = planned
    .filter((line) => line.shipmentId === shipmentId)
    .every((line) => (own.find((cut) => cut.shipmentLineId === line.shipmentLineId)?.cut ?? 0) === line.qty);
  if (isEmpty) {
    await moveInTransaction(tx, voidQuietly, [shipmentId], { reason: '订单取消' });
    return;
  }
  const whole = own.filter((cut) => cut.cut === cut.qty).map((cut) => cut.shipmentLineId);
  const parts = own.filter((cut) => cut.cut < cut.qty);
  await tx.run`delete from shipment_line where tenant_id = ${tx.tenant} and id = any(${whole}::uuid[])`;
  await tx.run`
    update shipment_line l set qty = l.qty - c.cut
    from unnest(${parts.map((c) => c.shipmentLineId)}::uuid[], ${parts.map((c) => c.cut)}::integer[]) as c (id, cut)
    where l.tenant_id = ${tx.tenant} and l.id = c.id`;
  await tx.run`update shipment set unit_count = unit_count - ${own.reduce((sum, cut) => sum + cut.cut, 0)}
    where tenant_id = ${tx.tenant} and id = ${shipmentId}::uuid`;
  if (status !== 'draft') await moveInTransaction(tx, unpack, [shipmentId]);
}
