import { gramsToPounds, mmToInches } from '#kit/model/unit.ts';
import { ChannelError } from '#modules/channels/model/port.ts';
import type {
  ChannelLabel,
  Confirmation,
  RegisterRequest,
  RegisterResult,
  ShippingUnit,
} from '#modules/channels/model/port.ts';
import type { PartialFailure } from '../shared/graphql-envelope.ts';
import type { WayfairClient } from './client.ts';
import { rowsOf } from '../shared/rows.ts';
import { labelEventsQuery, REGISTER_MUTATION } from './queries.ts';
import { wireCode } from './wire-code.ts';
import { flagOf, instantOf, objectOf, textOf, WireValueError } from '../shared/wire-values.ts';
import type { WireObject } from '../shared/wire-values.ts';

const OPERATION = '登记发货';
const CONFIRMATION = '核对登记结果';
const EVENT_PAGE = 25;
const MAX_EVENTS = 500;

/**
 * Registers a PO for shipping: the channel makes the labels of all its units, once and for all. The
 * label event is looked up first, because not every channel host refuses the second time.
 * @throws ChannelError `validation` when refused or already registered, `unknown` when the outcome
 * must be read by `confirmRegister`
 */
export async function register(client: WayfairClient, request: RegisterRequest): Promise<RegisterResult> {
  const existing = await confirmRegister(client, request.channelOrderNo);
  if (existing.status === 'done') {
    throw new ChannelError('validation', OPERATION, '该订单已登记发货并生成面单，不能重复登记');
  }
  const answer = await client.write({
    title: OPERATION,
    host: 'orders',
    document: REGISTER_MUTATION,
    variables: {
      registration: {
        poNumber: request.channelOrderNo,
        warehouseId: wireCode(request.channelWarehouseCode),
        requestForPickupDate: request.pickupDate.toISOString(),
        ...wireUnits(request.units),
      },
    },
    path: ['purchaseOrders', 'register'],
  });
  if ('refused' in answer) throw new ChannelError('validation', OPERATION, answer.refused);
  const event = objectOf(answer.value);
  if (Object.keys(event).length === 0) throw new ChannelError('unknown', OPERATION, '已登记，但应答无法识别');
  return readEvent(event, answer.partial);
}

/**
 * The newest label event of a PO. The channel filters by digits only, so other stores' are dropped.
 * @throws ChannelError `unreadable` for an event that tells nobody's number: it may be the one, and
 * what is registered once must not be registered again
 */
export async function confirmRegister(
  client: WayfairClient,
  channelOrderNo: string,
): Promise<Confirmation<RegisterResult>> {
  const digits = channelOrderNo.replace(/^[A-Za-z]+/, '');
  for (let offset = 0; offset < MAX_EVENTS;) {
    const { value, partial } = await client.read({
      title: CONFIRMATION,
      host: 'orders',
      document: labelEventsQuery(digits, EVENT_PAGE, offset),
      variables: {},
      path: ['labelGenerationEvents'],
    });
    const events = rowsOf(value, CONFIRMATION).map(objectOf);
    const own = events.filter((event) => isOf(event, channelOrderNo, digits)).sort(byNewest)[0];
    if (own) {
      const missing = partial.filter(({ path: [row] }) => Number(row) === events.indexOf(own));
      return { status: 'done', result: readEvent(own, missing) };
    }
    if (events.some((event) => numbersOf(event).length === 0))
      throw new ChannelError('unreadable', CONFIRMATION, '面单记录没有订单号，无法核对');
    if (events.length === 0) break;
    offset += events.length;
  }
  return { status: 'absent' };
}

/** No units: the channel takes its catalogue's cartons. Shared boxes only go as package units. */
function wireUnits(units: readonly ShippingUnit[]): Record<string, unknown> {
  if (units.length === 0) return {};
  if (units.every((unit) => (unit.holds?.length ?? 1) === 1)) return { shippingUnits: units.map(wireUnit) };
  return {
    packageUnits: units.map((unit) => ({
      ...wireBox(unit),
      containedParts: (unit.holds ?? [unit]).map(({ channelSku, piece }) => ({
        partNumber: channelSku,
        groupIdentifier: piece,
      })),
    })),
  };
}

