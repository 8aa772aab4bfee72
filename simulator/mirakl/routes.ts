/** The home-improvement marketplace over HTTP: one shop, its key bare in the header. */
import { exchange, jsonAnswer, type Answer, type StrikingFaults } from '../exchange.ts';
import { addViolation, type World } from '../world.ts';
import { refused } from './answers.ts';
import { listOffers, writeOffers } from './offers.ts';
import { acceptOrder, addShipments, listOrders, listShipments, shipOrder, trackOrder } from './orders.ts';
import { answerReturns, listReturns } from './returns.ts';
import { settleMirakl } from './settle.ts';
import { importStock, stockErrors, stockStatus } from './stock.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export const MIRAKL_PREFIX = '/mirakl';
/** The key of the demo seller's shop. */
export const MIRAKL_KEY = 'waybill-homes-key';

type Method = 'GET' | 'POST' | 'PUT';
type Query = Record<string, string | undefined>;
type Handle = (call: { query: Query; id: string; body: unknown; faults: StrikingFaults }) => Answer;

/** Least time between two calls; a page that follows, or a question about particular orders, is none of its own. */
const CEILINGS: Readonly<Record<string, { ms: number; isCounted(query: Query): boolean }>> = {
  orders: { ms: 60_000, isCounted: (query) => 'start_update_date' in query && Number(query['offset'] ?? 0) === 0 },
  stockImport: { ms: 60_000, isCounted: () => true },
  writeOffers: { ms: 60_000, isCounted: () => true },
  returns: { ms: 300_000, isCounted: (query) => !('page_token' in query) },
};

export function miraklRoutes(app: FastifyInstance, world: World): void {
  void app.register(
    async (scope) => {
      for (const type of ['multipart/form-data', 'text/csv'])
        scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => done(null, body));
      const route = (method: Method, url: string, operation: string, handle: Handle): void => {
        scope.route({
          method,
          url,
          handler: async (request, reply) => {
            const { id = '' } = request.params as { id?: string };
            const query = request.query as Query;
            const isKnown = request.headers.authorization === MIRAKL_KEY;
            const facts = {
              operations: [`mirakl.${operation}`],
              path: request.url.split('?')[0] ?? '',
              environment: 'production',
              poNumbers: numbersIn(request, id),
              clientId: isKnown ? MIRAKL_KEY : null,
            };
            await exchange(world, request, reply, facts, async (faults) => {
              if (!isKnown || faults('bad-credentials') !== undefined) return refused(401, null, 'Unauthorized');
              if (faults('access-denied') !== undefined) return refused(403, null, 'Forbidden');
              noteCall(world, operation, query);
              const changed = settleMirakl(world);
              const answer = handle({ query, id, body: request.body, faults });
              return changed ? { ...answer, changed: true } : answer;
            });
            return reply;
          },
        });
      };
      route('GET', '/account', 'account', () =>
        jsonAnswer(200, { shop_id: 2001, shop_name: 'Larkfield Home', shop_state: 'OPEN', model: 'MARKETPLACE' }),
      );
      route('GET', '/orders', 'orders', ({ query, faults }) => listOrders(world, query, faults));
      route('PUT', '/orders/:id/accept', 'accept', ({ id, body }) => acceptOrder(world, id, body));
      route('PUT', '/orders/:id/tracking', 'tracking', ({ id, body }) => trackOrder(world, id, body));
      route('PUT', '/orders/:id/ship', 'ship', ({ id }) => shipOrder(world, id));
      route('POST', '/shipments', 'addShipments', ({ body }) => addShipments(world, body));
      route('GET', '/shipments', 'shipments', ({ query }) => listShipments(world, query));
      route('GET', '/offers', 'offers', ({ query, faults }) => listOffers(world, query, faults));
      route('POST', '/offers', 'writeOffers', ({ body }) => writeOffers(world, body));
      route('POST', '/offers/stock/imports', 'stockImport', ({ body, faults }) =>
        importStock(world, typeof body === 'string' ? body : '', faults),
      );
      route('GET', '/offers/stock/imports/:id/status', 'stockStatus', ({ id }) => stockStatus(world, id));
      route('GET', '/offers/stock/imports/:id/error_report', 'stockErrors', ({ id }) => stockErrors(world, id));
      route('GET', '/returns', 'returns', () => listReturns(world));
      route('PUT', '/returns/accept', 'answerReturns', ({ body }) => answerReturns(world, body));
    },
    { prefix: `${MIRAKL_PREFIX}/api` },
  );
}

const numbersIn = (request: FastifyRequest, id: string): string[] =>
  id === '' ? ((request.query as Query)['order_ids']?.split(',') ?? []) : [id];

function noteCall(world: World, operation: string, query: Query): void {
  const ceiling = CEILINGS[operation];
  if (!ceiling?.isCounted(query)) return;
  const now = world.clock.now();
  const last = world.mirakl.lastCalls[operation];
  world.mirakl.lastCalls[operation] = now;
  if (last !== undefined && now - last < ceiling.ms)
    addViolation(world, 'production', 'mirakl-calls-above-ceiling', null, `${operation} after ${now - last} ms`);
}
