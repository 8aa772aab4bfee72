import { ChannelError, type Confirmation, type ShipNotice, type WriteOutcome } from '#modules/channels/model/port.ts';
import { rowsOf } from '../shared/rows.ts';
import { objectOf, quantityOf, requiredText, textOf, WireValueError, type WireObject } from '../shared/wire-values.ts';
import type { ShopifyClient } from './client.ts';
import { anyOf, nodesOf, numberOf, skuOfLine } from './ids.ts';
import { standing } from './map-order.ts';
import { FULFIL, FULFILMENT_OF_ORDERS } from './queries.ts';
import { refusalOf } from './user-errors.ts';

const OPERATION = '发货通知';
const CONFIRMATION = '核对发货通知';

/** Fulfilment orders that goods may leave. */
const READY = new Set(['OPEN', 'IN_PROGRESS']);

const STOPPED: Readonly<Record<string, string>> = {
  ON_HOLD: '订单在 Shopify 中已被暂停发货，请先在后台恢复',
  SCHEDULED: '订单在 Shopify 中是预定发货，尚未到可发日期',
};

interface Portion {
  fulfillmentOrderId: string;
  location: string | null;
  id: string;
  quantity: number;
}

/**
 * Tells the shop that a shipment left: its units are taken out of the fulfilment orders that hold them,
 * those of the warehouse it left first. A notice whose numbers stand in a fulfilment already was sent.
 */
export async function shipNotice(client: ShopifyClient, notice: ShipNotice): Promise<WriteOutcome> {
  const order = await readOrder(client, notice.channelOrderNo, OPERATION);
  if (order === null) return { status: 'refused', message: 'Shopify 中没有这个订单' };
  if (isSent(order, notice)) return { status: 'done' };
  const found = portionsOf(order, notice);
  if ('problem' in found) return { status: 'refused', message: found.problem };
  const answer = await client.write({
    title: OPERATION,
    host: 'admin',
    document: FULFIL,
    variables: {
      fulfillment: {
        lineItemsByFulfillmentOrder: [...Map.groupBy(found.portions, (one) => one.fulfillmentOrderId)].map(
          ([fulfillmentOrderId, some]) => ({
            fulfillmentOrderId,
            fulfillmentOrderLineItems: some.map(({ id, quantity }) => ({ id, quantity })),
          }),
        ),
        trackingInfo: { company: notice.carrierCode, numbers: numbersOf(notice) },
        notifyCustomer: client.settings.notifiesBuyer,
      },
    },
    path: ['fulfillmentCreate'],
  });
  if ('refused' in answer) return { status: 'refused', message: answer.refused };
  const result = objectOf(answer.value);
  const refusal = refusalOf(result);
  if (refusal !== null) return { status: 'refused', message: refusal };
  if (objectOf(result['fulfillment'])['id'] === undefined)
    throw new ChannelError('unknown', OPERATION, '渠道应答缺少 fulfillment');
  return { status: 'done' };
}

/** Whether a notice arrived: a fulfilment that stands carries its numbers, or its units. */
export async function confirmShipNotice(client: ShopifyClient, notice: ShipNotice): Promise<Confirmation> {
  const order = await readOrder(client, notice.channelOrderNo, CONFIRMATION);
  return order !== null && isSent(order, notice) ? { status: 'done', result: undefined } : { status: 'absent' };
}

async function readOrder(client: ShopifyClient, name: string, title: string): Promise<WireObject | null> {
  const { value, partial } = await client.read({
    title,
    host: 'admin',
    document: FULFILMENT_OF_ORDERS,
    variables: { first: 10, query: anyOf('name', [name]) },
    path: ['orders'],
  });
  if (partial.length > 0) throw new ChannelError('transient', title, `渠道应答不完整：${partial[0]?.message ?? ''}`);
  const rows = rowsOf(objectOf(value)['nodes'] ?? null, title).map(objectOf);
  return rows.find((row) => textOf(row['name']) === name) ?? null;
}

