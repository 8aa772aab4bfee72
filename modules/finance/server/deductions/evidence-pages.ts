import { exponentOf, moneyText } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import { toWireTime } from '#kit/model/time.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { trackingCode } from '#modules/fulfilment/model/shipping-label.ts';
import type { TablePage } from '#platform/print/table-page.ts';
import type { DeductionRow } from '../../model/deduction.ts';

/**
 * What we know of the order of a deduction, a paper for each kind of fact; those that say nothing are left out, and
 * those about what the reader may not list.
 */
export async function evidencePages(tx: Tx, row: Pick<DeductionRow, 'deductionNo' | 'orderId'>): Promise<TablePage[]> {
  if (!row.orderId) return [];
  const seesOrders = may(tx.actor, 'orders:salesOrder:list');
  const seesShipments = may(tx.actor, 'fulfilment:shipment:list');
  const pages = [
    seesOrders ? await orderPage(tx, row.orderId) : null,
    seesShipments ? await boxesPage(tx, row.orderId) : null,
    seesShipments ? await trackingPage(tx, row.orderId) : null,
    seesOrders ? await messagesPage(tx, row.orderId) : null,
  ];
  return pages.flatMap((page) => (page && page.rows.length > 0 ? [{ ...page, footer: row.deductionNo }] : []));
}

interface OrderFacts {
  orderNo: string;
  channelOrderNo: string;
  orderedAt: Date;
  currency: string;
  total: bigint;
  shipToName: string | null;
  /** As far as everybody may know it, and in full. */
  region: string;
  place: string;
}

async function orderPage(tx: Tx, orderId: string): Promise<TablePage | null> {
  const order = await tx.maybe<OrderFacts>`
    select order_no, channel_order_no, ordered_at, currency, total, ship_to_name,
      concat_ws(', ', ship_to_state, ship_to_country) as region,
      concat_ws(', ', ship_to_city, ship_to_state, ship_to_postal_code, ship_to_country) as place
    from sales_order where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
  if (!order) return null;
  const lines = await tx.rows<{ channelSku: string; name: string; qty: number; qtyShipped: number; lineNet: bigint }>`
    select channel_sku, name, qty, qty_shipped, line_net from order_line
    where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid order by line_no`;
  const isMasked = tx.actor.masks.has('pii');
  return {
    title: '订单',
    headerFields: [
      { label: 'PO号', value: order.channelOrderNo },
      { label: '订单号', value: order.orderNo },
      { label: '下单时间', value: toWireTime(order.orderedAt, tx.actor.zone) },
      { label: '金额', value: moneyText(order.total, order.currency) },
      { label: '收件人', value: isMasked ? '' : (order.shipToName ?? '') },
      { label: '收货地', value: isMasked ? order.region : order.place },
    ],
    columns: [
      { title: '渠道SKU', width: 130, align: 'left' },
      { title: '名称', width: 220, align: 'left' },
      { title: '数量', width: 50, align: 'right' },
      { title: '已发', width: 50, align: 'right' },
      { title: '金额', width: 80, align: 'right' },
    ],
    rows: lines.map(({ channelSku, name, qty, qtyShipped, lineNet }) => [
      channelSku,
      name,
      String(qty),
      String(qtyShipped),
      formatDecimal(lineNet, exponentOf(order.currency)),
    ]),
  };
}

interface BoxFacts {
  shipmentNo: string;
  carrierCode: string | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  boxNo: string;
  trackingNo: string | null;
  weightG: number | null;
}

async function boxesPage(tx: Tx, orderId: string): Promise<TablePage> {
  const boxes = await tx.rows<BoxFacts>`
    select s.shipment_no, s.carrier_code, s.shipped_at, s.delivered_at, b.box_no,
      coalesce(b.tracking_no, s.tracking_no) as tracking_no, b.weight_g
    from box b join shipment s on s.tenant_id = b.tenant_id and s.id = b.shipment_id
    where b.tenant_id = ${tx.tenant} and s.order_id = ${orderId}::uuid and s.status <> 'voided'
      and b.status <> 'void'
    order by s.shipment_no, b.box_no`;
  const at = (moment: Date | null): string => (moment ? toWireTime(moment, tx.actor.zone) : '');
  return {
    title: '发货与签收',
    headerFields: [],
    columns: [
      { title: '发货单', width: 100, align: 'left' },
      { title: '箱号', width: 95, align: 'left' },
      { title: '承运商', width: 55, align: 'left' },
      { title: '运单号', width: 110, align: 'left' },
      { title: '重量kg', width: 45, align: 'right' },
      { title: '出库', width: 70, align: 'left' },
      { title: '签收', width: 70, align: 'left' },
    ],
    rows: boxes.map((box) => [
      box.shipmentNo,
      box.boxNo,
      box.carrierCode ?? '',
      box.trackingNo ?? '',
      box.weightG === null ? '' : formatDecimal(BigInt(box.weightG), 3),
      at(box.shippedAt),
      at(box.deliveredAt),
    ]),
  };
}

async function trackingPage(tx: Tx, orderId: string): Promise<TablePage> {
  const events = await tx.rows<{
    at: Date;
    trackingNo: string;
    code: keyof typeof trackingCode.items;
    said: string | null;
    place: string | null;
  }>`
    select e.at, e.tracking_no, e.code, e.said, e.place from tracking_event e
    join shipment s on s.tenant_id = e.tenant_id and s.id = e.shipment_id
    where e.tenant_id = ${tx.tenant} and s.order_id = ${orderId}::uuid order by e.at, e.id limit 500`;
  return {
    title: '物流轨迹',
    headerFields: [],
    columns: [
      { title: '时间', width: 110, align: 'left' },
      { title: '运单号', width: 120, align: 'left' },
      { title: '状态', width: 70, align: 'left' },
      { title: '地点', width: 100, align: 'left' },
      { title: '说明', width: 140, align: 'left' },
    ],
    rows: events.map(({ at, trackingNo, code, said, place }) => [
      toWireTime(at, tx.actor.zone),
      trackingNo,
      trackingCode.items[code],
      tx.actor.masks.has('pii') ? '' : (place ?? ''),
      said ?? '',
    ]),
  };
}

/** What buyer and channel wrote; what is for colleagues alone goes to nobody. */
async function messagesPage(tx: Tx, orderId: string): Promise<TablePage> {
  const remarks = await tx.rows<{ createTime: Date; kind: string; content: string; createBy: string | null }>`
    select create_time, kind, content, create_by from order_remark
    where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid and not hidden and kind in ('buyer', 'channel')
    order by create_time, id limit 200`;
  return {
    title: '沟通记录',
    headerFields: [],
    columns: [
      { title: '时间', width: 110, align: 'left' },
      { title: '对象', width: 60, align: 'left' },
      { title: '内容', width: 290, align: 'left' },
      { title: '登记人', width: 70, align: 'left' },
    ],
    rows: remarks.map(({ createTime, kind, content, createBy }) => [
      toWireTime(createTime, tx.actor.zone),
      kind === 'buyer' ? '买家' : '平台',
      content,
      createBy ?? '',
    ]),
  };
}
