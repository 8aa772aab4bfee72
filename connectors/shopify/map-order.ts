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
  type WireObject,
} from '../shared/wire-values.ts';
import { nodesOf, numberOf, skuOfLine } from './ids.ts';

const MAX_RAW_CHARACTERS = 64 * 1024;

/** Fulfilment orders that still hold goods to send. */
const OPEN = new Set(['OPEN', 'IN_PROGRESS', 'ON_HOLD', 'SCHEDULED']);

export type MappedOrder = { order: IncomingOrder; unreadable?: never } | { order?: never; unreadable: UnreadableOrder };

/**
 * One raw order → an order of the house, or why it cannot be read. Pure. Shopify asks nobody to accept:
 * an order without fulfilments waits here like any other. Null: nothing in it is sent to anybody.
 */
export function mapOrder(raw: unknown): MappedOrder | null {
  const wire = objectOf(raw);
  try {
    const order = readOrder(wire);
    return order === null ? null : { order: { ...order, raw: rawText(raw) } };
  } catch (error) {
    // Whatever is wrong with a row is wrong with this row alone.
    const reason = error instanceof WireValueError ? error.message : `无法识别：${String(error)}`;
    return { unreadable: unreadableOrder(raw, reason) };
  }
}

/** The row as it came, kept with its reason. */
export const unreadableOrder = (raw: unknown, reason: string): UnreadableOrder => ({
  channelOrderNo: textOf(objectOf(raw)['name']),
  reason,
  raw: rawText(raw),
});

const rawText = (raw: unknown): string => (JSON.stringify(raw) ?? '').slice(0, MAX_RAW_CHARACTERS);

function readOrder(wire: WireObject): IncomingOrder | null {
  const orderedAt = instantOf(wire['createdAt'], 'createdAt');
  if (!orderedAt) throw new WireValueError('createdAt', '缺失');
  const isCancelled = textOf(wire['cancelledAt']) !== null;
  const fulfilled = fulfilledUnits(wire);
  const items = listOf(objectOf(wire['lineItems'])['nodes'], 'lineItems').map(objectOf);
  const goods = items.filter((item) => flagOf(item['requiresShipping'], 'requiresShipping') ?? true);
  if (goods.length === 0) return null;
  const waiting = nodesOf(wire['fulfillmentOrders']).filter(({ status }) => OPEN.has(textOf(status) ?? ''));
  const shipping = objectOf(wire['shippingLine']);
  const order = {
    channelOrderNo: requiredText(wire['name'], 'name'),
    orderedAt,
    ...present('shipBy', earliest(waiting.map((row) => instantOf(row['fulfillBy'], 'fulfillBy')))),
    currency: currencyOf(wire['currencyCode'], 'currencyCode'),
    ...present('channelWarehouseCode', onlyLocation(waiting)),
    ...present('shipSpeed', textOf(shipping['code']) ?? textOf(shipping['title'])),
    shipTo: readShipTo(wire),
    lines: goods.map((item, index) => readLine(item, index, isCancelled, fulfilled)),
    extra: readExtra(wire, waiting),
  } satisfies Omit<IncomingOrder, 'payloadHash'>;
  return { ...order, ...answeredBy(wire, order.lines), payloadHash: orderHash(order) };
}

function readLine(
  item: WireObject,
  index: number,
  isOrderCancelled: boolean,
  fulfilled: ReadonlyMap<string, number>,
): IncomingLine {
  const at = (field: string): string => `lineItems[${index}].${field}`;
  const channelSku = skuOfLine(item);
  if (channelSku === null) throw new WireValueError(at('sku'), '缺失');
  const ordered = quantityOf(item['quantity'], at('quantity'));
  const left = item['currentQuantity'] == null ? ordered : quantityOf(item['currentQuantity'], at('currentQuantity'));
  // What was sent and refunded later is no longer current, and was sent all the same.
  const qty = Math.max(left, fulfilled.get(textOf(item['id']) ?? '') ?? 0);
  const money = objectOf(item['discountedUnitPriceAfterAllDiscountsSet'] ?? item['originalUnitPriceSet']);
  const title = [textOf(item['title']), textOf(item['variantTitle'])].filter((text) => text !== null).join(' - ');
  return {
    lineNo: index + 1,
    channelSku,
    ...present('channelItemId', numberOf(objectOf(item['variant'])['id'])),
    name: title || channelSku,
    qty: qty === 0 ? ordered : qty,
    unitPrice: unitPriceOf(objectOf(money['shopMoney'])['amount'], at('price')),
    isCancelled: isOrderCancelled || qty === 0,
  };
}

