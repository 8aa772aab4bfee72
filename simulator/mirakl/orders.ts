/** OR11, OR21, OR23, OR24 and ST01, ST11 with their guarded states. */
import { jsonAnswer, type Answer, type StrikingFaults } from '../exchange.ts';
import { addViolation, addWarning, type World } from '../world.ts';
import { refused } from './answers.ts';
import { spoiled, wireOrder } from './order-wire.ts';
import { moveOrder } from './settle.ts';
import { nextNumber, type MiraklOrder } from './state.ts';

type Query = Record<string, string | undefined>;

export function listOrders(world: World, query: Query, faults: StrikingFaults): Answer {
  const all = Object.values(world.mirakl.orders);
  const level = faults('equal-timestamps');
  if (level !== undefined)
    for (const order of all) order.createdAt -= order.createdAt % (level.granularityMs ?? 3_600_000);
  const ids = query['order_ids']?.split(',');
  const since = Date.parse(query['start_update_date'] ?? '');
  const states = query['order_state_codes']?.split(',');
  if (ids !== undefined && ids.length > 100) return refused(400, 'VALIDATION_ERROR', 'order_ids: at most 100');
  const found = all
    .filter(({ id }) => ids === undefined || ids.includes(id))
    .filter(({ updatedAt }) => Number.isNaN(since) || updatedAt >= since)
    .filter(({ state }) => states === undefined || states.includes(state))
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  if (query['order'] === 'desc') found.reverse();
  const offset = Number(query['offset'] ?? 0);
  const max = Math.min(100, Number(query['max'] ?? 10));
  const orders = spoiled(found.slice(offset, offset + max).map(wireOrder), faults);
  return jsonAnswer(200, { orders, total_count: found.length });
}

const orderOf = (world: World, id: string): MiraklOrder | undefined => world.mirakl.orders[id];
const unknown = (): Answer => refused(404, 'ORDER_NOT_FOUND', 'Order not found');

export function acceptOrder(world: World, id: string, body: unknown): Answer {
  const order = orderOf(world, id);
  if (!order) return unknown();
  order.counts.acceptCalls += 1;
  if (order.state !== 'WAITING_ACCEPTANCE')
    return refused(400, 'ORDER_INVALID_STATE', `Order is in state ${order.state}`);
  const rows = (body as { order_lines?: { id?: string; accepted?: boolean }[] } | null)?.order_lines;
  if (!Array.isArray(rows)) return refused(400, 'VALIDATION_ERROR', 'order_lines is required');
  if (rows.some((row) => row === null)) return refused(400, 'ORDER_LINE_NULL_ELEMENT', 'order_lines holds null');
  const given = rows.map((row) => row.id);
  if (new Set(given).size < given.length) return refused(400, 'ORDER_LINE_DUPLICATE_ID', 'order line twice');
  const stranger = given.find((line) => !order.lines.some((own) => own.id === line));
  if (stranger !== undefined) return refused(400, 'ORDER_LINE_NOT_FOUND', `no line ${stranger}`);
  if (order.lines.some((line) => !given.includes(line.id)))
    return refused(400, 'ORDER_LINE_ACCEPTANCE_DECISION_MISSING', 'every line needs a decision');
  order.counts.acceptEffects += 1;
  const now = world.clock.now();
  for (const line of order.lines) if (rows.find((row) => row.id === line.id)?.accepted !== true) line.state = 'REFUSED';
  const isRefused = order.lines.every((line) => line.state === 'REFUSED');
  const waits = order.paymentWorkflow === 'PAY_ON_ACCEPTANCE';
  if (waits && !isRefused) order.debitAt = now + world.settings.miraklDebitMs;
  moveOrder(order, isRefused ? 'REFUSED' : waits ? 'WAITING_DEBIT' : 'SHIPPING', now);
  return { ...noContent(), changed: true };
}

const noContent = (): Answer => ({ status: 204, contentType: 'application/json', body: '' });

export function trackOrder(world: World, id: string, body: unknown): Answer {
  const order = orderOf(world, id);
  if (!order) return unknown();
  const { carrier_code, carrier_name, tracking_number } = (body ?? {}) as Record<string, string | undefined>;
  if (!tracking_number || !(carrier_code ?? carrier_name))
    return refused(400, 'VALIDATION_ERROR', 'a carrier and tracking_number are required');
  if (order.state !== 'SHIPPING' && order.state !== 'SHIPPED')
    return refused(400, 'ORDER_INVALID_STATE', `Order is in state ${order.state}`);
  noteTracking(world, order, tracking_number);
  order.carrier = carrier_code ?? carrier_name ?? null;
  order.trackingNumber = tracking_number;
  order.updatedAt = world.clock.now();
  return { ...noContent(), changed: true };
}

