import { countryCode } from '#kit/model/country.ts';
import type { Address, IncomingLine, IncomingOrder, UnreadableOrder } from '#modules/channels/model/port.ts';
import { orderHash } from '../shared/order-hash.ts';
import {
  currencyOf,
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
import { hasLeft, isDeadLine, linesOf, phaseOf, type OrderPhase } from './order-states.ts';

const MAX_RAW_CHARACTERS = 64 * 1024;

/** `staging`: an order that nobody may act on yet; it does not come in. */
export type MappedOrder = { order: IncomingOrder } | { unreadable: UnreadableOrder } | { staging: string };

interface Fallback {
  currency: string;
  warehouseCode: string;
}

/**
 * One raw order as the marketplace tells it → an order, or the reason why it cannot be read. Pure. New
 * fields are ignored; no line, price, quantity or state is ever guessed.
 */
export function mapOrder(raw: unknown, fallback: Fallback): MappedOrder {
  const wire = objectOf(raw);
  try {
    const phase = phaseOf(wire);
    if (phase === 'staging') return { staging: requiredText(wire['order_id'], 'order_id') };
    return { order: readOrder(wire, phase, fallback) };
  } catch (error) {
    // Whatever is wrong with a row is wrong with this row alone.
    const reason = error instanceof WireValueError ? error.message : `无法识别：${String(error)}`;
    return { unreadable: { channelOrderNo: textOf(wire['order_id']), reason, raw: rawText(raw) } };
  }
}

const rawText = (raw: unknown): string => (JSON.stringify(raw) ?? '').slice(0, MAX_RAW_CHARACTERS);

function readOrder(wire: WireObject, phase: OrderPhase, fallback: Fallback): IncomingOrder {
  const orderedAt = instantOf(wire['created_date'], 'created_date');
  if (!orderedAt) throw new WireValueError('created_date', '缺失');
  listOf(wire['order_lines'], 'order_lines');
  const rows = linesOf(wire);
  if (rows.length === 0) throw new WireValueError('order_lines', '缺失');
  const shipTo = readShipTo(wire);
  // Until the buyer has been charged the marketplace may keep the address to itself.
  const isWithheld = (phase === 'waiting' || phase === 'debit') && shipTo.address1 === '';
  const order = {
    channelOrderNo: requiredText(wire['order_id'], 'order_id'),
    orderedAt,
    ...present('shipBy', instantOf(wire['shipping_deadline'], 'shipping_deadline')),
    ...present('deliverBy', instantOf(objectOf(wire['delivery_date'])['latest'], 'delivery_date.latest')),
    currency: currencyOf(textOf(wire['currency_iso_code']) ?? fallback.currency, 'currency_iso_code'),
    channelWarehouseCode: warehouseOf(wire, rows) ?? fallback.warehouseCode,
    ...present('shipSpeed', textOf(wire['shipping_type_code'])),
    shipTo,
    lines: rows.map((row, index) => readLine(row, index, phase)),
    ...present('answered', answerOf(wire, rows, phase)),
    ...(isWithheld ? { isPartial: true, isAddressWithheld: true } : {}),
    extra: textsOf({
      commercialId: wire['commercial_id'],
      paymentWorkflow: wire['payment_workflow'],
      taxMode: wire['order_tax_mode'],
      salesChannelName: objectOf(wire['channel'])['label'],
      shippingZone: wire['shipping_zone_label'],
    }),
  } satisfies Omit<IncomingOrder, 'payloadHash'>;
  return { ...order, raw: rawText(wire), payloadHash: orderHash(order) };
}

function readLine(row: WireObject, index: number, phase: OrderPhase): IncomingLine {
  const at = (field: string): string => `order_lines[${index}].${field}`;
  const qty = quantityOf(row['quantity'], at('quantity'));
  const channelSku = requiredText(row['offer_sku'], at('offer_sku'));
  const cancelled = listOf(row['cancelations'], at('cancelations'))
    .map((one) => quantityOf(objectOf(one)['quantity'] ?? 0, at('cancelations.quantity')))
    .reduce((sum, n) => sum + n, 0);
  return {
    lineNo: index + 1,
    channelSku,
    ...present('channelItemId', textOf(row['product_sku'])),
    name: textOf(row['product_title']) ?? channelSku,
    qty,
    unitPrice: unitPriceOf(row, qty, at),
    isCancelled: phase === 'over' || isDeadLine(row),
    ...present('filledAt', instantOf(row['shipped_date'], at('shipped_date'))),
    // Whether `quantity` is what was ordered or what is left of it is not written down: a person sees it.
    ...(cancelled > 0 ? { facts: { cancelledQty: String(cancelled) } } : {}),
  };
}

/** The price of a unit; where it is not given, that of the line shared out, if it can be without a rest. */
function unitPriceOf(row: WireObject, qty: number, at: (field: string) => string): bigint {
  if (row['price_unit'] != null) return priceOf(row['price_unit'], at('price_unit'));
  const whole = priceOf(row['price'], at('price'));
  if (qty === 0 || whole % BigInt(qty) !== 0n) throw new WireValueError(at('price_unit'), '缺失');
  return whole / BigInt(qty);
}

/** The warehouse all lines are to leave from; null where none, or several, are named. */
function warehouseOf(wire: WireObject, rows: readonly WireObject[]): string | null {
  const codes = rows.map((row) => textOf(objectOf(objectOf(row['shipping_from'])['warehouse'])['code']));
  const [first] = codes;
  if (first && codes.every((code) => code === first)) return first;
  const center = textOf(objectOf(objectOf(wire['fulfillment'])['center'])['code']);
  return center === 'DEFAULT' ? null : center;
}

/** Absent while it waits for an answer, and where there is nothing to ship. */
function answerOf(
  wire: WireObject,
  rows: readonly WireObject[],
  phase: OrderPhase,
): NonNullable<IncomingOrder['answered']> | null {
  if (phase === 'waiting' || phase === 'over' || phase === 'staging') return null;
  const live = rows.filter((row) => !isDeadLine(row));
  if (phase === 'shipped') {
    const dates = live.flatMap((row) => instantOf(row['shipped_date'], 'shipped_date')?.getTime() ?? []);
    const last =
      dates.length > 0 ? new Date(Math.max(...dates)) : instantOf(wire['last_updated_date'], 'last_updated_date');
    return last ? { shippedAt: last } : {};
  }
  const left = live.filter(hasLeft).flatMap((row) => textOf(row['offer_sku']) ?? []);
  return left.length > 0 ? { shippedParts: [...new Set(left)] } : {};
}

function readShipTo(wire: WireObject): Address {
  const customer = objectOf(wire['customer']);
  const to = objectOf(customer['shipping_address']);
  const text = (field: string): string => textOf(to[field]) ?? '';
  const nameOf = (of: WireObject): string =>
    [textOf(of['firstname']), textOf(of['lastname'])].filter((part) => part !== null).join(' ');
  const company = textOf(to['company']);
  const second = [textOf(to['street_2']), textOf(to['additional_info'])].filter((line) => line !== null);
  return {
    name: nameOf(to) || (company ?? '') || nameOf(customer),
    ...present('company', company),
    address1: text('street_1'),
    ...present('address2', second.length > 0 ? second.join(', ') : null),
    city: text('city'),
    state: text('state'),
    postalCode: text('zip_code'),
    country: countryOf(text('country_iso_code') || text('country')),
    ...present('phone', textOf(to['phone'])),
    ...present('email', textOf(wire['customer_notification_email'])),
  };
}

/** Instances write countries in two letters, in three, or by name; one that nobody knows stays as it came. */
const countryOf = (text: string): string => countryCode(text) ?? text;
