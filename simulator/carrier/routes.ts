/**
 * The simulated carrier: rates, labels, voids, tracking. It protects nobody: a purchase under a reference
 * that it knows is paid again, so that only the client's own care keeps the audit clean.
 */
import { exchange, jsonAnswer } from '../exchange.ts';
import { labelFile } from './label-file.ts';
import { billablePounds, centsOf, centsText, priceOf, SERVICES } from './prices.ts';
import { nextSerial } from './state.ts';
import { eventsOf, isMoving } from './tracking.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Answer, StrikingFaults } from '../exchange.ts';
import type { World } from '../world.ts';
import type { CarrierLabel, CarrierParcel, ParcelInput, PlaceInput } from './state.ts';

export const CARRIER_PREFIX = '/carrier/v1';
/** The demo account, and the key that opens it. */
export const CARRIER_ACCOUNT = { accountNumber: 'SW-1001', apiKey: 'swift-demo-key' };

const VOID_HOURS = 48;
const HOUR = 3_600_000;

type Handle = (request: FastifyRequest, faults: StrikingFaults) => Promise<Answer> | Answer;

interface ShipmentInput {
  from?: PlaceInput;
  to?: PlaceInput;
  parcels?: ParcelInput[];
  service?: string;
  reference?: string;
}

export function carrierRoutes(app: FastifyInstance, world: World): void {
  const route = (method: 'GET' | 'POST', path: string, operation: string, handle: Handle): FastifyInstance =>
    app.route({
      method,
      url: `${CARRIER_PREFIX}${path}`,
      handler: async (request, reply) => {
        const isKnown = request.headers.authorization === `Bearer ${CARRIER_ACCOUNT.apiKey}`;
        const facts = {
          operations: [`carrier.${operation}`],
          path: request.url.split('?')[0] ?? '',
          environment: 'production',
          poNumbers: [],
          clientId: isKnown ? CARRIER_ACCOUNT.accountNumber : null,
        };
        await exchange(world, request, reply, facts, async (faults) =>
          !isKnown || faults('bad-credentials') !== undefined
            ? refused(401, 'unauthorized', 'Unknown API key')
            : handle(request, faults),
        );
        return reply;
      },
    });
  route('GET', '/account', 'account', () =>
    jsonAnswer(200, { accountNumber: CARRIER_ACCOUNT.accountNumber, status: 'active' }),
  );
  route('POST', '/rates', 'rates', (request, faults) => rates(request, faults));
  route('POST', '/labels', 'buy', (request, faults) => buy(world, request, faults));
  route('GET', '/labels', 'find', (request, faults) => find(world, request, faults));
  route('POST', '/labels/:id/void', 'void', (request) => voidLabel(world, request));
  route('GET', '/labels/:id/charges', 'charges', (request, faults) => charges(world, request, faults));
  route('GET', '/tracking/:number', 'track', (request, faults) => track(world, request, faults));
}

const refused = (status: number, code: string, message: string): Answer => ({
  ...jsonAnswer(status, { error: { code, message } }),
  errors: [message],
});

/** What is wrong with the parcels, if anything. */
function parcelFault({ parcels }: ShipmentInput): string | null {
  if (!Array.isArray(parcels) || parcels.length === 0) return 'parcels are required';
  const isWhole = (n: unknown): boolean => Number.isInteger(n) && (n as number) > 0;
  const bad = parcels.findIndex((one) => ![one.lengthMm, one.widthMm, one.heightMm, one.weightG].every(isWhole));
  return bad < 0 ? null : `parcel ${bad + 1}: weight and dimensions must be above zero`;
}

function rates(request: FastifyRequest, faults: StrikingFaults): Answer {
  const input = (request.body ?? {}) as ShipmentInput;
  const fault = parcelFault(input);
  if (fault !== null) return refused(422, 'invalid_parcel', fault);
  const parcels = input.parcels ?? [];
  const [fixed, currency = 'USD'] = faults('price-other')?.value?.split(' ') ?? [];
  const found = SERVICES.flatMap((service) => {
    const amount = priceOf(service, parcels, input.to ?? {});
    return amount === null
      ? []
      : [
          {
            service: service.code,
            title: service.title,
            days: service.days,
            amount: fixed ?? centsText(amount),
            currency,
            billablePounds: parcels.map(billablePounds),
          },
        ];
  });
  return jsonAnswer(200, { rates: found });
}

async function buy(world: World, request: FastifyRequest, faults: StrikingFaults): Promise<Answer> {
  const input = (request.body ?? {}) as ShipmentInput;
  const fault = parcelFault(input);
  if (fault !== null) return refused(422, 'invalid_parcel', fault);
  if (faults('label-refused') !== undefined)
    return refused(422, 'address_undeliverable', 'The carrier does not deliver to this address');
  const service = SERVICES.find(({ code }) => code === input.service);
  const amount = service && priceOf(service, input.parcels ?? [], input.to ?? {});
  if (!service || amount === null || amount === undefined)
    return refused(422, 'no_service', `Service ${String(input.service)} does not carry this`);
  const other = faults('price-other')?.value;
  const total = other === undefined ? amount : centsOf(other);
  const late = faults('late-scan');
  const make = (): CarrierLabel => addLabel(world, input, { service: service.code, total, late });
  const labels = [make(), ...(faults('double-booked') === undefined ? [] : [make()])];
  if (faults('label-damaged') !== undefined) for (const label of labels) label.isDamaged = true;
  const beside = faults('answers-other')?.value;
  const others = world.carrier.labels.filter(({ id }) => id === beside);
  const wire = await answeredOf([...labels, ...others], faults);
  const answered = faults('answers-twice') === undefined ? wire : [...wire, ...wire];
  return { ...jsonAnswer(201, { labels: answered }), changed: true };
}

