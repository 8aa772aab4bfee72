import { givenNumber, trackingNumber } from '#kit/model/tracking-number.ts';
import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { labelPage } from '#platform/print/label-picture.ts';
import { setFacts } from '#modules/orders/server/index.ts';
import { shipmentRegistered } from '../../model/events.ts';
import { boxLifecycle, shipmentLifecycle } from '../../model/shipment-lifecycle.ts';
import type { BoxItem } from '../../model/carton-plan.ts';
import { box, shipment, type ShipmentRow } from '../../model/shipment.ts';
import { MOST_NUMBERS, numbersText } from '../../model/tracking.ts';
import { takeNumbers } from '../joint/joint-labels.ts';
import { moveJointShipments } from '../joint/joint-shipment.ts';
import { noticeFailed } from '../read-shipment.ts';
import {
  assignPages,
  dealPages,
  dealTracking,
  givenNumbers,
  pagesIn,
  readableOf,
  repeatedFault,
  storeDocument,
  type ArrivedDocument,
  type LiveBox,
} from './deal-labels.ts';
import { usedElsewhere } from './label-reuse.ts';
import { labelsOfBoxes, registeredUnits } from './registered-units.ts';
import { freeRegistration } from './registration.ts';

/** What a channel answered to a registration, in fulfilment's own words. */
export interface ArrivedLabels {
  eventId: string;
  pickupDate: Date | null;
  labels: { trackingNo: string; carrierCode: string }[];
  customs: { required: boolean; url: string | null };
}

/**
 * Labels have come: documents are stored, label k and tracking k go to box k over all shipments
 * of the order. Where pages or numbers do not fit the boxes, nothing is guessed: the shipment
 * waits for a person with the labels at hand. A repeat finds them there and does nothing.
 */
export async function labelsArrived(
  tx: Tx,
  shipmentId: string,
  answer: ArrivedLabels,
  given: readonly ArrivedDocument[],
): Promise<void> {
  const arrived = { ...answer, labels: answer.labels.map(asGiven) };
  const documents = await readableOf(given);
  await labelsArrivedLate(tx, shipmentId, arrived, documents);
  const shipments = await tx.rows<{ id: string; orderId: string; status: string }>`
    select id, order_id, status from shipment where tenant_id = ${tx.tenant} and status in ('packed', 'labelling')
      and label_source is distinct from 'carrier'
      and order_id = (select order_id from shipment where tenant_id = ${tx.tenant} and id = ${shipmentId}::uuid)
    order by id for update`;
  const [first] = shipments;
  if (!first) return;
  const ids = shipments.map((shipment) => shipment.id);
  const boxes = await tx.rows<LiveBox & { items: BoxItem[] }>`
    select id, shipment_id, box_no, items from box where tenant_id = ${tx.tenant} and status = 'sealed'
      and shipment_id = any(${ids}::uuid[]) order by shipment_id, box_no`;
  const pages = await storeDocuments(tx, shipmentId, documents);
  const units = await registeredUnits(tx, first.orderId);
  const odd = oddNumber(answer);
  const fault =
    odd ??
    (units.length > 0
      ? await dealRegistered(tx, { shipmentId, orderId: first.orderId, boxes, units }, arrived.labels, pages)
      : ((await dealTracking(tx, first.orderId, boxes, arrived.labels)) ??
        (await dealPages(tx, { id: shipmentId, orderId: first.orderId }, boxes, pages))));
  // Of some numbers nobody knows whose box they are.
  const numbers = odd ? null : await trackingOf(tx, boxes, arrived.labels);
  await tx.run`
    update shipment set label_event_id = ${arrived.eventId}, pickup_date = ${arrived.pickupDate},
      carrier_code = coalesce(${carrierOf(arrived)}, carrier_code),
      tracking_no = ${numbers},
      customs_required = ${arrived.customs.required}, customs_url = ${arrived.customs.url},
      customs_stored = customs_stored or ${documents.some((d) => d.kind === 'customs')},
      label_error = null, label_hold = ${fault}
    where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`;
  await markLabelled(
    tx,
    boxes.map((box) => box.id),
    ids,
  );
  await setFacts(tx, first.orderId, {
    labelStatus: fault ? 'held' : 'ready',
    trackingNo: numbers,
  });
}

/** A label with its number as it is kept; empty where what was given is none. */
const asGiven = <L extends { trackingNo: string }>(label: L): L => ({
  ...label,
  trackingNo: givenNumber(label.trackingNo),
});

/** @returns what a person must settle where the channel gave something else for a number, or null */
function oddNumber({ labels }: ArrivedLabels): string | null {
  const odd = labels
    .map(({ trackingNo }) => trackingNumber(trackingNo))
    .find((text) => text !== '' && !givenNumber(text));
  return odd === undefined ? null : `平台给的“${odd.slice(0, 20)}”不是运单号，请到平台核对每箱的面单`;
}

/** Numbers of these boxes where they are known, otherwise all that came. */
async function trackingOf(
  tx: Tx,
  boxes: readonly LiveBox[],
  labels: readonly { trackingNo: string }[],
): Promise<string | null> {
  const own = await pick(tx, box, ['trackingNo'])`
    id = any(${boxes.map(({ id }) => id)}::uuid[]) and tracking_no is not null order by shipment_id, box_no`;
  const numbers = own.length > 0 ? own : labels;
  const given = numbers.flatMap(({ trackingNo }) => trackingNo ?? []);
  return numbersText(given, MOST_NUMBERS.shipment) || null;
}

