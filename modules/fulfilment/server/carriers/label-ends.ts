import type { Refusal } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { setFacts } from '#modules/orders/server/index.ts';
import { labelNotActive, labelSent, labelVoidLate } from '../../model/carrier-errors.ts';
import { labelVoiding } from '../../model/carrier-jobs.ts';
import { shipmentLifecycle } from '../../model/shipment-lifecycle.ts';
import type { ShipmentRow } from '../../model/shipment.ts';
import { shippingLabel, shippingLabelLifecycle, type ShippingLabelRow } from '../../model/shipping-label.ts';
import { moveJointShipments } from '../joint/joint-shipment.ts';
import { chargeLabel, refundLabel, type StoredLabel } from './label-money.ts';
import { lockLabel } from './label-purchase.ts';
import { clearLabels } from '../packing/own-label.ts';

const isLate = (tx: Tx, { voidDeadline }: Pick<ShippingLabelRow, 'voidDeadline'>): boolean =>
  voidDeadline !== null && voidDeadline < tx.now;

const requestVoid = (tx: Tx, row: ShippingLabelRow): Promise<void> =>
  tx.emit(labelVoiding, row.orderId, {
    labelId: row.id,
    shipmentId: row.shipmentId,
    orderId: row.orderId,
    accountId: row.accountId,
  });

/** 作废面单: the carrier is asked by a delivery; until it agrees the goods stay with their label. */
export const voidLabel: Command = command(shippingLabelLifecycle, 'voidLabel', {
  async guard(tx, rows) {
    const refusals = new Map<string, Refusal>();
    for (const row of rows)
      if (row.voidDeadline && isLate(tx, row))
        refusals.set(row.id, labelVoidLate({ deadline: toWireTime(row.voidDeadline, tx.actor.zone) }));
    return refusals;
  },
  whyNot: async (_tx, rows) =>
    new Map(rows.filter(({ status }) => status === 'used').map(({ id }) => [id, labelSent()])),
  async run(tx, rows, { reason }) {
    await setColumns(tx, shippingLabel, rows, { voidReason: reason, error: null });
    for (const row of rows) await requestVoid(tx, row);
  },
});

/** Its shipment is given up: voided at the carrier while there is time, a loss afterwards. */
const giveUp = command(shippingLabelLifecycle, 'giveUp', {
  async run(tx, rows) {
    await setColumns(tx, shippingLabel, rows, { isGivenUp: true, voidReason: '发货单作废' });
    for (const row of rows) {
      if (isLate(tx, row)) await chargeLabel(tx, await stored(tx, row.id));
      else await requestVoid(tx, row);
    }
    return new Map(rows.map((row) => [row.id, isLate(tx, row) ? 'lost' : 'voiding']));
  },
});

const stored = (tx: Tx, id: string): Promise<StoredLabel> =>
  tx.one<StoredLabel>`
    select * from shipping_label where tenant_id = ${tx.tenant} and id = ${id}::uuid`;

/** Whether the labels of shipments that a carrier sold can still be voided, by the id of the shipment. */
export async function voidableLabels(tx: Tx, shipmentIds: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const found = await pick(tx, shippingLabel, ['shipmentId', 'voidDeadline'])`
    shipment_id = any(${shipmentIds}::uuid[]) and status in ('active', 'voiding')`;
  return new Map(found.map((row) => [row.shipmentId, !isLate(tx, row)]));
}

/**
 * Gives up what was bought for a shipment.
 * @returns whether the carrier is asked to void it, so that nothing is lost yet
 */
export async function giveUpLabels(tx: Tx, shipmentId: string): Promise<boolean> {
  const live = await pick(tx, shippingLabel, ['id', 'status', 'voidDeadline'])`
    shipment_id = ${shipmentId}::uuid and status in ('active', 'voiding') order by id for update`;
  if (live.length > 0)
    await tx.run`
      update shipment set label_source = null
      where tenant_id = ${tx.tenant} and id = ${shipmentId}::uuid and label_source = 'carrier'`;
  const active = live.filter(({ status }) => status === 'active');
  if (active.length > 0)
    await moveInTransaction(
      tx,
      giveUp,
      active.map(({ id }) => id),
    );
  const voiding = live.filter(({ status }) => status === 'voiding');
  if (voiding.length > 0) await setColumns(tx, shippingLabel, voiding, { isGivenUp: true });
  return live.length > 0 && live.every((row) => !isLate(tx, row));
}

const useMove = command(shippingLabelLifecycle, 'use', { run: async () => undefined });
const reuseMove = command(shippingLabelLifecycle, 'reuse', { run: async () => undefined });

