import type { Refusal } from '#kit/model/refusal.ts';
import { givenNumber, repeatedNumber, trackingNumber } from '#kit/model/tracking-number.ts';
import { command, moveInTransaction, recordBirth, type Command } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { holdTitles } from '#modules/orders/model/hold-title.ts';
import { closeHolds, openHold, readOrder, readOrderHolds, setFacts } from '#modules/orders/server/index.ts';
import { carrierDisabled, carrierEnvironment, labelBuyingNow, noCarrier } from '../../model/carrier-errors.ts';
import { labelBuying } from '../../model/carrier-jobs.ts';
import type { BoughtLabel } from '../../model/carrier-port.ts';
import {
  boxNotMeasured,
  channelLabelOnly,
  classMismatch,
  noBoxes,
  orderHeld,
  registerUnderWay,
} from '../../model/errors.ts';
import { NO_FILE, PRICE_MISSING } from '../../model/label-hold.ts';
import { needsChannelLabel } from '../../model/label-source.ts';
import { shipmentLifecycle } from '../../model/shipment-lifecycle.ts';
import { box, shipment, type ShipmentRow } from '../../model/shipment.ts';
import { shippingLabel, shippingLabelLifecycle } from '../../model/shipping-label.ts';
import { MOST_NUMBERS, numbersText } from '../../model/tracking.ts';
import { addressRefusals } from '../joint/joint-address.ts';
import { sharedFault } from '../joint/joint-labels.ts';
import { partnerRefusals, partnersOf, moveJointShipments } from '../joint/joint-shipment.ts';
import { claimedFault, claimLabel, withoutOwn } from './label-claim.ts';
import { releaseLabel, type StoredLabel } from './label-money.ts';
import { noteOf } from './label-note.ts';
import { dealPages, dealTracking, storeDocument } from '../packing/deal-labels.ts';
import { labelFailedMove, markLabelled } from '../packing/labels.ts';

interface Situation {
  id: string;
  holds: string[];
  service: string | null;
  methodClass: string | null;
  carrierAccountId: string | null;
  carrier: string | null;
  accountName: string | null;
  accountStatus: string | null;
  owner: string | null;
  accountEnvironment: string | null;
  isRegistering: boolean;
  isBought: boolean;
  unmeasured: string | null;
}

const situationsOf = (tx: Tx, ids: readonly string[]): Promise<Situation[]> =>
  tx.rows<Situation>`
    select s.id, o.holds, m.service, m.class as method_class, c.id as carrier_account_id, c.carrier,
      c.name as account_name, c.status as account_status, c.owner, c.environment as account_environment,
      exists (select 1 from channel_effect e where e.tenant_id = s.tenant_id and e.account_id = s.account_id
        and e.effect = 'register' and e.key = o.channel_order_no and o.order_type not in ('manual', 'replacement')) as is_registering,
      exists (select 1 from shipping_label l where l.tenant_id = s.tenant_id and l.shipment_id = s.id
        and l.status in ('requested', 'active')) as is_bought,
      (select min(b.box_no) from box b where b.tenant_id = s.tenant_id and b.shipment_id = s.id and b.status = 'sealed'
        and (coalesce(b.weight_g, 0) <= 0 or coalesce(b.length_mm, 0) <= 0 or coalesce(b.width_mm, 0) <= 0
          or coalesce(b.height_mm, 0) <= 0)) as unmeasured
    from shipment s join sales_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
      left join ship_method m on m.tenant_id = s.tenant_id and m.id = s.ship_method_id
      left join carrier_account c on c.tenant_id = m.tenant_id and c.id = m.carrier_account_id
        and c.deleted_at is null
    where s.tenant_id = ${tx.tenant} and s.id = any(${ids}::uuid[])`;

function refusalOf(row: ShipmentRow, now: Situation): Refusal | null {
  // A purchase that failed for want of money is tried again while the order is held for it.
  const holds = now.holds.filter((type) => type !== 'walletLow');
  const isSandbox = row.environment === 'sandbox';
  if (needsChannelLabel(row.orderType, row.accountOwner)) return channelLabelOnly();
  if (!now.carrierAccountId) return noCarrier();
  if (now.accountStatus !== 'enabled') return carrierDisabled({ name: now.accountName ?? '' });
  if (isSandbox !== (now.accountEnvironment === 'sandbox')) return carrierEnvironment({ isSandbox });
  if (holds.length > 0) return orderHeld({ holds: holdTitles(holds) });
  if (row.boxCount === 0) return noBoxes();
  if (now.unmeasured) return boxNotMeasured({ boxNo: now.unmeasured });
  if (now.isRegistering) return registerUnderWay();
  if (now.isBought) return labelBuyingNow();
  if (row.class === 'ltl' && now.methodClass === 'parcel') return classMismatch({ reason: row.classReason ?? '' });
  return null;
}

/**
 * 购买面单: what is bought is noted here, once for a shipment; the price is set aside and the carrier
 * asked by a delivery.
 */
