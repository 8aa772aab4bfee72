import type { Refusal } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import { command, moveInTransaction, type Command, type Effect } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick, setEach } from '#kit/server/stored-rows.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { claimEffects } from '#modules/base/server/index.ts';
import { cartonsOf } from '#modules/catalog/server/index.ts';
import { shipReserved } from '#modules/inventory/server/index.ts';
import { holdTitles } from '#modules/orders/model/hold-title.ts';
import { isManualOrder } from '#modules/orders/model/order.ts';
import { readOrderHolds, recordCost, recordShipped, setFacts } from '#modules/orders/server/index.ts';
import { missingCartons, type BoxItem } from '../model/carton-plan.ts';
import {
  cartonsMissing,
  channelLabelMissing,
  customsMissing,
  labelHeld,
  noTracking,
  orderHeld,
  shipDateOutOfRange,
  tooEarly,
} from '../model/errors.ts';
import { shipmentShipped } from '../model/events.ts';
import { needsChannelLabel } from '../model/label-source.ts';
import { earliestShipDay, shipDays, shipMoment } from '../model/ship-day.ts';
import { boxLifecycle, shipmentLifecycle } from '../model/shipment-lifecycle.ts';
import { shipment, type ShipmentRow } from '../model/shipment.ts';
import { addressRefusals } from './joint/joint-address.ts';
import { partnerRefusals, partnersOf, moveJointShipments } from './joint/joint-shipment.ts';
import { deadLabels, useLabels } from './carriers/label-ends.ts';
import { linesOf, type StoredLine } from './packing/pack.ts';
import { shipOutlook } from './ship-outlook.ts';
import { shipKey } from './ship-key.ts';
import { callBackShipment } from './unship.ts';

/** What must be true before anything leaves, read once. */
async function readShip(tx: Tx, rows: readonly ShipmentRow[], isPreview: boolean): Promise<ShipFacts> {
  // A hold that is being opened waits for us, or we for it: held goods never leave.
  const orders = await readOrderHolds(
    tx,
    rows.map((row) => row.orderId),
    isPreview,
  );
  return {
    ...(await readContents(tx, rows, ['labelled'])),
    orders,
    zones: await zonesOf(tx, rows),
  };
}

async function shipRefusals(
  tx: Tx,
  rows: readonly ShipmentRow[],
  { shippedAt }: ShipAnswers,
  facts: ShipFacts,
): Promise<Map<string, Refusal>> {
  const refusals = cartonRefusals(rows, facts);
  for (const [id, refusal] of await addressRefusals(tx, rows)) refusals.set(id, refusal);
  for (const [id, refusal] of await deadLabels(tx, rows)) refusals.set(id, refusal);
  for (const row of rows) {
    const holds = facts.orders.get(row.orderId) ?? [];
    const dated = dateRefusal(tx, row, shippedAt, facts);
    if (holds.length > 0) refusals.set(row.id, orderHeld({ holds: holdTitles(holds) }));
    else if (row.labelHold) refusals.set(row.id, labelHeld({ reason: row.labelHold }));
    else if (!row.trackingNo) refusals.set(row.id, noTracking());
    else if (row.labelSource === 'own' && needsChannelLabel(row.orderType, row.accountOwner))
      refusals.set(row.id, channelLabelMissing());
    else if (row.customsRequired && !row.customsStored) refusals.set(row.id, customsMissing());
    else if (dated) refusals.set(row.id, dated);
  }
  return refusals;
}

