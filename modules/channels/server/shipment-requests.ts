import { workdayDeadline } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { workCalendar } from '#modules/base/model/work-calendar.ts';
import { channelCodesOf } from '#modules/base/server/index.ts';
import { noteRegistered, type ShipmentForChannel } from '#modules/fulfilment/server/index.ts';
import { warehouseUnknown } from '../model/errors.ts';
import type { RegisterRequest, ShipNotice, ShippedParts, ShippingUnit } from '../model/port.ts';

type ShippedBox = ShipmentForChannel['boxes'][number];

/**
 * A registration of a whole order: the boxes of all its shipments and of all that it was split into, in
 * the order of their labels, which is kept.
 */
export async function registerRequest(tx: Tx, shipment: ShipmentForChannel): Promise<RegisterRequest> {
  const { order, number } = shipment;
  await noteRegistered(tx, order, number.boxes);
  return {
    channelOrderNo: order.channelOrderNo,
    channelWarehouseCode: await shippedFrom(tx, shipment),
    pickupDate: shipment.pickupDate ?? (await nextPickup(tx, shipment.warehouseId)),
    units: number.boxes.flatMap((box) => unitOf(box, pieceOffsets(number))),
  };
}

/**
 * The channel counts the pieces of a part through, we count those of each line: a part that stands
 * on several lines goes on where the line before it ended.
 */
function pieceOffsets({ lines, boxes }: ShipmentForChannel['number']): Map<string, number> {
  const items = boxes.flatMap((box) => box.items);
  const counted = new Map<string, number>();
  const offsets = new Map<string, number>();
  for (const line of lines) {
    const before = counted.get(line.channelSku) ?? 0;
    const own = items.filter(({ orderLineId }) => orderLineId === line.id);
    offsets.set(line.id, before);
    counted.set(line.channelSku, before + Math.max(0, ...own.map(({ piece, qty }) => piece + qty - 1)));
  }
  return offsets;
}

function unitOf(box: ShippedBox, offsets: ReadonlyMap<string, number>): ShippingUnit[] {
  const [first] = box.items;
  if (!first) return [];
  const holds = box.items.flatMap((item) =>
    Array.from({ length: item.qty }, (_, index) => ({
      channelSku: item.channelSku,
      piece: (offsets.get(item.orderLineId) ?? 0) + item.piece + index,
    })),
  );
  return [
    {
      channelSku: first.channelSku,
      piece: (offsets.get(first.orderLineId) ?? 0) + first.piece,
      carton: first.cartonNo,
      weightG: box.weightG,
      lengthMm: box.lengthMm,
      widthMm: box.widthMm,
      heightMm: box.heightMm,
      ...(holds.length > 1 ? { holds } : {}),
    },
  ];
}

/** The notice of one shipment: its own boxes and their numbers. */
export async function shipNoticeOf(tx: Tx, shipment: ShipmentForChannel): Promise<ShipNotice> {
  const { order, boxes } = shipment;
  const numbers = boxes.flatMap((box) => (box.trackingNo ? [box.trackingNo] : []));
  const trackingNo = numbers.length > 0 ? [...new Set(numbers)].join(',') : shipment.trackingNo;
  return {
    channelOrderNo: order.channelOrderNo,
    channelWarehouseCode: await shippedFrom(tx, shipment),
    carrierCode: shipment.carrierCode ?? order.carrierCode ?? '',
    shipSpeed: order.shipSpeed ?? '',
    trackingNo: trackingNo ?? '',
    shippedAt: shipment.shippedAt ?? tx.now,
    weightG: boxes.reduce((sum, box) => sum + box.weightG, 0),
    volumeMm3: boxes.reduce((sum, box) => sum + box.lengthMm * box.widthMm * box.heightMm, 0),
    from: shipment.from,
    to: order.shipTo,
    shipClass: shipment.class,
    packages: boxes.map((box) => ({
      trackingNo: box.trackingNo ?? '',
      weightG: box.weightG,
      items: box.items.map(({ channelSku, qty }) => ({ channelSku, qty })),
    })),
  };
}

/** What else of the channel's order has left: in other shipments of it, also of its parts. */
export async function otherShippedParts(tx: Tx, { id, order }: ShipmentForChannel): Promise<ShippedParts[]> {
  return tx.rows<{ shippedAt: Date; channelSkus: string[] }>`
    select s.shipped_at, array_agg(distinct l.channel_sku) as channel_skus
    from sales_order o
      join shipment s on s.tenant_id = o.tenant_id and s.order_id = o.id and s.shipped_at is not null
      join shipment_line l on l.tenant_id = s.tenant_id and l.shipment_id = s.id
    where o.tenant_id = ${tx.tenant} and o.account_id = ${order.accountId}::uuid
      and o.channel_order_no = ${order.channelOrderNo} and s.id <> ${id}::uuid
    group by s.id, s.shipped_at`;
}

/** The warehouse the channel asked for, by its own code. */
async function orderedFrom(tx: Tx, orderId: string): Promise<string | null> {
  const row = await tx.one<{ code: string | null }>`
    select pinned_warehouse_code as code from sales_order
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
  return row.code;
}

/**
 * The channel's code of the warehouse that really ships; the asked-for one where both are the same.
 * A channel that names no warehouses is sent none.
 * @throws Refusal when the channel knows the warehouse by no code: nothing is said in another's name
 */
export async function shippedFrom(tx: Tx, shipment: ShipmentForChannel): Promise<string> {
  const asked = await orderedFrom(tx, shipment.order.id);
  const codes = await channelCodesOf(tx, shipment.order.accountId, shipment.warehouseId);
  const own = asked && codes.includes(asked) ? asked : codes[0];
  if (own !== undefined) return own;
  if (asked === null) return '';
  const { name } = await tx.one<{ name: string }>`
    select name from warehouse where tenant_id = ${tx.tenant} and id = ${shipment.warehouseId}::uuid`;
  throw warehouseUnknown({ warehouse: name, asked });
}

/** Carriers come until 17:00 of the warehouse's day. */
const BEFORE_MIDNIGHT_MS = 7 * 3_600_000;

/** The first workday of the warehouse on which a carrier can still come. */
async function nextPickup(tx: Tx, warehouseId: string): Promise<Date> {
  const row = await tx.one<{ timezone: string; cutoffTime: string; calendar: unknown }>`
    select timezone, cutoff_time, calendar from warehouse
    where tenant_id = ${tx.tenant} and id = ${warehouseId}::uuid`;
  const calendar = workCalendar(row.calendar, row.cutoffTime);
  const endOfDay = workdayDeadline(tx.now, 0, calendar, row.timezone);
  return new Date(endOfDay.getTime() - BEFORE_MIDNIGHT_MS + 1000);
}
