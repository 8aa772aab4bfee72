import type { Address, IncomingLine, IncomingOrder, UnreadableOrder } from '#modules/channels/model/port.ts';
import { orderHash } from '../shared/order-hash.ts';
import {
  currencyOf,
  flagOf,
  instantOf,
  listOf,
  objectOf,
  present,
  priceOf,
  quantityOf,
  requiredText,
  textOf,
  textsOf,
  WireValueError,
} from '../shared/wire-values.ts';
import type { WireObject } from '../shared/wire-values.ts';

const MAX_RAW_CHARACTERS = 64 * 1024;

export type MappedOrder = { order: IncomingOrder; unreadable?: never } | { order?: never; unreadable: UnreadableOrder };

/**
 * One raw PO as the channel tells it → an order, or the reason why it cannot be read. Pure.
 * Enums stay text, known or not; unknown fields are ignored; a missing address part is empty and
 * left for the order's address check. No line, date, price or quantity is ever guessed.
 * @param fallbackCurrency currency where the warehouse names none
 */
export function mapOrder(raw: unknown, fallbackCurrency: string): MappedOrder {
  try {
    return { order: readOrder(objectOf(raw), fallbackCurrency) };
  } catch (error) {
    // Whatever is wrong with a row is wrong with this row alone.
    const reason = error instanceof WireValueError ? error.message : `无法识别：${String(error)}`;
    return { unreadable: unreadableOrder(raw, reason) };
  }
}

/** The row as it came, kept with its reason. */
export function unreadableOrder(raw: unknown, reason: string): UnreadableOrder {
  return {
    channelOrderNo: textOf(objectOf(raw)['poNumber']),
    reason,
    raw: rawText(raw),
  };
}

const rawText = (raw: unknown): string => (JSON.stringify(raw) ?? '').slice(0, MAX_RAW_CHARACTERS);

function readOrder(po: WireObject, fallbackCurrency: string): IncomingOrder {
  const orderedAt = instantOf(po['poDate'], 'poDate');
  if (!orderedAt) throw new WireValueError('poDate', '缺失');
  const warehouse = objectOf(po['warehouse']);
  const shipping = objectOf(po['shippingInfo']);
  const products = listOf(po['products'], 'products').map(objectOf);
  if (products.length === 0) throw new WireValueError('products', '缺失');
  const order = {
    channelOrderNo: requiredText(po['poNumber'], 'poNumber'),
    orderedAt,
    ...present('shipBy', instantOf(po['estimatedShipDate'], 'estimatedShipDate')),
    ...present('deliverBy', instantOf(po['scheduledDeliveryDate'], 'scheduledDeliveryDate')),
    currency: currencyOf(textOf(objectOf(warehouse['supplier'])['currency']) ?? fallbackCurrency),
    ...present('channelWarehouseCode', textOf(warehouse['id']) ?? textOf(po['supplierId'])),
    ...present('shipSpeed', textOf(shipping['shipSpeed'])),
    ...present('carrierCode', textOf(shipping['carrierCode'])),
    shipTo: readShipTo(po),
    lines: products.map((product, index) => ({
      ...readLine(product, index),
      ...present('facts', factsOf(product, index)),
    })),
    ...present('packingSlipUrl', textOf(po['packingSlipUrl'])),
    extra: { ...readExtra(po), ...Object.assign({}, ...products.map(readLineExtra)) },
  } satisfies Omit<IncomingOrder, 'payloadHash'>;
  const payloadHash = orderHash(order, (name) => MEANINGLESS.test(name));
  return { ...order, raw: rawText(po), payloadHash };
}

function readLine(product: WireObject, index: number): IncomingLine {
  const at = (field: string): string => `products[${index}].${field}`;
  const isCancelled = flagOf(product['isCancelled'], at('isCancelled')) ?? false;
  const qty = quantityOf(product['quantity'], at('quantity'));
  const channelSku = requiredText(product['partNumber'], at('partNumber'));
  return {
    lineNo: index + 1,
    channelSku,
    ...present('channelItemId', textOf(product['sku'])),
    name: textOf(product['name']) ?? channelSku,
    qty,
    unitPrice: priceOf(product['price'], at('price')),
    isCancelled,
    ...present('estShipDate', instantOf(product['estShipDate'], at('estShipDate'))),
    ...present('filledAt', instantOf(product['fillDate'], at('fillDate'))),
  };
}

