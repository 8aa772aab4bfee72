/** The simulated wholesale supplier: signed calls, a saved list by pages, batches that fail whole. */
import { exchange, jsonAnswer } from '../exchange.ts';
import { addViolation } from '../world.ts';
import { signatureFault } from './signature.ts';
import { detailWire, listedWire, priceWire, stockWire } from './wire.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Answer, StrikingFaults } from '../exchange.ts';
import type { World } from '../world.ts';
import type { GigaItem } from './state.ts';

export const GIGA_PREFIX = '/giga';
const BUYER = '/b2b-overseas-api/v1/buyer/';
const MOST_SKUS = 200;
/** Calls in any ten seconds of the simulator's time, by path. */
const CEILINGS: Readonly<Record<string, number>> = { 'product/detailInfo/v1': 20 };
const CEILING = 10;
const WINDOW_MS = 10_000;

const MESSAGES: Readonly<Record<string, string>> = {
  '401': 'Unauthorized client',
  '500': 'System error',
  '400001': 'Too many requests',
  '400003': 'Invalid parameter',
  '400004': 'Signature error',
  '400005': 'Signature is required',
  '400006': 'Timestamp is required',
  '400007': 'Timestamp format error',
  '400008': 'Request expired',
  '400009': 'Nonce is required',
  '4000010': 'Nonce format error',
  B20002: 'The number of skus exceeds the limit',
  B20003: 'Some skus are not in the saved list',
};

export function gigaRoutes(app: FastifyInstance, world: World): void {
  const calls = new Map<string, number[]>();
  const route = (path: string, operation: string, handle: (body: Body, faults: StrikingFaults) => Answer) =>
    app.route({
      method: 'POST',
      url: `${GIGA_PREFIX}${BUYER}${path}`,
      handler: async (request, reply) => {
        const facts = {
          operations: [`giga.${operation}`],
          path: request.url.split('?')[0] ?? '',
          environment: 'production',
          poNumbers: [],
          clientId: String(request.headers['client-id'] ?? ''),
        };
        await exchange(world, request, reply, facts, async (faults) => {
          const fault = signatureFault(request.headers, `${BUYER}${path}`, world.clock.now());
          if (fault !== null) return refused(fault);
          if (faults('bad-credentials') !== undefined) return refused('400004');
          if (isAboveCeiling(world, calls, path)) return refused('400001');
          const body = bodyOf(request);
          return body === null ? refused('400003') : handle(body, faults);
        });
        return reply;
      },
    });
  route('product/skus/v1', 'skus', (body) => listed(world, body));
  route('product/detailInfo/v1', 'details', (body, faults) => batch(world, body, detailWire, faults));
  route('product/price/v1', 'prices', (body, faults) => batch(world, body, priceWire, faults));
  route('inventory/quantity/v2', 'stock', (body, faults) => batch(world, body, stockWire, faults));
}

type Body = Record<string, unknown>;

const bodyOf = ({ body }: FastifyRequest): Body | null =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Body) : null;

/** Refusals come under 200: the code is what says it. */
const refused = (code: string): Answer => {
  const msg = MESSAGES[code] ?? 'Refused';
  return {
    ...jsonAnswer(200, { success: false, code, data: null, requestId: 'sim', msg }),
    errors: [`${code} ${msg}`],
  };
};

const granted = (data: unknown): Answer =>
  jsonAnswer(200, { success: true, code: '200', data, requestId: 'sim', msg: 'success' });

function isAboveCeiling(world: World, calls: Map<string, number[]>, path: string): boolean {
  const now = world.clock.now();
  const recent = (calls.get(path) ?? []).filter((at) => at > now - WINDOW_MS && at <= now);
  recent.push(now);
  calls.set(path, recent);
  const most = CEILINGS[path] ?? CEILING;
  if (recent.length === most + 1)
    addViolation(
      world,
      'production',
      'calls-above-ceiling',
      null,
      `${path} was called more than ${most} times in 10 s`,
    );
  return recent.length > most;
}

function listed(world: World, { page = 1, pageSize = 100 }: Body): Answer {
  const [at, size] = [Number(page), Number(pageSize)];
  if (!Number.isInteger(at) || at < 1 || !Number.isInteger(size) || size < 100 || size > 1000) return refused('400003');
  const items = world.giga.items.filter(({ isListed }) => isListed);
  const pageInfo = { page: at, totalPage: Math.ceil(items.length / size), pageSize: size, totalNum: items.length };
  return granted({ pageInfo, records: items.slice((at - 1) * size, at * size).map(listedWire) });
}

function batch(world: World, { skus }: Body, wire: (item: GigaItem) => object, faults: StrikingFaults): Answer {
  if (!Array.isArray(skus) || skus.length === 0 || !skus.every((sku) => typeof sku === 'string'))
    return refused('400003');
  if (skus.length > MOST_SKUS) return refused('B20002');
  const saved = new Map(world.giga.items.filter(({ isSaved }) => isSaved).map((item) => [item.sku, item]));
  const items = (skus as string[]).map((sku) => saved.get(sku));
  if (items.some((item) => item === undefined)) return refused('B20003');
  const rows: object[] = (items as GigaItem[]).map(wire);
  if (faults('odd-row') !== undefined) rows[0] = { ...rows[0], currency: '??', sellerInventoryInfo: null, sku: 12.5 };
  if (faults('duplicate-rows') !== undefined) rows.push(...rows);
  return granted(faults('null-list') === undefined ? rows : null);
}