export const buyLabel: Command = command(shipmentLifecycle, 'buyLabel', {
  async guard(tx, rows) {
    const found = await situationsOf(
      tx,
      rows.map(({ id }) => id),
    );
    const refusals = new Map<string, Refusal>();
    for (const row of rows) {
      const now = found.find(({ id }) => id === row.id);
      const refusal = now && refusalOf(row, now);
      if (refusal) refusals.set(row.id, refusal);
    }
    return new Map([
      ...(await heldPartners(tx, rows)),
      ...(await addressRefusals(tx, rows)),
      ...refusals,
      ...(await partnerRefusals(tx, rows)),
    ]);
  },
  async run(tx, rows) {
    const found = await situationsOf(
      tx,
      rows.map(({ id }) => id),
    );
    const numbers = await tx.numbering.take(tx.actor, 'LB', rows.length);
    for (const [at, row] of rows.entries())
      await startPurchase(tx, row, found.find(({ id }) => id === row.id) as Situation, numbers[at] as string);
    await moveJointShipments(tx, rows, waitForLabels);
  },
});

/** Nothing is paid for goods that would not leave: what holds one order of a joint shipment holds all. */
async function heldPartners(tx: Tx, rows: readonly ShipmentRow[]): Promise<Map<string, Refusal>> {
  const partners = await partnersOf(tx, rows, { isPreview: true });
  const orderIds = partners.map(({ orderId }) => orderId);
  const holds = orderIds.length > 0 ? await readOrderHolds(tx, orderIds, true) : new Map();
  return new Map(
    partners.flatMap(({ orderId, leadId }): [string, Refusal][] => {
      const own: readonly string[] = holds.get(orderId) ?? [];
      return leadId && own.length > 0 ? [[leadId, orderHeld({ holds: holdTitles(own) })]] : [];
    }),
  );
}

/** One label is bought for all that leave together. */
const waitForLabels = command(shipmentLifecycle, 'buyLabel', { run: async () => undefined });

async function startPurchase(tx: Tx, row: ShipmentRow, now: Situation, labelNo: string): Promise<void> {
  const id = newId();
  await tx.run`
    insert into shipping_label (tenant_id, id, label_no, shipment_id, order_id, account_id, warehouse_id, environment,
      carrier_account_id, carrier, service, owner, create_by, create_time)
    values (${tx.tenant}, ${id}::uuid, ${labelNo}, ${row.id}::uuid, ${row.orderId}::uuid, ${row.accountId}::uuid,
      ${row.warehouseId}::uuid, ${row.environment}, ${now.carrierAccountId}::uuid, ${now.carrier},
      ${now.service ?? ''}, ${now.owner}, ${tx.actor.username}, ${tx.now})`;
  recordBirth(tx, shippingLabelLifecycle, 'buy', [{ id, status: 'requested', scope: row.accountId }]);
  await setColumns(tx, shipment, [row.id], {
    labelError: null,
    labelHold: null,
    labelSource: 'carrier',
  });
  await setFacts(tx, row.orderId, { labelStatus: 'requested' });
  const { orderId, accountId } = row;
  await tx.emit(labelBuying, orderId, { labelId: id, shipmentId: row.id, orderId, accountId });
}

/** A label that is still to be bought, with its shipment; null: somebody has seen to it. */
export interface Purchase {
  label: StoredLabel;
  boxes: { id: string; shipmentId: string; boxNo: string }[];
}

/** Locks order, shipment and label, in the order of the house. */
export async function lockLabel(tx: Tx, labelId: string): Promise<StoredLabel | null> {
  const [known] = await pick(tx, shippingLabel, ['orderId', 'shipmentId'])`id = ${labelId}::uuid`;
  if (!known) return null;
  await readOrder(tx, known.orderId, { lock: true });
  await tx.rows`
    select 1 as one from shipment where tenant_id = ${tx.tenant} and id = ${known.shipmentId}::uuid for update`;
  const label = await tx.maybe<StoredLabel>`
    select * from shipping_label where tenant_id = ${tx.tenant} and id = ${labelId}::uuid for update`;
  return label ?? null;
}

const arrive = command(shippingLabelLifecycle, 'arrive', { run: async () => undefined });
const failMove = command(shippingLabelLifecycle, 'fail', { run: async () => undefined });

/**
 * The carrier has made the labels: page and number k go to box k of the shipment. Where they do not
 * fit, the shipment waits for a person. A repeat does nothing.
 * @param denial why the label must not be used, by the carrier's own answer; null: nothing says so
 */
