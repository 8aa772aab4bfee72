/** Lets due writes take effect. Called before each request, so the simulator needs no timers. */
import { addBusinessHours } from '../business-time.ts';
import { addViolation, addWarning } from '../world.ts';
import { callCounts, hasResponse, isCancelled } from './state.ts';
import type { World } from '../world.ts';
import type { CancellationRecord, EnvironmentName, PendingEffect, StockChange, WayfairState } from './state.ts';

/** Supplier's time to answer a cancellation request before the channel decides alone. */
const CANCELLATION_ANSWER_HOURS = 24;

/** @returns true when something changed */
export function settle(world: World): boolean {
  const now = world.clock.now();
  let changed = false;
  for (const environment of ['production', 'sandbox'] as const) {
    const state = world.environments[environment];
    const due = state.effects.filter((effect) => effect.dueAt <= now);
    if (due.length > 0) {
      state.effects = state.effects.filter((effect) => effect.dueAt > now);
      due.sort((a, b) => a.dueAt - b.dueAt || a.seq - b.seq);
      for (const effect of due) apply(world, environment, state, effect);
      changed = true;
    }
    if (cancelUnanswered(state, now)) changed = true;
  }
  return changed;
}

/** Takes the quantity off the line; a line with nothing left is cancelled. */
export function applyCancellation(state: WayfairState, record: CancellationRecord, at: number) {
  record.status = 'CANCELLED';
  record.decidedAt = at;
  const order = state.orders[record.poNumber];
  let left = record.cancelledQuantity;
  for (const product of order?.products ?? []) {
    if (product.partNumber !== record.partNumber || product.isCancelled || left === 0) continue;
    const taken = Math.min(left, product.quantity);
    left -= taken;
    if (taken === product.quantity) product.isCancelled = true;
    else product.quantity -= taken;
  }
}

function apply(world: World, environment: EnvironmentName, state: WayfairState, effect: PendingEffect): void {
  switch (effect.kind) {
    case 'accept':
      return applyAccept(world, environment, state, effect);
    case 'notice':
      return applyNotice(state, effect.noticeId, effect.dueAt);
    case 'stock':
      return applyStock(state, effect.changes, effect.trueUp, effect.dueAt);
    case 'cancellation':
      return applyAnswer(state, effect.requestId, effect.dueAt);
    case 'acknowledge':
      for (const advice of state.advices) {
        if (effect.wsaIds.includes(advice.wsaId)) advice.acknowledged = true;
      }
  }
}

function applyAccept(
  world: World,
  environment: EnvironmentName,
  state: WayfairState,
  effect: Extract<PendingEffect, { kind: 'accept' }>,
): void {
  const order = state.orders[effect.poNumber];
  if (order === undefined) return;
  if (isCancelled(order)) {
    if (!world.settings.lenientRepeats) {
      addWarning(world, environment, 'accept-met-cancellation', order.poNumber, 'accept dropped');
      return;
    }
    const detail = 'accept took effect on a cancelled order';
    addViolation(world, environment, 'accepted-after-cancellation', order.poNumber, detail);
  }
  callCounts(state, order.poNumber).acceptEffects += 1;
  order.acceptedAt ??= effect.dueAt;
  for (const product of order.products) {
    product.estShipDate = effect.shipDates[product.partNumber] ?? product.estShipDate;
  }
}

/**
 * Our guess: a processed notice sets `fillDate` of its lines to the ship date, and the latest
 * notice wins. It is the only trace of a notice that order queries can show.
 */
function applyNotice(state: WayfairState, noticeId: number, at: number): void {
  const notice = state.notices.find((n) => n.id === noticeId);
  const order = notice === undefined ? undefined : state.orders[notice.poNumber];
  if (notice === undefined || order === undefined) return;
  notice.effectiveAt = at;
  callCounts(state, order.poNumber).noticeEffects += 1;
  for (const line of notice.lines) {
    // Filled in the order of the lines that the part stands on; what is too much goes to the last.
    const own = order.products.filter((p) => p.partNumber === line.partNumber);
    let left = line.quantity;
    for (const product of own) {
      const room = product === own.at(-1) ? left : product.quantity - product.shippedQuantity;
      const filled = Math.min(left, Math.max(0, room));
      if (filled === 0) continue;
      left -= filled;
      product.shippedQuantity += filled;
      product.fillDate = notice.shipDate;
    }
  }
}

/** DIFFERENTIAL changes the rows sent; TRUE_UP also zeroes what was not sent, per warehouse named. */
function applyStock(state: WayfairState, changes: readonly StockChange[], trueUp: boolean, at: number): void {
  const sent = new Map<string, Set<string>>();
  for (const change of changes) {
    const rows = (state.stock[change.supplierId] ??= {});
    const before = rows[change.partNumber];
    rows[change.partNumber] = {
      onHand: change.onHand,
      backordered: change.backordered,
      onOrder: change.onOrder,
      nextAvailability: change.nextAvailability,
      discontinued: change.discontinued ?? before?.discontinued ?? false,
      updatedAt: at,
    };
    recordAdjustment(state, change.supplierId, change.partNumber, before?.onHand ?? 0, change.onHand, at);
    const parts = sent.get(change.supplierId) ?? new Set();
    sent.set(change.supplierId, parts.add(change.partNumber));
  }
  if (!trueUp) return;
  for (const [supplierId, parts] of sent) {
    for (const [partNumber, row] of Object.entries(state.stock[supplierId] ?? {})) {
      if (parts.has(partNumber) || row.onHand === 0) continue;
      recordAdjustment(state, supplierId, partNumber, row.onHand, 0, at);
      row.onHand = 0;
      row.updatedAt = at;
    }
  }
}

function recordAdjustment(
  state: WayfairState,
  supplierId: string,
  partNumber: string,
  before: number,
  after: number,
  at: number,
): void {
  if (before === after) return;
  state.adjustments.push({
    eventDate: at,
    adjustmentType: 'SUPPLIER_FEED',
    supplierId,
    supplierPartNumber: partNumber,
    quantity: after - before,
    description: 'Quantity set by supplier inventory feed',
  });
  if (state.adjustments.length > 20_000) state.adjustments.splice(0, 10_000);
}

function applyAnswer(state: WayfairState, requestId: string, at: number): void {
  const record = state.cancellations.find((c) => c.requestId === requestId);
  if (record === undefined || record.answer === null) return;
  if (record.answer === 'confirm') return applyCancellation(state, record, at);
  record.status = 'CANCELLATION_REJECTED';
  record.decidedAt = at;
}

function cancelUnanswered(state: WayfairState, now: number): boolean {
  let changed = false;
  for (const record of state.cancellations) {
    if (record.status !== 'CANCELLATION_PENDING_SUPPLIER_CONFIRMATION') continue;
    if (record.answer !== null) continue;
    const deadline = addBusinessHours(record.requestedAt, CANCELLATION_ANSWER_HOURS);
    const order = state.orders[record.poNumber];
    if (now < deadline || order === undefined) continue;
    const product = order.products.find((p) => p.partNumber === record.partNumber);
    if (product !== undefined && product.shippedQuantity > 0 && hasResponse(order)) {
      record.status = 'CANCELLATION_REJECTED';
      record.decidedAt = deadline;
    } else {
      record.autoCancelled = true;
      applyCancellation(state, record, deadline);
    }
    changed = true;
  }
  return changed;
}
