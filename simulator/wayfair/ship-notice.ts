import { addViolation, addWarning, supplierIdsOf } from '../world.ts';
import { cartonsPerPiece } from './cartons.ts';
import { schedule, transactionStatus, visibleOrder } from './context.ts';
import { callCounts, nextNumber } from './state.ts';
import type { TransactionMessage, WireContext } from './context.ts';
import type { LabelEvent, PurchaseOrder } from './state.ts';

const DAY = 86_400_000;

interface PackageArguments {
  code: { type: 'TRACKING_NUMBER' | 'UCC_128'; value: string };
  weight?: number | null;
}

interface NoticeAddress {
  name: string;
  streetAddress1: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
}

export interface ShipNoticeArguments {
  notice: {
    poNumber: string;
    supplierId: number;
    packageCount: number;
    weight?: number | null;
    volume?: number | null;
    carrierCode: string;
    shipSpeed: string;
    trackingNumber: string;
    shipDate: number;
    sourceAddress: NoticeAddress;
    destinationAddress: NoticeAddress;
    smallParcelShipments?:
      { package: PackageArguments; items: { partNumber: string; quantity: number }[] }[] | null;
    largeParcelShipments?: { partNumber: string; packages: PackageArguments[] }[] | null;
  };
  dryRun?: boolean | null;
}

type Notice = ShipNoticeArguments['notice'];

/**
 * Tells the channel that goods left. Several notices may cover one order with disjoint quantities;
 * what was told before is refused with `Quantity already processed`.
 */