/** A price after discounts may carry more places than we store: the nearest of four. */
function unitPriceOf(value: unknown, field: string): bigint {
  const text = typeof value === 'string' ? value.trim() : null;
  const [, whole = '', places = ''] = /^(\d+)\.(\d{5,18})$/.exec(text ?? '') ?? [];
  if (whole === '') return priceOf(value, field);
  const rest = BigInt(places.slice(4, 5)) >= 5n ? 1n : 0n;
  return BigInt(whole + places.slice(0, 4)) + rest;
}

/** Units of each line item that have left, of fulfilments that stand. */
function fulfilledUnits(wire: WireObject): Map<string, number> {
  const units = new Map<string, number>();
  for (const fulfillment of standing(wire))
    for (const row of nodesOf(fulfillment['fulfillmentLineItems'])) {
      const id = textOf(objectOf(row['lineItem'])['id']);
      if (id !== null) units.set(id, (units.get(id) ?? 0) + quantityOf(row['quantity'], 'fulfillments.quantity'));
    }
  return units;
}

const DEAD = new Set(['CANCELLED', 'ERROR', 'FAILURE']);

/** Fulfilments that count: in an order they stand as a plain list. */
export const standing = (order: WireObject): WireObject[] =>
  listOf(order['fulfillments'], 'fulfillments')
    .map(objectOf)
    .filter(({ status }) => !DEAD.has(textOf(status) ?? ''));

/** What has left already, by whomever. */
function answeredBy(wire: WireObject, lines: readonly IncomingLine[]): Pick<IncomingOrder, 'answered'> {
  const sent = standing(wire);
  const status = textOf(wire['displayFulfillmentStatus']);
  if (sent.length === 0 && status !== 'FULFILLED') return {};
  if (status === 'FULFILLED') {
    const days = sent.map((row) => instantOf(row['createdAt'], 'fulfillments.createdAt')?.getTime() ?? 0);
    const last = Math.max(0, ...days);
    return { answered: last > 0 ? { shippedAt: new Date(last) } : {} };
  }
  const parts = sent.flatMap((row) =>
    nodesOf(row['fulfillmentLineItems']).flatMap(({ lineItem }) => skuOfLine(objectOf(lineItem)) ?? []),
  );
  const known = new Set(lines.map(({ channelSku }) => channelSku));
  return { answered: { shippedParts: [...new Set(parts)].filter((part) => known.has(part)) } };
}

/** The location of all that waits; none where several share the order. */
function onlyLocation(waiting: readonly WireObject[]): string | null {
  const codes = new Set(waiting.map((row) => numberOf(objectOf(objectOf(row['assignedLocation'])['location'])['id'])));
  const [only = null] = codes;
  return codes.size === 1 ? only : null;
}

function earliest(instants: readonly (Date | null)[]): Date | null {
  const known = instants.flatMap((instant) => (instant === null ? [] : [instant.getTime()]));
  return known.length === 0 ? null : new Date(Math.min(...known));
}

function readShipTo(wire: WireObject): Address {
  const to = objectOf(wire['shippingAddress']);
  const [company, second] = [textOf(to['company']), textOf(to['address2'])];
  const further = [second, company].filter((text) => text !== null);
  return {
    name: textOf(to['name']) ?? company ?? '',
    address1: textOf(to['address1']) ?? '',
    ...present('address2', further.length > 0 ? further.join(', ') : null),
    city: textOf(to['city']) ?? '',
    state: textOf(to['provinceCode']) ?? textOf(to['province']) ?? '',
    postalCode: textOf(to['zip']) ?? '',
    country: textOf(to['countryCodeV2']) ?? '',
    ...present('phone', textOf(to['phone'])),
    ...present('email', textOf(wire['email'])),
  };
}

/** What has no place of its own. Nothing about the buyer: that belongs to the guarded address. */
function readExtra(wire: WireObject, waiting: readonly WireObject[]): Record<string, string> {
  const onHold = waiting.some(({ status }) => textOf(status) === 'ON_HOLD');
  const locations = waiting.map((row) => textOf(objectOf(objectOf(row['assignedLocation'])['location'])['name']));
  return textsOf({
    orderId: numberOf(wire['id']),
    financialStatus: wire['displayFinancialStatus'],
    cancelReason: wire['cancelReason'],
    note: wire['note'],
    tags: listOf(wire['tags'], 'tags')
      .flatMap((tag) => textOf(tag) ?? [])
      .join(', '),
    locations: [...new Set(locations.filter((name) => name !== null))].join(', '),
    ...(onHold ? { onHold: '是' } : {}),
  });
}