/**
 * Labels of a number that was split: each goes to the box that holds what it was registered for; those of
 * parts that are packed later are dealt when these ask. @returns what a person must settle, or null
 */
async function dealRegistered(
  tx: Tx,
  {
    shipmentId,
    orderId,
    boxes,
    units,
  }: {
    shipmentId: string;
    orderId: string;
    boxes: readonly (LiveBox & { items: BoxItem[] })[];
    units: Awaited<ReturnType<typeof registeredUnits>>;
  },
  labels: readonly { trackingNo: string }[],
  pages: Uint8Array | null,
): Promise<string | null> {
  const places = labelsOfBoxes(units, boxes);
  if (!places) return '装箱与申请面单时的箱规不一致，请核对每箱的面单';
  const numbers = await givenNumbers(tx, boxes, labels);
  const repeated = repeatedFault(numbers);
  if (repeated) return repeated;
  if (numbers.length !== units.length && numbers.length !== 1)
    return `面单 ${numbers.length} 个运单号，申请时箱子 ${units.length} 个`;
  const dealt = (numbers.length === 1 ? [0] : places).map((at) => ({
    trackingNo: numbers[at] as string,
  }));
  const fault = await dealTracking(tx, orderId, boxes, dealt);
  if (fault || !pages) return fault;
  const count = await pagesIn(pages);
  if (typeof count === 'string') return count;
  const used = await usedElsewhere(tx, { id: shipmentId, orderId }, pages);
  if (used) return used;
  if (count === 1 && units.length > 1) return null;
  if (count !== units.length) return `面单 ${count} 页，申请时箱子 ${units.length} 个`;
  await assignPages(
    tx,
    boxes.map(({ id }) => id),
    pages,
    places,
  );
  return null;
}

/** A label that does not say whose it is leaves the carrier that is known. */
const carrierOf = ({ labels }: ArrivedLabels): string | null =>
  labels.find(({ carrierCode }) => carrierCode !== '')?.carrierCode ?? null;

export const labelBox = command(boxLifecycle, 'label', { run: async () => undefined });
const labelOk = command(shipmentLifecycle, 'labelOk', {
  run: (tx, rows) => moveJointShipments(tx, rows, labelPartner),
});
const labelPartner = command(shipmentLifecycle, 'labelOk', { run: takeNumbers });

export async function markLabelled(tx: Tx, boxIds: readonly string[], shipmentIds: readonly string[]): Promise<void> {
  if (boxIds.length > 0) await moveInTransaction(tx, labelBox, boxIds);
  await moveInTransaction(tx, labelOk, shipmentIds);
}

/** @returns bytes of the label document, when one came */
async function storeDocuments(
  tx: Tx,
  shipmentId: string,
  documents: readonly ArrivedDocument[],
): Promise<Uint8Array | null> {
  let label: Uint8Array | null = null;
  for (const document of documents) {
    const { kind } = document;
    const bytes = kind === 'label' ? await labelPage(document.bytes) : document.bytes;
    await storeDocument(tx, shipmentId, { ...document, bytes });
    if (kind === 'label') label ??= bytes;
  }
  return label;
}

/**
 * The goods have left under numbers of our own, which stay: that is how they travel. With labels
 * made the marketplace takes the notice, so it is sent again.
 */
async function labelsArrivedLate(
  tx: Tx,
  shipmentId: string,
  arrived: ArrivedLabels,
  documents: readonly ArrivedDocument[],
): Promise<void> {
  const [late] = await tx.rows<Pick<ShipmentRow, 'orderId' | 'accountId'>>`
    update shipment set label_event_id = ${arrived.eventId}
    where tenant_id = ${tx.tenant} and id = ${shipmentId}::uuid and stage = 'shipped'
      and label_source = 'channel' and label_event_id is null and notice_status = 'pending'
    returning order_id, account_id`;
  if (!late) return;
  await storeDocuments(tx, shipmentId, documents);
  await tx.emit(shipmentRegistered, late.orderId, { shipmentId, ...late });
}

export const labelFailedMove: Command = command(shipmentLifecycle, 'labelFailed', {
  run: (tx, rows) => moveJointShipments(tx, rows, labelFailedMove),
});

/** The channel said no (or gave up): the shipment is packed again with the reason, and may ask again. */
export async function labelFailed(tx: Tx, shipmentId: string, message: string): Promise<void> {
  const row = await tx.maybe<{ orderId: string; status: string }>`
    select order_id, status from shipment where tenant_id = ${tx.tenant} and id = ${shipmentId}::uuid for update`;
  if (!row) return;
  if (row.status !== 'labelling') return labelFailedLate(tx, shipmentId, row.orderId, message);
  await setColumns(tx, shipment, [shipmentId], { labelError: message.slice(0, 500) });
  await freeRegistration(tx, row.orderId);
  await moveInTransaction(tx, labelFailedMove, [shipmentId]);
  await setFacts(tx, row.orderId, { labelStatus: 'failed' });
}

/** No labels for goods that have left: still nobody at the marketplace knows, and it may be asked again. */
async function labelFailedLate(tx: Tx, shipmentId: string, orderId: string, message: string): Promise<void> {
  const requested = await tx.run`
    update shipment set label_source = 'own'
    where tenant_id = ${tx.tenant} and id = ${shipmentId}::uuid and stage = 'shipped'
      and label_source = 'channel' and label_event_id is null and notice_status = 'pending'`;
  if (requested === 0) return;
  await freeRegistration(tx, orderId);
  await noticeFailed(tx, shipmentId, message);
}
