import { notFound } from '#kit/model/refusal.ts';
import type { RowOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import type { warehouse } from '#modules/base/model/warehouse.ts';
import { readOrder, setFacts, type OrderForShipment } from '#modules/orders/server/index.ts';
import type { BoxItem } from '../model/carton-plan.ts';

export interface ShipmentBox {
  id: string;
  shipmentId: string;
  boxNo: string;
  items: BoxItem[];
  lengthMm: number;
  widthMm: number;
  heightMm: number;
  weightG: number;
  trackingNo: string | null;
}

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
  /** Boxes of all live shipments of the order: a registration carries them all. */
  orderBoxes: ShipmentBox[];
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
  const orderBoxes = await boxesOfOrder(tx, row.orderId);
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
    boxes: orderBoxes.filter((box) => box.shipmentId === row.id),
    lines: await tx.rows<ShipmentLineState>`
      select id, shipment_id, order_line_id, sku_id,
        channel_sku, qty
      from shipment_line where tenant_id = ${tx.tenant} and shipment_id = ${row.id} order by id`,
    orderBoxes,
  };
}

const boxesOfOrder = (tx: Tx, orderId: string): Promise<ShipmentBox[]> =>
  tx.rows<ShipmentBox>`
    select b.id, b.shipment_id, b.box_no, b.items,
      coalesce(b.length_mm, 0) as "lengthMm", coalesce(b.width_mm, 0) as "widthMm",
      coalesce(b.height_mm, 0) as "heightMm", coalesce(b.weight_g, 0) as "weightG", b.tracking_no
    from box b join shipment s on s.tenant_id = b.tenant_id and s.id = b.shipment_id
    where b.tenant_id = ${tx.tenant} and s.order_id = ${orderId}::uuid and b.status <> 'void' and s.status <> 'voided'
    order by b.shipment_id, b.box_no`;

async function shipFrom(tx: Tx, warehouseId: string): Promise<ShipFrom> {
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

/** The channel has the notice: shown on shipment and order. */
export async function noticeDone(tx: Tx, shipmentId: string): Promise<void> {
  await settleNotice(tx, shipmentId, 'ok', null);
}

/** The channel refused the notice (or nobody answers): a person must look. */
export async function noticeFailed(tx: Tx, shipmentId: string, message: string): Promise<void> {
  await settleNotice(tx, shipmentId, 'failed', message);
}

async function settleNotice(
  tx: Tx,
  shipmentId: string,
  status: 'ok' | 'failed',
  message: string | null,
): Promise<void> {
  const rows = await tx.rows<{ orderId: string }>`
    update shipment set notice_status = ${status}, notice_error = ${message?.slice(0, 500) ?? null}
    where tenant_id = ${tx.tenant} and id = ${shipmentId}::uuid returning order_id`;
  const orderId = rows[0]?.orderId;
  if (!orderId) return;
  const { worst } = await tx.one<{ worst: 'ok' | 'pending' | 'failed' }>`
    select case when bool_or(notice_status = 'failed') then 'failed'
      when bool_or(notice_status = 'pending') then 'pending' else 'ok' end as worst
    from shipment where tenant_id = ${tx.tenant} and order_id = ${orderId} and stage = 'shipped'`;
  await setFacts(tx, orderId, { shipSync: worst });
}