/** The numbers of its boxes; freight that has one for all has that. */
function numbersOf(notice: ShipNotice): string[] {
  const own = notice.packages.map(({ trackingNo }) => trackingNo.trim()).filter((number) => number !== '');
  return [...new Set(own.length > 0 ? own : [notice.trackingNo.trim()].filter((number) => number !== ''))];
}

const comparable = (number: unknown): string => (textOf(number) ?? '').replace(/\s+/g, '').toUpperCase();

function isSent(order: WireObject, notice: ShipNotice): boolean {
  const numbers = numbersOf(notice).map(comparable);
  const units = unitsOf(notice);
  return standing(order).some((row) => {
    const tracking = Array.isArray(row['trackingInfo']) ? row['trackingInfo'].map(objectOf) : [];
    const own = new Set(tracking.map(({ number }) => comparable(number)));
    if (numbers.length === 0 || !numbers.every((number) => own.has(number))) return false;
    // The same number under other goods is another shipment.
    const sent = new Map<string, number>();
    for (const { lineItem, quantity } of nodesOf(row['fulfillmentLineItems'])) {
      const sku = skuOfLine(objectOf(lineItem)) ?? '';
      sent.set(sku, (sent.get(sku) ?? 0) + quantityOf(quantity, 'quantity'));
    }
    return [...units].every(([sku, qty]) => (sent.get(sku) ?? 0) >= qty);
  });
}

function unitsOf({ packages }: ShipNotice): Map<string, number> {
  const units = new Map<string, number>();
  for (const { items } of packages)
    for (const { channelSku, qty } of items) units.set(channelSku, (units.get(channelSku) ?? 0) + qty);
  return units;
}

/** Where the units of the notice are taken from. One fulfilment leaves one location. */
function portionsOf(order: WireObject, notice: ShipNotice): { portions: Portion[] } | { problem: string } {
  const waiting = nodesOf(order['fulfillmentOrders']);
  const locationOf = (row: WireObject): string | null =>
    numberOf(objectOf(objectOf(row['assignedLocation'])['location'])['id']);
  const ready = waiting.filter(({ status }) => READY.has(textOf(status) ?? ''));
  // Those of the warehouse it left come first.
  const own = ready.toSorted(
    (a, b) =>
      Number(locationOf(b) === notice.channelWarehouseCode) - Number(locationOf(a) === notice.channelWarehouseCode),
  );
  const portions: Portion[] = [];
  for (const [sku, qty] of unitsOf(notice)) {
    let open = qty;
    for (const row of own)
      for (const item of nodesOf(row['lineItems'])) {
        if (open === 0 || skuOfLine(objectOf(item['lineItem'])) !== sku) continue;
        const quantity = Math.min(open, remainingOf(item));
        if (quantity === 0) continue;
        portions.push({
          fulfillmentOrderId: requiredText(row['id'], 'fulfillmentOrders.id'),
          location: locationOf(row),
          id: requiredText(item['id'], 'fulfillmentOrders.lineItems.id'),
          quantity,
        });
        open -= quantity;
      }
    if (open > 0) return { problem: shortageOf(sku, qty - open, waiting) };
  }
  const locations = new Set(portions.map(({ location }) => location));
  if (locations.size > 1) return { problem: '这些商品在 Shopify 中分属不同地点，请按地点分开发货' };
  return { portions };
}

function shortageOf(sku: string, left: number, waiting: readonly WireObject[]): string {
  const holding = waiting.find((row) =>
    nodesOf(row['lineItems']).some(
      (item) =>
        skuOfLine(objectOf(item['lineItem'])) === sku && remainingOf(item) > 0 && !READY.has(String(row['status'])),
    ),
  );
  return STOPPED[String(holding?.['status'])] ?? `${sku} 在 Shopify 中只剩 ${left} 件可发`;
}

function remainingOf(item: WireObject): number {
  try {
    return quantityOf(item['remainingQuantity'], 'remainingQuantity');
  } catch (error) {
    if (error instanceof WireValueError) throw new ChannelError('unreadable', OPERATION, error.message);
    throw error;
  }
}
