/** Documents over HTTP: at the API host behind the token, in storage behind a signed address. */
import { exchange, jsonAnswer } from '../exchange.ts';
import { addViolation } from '../world.ts';
import { startOfDay } from '../business-time.ts';
import { PARENT_SUPPLIER } from '../catalogue.ts';
import { reportCsv } from './advertising.ts';
import { visibleOrder } from './context.ts';
import { billOfLadingPdf, consolidatedBolPdf, customsPdf, labelPdf, packingSlipPdf } from './documents.ts';
import { signatureState } from './storage-url.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Answer, StrikingFaults } from '../exchange.ts';
import type { World } from '../world.ts';
import type { WireContext } from './context.ts';
import type { EnvironmentName, LabelEvent, WayfairState } from './state.ts';

/** `packing_slip`, `shipping_label` or `bill_of_lading` of one order; 404 for a parcel's BOL. */
export async function apiDocument(
  context: WireContext,
  kind: string,
  poNumber: string,
  faults: StrikingFaults,
): Promise<Answer> {
  const order = visibleOrder(context, poNumber);
  if (order === null) return notFound('Purchase order could not be found');
  if (kind === 'packing_slip') return pdf(await packingSlipPdf(order));
  const event = visibleEvent(context.state, order.poNumber, context.now);
  if (kind === 'shipping_label') {
    if (event === undefined) return notFound('No shipping label has been generated');
    return pdf(await labelPdf(order, event, extraPages(faults)));
  }
  if (kind !== 'bill_of_lading') return notFound('Unknown document');
  if (event?.bolNumber == null || faults('bol-404') !== undefined) {
    return notFound('No bill of lading exists for this purchase order');
  }
  return { ...pdf(await billOfLadingPdf(order, event)), contentType: 'application/octet-stream' };
}

/**
 * The storage host: no token wanted. A token that arrives anyway is a leak and is noted; an
 * address out of date answers 403 as object stores do.
 */
export function storageRoutes(app: FastifyInstance, world: World): void {
  app.get<{ Params: StoredPath }>('/:environment/:kind/:file', async (request, reply) => {
    const { environment, kind, file } = request.params;
    const name = file.replace(/\.pdf$/, '');
    const facts = {
      operations: [`storage.${kind}`, ...(kind === 'labels' ? ['label'] : [])],
      path: request.url.split('?')[0] ?? request.url,
      environment,
      poNumbers: [name],
      clientId: null,
    };
    await exchange(world, request, reply, facts, (faults) =>
      storedDocument(world, request, { environment, kind, file }, faults),
    );
    return reply;
  });
}

interface StoredPath {
  environment: string;
  kind: string;
  file: string;
}

async function storedDocument(
  world: World,
  request: FastifyRequest,
  { environment, kind, file }: StoredPath,
  faults: StrikingFaults,
): Promise<Answer> {
  const name = file.replace(/\.pdf$/, '');
  if (request.headers.authorization !== undefined) {
    const detail = `an Authorization header reached ${request.url.split('?')[0]}`;
    addViolation(world, environment, 'token-to-foreign-host', name, detail);
    return xmlError(400, 'InvalidArgument', 'Only one auth mechanism allowed');
  }
  const query = request.query as Record<string, string | undefined>;
  const path = `/${environment}/${kind}/${file}`;
  const verdict = signatureState(world, path, Number(query['expires'] ?? 0), query['signature'] ?? '');
  if (verdict === 'wrong') return xmlError(403, 'SignatureDoesNotMatch', 'Signature is not valid');
  if (verdict === 'expired' || faults('expired-url') !== undefined) {
    return xmlError(403, 'AccessDenied', 'Request has expired');
  }
  if (kind === 'reports') {
    const csv = reportCsv(world, environment as EnvironmentName, file.replace(/\.csv$/, ''));
    return csv === null ? noSuchFile() : { status: 200, contentType: 'text/csv; charset=utf-8', body: csv };
  }
  const bytes = await drawStored(world, environment as EnvironmentName, kind, name, faults);
  return bytes === null ? noSuchFile() : pdf(bytes);
}

async function drawStored(
  world: World,
  environment: EnvironmentName,
  kind: string,
  name: string,
  faults: StrikingFaults,
): Promise<Buffer | null> {
  const state = world.environments[environment];
  if (kind === 'bol') return drawConsolidatedBol(state, name, world.clock.now());
  const order = state.orders[name];
  const event = state.labelEvents.findLast((e) => e.poNumber === name);
  if (order === undefined || event === undefined) return null;
  if (kind === 'labels') return labelPdf(order, event, extraPages(faults));
  return kind === 'customs' && order.customsRequired ? customsPdf(order, event) : null;
}

/** Name: `{supplier id}_{pickup day}`. */
function drawConsolidatedBol(state: WayfairState, name: string, now: number): Promise<Buffer> | null {
  const [supplierId = '', date = ''] = name.split('_');
  const day = Date.parse(`${date}T00:00:00Z`);
  const events = state.labelEvents.filter(
    (event) =>
      event.shipClass === 'ltl' &&
      (supplierId === PARENT_SUPPLIER.id || event.warehouseId === supplierId) &&
      startOfDay(event.pickupDate) === day,
  );
  return events.length === 0 ? null : consolidatedBolPdf(`CBOL ${name}`, events, now);
}

function visibleEvent(state: WayfairState, poNumber: string, now: number): LabelEvent | undefined {
  return state.labelEvents.findLast((event) => event.poNumber === poNumber && event.visibleAt <= now);
}

function extraPages(faults: StrikingFaults): number {
  const fault = faults('label-pages-mismatch');
  return fault === undefined ? 0 : (fault.pages ?? -1);
}

const noSuchFile = (): Answer => xmlError(404, 'NoSuchKey', 'The file does not exist');

const pdf = (body: Buffer): Answer => ({ status: 200, contentType: 'application/pdf', body });

const notFound = (message: string): Answer => ({
  ...jsonAnswer(404, { message }),
  errors: [message],
});

const xmlError = (status: number, code: string, message: string): Answer => ({
  status,
  contentType: 'application/xml',
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  errors: [message],
});