export async function labelBought(tx: Tx, labelId: string, made: BoughtLabel, denial: string | null): Promise<void> {
  const label = await lockLabel(tx, labelId);
  if (label?.status !== 'requested') return;
  const owner = await claimLabel(tx, label, made.labelId);
  const ours = owner === null ? made : withoutOwn(made);
  const bought = { ...ours, trackingNos: ours.trackingNos.map(givenNumber) };
  const read = bought.trackingNos.filter((number) => number !== '');
  // Of some numbers nobody knows whose box they are: the shipment has none until somebody says so.
  const isWhole = read.length === bought.trackingNos.length && !repeatedNumber(read);
  const numbers = (isWhole && numbersText(read, MOST_NUMBERS.shipment)) || null;
  // A price that cannot be read is in the currency of its quote, until somebody says otherwise.
  const currency = bought.cost === null ? label.currency : bought.currency;
  // What is held in another currency than was taken pays for nothing: the price is asked when it is due.
  if (label.charge === 'held' && label.currency !== currency) await releaseLabel(tx, label);
  await setColumns(tx, shippingLabel, [label.id], {
    remoteId: bought.labelId || null,
    cost: bought.cost,
    currency,
    trackingNo: numbersText(read, MOST_NUMBERS.label) || null,
    voidDeadline: bought.voidUntil,
    error: null,
    note: noteOf(label, bought),
  });
  await moveInTransaction(tx, arrive, [label.id]);
  const isDenied = denial !== null;
  const dealt = owner ? null : await dealToBoxes(tx, label, { ...bought, isDenied }, made.trackingNos);
  const fault = denial ?? (owner ? claimedFault(made.labelId, owner) : dealt);
  const labelHold = [bought.cost === null && PRICE_MISSING, fault].filter(Boolean).join('；') || null;
  await setColumns(tx, shipment, [label.shipmentId], {
    trackingNo: numbers,
    carrierCode: label.carrier.slice(0, 32),
    labelError: null,
    labelHold,
  });
  const boxes = await sealedBoxes(tx, label.shipmentId);
  await markLabelled(
    tx,
    boxes.map(({ id }) => id),
    [label.shipmentId],
  );
  await closeHolds(tx, label.orderId, 'walletLow', '面单已买到');
  await setFacts(tx, label.orderId, {
    labelStatus: labelHold ? 'held' : 'ready',
    trackingNo: numbers,
  });
}

export const sealedBoxes = (tx: Tx, shipmentId: string): Promise<Purchase['boxes']> =>
  pick(tx, box, ['id', 'shipmentId', 'boxNo'])`
    shipment_id = ${shipmentId}::uuid and status = 'sealed' order by box_no`;

/**
 * Of a label that must not be used the boxes get their numbers and no page, so that it is not printed.
 * @param said what the carrier gave for numbers, to be shown where it is none
 */
async function dealToBoxes(
  tx: Tx,
  label: StoredLabel,
  bought: BoughtLabel & { isDenied: boolean },
  answers: readonly string[],
): Promise<string | null> {
  const boxes = await sealedBoxes(tx, label.shipmentId);
  const { file, trackingNos } = bought;
  if (file) await storeDocument(tx, label.shipmentId, { kind: 'label', name: label.labelNo, ...file });
  const missing = trackingNos.filter((number) => number === '').length;
  const odd = answers.map(trackingNumber).find((text, at) => text !== '' && trackingNos[at] === '');
  // One number for all boxes is one that the carrier gave alone, not one that was left.
  if (missing > 0 || trackingNos.length === 0)
    return `承运商没有给出运单号（${boxes.length} 箱，可读的 ${trackingNos.length - missing} 个${valueInstead(odd)}）`;
  const labels = trackingNos.map((trackingNo) => ({ trackingNo }));
  const fault = (await dealTracking(tx, label.orderId, boxes, labels)) ?? (await sharedFault(tx, label.shipmentId));
  if (fault || bought.isDenied) return fault;
  return file ? dealPages(tx, { id: label.shipmentId, orderId: label.orderId }, boxes, file.bytes) : NO_FILE;
}

const valueInstead = (odd: string | undefined): string => (odd ? `，给的是“${odd.slice(0, 20)}”` : '');

/** No label came: what was held is free again, and the shipment is packed as before, with the reason. */
export async function labelNotBought(tx: Tx, labelId: string, reason: string): Promise<void> {
  const label = await lockLabel(tx, labelId);
  if (label?.status !== 'requested') return;
  await releaseLabel(tx, label);
  await setColumns(tx, shippingLabel, [label.id], { error: reason.slice(0, 500) });
  await moveInTransaction(tx, failMove, [label.id]);
  await setColumns(tx, shipment, [label.shipmentId], {
    labelError: reason.slice(0, 500),
    labelSource: null,
  });
  await moveInTransaction(tx, labelFailedMove, [label.shipmentId]);
  await setFacts(tx, label.orderId, { labelStatus: 'failed' });
}

/** The wallet has not so much: the order is held until there is money. */
export async function labelUnpaid(
  tx: Tx,
  labelId: string,
  refusal: Refusal,
  { amount, currency }: { amount: bigint; currency: string },
): Promise<void> {
  const label = await lockLabel(tx, labelId);
  if (label?.status !== 'requested') return;
  await setColumns(tx, shippingLabel, [label.id], { quotedCost: amount, currency });
  await openHold(tx, label.orderId, { type: 'walletLow', detail: refusal.message });
  await labelNotBought(tx, labelId, refusal.message);
}
