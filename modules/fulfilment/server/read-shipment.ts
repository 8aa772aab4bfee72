import { notFound } from '#kit/model/refusal.ts';
import type { RowOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import type { warehouse } from '#modules/base/model/warehouse.ts';
import { readOrder, setFacts, type OrderForShipment } from '#modules/orders/server/index.ts';
import { shipmentUnshipped } from '../model/events.ts';
import { boxesOfNumber, type NumberBoxes, type ShipmentBox } from './joint/family-boxes.ts';

export type { ShipmentBox } from './joint/family-boxes.ts';

interface ShipmentLineState {
  id: string;
  shipmentId: string;
  orderLineId: string;
  skuId: string;
  channelSku: string;
  qty: number;
}

interface ShipFrom {
  name: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  phone: string;
}

/** All that a registration or a ship notice needs to say about a shipment. */
export interface ShipmentForChannel {
  id: string;
  shipmentNo: string;
  status: string;
  /** The channel is asked for labels: before it leaves, or late. */
  isAwaitingLabels: boolean;
  class: 'parcel' | 'ltl';
  carrierCode: string | null;
  trackingNo: string | null;
  pickupDate: Date | null;
  shippedAt: Date | null;
  warehouseId: string;
  from: ShipFrom;
  order: OrderForShipment;
  /** Boxes of this shipment. */
  boxes: ShipmentBox[];
  lines: ShipmentLineState[];
  /** What stands for the number at the channel, over all its parts: a registration carries it all. */
  number: NumberBoxes;
}

/** @throws Refusal 404 */
export async function readShipment(tx: Tx, shipmentId: string): Promise<ShipmentForChannel> {
  const row = await tx.maybe<{
    id: string;
    shipmentNo: string;
    status: string;
    class: string | null;
    carrierCode: string | null;
    trackingNo: string | null;
    pickupDate: Date | null;
    shippedAt: Date | null;
    warehouseId: string;
    orderId: string;
    isAwaitingLabels: boolean;
  }>`
    select id, shipment_no, status, class, carrier_code, tracking_no, pickup_date, shipped_at, warehouse_id, order_id,
      status = 'labelling' or (stage = 'shipped' and notice_status = 'pending'
        and coalesce(label_source, '') = 'channel' and label_event_id is null) as is_awaiting_labels
    from shipment where tenant_id = ${tx.tenant} and id = ${shipmentId}::uuid`;
  if (!row) throw notFound();
  const number = await boxesOfNumber(tx, row.orderId);
  return {
    id: row.id,
    shipmentNo: row.shipmentNo,
    status: row.status,
    isAwaitingLabels: row.isAwaitingLabels,
    class: row.class === 'ltl' ? 'ltl' : 'parcel',
    carrierCode: row.carrierCode,
    trackingNo: row.trackingNo,
    pickupDate: row.pickupDate,
    shippedAt: row.shippedAt,
    warehouseId: row.warehouseId,
    from: await shipFrom(tx, row.warehouseId),
    order: await readOrder(tx, row.orderId),
    boxes: number.boxes.filter((box) => box.shipmentId === row.id),
    lines: await tx.rows<ShipmentLineState>`
      select id, shipment_id, order_line_id, sku_id,
        channel_sku, qty
      from shipment_line where tenant_id = ${tx.tenant} and shipment_id = ${row.id} order by id`,
    number,
  };
}

/** Where a warehouse stands, and who answers there. */
export async function shipFrom(tx: Tx, warehouseId: string): Promise<ShipFrom> {
  const row = await tx.one<
    Pick<
      RowOf<typeof warehouse>,
      'name' | 'address1' | 'address2' | 'city' | 'state' | 'postalCode' | 'country' | 'phone'
    >
  >`
    select coalesce(contact, name) as name, address1, address2, city, state, postal_code, country, phone
    from warehouse where tenant_id = ${tx.tenant} and id = ${warehouseId}::uuid`;
  return {
    name: row.name,
    address1: row.address1,
    address2: row.address2 ?? '',
    city: row.city,
    state: row.state ?? '',
    postalCode: row.postalCode ?? '',
    country: row.country,
    phone: row.phone ?? '',
  };
}

/**
 * The channel has the notice: shown on shipment and order. Of goods that were taken back while it was on its
 * way (撤销发货) it has to be corrected there.
 */
export async function noticeDone(tx: Tx, shipmentId: string): Promise<void> {
  if (await settleNotice(tx, shipmentId, 'ok', null)) return;
  const [taken] = await tx.rows<{ orderId: string; accountId: string }>`
    update shipment set notice_status = 'manual', notice_error = ${NOTICE_TO_CORRECT}
    where tenant_id = ${tx.tenant} and id = ${shipmentId}::uuid and shipped_at is null
      and notice_status <> 'manual' returning order_id, account_id`;
  if (taken) await tx.emit(shipmentUnshipped, taken.orderId, { shipmentId, ...taken });
}

/** What a shipment shows that was taken back after its channel had been notified. */
export const NOTICE_TO_CORRECT = '已撤销发货，请到平台更正发货通知';

/** The channel refused the notice (or nobody answers): a person must look, while the goods are gone. */
export async function noticeFailed(tx: Tx, shipmentId: string, message: string): Promise<void> {
  await settleNotice(tx, shipmentId, 'failed', message);
}

/** @returns whether the goods are gone still */
async function settleNotice(
  tx: Tx,
  shipmentId: string,
  status: 'ok' | 'failed',
  message: string | null,
): Promise<boolean> {
  const rows = await tx.rows<{ orderId: string }>`
    update shipment set notice_status = ${status}, notice_error = ${message?.slice(0, 500) ?? null}
    where tenant_id = ${tx.tenant} and id = ${shipmentId}::uuid and shipped_at is not null returning order_id`;
  const orderId = rows[0]?.orderId;
  if (!orderId) return false;
  const { worst } = await tx.one<{ worst: 'ok' | 'pending' | 'failed' }>`
    select case when bool_or(notice_status = 'failed') then 'failed'
      when bool_or(notice_status = 'pending') then 'pending' else 'ok' end as worst
    from shipment where tenant_id = ${tx.tenant} and order_id = ${orderId} and stage = 'shipped'`;
  await setFacts(tx, orderId, { shipSync: worst });
  return true;
}
