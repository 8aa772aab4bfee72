import { readAddress, type Address, type AddressKey } from '#kit/model/address.ts';
import { notFound } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import type { OrderPriority, OrderRow } from '../model/order.ts';

export interface OrderLineState {
  id: string;
  lineNo: number;
  channelSku: string;
  skuId: string | null;
  name: string;
  qty: number;
  qtyCancelled: number;
  qtyReserved: number;
  /** Accepted for a later day; no stock is held for them yet. */
  qtyBackordered: number;
  qtyPacked: number;
  qtyShipped: number;
  warehouseId: string | null;
  unitPrice: string;
  estShipDate: string | null;
}

/** An order with its buyer's address opened, for the modules that pack and tell the channel. */
export interface OrderForShipment {
  id: string;
  orderNo: string;
  channelOrderNo: string;
  accountId: string;
  status: string;
  orderType: string;
  environment: string;
  priority: OrderPriority;
  warehouseId: string | null;
  shipMethodId: string | null;
  shipSpeed: string | null;
  carrierCode: string | null;
  currency: string;
  holds: string[];
  shipBy: Date | null;
  shipTo: Address;
  packingSlipUrl: string | null;
  extra: Record<string, string>;
  lines: OrderLineState[];
}

/** An order with the columns that no screen shows. */
export type StoredOrder = OrderRow & {
  /** The tab that shows its state. */
  stage: string;
  /** Digest of what the channel last sent. */
  payloadHash: string | null;
  /** Digest of where it goes. */
  addressHash: string | null;
  packingSlipUrl: string | null;
  /** The warehouse its channel named, in the channel's code. */
  pinnedWarehouseCode: string | null;
  /** What its connector keeps for itself. */
  extra: Record<string, string>;
};

/** @throws Refusal 404 for an unknown order or one of another tenant */
export async function readOrder(
  tx: Tx,
  orderId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<OrderForShipment> {
  if (lock) await tx.run`select 1 from sales_order where tenant_id = ${tx.tenant} and id = ${orderId}::uuid for update`;
  const row = await tx.maybe<StoredOrder>`
    select id, order_no, channel_order_no, account_id, status, order_type, environment, priority, warehouse_id, ship_method_id,
      ship_speed, carrier_code, currency, holds, ship_by, ship_to_name, ship_to_address1, ship_to_address2,
      ship_to_city, ship_to_state, ship_to_postal_code, ship_to_country, ship_to_phone, packing_slip_url, extra
    from sales_order where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
  if (!row) throw notFound();
  return {
    id: row.id,
    orderNo: row.orderNo,
    channelOrderNo: row.channelOrderNo,
    accountId: row.accountId,
    status: row.status,
    orderType: row.orderType,
    environment: row.environment,
    priority: row.priority,
    warehouseId: row.warehouseId,
    shipMethodId: row.shipMethodId,
    shipSpeed: row.shipSpeed,
    carrierCode: row.carrierCode,
    currency: row.currency,
    holds: row.holds,
    shipBy: row.shipBy,
    shipTo: openAddress(tx, row),
    packingSlipUrl: row.packingSlipUrl,
    extra: row.extra,
    lines: await readLines(tx, orderId),
  };
}

/** Where an order goes, as it is stored. */
export type StoredAddress = Pick<OrderRow, AddressKey<'shipTo'>>;

/** The buyer's address of a stored order, opened. */
export const openAddress = (tx: Pick<Tx, 'vault'>, row: StoredAddress): Address =>
  readAddress('shipTo', row, (sealed) => tx.vault.open(sealed));

/** What names the buyer of an order; nothing for an order that is not there. */
export async function buyerWords(tx: Tx, orderId: string): Promise<string[]> {
  const row = await tx.maybe<StoredAddress>`
    select ship_to_name, ship_to_address1, ship_to_address2, ship_to_city, ship_to_state,
      ship_to_postal_code, ship_to_country, ship_to_phone
    from sales_order where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
  if (!row) return [];
  const { name, address1, address2 = '', city, postalCode, phone = '' } = openAddress(tx, row);
  return [name, address1, address2, city, postalCode, phone];
}

/** Lines of an order in their order. */
export const readLines = (tx: Tx, orderId: string): Promise<OrderLineState[]> =>
  tx.rows<OrderLineState>`
    select id, line_no, channel_sku, sku_id, name, qty,
      qty_cancelled, qty_reserved, qty_backordered, qty_packed,
      qty_shipped, warehouse_id, unit_price,
      est_ship_date
    from order_line where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid order by line_no`;

/** Units for which stock is to be held: those that wait for goods are not among them. */
export const qtyToReserve = (line: OrderLineState): number => openQty(line) - line.qtyBackordered - line.qtyReserved;

/** Units still to be shipped. */
export const openQty = (line: OrderLineState): number => line.qty - line.qtyCancelled - line.qtyShipped;