/** Everything that must be true is asked first, as sets; then stock, counters, state, cost and the notice. */
const shipping: Effect<ShipmentRow, ShipAnswers, ShipFacts> = {
  read: readShip,
  guard: shipRefusals,
  /** Before it is packed and sealed, the packer sees which carton is not closed yet. */
  async whyNot(tx, rows) {
    const packing = rows.filter((row) => ['packing', 'packed'].includes(row.status));
    return cartonRefusals(packing, await readContents(tx, packing, ['sealed', 'labelled']));
  },
  async run(tx, rows, { shippedAt }, facts) {
    // Before the boxes are gone that their goods lie in.
    await moveJointShipments(tx, rows, shipPartner, { shippedAt });
    const moments = new Map(rows.map((row) => [row.id, momentOf(tx, row, shippedAt, facts)]));
    const shipments = new Map(rows.map((row) => [row.id, row]));
    await moveInTransaction(
      tx,
      shipBox,
      facts.boxes.filter((box) => shipments.has(box.shipmentId)).map((box) => box.id),
    );
    const isExempt = (row: ShipmentRow): boolean => isManualOrder(row.orderType);
    await setEach(
      tx,
      shipment,
      rows.map((row) => ({
        id: row.id,
        shippedAt: moments.get(row.id) ?? tx.now,
        noticeError: isNotified(row) ? NOTICE_SENT_BEFORE : null,
        noticeStatus: isExempt(row) ? 'exempt' : isNotified(row) ? 'manual' : 'pending',
      })),
    );
    await claimNotices(
      tx,
      rows.filter((row) => !isExempt(row) && !isNotified(row)),
    );
    const lines = facts.lines.filter((line) => shipments.has(line.shipmentId));
    for (const row of rows) await reportToOrder(tx, row, lines, moments.get(row.id) ?? tx.now);
    await useLabels(tx, rows);
    const keyOf = (line: StoredLine): string => shipKey(line.id, shipments.get(line.shipmentId)?.unshipCount ?? 0);
    // Stock is the last to be locked: everybody who sells the same SKU waits for it.
    const costs = await shipReserved(
      tx,
      lines.map((line) => ({
        key: keyOf(line),
        orderLineId: line.orderLineId,
        warehouseId: shipments.get(line.shipmentId)?.warehouseId as string,
        skuId: line.skuId,
        qty: line.qty,
        refType: 'shipment',
        refId: line.shipmentId,
        refNo: shipments.get(line.shipmentId)?.shipmentNo as string,
      })),
    );
    await recordCost(
      tx,
      lines.map((line) => ({
        orderLineId: line.orderLineId,
        cogs: costs.get(keyOf(line)) ?? 0n,
      })),
    );
  },
};

/**
 * 发货: the only place where sold stock leaves; stock, counters, state, cost and the notice to the channel are one
 * transaction. A joint shipment leaves as one: what stands in the way of one of its orders stands in the way of all.
 */
export const shipShipment: Command = command(shipmentLifecycle, 'ship', {
  ...shipping,
  async guard(tx, rows, answers, facts) {
    const refusals = await shipRefusals(tx, rows, answers, facts);
    const partners = await partnersOf(tx, rows, { isPreview: true });
    const theirs = partners.length > 0 ? await readShip(tx, partners, true) : facts;
    const found = await shipRefusals(tx, partners, answers, theirs);
    for (const { id, leadId } of partners) if (leadId && found.has(id)) refusals.set(leadId, found.get(id) as Refusal);
    return new Map([...refusals, ...(await partnerRefusals(tx, rows))]);
  },
  outlook: shipOutlook,
  callBack: callBackShipment,
});

const shipPartner = command(shipmentLifecycle, 'ship', shipping);

const shipBox = command(boxLifecycle, 'ship', { run: async () => undefined });

/** It left before and was taken back: the channel has its notice, which a person corrects there. */
const isNotified = ({ noticeStatus }: ShipmentRow): boolean => noticeStatus === 'manual';
const NOTICE_SENT_BEFORE = '撤销后重新发货：平台已有发货通知，请到平台核对';

/** The notice goes out once per shipment, whatever brings it here again. */
async function claimNotices(tx: Tx, rows: readonly ShipmentRow[]): Promise<void> {
  const notices = rows.map((row) => ({ accountId: row.accountId, key: row.id }));
  const claimed = await claimEffects(
    tx,
    notices.map((notice) => ({ ...notice, effect: 'notice' })),
  );
  if (claimed < notices.length) throw new Error('a shipment was to be reported twice');
}