/** `shipTo` where it is given, the customer's fields where it is not. */
function readShipTo(po: WireObject): Address {
  const shipTo = objectOf(po['shipTo']);
  const read = (field: string, customerField: string): string =>
    textOf(shipTo[field]) ?? textOf(po[customerField]) ?? '';
  const hasOwn = textOf(shipTo['address1']) !== null;
  // Lines two and three belong to the line one they came with.
  const second = hasOwn
    ? [textOf(shipTo['address2']), textOf(shipTo['address3'])].filter((line) => line !== null)
    : [textOf(po['customerAddress2'])].filter((line) => line !== null);
  return {
    name: read('name', 'customerName'),
    address1: read('address1', 'customerAddress1'),
    ...present('address2', second.length > 0 ? second.join(', ') : null),
    city: read('city', 'customerCity'),
    state: read('state', 'customerState'),
    postalCode: read('postalCode', 'customerPostalCode'),
    country: read('country', 'customerCountry'),
    ...present('phone', textOf(shipTo['phoneNumber'])),
    ...present('email', textOf(po['customerEmail'])),
  };
}

/** What has no place of its own. Nothing about the buyer: that belongs to the guarded address. */
function readExtra(po: WireObject): Record<string, string> {
  const shipping = objectOf(po['shippingInfo']);
  const warehouse = objectOf(po['warehouse']);
  const values: Record<string, unknown> = {
    id: po['id'],
    storePrefix: po['storePrefix'],
    orderId: po['orderId'],
    orderType: po['orderType'],
    salesChannelName: po['salesChannelName'],
    supplierId: po['supplierId'],
    supplierName: po['supplierName'],
    warehouseName: warehouse['name'],
    deliveryMethodCode: po['deliveryMethodCode'],
    poolPointAgent: objectOf(shipping['poolPointAgent'])['name'],
    crossDockAgent: objectOf(shipping['crossDockAgent'])['name'],
    deliveryAgent: objectOf(shipping['deliveryAgent'])['name'],
    vatNumber: objectOf(po['billingInfo'])['vatNumber'],
  };
  return textsOf(values);
}

function readLineExtra(product: WireObject, index: number): Record<string, string> {
  const event = objectOf(product['event']);
  const values: Record<string, unknown> = {
    pieceCount: product['pieceCount'],
    weightLb: product['weight'],
    fillDate: isoText(product['fillDate'], `products[${index}].fillDate`),
    isTscaCompliant: flagText(product['isTscaCompliant']),
    twoDayDeadline: isoText(
      product['twoDayGuaranteeDeliveryDeadline'],
      `products[${index}].twoDayGuaranteeDeliveryDeadline`,
    ),
    event: event['name'] ?? event['type'],
    customComment: product['customComment'],
  };
  return textsOf(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`line${index + 1}.${name}`, value])),
  );
}

/** What is said of a line beside its own fields and means something, without its place. */
function factsOf(product: WireObject, index: number): Record<string, string> | null {
  const facts = Object.entries(readLineExtra(product, index))
    .filter(([name]) => !MEANINGLESS.test(name))
    .map(([name, value]) => [name.slice(name.indexOf('.') + 1), value] as const);
  return facts.length > 0 ? Object.fromEntries(facts) : null;
}

function isoText(value: unknown, field: string): string | null {
  return instantOf(value, field)?.toISOString() ?? null;
}

function flagText(value: unknown): unknown {
  return typeof value === 'boolean' ? String(value) : value;
}

/** Moves without the order meaning anything else: our own notice sets `fillDate`, the rest is catalogue. */
const MEANINGLESS = /\.(fillDate|pieceCount|weightLb)$/;
