import { addBusinessDays, startOfDay } from '../business-time.ts';
import { shipClassOf } from '../ship-class.ts';
import { boxesOfPackageUnits, boxesOfShippingUnits, catalogueBoxes } from './cartons.ts';
import { carrierName, FREIGHT_CARRIERS, PARCEL_CARRIERS, proNumber, sscc, trackingNumber } from './codes.ts';
import { badRequest, visibleOrder } from './context.ts';
import { labelEventToWire } from './label-events.ts';
import { callCounts, isCancelled, nextNumber } from './state.ts';
import type { PackageUnitArguments, PlannedBox, ShippingUnitArguments } from './cartons.ts';
import type { WireContext } from './context.ts';
import type { LabelEvent, PurchaseOrder, WayfairState } from './state.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

interface RegisterArguments {
  registrationInput: {
    poNumber: string;
    warehouseId?: string | null;
    requestForPickupDate?: number | null;
    shippingUnits?: ShippingUnitArguments[] | null;
    packageUnits?: PackageUnitArguments[] | null;
  };
}

/**
 * Makes the labels of a whole order, once. The answer carries the event; a later read shows it
 * after the lag. Refused before the accept took effect and once a label event exists.
 * @throws GraphQLError BAD_REQUEST with the reason
 */
export function register({ registrationInput: input }: RegisterArguments, context: WireContext) {
  const order = visibleOrder(context, input.poNumber);
  if (order === null) throw badRequest(context, 'Purchase order could not be found');
  const counts = callCounts(context.state, order.poNumber);
  counts.registerCalls += 1;
  const boxes = stateProblem(order, context) ?? inputProblem(input, order, context.now) ?? plan(input, order);
  if (typeof boxes === 'string') {
    counts.registerRefused += 1;
    throw badRequest(context, boxes);
  }
  const event = newEvent(order, boxes, pickupDate(input, context.now), context);
  if (!context.dropEffect) {
    context.state.labelEvents.push(event);
    counts.registerEffects += 1;
  }
  return labelEventToWire(event, context);
}

function stateProblem(order: PurchaseOrder, context: WireContext): string | null {
  if (context.transactionError !== null) return context.transactionError;
  if (isCancelled(order)) return 'Purchase order has been cancelled';
  if (order.acceptedAt === null) return 'Purchase order has not been accepted';
  const registered = context.state.labelEvents.some((e) => e.poNumber === order.poNumber);
  if (registered && !context.world.settings.lenientRepeats) {
    return 'Labels have already been generated for this purchase order';
  }
  return null;
}

function inputProblem(input: RegisterArguments['registrationInput'], order: PurchaseOrder, now: number): string | null {
  if (input.warehouseId != null && input.warehouseId !== order.warehouseId) {
    return 'Invalid warehouse id';
  }
  if (input.shippingUnits != null && input.packageUnits != null) {
    return 'Only one of shippingUnits and packageUnits may be given';
  }
  const pickup = input.requestForPickupDate;
  // A day of slack: the date may be midnight of another time zone.
  if (pickup != null && pickup < startOfDay(now) - DAY) return 'Requested pickup date is in the past';
  if (pickup != null && pickup > now + 30 * DAY) return 'Requested pickup date is too far ahead';
  return null;
}

function plan(input: RegisterArguments['registrationInput'], order: PurchaseOrder): PlannedBox[] | string {
  if (input.shippingUnits != null && input.shippingUnits.length > 0) {
    return boxesOfShippingUnits(order, input.shippingUnits);
  }
  if (input.packageUnits != null && input.packageUnits.length > 0) {
    return boxesOfPackageUnits(order, input.packageUnits);
  }
  return catalogueBoxes(order);
}

function newEvent(
  order: PurchaseOrder,
  boxes: readonly PlannedBox[],
  pickup: number,
  context: WireContext,
): LabelEvent {
  const { state, world, now } = context;
  const shipClass = shipClassOf(boxes);
  const carriers = shipClass === 'parcel' ? PARCEL_CARRIERS : FREIGHT_CARRIERS;
  const requested = carriers.find((carrier) => carrier.code === order.carrierCode);
  const carrierCode = (requested ?? carriers[0])?.code ?? 'FDEG';
  const pro = shipClass === 'ltl' ? proNumber(nextNumber(state)) : null;
  return {
    id: nextNumber(state),
    poNumber: order.poNumber,
    warehouseId: order.warehouseId,
    eventDate: now,
    visibleAt: now + world.settings.effectLagMs + context.extraLagMs,
    pickupDate: pickup,
    shipClass,
    carrierCode,
    carrier: carrierName(carrierCode),
    proNumber: pro,
    bolNumber: pro === null ? null : `WF${order.poNumber.slice(2)}`,
    boxes: boxes.map((box, index) => ({
      ...box,
      carton: index + 1,
      trackingNumber: pro ?? newTrackingNumber(state, carrierCode),
      ucc: sscc(nextNumber(state)),
    })),
  };
}

const newTrackingNumber = (state: WayfairState, carrierCode: string) => trackingNumber(carrierCode, nextNumber(state));

/** Parcels are fetched the next workday; freight on the day asked for. */
function pickupDate(input: RegisterArguments['registrationInput'], now: number): number {
  return input.requestForPickupDate ?? addBusinessDays(startOfDay(now), 1) + 20 * HOUR;
}
