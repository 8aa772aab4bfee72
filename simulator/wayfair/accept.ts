import { startOfDay } from '../business-time.ts';
import { addWarning } from '../world.ts';
import { schedule, transactionStatus, visibleOrder } from './context.ts';
import { callCounts, isCancelled } from './state.ts';
import type { TransactionMessage, WireContext } from './context.ts';
import type { OrderProduct, PurchaseOrder } from './state.ts';

const DAY = 86_400_000;

interface AcceptArguments {
  poNumber: string;
  shipSpeed: string;
  lineItems: {
    partNumber: string;
    quantity: number;
    unitPrice: number;
    estimatedShipDate: number;
  }[];
  dryRun?: boolean | null;
}

/**
 * Confirms a purchase order. Once per order: a repeat, also of a call still on its way, gets an
 * error text. The order leaves the `hasResponse: false` queue when the effect lands.
 */
export function accept(args: AcceptArguments, context: WireContext) {
  const order = visibleOrder(context, args.poNumber);
  if (order === null) {
    return transactionStatus(context, [{ key: args.poNumber, message: 'Purchase order could not be found' }]);
  }
  const counts = callCounts(context.state, order.poNumber);
  if (args.dryRun !== true) counts.acceptCalls += 1;
  const errors = refusals(args, order, context);
  if (errors.length > 0) {
    takeOthers(args, order, errors, context);
    if (args.dryRun !== true) counts.acceptRefused += 1;
    return transactionStatus(context, errors);
  }
  if (args.dryRun !== true && !context.dropEffect) submit(args, order, context);
  return transactionStatus(context, []);
}

function submit(args: AcceptArguments, order: PurchaseOrder, context: WireContext): void {
  order.acceptSubmittedAt = context.now;
  const shipDates: Record<string, number> = {};
  for (const line of args.lineItems) shipDates[line.partNumber] = line.estimatedShipDate;
  if (context.state.cancellations.some((c) => isPendingFor(c, order))) {
    const detail = 'accepted while a cancellation request waits for an answer';
    addWarning(context.world, context.environment, 'accept-over-request', order.poNumber, detail);
  }
  schedule(context, { kind: 'accept', poNumber: order.poNumber, shipDates });
}

/**
 * Errors that all name lines of the call leave its other lines taken: they must not come again. With
 * the last of them the order is accepted.
 */
function takeOthers(
  args: AcceptArguments,
  order: PurchaseOrder,
  errors: readonly TransactionMessage[],
  context: WireContext,
): void {
  const parts = args.lineItems.map((line) => line.partNumber);
  if (args.dryRun === true || !errors.every(({ key }) => parts.includes(key))) return;
  const refused = new Set(errors.map(({ key }) => key));
  const taken = parts.filter((part) => !refused.has(part));
  order.takenParts = [...(order.takenParts ?? []), ...taken];
  const isWhole = order.products.every(
    (product) => product.isCancelled || order.takenParts?.includes(product.partNumber) === true,
  );
  if (isWhole && order.acceptSubmittedAt === null) submit(args, order, context);
}

function refusals(args: AcceptArguments, order: PurchaseOrder, context: WireContext): TransactionMessage[] {
  const { poNumber } = order;
  if (context.transactionError !== null) {
    return [{ key: poNumber, message: context.transactionError }];
  }
  const { lenientRepeats } = context.world.settings;
  if (isCancelled(order) && !lenientRepeats) {
    return [{ key: poNumber, message: 'Purchase order has been cancelled' }];
  }
  if (order.acceptSubmittedAt !== null && !lenientRepeats) {
    return [{ key: poNumber, message: 'Purchase order has already been responded to' }];
  }
  const errors = lineRefusals(args, order, context);
  for (const product of order.products) {
    const isTaken = order.takenParts?.includes(product.partNumber) === true;
    const named = args.lineItems.some(
      (line) =>
        line.partNumber === product.partNumber &&
        (isAtOnePrice(order, line.partNumber) || isPrice(line.unitPrice, product)),
    );
    if (!product.isCancelled && !named && !isTaken) {
      errors.push({ key: product.partNumber, message: 'Line item is missing' });
    }
  }
  return errors;
}

/** Our guess of how strict the channel is: full open quantity, its own price, a sensible date. */
function lineRefusals(
  args: AcceptArguments,
  order: PurchaseOrder,
  { now, refusedPart }: WireContext,
): TransactionMessage[] {
  const errors: TransactionMessage[] = [];
  const seen = new Set<string>();
  for (const line of args.lineItems) {
    const refuse = (message: string) => errors.push({ key: line.partNumber, message });
    // A part may stand on several lines: they are one item, or one for each price.
    const own = order.products.filter((p) => p.partNumber === line.partNumber);
    const open = own.filter((p) => !p.isCancelled);
    const priced = open.filter((p) => isPrice(line.unitPrice, p));
    const item = `${line.partNumber} ${line.unitPrice.toFixed(2)}`;
    if (seen.has(item)) refuse('Line item is listed twice');
    seen.add(item);
    if (order.takenParts?.includes(line.partNumber)) refuse('Quantity already processed');
    else if (line.partNumber === refusedPart) refuse('Unable to process request');
    else if (own.length === 0) refuse('Part number is not on the purchase order');
    else if (open.length === 0) refuse('Line item has been cancelled');
    else if (priced.length === 0) refuse('Unit price does not match purchase order');
    else if (line.quantity !== priced.reduce((sum, p) => sum + p.quantity, 0)) {
      refuse('Quantity does not match purchase order');
    }
    const day = startOfDay(line.estimatedShipDate);
    if (day < startOfDay(now) - DAY) refuse('Estimated ship date is in the past');
    if (day > now + 60 * DAY) refuse('Estimated ship date is too far in the future');
  }
  return errors;
}

const isPrice = (unitPrice: number, product: OrderProduct): boolean => Math.abs(unitPrice - product.price) <= 0.005;

function isAtOnePrice(order: PurchaseOrder, partNumber: string): boolean {
  const open = order.products.filter((p) => p.partNumber === partNumber && !p.isCancelled);
  return new Set(open.map((p) => p.price)).size === 1;
}

function isPendingFor(record: WireContext['state']['cancellations'][number], order: PurchaseOrder): boolean {
  return (
    record.poNumber === order.poNumber &&
    record.answer === null &&
    record.status === 'CANCELLATION_PENDING_SUPPLIER_CONFIRMATION'
  );
}