function addLabel(
  world: World,
  { from = {}, to = {}, parcels = [], reference = '' }: ShipmentInput,
  about: { service: string; total: number; late: { lagMs?: number } | undefined },
): CarrierLabel {
  const state = world.carrier;
  const label: CarrierLabel = {
    id: `swl-${nextSerial(state)}`,
    reference,
    clientId: CARRIER_ACCOUNT.accountNumber,
    service: about.service,
    total: about.total,
    from,
    to,
    parcels: parcels.map((parcel): CarrierParcel => ({
      ...parcel,
      trackingNumber: `SW${String(nextSerial(state)).padStart(10, '0')}US`,
      fate: null,
      fateAt: null,
      resumedAt: null,
    })),
    boughtAt: world.clock.now(),
    lateHours: about.late === undefined ? 0 : (about.late.lagMs ?? 30 * HOUR) / HOUR,
    voidedAt: null,
  };
  state.labels.push(label);
  return label;
}

async function wireOf(label: CarrierLabel): Promise<Record<string, unknown>> {
  return {
    id: label.id,
    reference: label.reference,
    to: label.to,
    service: label.service,
    total: centsText(label.total),
    currency: 'USD',
    status: label.voidedAt === null ? 'purchased' : 'voided',
    parcels: label.parcels.map(({ trackingNumber }) => ({ trackingNumber })),
    voidUntil: new Date(label.boughtAt + VOID_HOURS * HOUR).toISOString(),
    file: {
      mime: 'application/pdf',
      base64: (label.isDamaged ? Buffer.from('%PDF-1.4 half') : await labelFile(label)).toString('base64'),
    },
  };
}

/** How labels are answered; `label-odd` has them say something else than is known of them. */
async function answeredOf(labels: readonly CarrierLabel[], faults: StrikingFaults): Promise<Record<string, unknown>[]> {
  const text = faults('label-odd')?.value;
  const odd = text === undefined ? {} : (JSON.parse(text) as Record<string, unknown>);
  return Promise.all(labels.map(async (label) => ({ ...(await wireOf(label)), ...odd })));
}

async function find(world: World, request: FastifyRequest, faults: StrikingFaults): Promise<Answer> {
  const { reference } = request.query as { reference?: string };
  const found = world.carrier.labels.filter((label) => label.reference === reference && label.voidedAt === null);
  return jsonAnswer(200, { labels: await answeredOf(found, faults) });
}

const labelOf = (world: World, request: FastifyRequest): CarrierLabel | undefined => {
  const { id } = request.params as { id: string };
  return world.carrier.labels.find((label) => label.id === id);
};

function voidLabel(world: World, request: FastifyRequest): Answer {
  const label = labelOf(world, request);
  const now = world.clock.now();
  if (!label) return refused(404, 'not_found', 'No such label');
  if (label.voidedAt === null) {
    if (isMoving(label, now)) return refused(409, 'label_used', 'The parcel was picked up');
    if (now > label.boughtAt + VOID_HOURS * HOUR)
      return refused(409, 'void_too_late', 'The time to void this label is over');
    label.voidedAt = now;
  }
  return { ...jsonAnswer(200, { id: label.id, status: 'voided' }), changed: true };
}

function charges(world: World, request: FastifyRequest, faults: StrikingFaults): Answer {
  const label = labelOf(world, request);
  if (!label) return refused(404, 'not_found', 'No such label');
  const found = world.carrier.charges.filter(({ labelId }) => labelId === label.id);
  const odd = faults('odd-row') === undefined ? [] : [{ id: 'odd', amount: 'n/a', currency: 'USD' }];
  const rows = found.map(({ id, amount, reason, at }) => ({
    id,
    amount: centsText(amount),
    currency: 'USD',
    reason,
    at: new Date(at).toISOString(),
  }));
  return jsonAnswer(200, { charges: [...odd, ...rows] });
}

function track(world: World, request: FastifyRequest, faults: StrikingFaults): Answer {
  const { number } = request.params as { number: string };
  const { since } = request.query as { since?: string };
  const now = world.clock.now();
  for (const label of world.carrier.labels) {
    const parcel = label.parcels.find(({ trackingNumber }) => trackingNumber === number);
    if (!parcel) continue;
    const from = since === undefined ? -Infinity : Date.parse(since);
    const late = faults('late-report');
    const reported = late === undefined ? now : now - (late.lagMs ?? 60 * HOUR);
    const isNumbered = faults('events-numbered') !== undefined;
    const events = eventsOf(label, parcel, reported)
      .map((event, n) => (isNumbered ? { ...event, id: String(n + 1) } : event))
      .filter(({ at }) => at >= from);
    const odd = faults('odd-row') === undefined ? [] : [{ id: null, code: 'lost', at: 'soon' }];
    return jsonAnswer(200, {
      trackingNumber: number,
      events: [...odd, ...events.map(({ at, ...event }) => ({ ...event, at: new Date(at).toISOString() }))],
    });
  }
  return refused(404, 'not_found', 'No such tracking number');
}