export function shipment(args: ShipNoticeArguments, context: WireContext) {
  const { notice } = args;
  const order = visibleOrder(context, notice.poNumber);
  if (order === null) {
    return transactionStatus(context, [
      { key: notice.poNumber, message: 'Purchase order could not be found' },
    ]);
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
  if (!supplierIdsOf(context.client).includes(String(notice.supplierId)))
    refuse('Invalid supplier id');
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
  if (notice.shipDate < context.now - 10 * DAY)
    refuse('Ship date is more than 10 days in the past');
  if (notice.shipDate > context.now + DAY) refuse('Ship date is more than 1 day in the future');
  if (notice.carrierCode.trim() === '') refuse('Carrier code is required');
  if (notice.trackingNumber.trim() === '') refuse('Tracking number is required');
  if (notice.trackingNumber.length > 1000) refuse('Tracking number is longer than 1000 characters');
  for (const { code } of packages) {
    if (code.value.trim() === '' || code.value.length > 255) refuse('Invalid package code');
  }
  for (const [side, address] of addresses(notice)) {
    const texts = [
      address.name,
      address.streetAddress1,
      address.city,
      address.state,
      address.postalCode,
    ];
    if (texts.some((text) => text.trim() === '')) refuse(`Incomplete ${side} address`);
    if (!/^[A-Za-z]{2,3}$/.test(address.country)) refuse(`Invalid country in ${side} address`);
  }
  return errors;
}

/**
 * Pieces shipped per part. In small parcels every carton of a multi-carton piece lists the part:
 * once in each carton, or its pieces in one carton and 0 in the others. Freight lists cartons only.
 */
function quantities(
  notice: Notice,
  order: PurchaseOrder,
  event: LabelEvent | undefined,
  context: WireContext,
) {
  const errors: TransactionMessage[] = [];
  const lines: { partNumber: string; quantity: number }[] = [];
  for (const [partNumber, told] of toldParts(notice)) {
    const refuse = (message: string) => errors.push({ key: partNumber, message });
    const product = order.products.find((p) => p.partNumber === partNumber);
    if (product === undefined) {
      refuse('Part number is not on the purchase order');
      continue;
    }
    if (product.isCancelled) {
      refuse('Line item has been cancelled');
      continue;
    }
    const quantity = piecesOf(told, partNumber, event);
    if (quantity === null) {
      refuse('Packages do not hold complete units of this part');
      continue;
    }
    const before = context.state.notices
      .filter((n) => n.poNumber === order.poNumber)
      .flatMap((n) => n.lines)
      .filter((line) => line.partNumber === partNumber)
      .reduce((total, line) => total + line.quantity, 0);
    if (before + quantity > product.quantity && !context.world.settings.lenientRepeats) {
      refuse('Quantity already processed');
      continue;
    }
    lines.push({ partNumber, quantity });
  }
  return { errors, lines };
}

interface ToldPart {
  smallPackages: number;
  smallQuantity: number;
  largePackages: number;
}

function toldParts(notice: Notice): Map<string, ToldPart> {
  const parts = new Map<string, ToldPart>();
  const entry = (partNumber: string) => {
    const known = parts.get(partNumber) ?? { smallPackages: 0, smallQuantity: 0, largePackages: 0 };
    parts.set(partNumber, known);
    return known;
  };
  for (const { items } of notice.smallParcelShipments ?? []) {
    for (const item of items) {
      entry(item.partNumber).smallPackages += 1;
      entry(item.partNumber).smallQuantity += item.quantity;
    }
  }
  for (const { partNumber, packages } of notice.largeParcelShipments ?? []) {
    entry(partNumber).largePackages += packages.length;
  }
  return parts;
}

/** @returns whole pieces, or null when the packages do not make any */
function piecesOf(
  told: ToldPart,
  partNumber: string,
  event: LabelEvent | undefined,
): number | null {
  const perPiece = cartonsPerPiece(event, partNumber);
  let pieces = 0;
  if (told.smallPackages > 0) {
    const cartonStyle = perPiece > 1 && told.smallQuantity === told.smallPackages;
    const small = cartonStyle ? told.smallQuantity / perPiece : told.smallQuantity;
    const complete = cartonStyle || perPiece === 1 || told.smallPackages === small * perPiece;
    if (!complete || !Number.isInteger(small) || small < 1) return null;
    pieces += small;
  }
  if (told.largePackages > 0) {
    const large = freightPieces(told.largePackages, perPiece, partNumber, event);
    if (!Number.isInteger(large)) return null;
    pieces += large;
  }
  return pieces > 0 ? pieces : null;
}

/** All registered boxes of the part are all its pieces, even where a box holds several. */
function freightPieces(
  packages: number,
  perPiece: number,
  partNumber: string,
  event: LabelEvent | undefined,
): number {
  const boxes = (event?.boxes ?? []).filter((box) =>
    box.contents.some((content) => content.partNumber === partNumber),
  );
  if (boxes.length !== packages) return packages / perPiece;
  const pieces = boxes.flatMap((box) => box.contents).filter((c) => c.partNumber === partNumber);
  return new Set(pieces.map((content) => content.piece)).size;
}

/** A number that already travels with another order is refused, and noted against the client. */
function sharedTracking(notice: Notice, order: PurchaseOrder, context: WireContext) {
  const errors: TransactionMessage[] = [];
  for (const number of trackingNumbersOf(notice)) {
    const other =
      context.state.notices.find(
        (n) => n.poNumber !== order.poNumber && n.trackingNumbers.includes(number),
      ) ??
      context.state.labelEvents.find(
        (e) =>
          e.poNumber !== order.poNumber && e.boxes.some((box) => box.trackingNumber === number),
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
function noteOddities(
  notice: Notice,
  order: PurchaseOrder,
  event: LabelEvent | undefined,
  context: WireContext,
): void {
  const warn = (rule: string, detail: string) =>
    addWarning(context.world, context.environment, rule, order.poNumber, detail);
  if (String(notice.supplierId) !== order.warehouseId) {
    warn(
      'notice-from-other-warehouse',
      `order of ${order.warehouseId}, notice of ${notice.supplierId}`,
    );
  }
  const own = new Set(event?.boxes.map((box) => box.trackingNumber) ?? []);
  const foreign = [...trackingNumbersOf(notice)].filter((number) => !own.has(number));
  if (event !== undefined && foreign.length > 0) {
    warn('tracking-not-from-label', foreign.join(', '));
  }
}

function packagesOf(notice: Notice): PackageArguments[] {
  return [
    ...(notice.smallParcelShipments ?? []).map((shipmentOf) => shipmentOf.package),
    ...(notice.largeParcelShipments ?? []).flatMap((part) => part.packages),
  ];
}

/** The master number and those of the packages; the master may list several, comma separated. */
function trackingNumbersOf(notice: Notice): Set<string> {
  const master = notice.trackingNumber.split(',').map((number) => number.trim());
  const codes = packagesOf(notice)
    .filter(({ code }) => code.type === 'TRACKING_NUMBER')
    .map(({ code }) => code.value.trim());
  return new Set([...master, ...codes].filter((number) => number !== ''));
}

const addresses = (notice: Notice): [string, NoticeAddress][] => [
  ['source', notice.sourceAddress],
  ['destination', notice.destinationAddress],
];