export function shipOrder(world: World, id: string): Answer {
  const order = orderOf(world, id);
  if (!order) return unknown();
  order.counts.shipCalls += 1;
  if (order.state !== 'SHIPPING') {
    addWarning(world, 'production', 'mirakl-shipped-outside-shipping', id, order.state);
    return refused(400, 'ORDER_INVALID_STATE', `Order is in state ${order.state}`);
  }
  order.counts.shipEffects += 1;
  const now = world.clock.now();
  for (const line of order.lines)
    if (line.state === 'SHIPPING') Object.assign(line, { shippedQuantity: line.quantity, shippedAt: now });
  moveOrder(order, 'SHIPPED', now);
  return { ...noContent(), changed: true };
}

interface ShipmentInput {
  order_id?: string;
  shipment_lines?: { order_line_id?: string; quantity?: number }[];
  tracking?: { tracking_number?: string };
  shipped?: boolean;
}

/** Where shipments are opened for the shop; each row succeeds or fails by itself. */
export function addShipments(world: World, body: unknown): Answer {
  if (!world.settings.miraklShipments) return refused(403, null, 'Multiple shipments are not enabled');
  const inputs = ((body ?? {}) as { shipments?: ShipmentInput[] }).shipments ?? [];
  const shipment_success: unknown[] = [];
  const shipment_errors: unknown[] = [];
  for (const [index, input] of inputs.entries()) {
    const fault = shipmentFault(world, input);
    if (fault !== null) shipment_errors.push({ index, message: fault });
    else shipment_success.push({ id: addShipment(world, input) });
  }
  return { ...jsonAnswer(201, { shipment_success, shipment_errors }), changed: true };
}

function shipmentFault(world: World, { order_id = '', shipment_lines = [], tracking }: ShipmentInput): string | null {
  const order = orderOf(world, order_id);
  if (!order) return 'Order not found';
  if (order.state !== 'SHIPPING') return `Order is in state ${order.state}`;
  if (!tracking?.tracking_number) return 'tracking_number is required';
  const over = shipment_lines.find(({ order_line_id, quantity = 0 }) => {
    const line = order.lines.find(({ id }) => id === order_line_id);
    return !line || quantity < 1 || line.shippedQuantity + quantity > line.quantity;
  });
  return over || shipment_lines.length === 0 ? 'Quantity exceeds what is left to ship' : null;
}

function addShipment(world: World, { order_id = '', shipment_lines = [], tracking }: ShipmentInput): string {
  const order = orderOf(world, order_id);
  if (!order) throw new RangeError(`no order ${order_id}`);
  const now = world.clock.now();
  order.counts.shipCalls += 1;
  order.counts.shipEffects += 1;
  const trackingNumber = tracking?.tracking_number ?? '';
  noteTracking(world, order, trackingNumber);
  for (const { order_line_id, quantity = 0 } of shipment_lines) {
    const line = order.lines.find(({ id }) => id === order_line_id);
    if (!line) continue;
    line.shippedQuantity += quantity;
    if (line.shippedQuantity >= line.quantity) Object.assign(line, { state: 'SHIPPED', shippedAt: now });
  }
  const id = `sh-${nextNumber(world.mirakl)}`;
  const lines = shipment_lines.map((line) => ({ lineId: line.order_line_id ?? '', quantity: line.quantity ?? 0 }));
  world.mirakl.shipments.push({ id, orderId: order.id, trackingNumber, lines, createdAt: now });
  order.trackingNumber = trackingNumber;
  order.updatedAt = now;
  if (order.lines.every((line) => line.state !== 'SHIPPING')) order.state = 'SHIPPED';
  return id;
}

export function listShipments(world: World, query: Query): Answer {
  const data = world.mirakl.shipments
    .filter(({ orderId }) => query['order_id'] === undefined || query['order_id'] === orderId)
    .map(({ id, orderId, trackingNumber }) => ({
      id,
      order_id: orderId,
      status: 'SHIPPED',
      tracking: { tracking_number: trackingNumber },
    }));
  return jsonAnswer(200, { data });
}

/** One number under two orders: a parcel that follows nobody. */
function noteTracking(world: World, order: MiraklOrder, trackingNumber: string): void {
  const other = Object.values(world.mirakl.orders).find(
    (one) => one.id !== order.id && one.trackingNumber === trackingNumber,
  );
  if (other) addViolation(world, 'production', 'mirakl-tracking-shared', order.id, `${trackingNumber} of ${other.id}`);
}
