import { addViolation, addWarning, supplierIdsOf } from '../world.ts';
import { schedule, transactionStatus, visibleOrder } from './context.ts';
import { callCounts, nextNumber } from './state.ts';
import { packagesOf, trackingNumbersOf } from './notice-input.ts';
import { quantities } from './notice-quantities.ts';
import type { TransactionMessage, WireContext } from './context.ts';
import type { Notice, NoticeAddress, ShipNoticeArguments } from './notice-input.ts';
import type { LabelEvent, PurchaseOrder } from './state.ts';

const DAY = 86_400_000;

/**
 * Tells the channel that goods left. Several notices may cover one order with disjoint quantities;
 * what was sent before is refused with `Quantity already processed`.
 */
export function shipment(args: ShipNoticeArguments, context: WireContext) {
  const { notice } = args;
  const order = visibleOrder(context, notice.poNumber);
  if (order === null) {
    return transactionStatus(context, [{ key: notice.poNumber, message: 'Purchase order could not be found' }]);
  }
  const counts = callCounts(context.state, order.poNumber);
  if (args.dryRun !== true) counts.noticeCalls += 1;
  const { errors, lines } = check(notice, order, context);
  if (errors.length > 0) {
    if (args.dryRun !== true) counts.noticeRefused += 1;
    return transactionStatus(context, errors);
  }
  if (args.dryRun === true || context.dropEffect) return transactionStatus(context, []);
  const id = nextNumber(context.state);
  context.state.notices.push({
    id,
    poNumber: order.poNumber,
    supplierId: String(notice.supplierId),
    submittedAt: context.now,
    effectiveAt: null,
    shipDate: notice.shipDate,
    trackingNumbers: [...trackingNumbersOf(notice)],
    packageCount: notice.packageCount,
    lines,
  });
  schedule(context, { kind: 'notice', noticeId: id });
  return transactionStatus(context, []);
}

function check(notice: Notice, order: PurchaseOrder, context: WireContext) {
  const stopped = (message: string) => ({
    errors: [{ key: order.poNumber, message }],
    lines: [],
  });
  if (context.transactionError !== null) return stopped(context.transactionError);
  if (order.acceptedAt === null) return stopped('Purchase order has not been accepted');
  const event = context.state.labelEvents.findLast((e) => e.poNumber === order.poNumber);
  if (event === undefined && context.world.settings.requireRegister) {
    return stopped('No shipping label has been registered for this purchase order');
  }
  const shape = shapeErrors(notice, order, context);
  if (shape.length > 0) return { errors: shape, lines: [] };
  noteOddities(notice, order, event, context);
  const { errors, lines } = quantities(notice, order, event, context);
  return { errors: [...errors, ...sharedTracking(notice, order, context)], lines };
}

/** Header checks: supplier, counts, weights, dates, addresses, lengths. */
function shapeErrors(notice: Notice, order: PurchaseOrder, context: WireContext) {
  const errors: TransactionMessage[] = [];
  const refuse = (message: string) => errors.push({ key: order.poNumber, message });
  const packages = packagesOf(notice);
  if (!supplierIdsOf(context.client).includes(String(notice.supplierId))) refuse('Invalid supplier id');
  if (packages.length === 0) refuse('smallParcelShipments or largeParcelShipments is required');
  if (notice.packageCount !== packages.length) refuse('Package count does not match packages');
  if (notice.weight != null && notice.weight <= 0) refuse('Weight must be greater than zero');
  if (notice.volume != null && notice.volume <= 0) refuse('Volume must be greater than zero');
  const weights = packages.map((p) => p.weight ?? null);
  if (notice.weight != null && weights.every((weight) => weight !== null)) {
    const sum = weights.reduce((total, weight) => total + weight, 0);
    if (Math.abs(sum - notice.weight) > Math.max(1, notice.weight * 0.05)) {
      refuse('Total weight does not match package weights');
    }
  }
  if (notice.shipDate < context.now - 10 * DAY) refuse('Ship date is more than 10 days in the past');
  if (notice.shipDate > context.now + DAY) refuse('Ship date is more than 1 day in the future');
  if (notice.carrierCode.trim() === '') refuse('Carrier code is required');
  if (notice.trackingNumber.trim() === '') refuse('Tracking number is required');
  if (notice.trackingNumber.length > 1000) refuse('Tracking number is longer than 1000 characters');
  for (const { code } of packages) {
    if (code.value.trim() === '' || code.value.length > 255) refuse('Invalid package code');
  }
  for (const [side, address] of addresses(notice)) {
    const texts = [address.name, address.streetAddress1, address.city, address.state, address.postalCode];
    if (texts.some((text) => text.trim() === '')) refuse(`Incomplete ${side} address`);
    if (!/^[A-Za-z]{2,3}$/.test(address.country)) refuse(`Invalid country in ${side} address`);
  }
  return errors;
}

/** A number that already travels with another order is refused, and noted against the client. */
function sharedTracking(notice: Notice, order: PurchaseOrder, context: WireContext) {
  const errors: TransactionMessage[] = [];
  for (const number of trackingNumbersOf(notice)) {
    const other =
      context.state.notices.find((n) => n.poNumber !== order.poNumber && n.trackingNumbers.includes(number)) ??
      context.state.labelEvents.find(
        (e) => e.poNumber !== order.poNumber && e.boxes.some((box) => box.trackingNumber === number),
      );
    if (other === undefined) continue;
    const message = `Tracking number already belongs to another purchase order: ${number}`;
    errors.push({ key: order.poNumber, message });
    addViolation(
      context.world,
      context.environment,
      'tracking-shared',
      order.poNumber,
      `${number} belongs to ${other.poNumber}`,
    );
  }
  return errors;
}

/** Things the channel lets pass and a careful client would not send. */
function noteOddities(notice: Notice, order: PurchaseOrder, event: LabelEvent | undefined, context: WireContext): void {
  const warn = (rule: string, detail: string) =>
    addWarning(context.world, context.environment, rule, order.poNumber, detail);
  if (String(notice.supplierId) !== order.warehouseId) {
    warn('notice-from-other-warehouse', `order of ${order.warehouseId}, notice of ${notice.supplierId}`);
  }
  const own = new Set(event?.boxes.map((box) => box.trackingNumber) ?? []);
  const foreign = [...trackingNumbersOf(notice)].filter((number) => !own.has(number));
  if (event !== undefined && foreign.length > 0) {
    warn('tracking-not-from-label', foreign.join(', '));
  }
}

const addresses = (notice: Notice): [string, NoticeAddress][] => [
  ['source', notice.sourceAddress],
  ['destination', notice.destinationAddress],
];
