import { command, moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { setFacts } from '#modules/orders/server/index.ts';
import { shipmentLifecycle } from '../../model/shipment-lifecycle.ts';
import { shipment, type ShipmentRow } from '../../model/shipment.ts';
import { discardBoxes } from '../packing/discard-boxes.ts';
import { giveUpLabels } from '../carriers/label-ends.ts';
import { refreshFigures } from '../packing/shipment-figures.ts';

const unpack = command(shipmentLifecycle, 'unpack', { run: async () => undefined });

/**
 * Joint shipments come apart: boxes are given up and each is packed by itself again.
 * @param except whose state is changed by whoever calls
 */
export async function separateJoint(
  tx: Tx,
  leadIds: readonly string[],
  { except = [] }: { except?: readonly { id: string }[] } = {},
): Promise<void> {
  const all = await tx.rows<Pick<ShipmentRow, 'id' | 'leadId' | 'orderId' | 'status'>>`
    select id, lead_id, order_id, status from shipment
    where tenant_id = ${tx.tenant} and (id = any(${leadIds}::uuid[]) or lead_id = any(${leadIds}::uuid[]))
    order by id for update`;
  const ids = all.map(({ id }) => id);
  const lost: string[] = [];
  for (const leadId of leadIds) {
    const isVoiding = await giveUpLabels(tx, leadId);
    const lead = all.find(({ id }) => id === leadId);
    if (lead?.status === 'labelled' && !isVoiding) lost.push(lead.orderId);
    await discardBoxes(tx, leadId);
  }
  await setColumns(tx, shipment, ids, {
    leadId: null,
    partnerCount: 0,
    trackingNo: null,
    labelSource: null,
    labelError: null,
    labelHold: null,
  });
  const packed = all
    .filter(({ id, status }) => status !== 'draft' && !except.some((one) => one.id === id))
    .map(({ id }) => id);
  if (packed.length > 0) await moveInTransaction(tx, unpack, packed);
  await refreshFigures(tx, ids);
  for (const { orderId } of all)
    await setFacts(tx, orderId, {
      labelStatus: null,
      trackingNo: null,
      ...(lost.includes(orderId) ? { labelLoss: true } : {}),
    });
}

/** Leads of the joint shipments that an order's open shipments are part of, locked. */
export const leadsOfOrder = (tx: Tx, orderId: string): Promise<{ id: string; status: string }[]> =>
  tx.rows`
    select id, status from shipment where tenant_id = ${tx.tenant} and partner_count > 0
      and status in ('draft', 'packing', 'packed', 'labelling', 'labelled')
      and id in (select coalesce(lead_id, id) from shipment
        where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid)
    order by id for update`;