function wireUnit(unit: ShippingUnit): Record<string, unknown> {
  return {
    partNumber: unit.channelSku,
    ...wireBox(unit),
    groupIdentifier: unit.piece,
    sequenceIdentifier: unit.carton,
  };
}

function wireBox(unit: ShippingUnit): Record<string, unknown> {
  const length = (mm: number): unknown => ({ value: mmToInches(mm), unit: 'INCHES' });
  return {
    unitType: 'CARTON',
    weight: { value: Math.max(0.01, gramsToPounds(unit.weightG)), unit: 'POUNDS' },
    dimensions: {
      length: length(unit.lengthMm),
      width: length(unit.widthMm),
      height: length(unit.heightMm),
    },
    ...(unit.freightClass === undefined ? {} : { freightClass: freightCode(unit.freightClass) }),
  };
}

/** `77.5` → `CODE_77_5`. */
function freightCode(freightClass: string): string {
  return freightClass.startsWith('CODE_') ? freightClass : `CODE_${freightClass.replace('.', '_')}`;
}

/**
 * Labels name the full number; where they do not (a freight BOL, or the channel leaves it out) the
 * order does, and where that has no letters either, the digits decide. An odd event of another
 * order is not ours.
 */
function isOf(event: WireObject, channelOrderNo: string, digits: string): boolean {
  const [reported] = numbersOf(event);
  if (reported === undefined) return false;
  return /^[A-Za-z]/.test(reported) ? numbersOf(event).includes(channelOrderNo) : reported === digits;
}

/** The numbers of an event, the fullest it has; none where it says nothing of itself. */
function numbersOf(event: WireObject): string[] {
  const labels = event['generatedShippingLabels'];
  const full = anyList(labels)
    .map((label) => textOf(objectOf(label)['fullPoNumber']))
    .filter((number) => number !== null);
  if (full.length > 0) return full;
  const order = objectOf(event['purchaseOrder']);
  const number = textOf(order['poNumber']);
  const prefix = textOf(order['storePrefix']) ?? '';
  const reported = number !== null && /^\d/.test(number) ? prefix + number : number;
  const known = reported ?? textOf(event['poNumber']);
  return known === null ? [] : [known];
}

/** An event whose date cannot be read stands behind the others. */
function byNewest(a: WireObject, b: WireObject): number {
  return timeOf(b) - timeOf(a);
}

const timeOf = (event: WireObject): number =>
  orElse(0, () => instantOf(event['eventDate'], 'eventDate')?.getTime() ?? 0);

/**
 * That the event is there means that labels were made, once and for all: an odd part of it is left
 * out, never a reason to give up. Numbers that are missing are then a person's to enter.
 */
function readEvent(event: WireObject, missing: readonly PartialFailure[]): RegisterResult {
  const isCustomsLost = missing.some(({ path, isDenied }) => path.includes('customsDocument') && !isDenied);
  const customs = objectOf(event['customsDocument']);
  const digits = textOf(event['poNumber']) ?? '';
  return {
    eventId: textOf(event['id']) ?? `${digits}@${textOf(event['eventDate']) ?? ''}`,
    pickupDate: orElse(null, () => instantOf(event['pickupDate'], 'pickupDate')),
    labels: readLabels(event),
    labelUrl: textOf(objectOf(event['consolidatedShippingLabel'])['url']),
    bolUrl: textOf(objectOf(event['billOfLading'])['url']),
    customs: {
      // What cannot be read may mean yes, and goods must not leave without their papers.
      required: orElse(true, () => flagOf(customs['required'], 'required') ?? isCustomsLost),
      url: textOf(customs['url']),
    },
  };
}

function orElse<T>(fallback: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof WireValueError) return fallback;
    throw error;
  }
}

const anyList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** One per box where the channel lists them by box, otherwise one per printed group. */
function readLabels(event: WireObject): ChannelLabel[] {
  const byBox = anyList(event['shippingLabelInfo']);
  const byGroup = anyList(event['generatedShippingLabels']);
  return (byBox.length > 0 ? byBox : byGroup).flatMap((label) => {
    const { trackingNumber, carrierCode, carrier } = objectOf(label);
    const trackingNo = textOf(trackingNumber);
    return trackingNo === null ? [] : [{ trackingNo, carrierCode: textOf(carrierCode) ?? textOf(carrier) ?? '' }];
  });
}