async function reportToOrder(tx: Tx, row: ShipmentRow, lines: readonly StoredLine[], moment: Date): Promise<void> {
  const orderId = row.orderId;
  const own = lines.filter((line) => line.shipmentId === row.id);
  await recordShipped(
    tx,
    orderId,
    own.map((line) => ({ orderLineId: line.orderLineId, qty: line.qty })),
  );
  await setFacts(tx, orderId, {
    shippedAt: moment,
    shipSync: isNotified(row) ? 'ok' : 'pending',
    trackingNo: row.trackingNo,
    labelStatus: 'shipped',
  });
  await tx.emit(shipmentShipped, orderId, {
    shipmentId: row.id,
    orderId,
    accountId: row.accountId,
  });
}

/** What is wrong with the day it leaves, which is one of its warehouse: given, or today. */
function dateRefusal(tx: Tx, row: ShipmentRow, given: string | null | undefined, { zones }: ShipFacts): Refusal | null {
  const zone = zoneOf(row, zones);
  if (given && !shipMoment(given, tx.now, zone)) return shipDateOutOfRange(shipDays(tx.now, zone));
  const pickup = row.pickupDate;
  if (!pickup) return null;
  const earliest = earliestShipDay(pickup, zone);
  if ((given ?? dayIn(tx.now, zone)) >= earliest) return null;
  return tooEarly({ pickup: dayIn(pickup, zone), earliest, isDated: Boolean(given) });
}

/** The guard let the day pass, at the same `tx.now`. */
const momentOf = (tx: Tx, row: ShipmentRow, given: string | null | undefined, { zones }: ShipFacts): Date =>
  (given && shipMoment(given, tx.now, zoneOf(row, zones))) || tx.now;

const zoneOf = (row: ShipmentRow, zones: ShipFacts['zones']): string => zones.get(row.warehouseId) as string;

async function zonesOf(tx: Tx, rows: readonly ShipmentRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map((row) => row.warehouseId))];
  const found = await pick(tx, warehouse, ['id', 'timezone'])`id = any(${ids}::uuid[])`;
  return new Map(found.map(({ id, timezone }) => [id, timezone]));
}

interface ShipAnswers {
  shippedAt?: string | null;
}

/** What shipments hold: their lines, the cartons of their SKUs and the boxes that count. */
interface Contents {
  lines: readonly StoredLine[];
  cartons: Awaited<ReturnType<typeof cartonsOf>>;
  boxes: readonly { id: string; shipmentId: string; items: BoxItem[] }[];
}

interface ShipFacts extends Contents {
  /** Open holds by order id. */
  orders: ReadonlyMap<string, readonly string[]>;
  /** Time zones by warehouse id. */
  zones: ReadonlyMap<string, string>;
}

/** Whose boxes its goods lie in. */
const holderOf = ({ id, leadId }: ShipmentRow): string => leadId ?? id;

async function readContents(tx: Tx, rows: readonly ShipmentRow[], counted: readonly string[]): Promise<Contents> {
  const ids = rows.map((row) => row.id);
  const lines = await linesOf(tx, ids);
  const cartons = await cartonsOf(tx, [...new Set(lines.map((line) => line.skuId))]);
  const boxes = await tx.rows<Contents['boxes'][number]>`
    select id, shipment_id, items from box where tenant_id = ${tx.tenant}
      and status = any(${counted}::text[]) and shipment_id = any(${rows.map(holderOf)}::uuid[])`;
  return { lines, cartons, boxes };
}

/** Every unit of an N-carton SKU lies in exactly N boxes; what is missing is named. */
function cartonRefusals(rows: readonly ShipmentRow[], { lines, cartons, boxes }: Contents): Map<string, Refusal> {
  const refusals = new Map<string, Refusal>();
  for (const row of rows) {
    const { id } = row;
    const items = boxes.filter((box) => box.shipmentId === holderOf(row)).flatMap((box) => box.items);
    const missing = lines
      .filter((line) => line.shipmentId === id)
      .flatMap((line) =>
        missingCartons(
          { channelSku: line.channelSku, qty: line.qty, cartons: cartons.get(line.skuId) ?? [] },
          items.filter((item) => item.shipmentLineId === line.id),
        ),
      );
    if (missing.length > 0) refusals.set(id, cartonsMissing({ missing: missing.join('；') }));
  }
  return refusals;
}