/** Shipments whose bought label is no longer good: their goods do not leave. */
export async function deadLabels(tx: Tx, rows: readonly ShipmentRow[]): Promise<Map<string, Refusal>> {
  const bought = rows.filter(({ labelSource }) => labelSource === 'carrier');
  if (bought.length === 0) return new Map();
  const good = await pick(tx, shippingLabel, ['shipmentId'])`
    shipment_id = any(${bought.map(({ id, leadId }) => leadId ?? id)}::uuid[]) and status = 'active'`;
  return new Map(
    bought
      .filter(({ id, leadId }) => !good.some(({ shipmentId }) => shipmentId === (leadId ?? id)))
      .map(({ id }) => [id, labelNotActive()]),
  );
}

/** The goods leave under their labels: the price is taken, and the parcels are followed from now on. */
export async function useLabels(
  tx: Tx,
  rows: readonly Pick<ShipmentRow, 'id' | 'leadId' | 'labelSource'>[],
): Promise<void> {
  const labels = await tx.rows<StoredLabel>`
    select * from shipping_label where tenant_id = ${tx.tenant} and status = 'active'
      and shipment_id = any(${rows.map(({ id }) => id)}::uuid[]) order by id for update`;
  // Somebody may have asked to void one since it was judged.
  const isGood = (id: string): boolean => labels.some(({ shipmentId }) => shipmentId === id);
  if (rows.some((row) => row.labelSource === 'carrier' && !row.leadId && !isGood(row.id))) throw labelNotActive();
  if (labels.length === 0) return;
  const ids = labels.map(({ id }) => id);
  await moveInTransaction(tx, useMove, ids);
  await tx.run`
    update shipping_label l set next_track_at = ${tx.now}::timestamptz + make_interval(mins => a.track_minutes)
    from carrier_account a where a.tenant_id = l.tenant_id and a.id = l.carrier_account_id
      and l.tenant_id = ${tx.tenant} and l.id = any(${ids}::uuid[])`;
  for (const label of labels) await chargeLabel(tx, label);
}

/** The goods have not left after all: their label is as good as before, and paid. */
export async function reuseLabels(tx: Tx, shipmentId: string): Promise<void> {
  const used = await pick(tx, shippingLabel, ['id'])`
    shipment_id = ${shipmentId}::uuid and status = 'used' order by id for update`;
  if (used.length === 0) return;
  const ids = used.map(({ id }) => id);
  await moveInTransaction(tx, reuseMove, ids);
  await tx.run`
    update shipping_label set next_track_at = null
    where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`;
}

const voidDoneMove = command(shippingLabelLifecycle, 'voidDone', { run: async () => undefined });
const labelVoided = command(shipmentLifecycle, 'labelVoided', {
  run: (tx, rows) => moveJointShipments(tx, rows, partnerVoided),
});
const partnerVoided = command(shipmentLifecycle, 'labelVoided', { run: clearLabels });

/** The carrier has voided it: the price goes back, and its shipment waits for another label. */
export async function labelWasVoided(tx: Tx, labelId: string): Promise<void> {
  const label = await lockLabel(tx, labelId);
  if (label?.status !== 'voiding') return;
  await moveInTransaction(tx, voidDoneMove, [labelId]);
  await refundLabel(tx, label);
  if (label.isGivenUp) return;
  const row = await tx.one<{ status: string }>`
    select status from shipment where tenant_id = ${tx.tenant} and id = ${label.shipmentId}::uuid`;
  if (row.status !== 'labelled') return;
  await clearLabels(tx, [{ id: label.shipmentId, orderId: label.orderId }]);
  await moveInTransaction(tx, labelVoided, [label.shipmentId]);
}

const voidRefusedMove = command(shippingLabelLifecycle, 'voidRefused', {
  run: async (_tx, rows) => new Map(rows.map(({ id, isGivenUp }) => [id, isGivenUp ? 'lost' : 'active'])),
});

/** The carrier does not void it: it is good as before, or lost where nobody has a use for it. */
export async function labelVoidRefused(tx: Tx, labelId: string, why: string): Promise<void> {
  const label = await lockLabel(tx, labelId);
  if (label?.status !== 'voiding') return;
  await setColumns(tx, shippingLabel, [labelId], { error: `承运商拒绝作废：${why}`.slice(0, 500) });
  await moveInTransaction(tx, voidRefusedMove, [labelId]);
  if (!label.isGivenUp) return;
  await chargeLabel(tx, label);
  await setFacts(tx, label.orderId, { labelLoss: true });
}
