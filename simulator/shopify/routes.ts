/** A shop's admin: a token for its app, and one GraphQL address for each version. */
import { randomBytes } from 'node:crypto';
import { execute, parse, specifiedRules, validate, GraphQLError } from 'graphql';
import { exchange, jsonAnswer } from '../exchange.ts';
import { distort } from '../wayfair/distort.ts';
import { readCall } from '../wayfair/graphql.ts';
import { SHOP_ROOT } from './root.ts';
import { shopifySchema } from './schema.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Answer, StrikingFaults } from '../exchange.ts';
import type { GraphqlReply } from '../wayfair/graphql.ts';
import type { World } from '../world.ts';
import type { ShopContext } from './context.ts';

export const SHOPIFY_PREFIX = '/shopify';
/** The app of the demo shop, and a token of the older kind that never ends. */
export const SHOPIFY_APP = {
  clientId: 'waybill-shop',
  clientSecret: 'waybill-shop-secret',
  fixedToken: 'shpat_waybilldemo',
  scopes: [
    'read_orders',
    'read_products',
    'write_inventory',
    'write_merchant_managed_fulfillment_orders',
    'read_locations',
  ],
};
const TOKEN_SECONDS = 86_399;
const NOT_KNOWN = { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' };

export function shopifyRoutes(app: FastifyInstance, world: World): void {
  const schema = shopifySchema();
  app.post(`${SHOPIFY_PREFIX}/admin/oauth/access_token`, async (request, reply) => {
    await exchange(world, request, reply, facts(request, ['shopify.token']), async (faults) =>
      token(world, request, faults),
    );
    return reply;
  });
  app.post(`${SHOPIFY_PREFIX}/admin/api/:version/graphql.json`, async (request, reply) => {
    const call = readCall(request.body);
    const operations = (call?.operations ?? []).map((operation) => `shopify.${operation}`);
    await exchange(world, request, reply, facts(request, operations), async (faults) => {
      if (!isKnown(world, request) || faults('bad-credentials') !== undefined)
        return { ...jsonAnswer(401, NOT_KNOWN), errors: ['invalid token'] };
      if (call === null) return jsonAnswer(400, { errors: { query: 'Required parameter missing or invalid' } });
      if (faults('throttled') !== undefined) return throttled();
      const denied = faults('permission-denied');
      const context: ShopContext = {
        world,
        scopes: SHOPIFY_APP.scopes.filter((scope) => scope !== denied?.value),
        sellsMeanwhile: faults('sells-meanwhile') !== undefined,
      };
      const answer = (await run(schema, call.query, call.variables, context)) as GraphqlReply;
      const reported = JSON.parse(JSON.stringify(answer)) as GraphqlReply;
      distort(reported, faults);
      const errors = (reported.errors ?? []).map(({ message }) => message);
      return { ...jsonAnswer(200, reported), errors, changed: /^\s*mutation/.test(call.query) };
    });
    return reply;
  });
}

async function run(
  schema: ReturnType<typeof shopifySchema>,
  query: string,
  variableValues: Record<string, unknown>,
  contextValue: ShopContext,
): Promise<unknown> {
  try {
    const document = parse(query);
    const invalid = validate(schema, document, specifiedRules);
    if (invalid.length > 0) return { errors: invalid };
    return await execute({ schema, document, rootValue: SHOP_ROOT, contextValue, variableValues });
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
}

const facts = (request: FastifyRequest, operations: string[]) => ({
  operations,
  path: request.url.split('?')[0] ?? '',
  environment: 'shopify',
  poNumbers: [],
  clientId: SHOPIFY_APP.clientId,
});

function token(world: World, request: FastifyRequest, faults: StrikingFaults): Answer {
  const body = (request.body ?? {}) as Record<string, unknown>;
  const isRight =
    body['grant_type'] === 'client_credentials' &&
    body['client_id'] === SHOPIFY_APP.clientId &&
    body['client_secret'] === SHOPIFY_APP.clientSecret;
  if (!isRight || faults('bad-credentials') !== undefined)
    return jsonAnswer(400, { error: 'application_cannot_be_found', error_description: 'No such application.' });
  const access = `shpat_${randomBytes(16).toString('hex')}`;
  world.shopify.tokens[access] = world.clock.now() + TOKEN_SECONDS * 1000;
  return jsonAnswer(200, { access_token: access, scope: SHOPIFY_APP.scopes.join(','), expires_in: TOKEN_SECONDS });
}

function isKnown(world: World, request: FastifyRequest): boolean {
  const given = String(request.headers['x-shopify-access-token'] ?? '');
  return given === SHOPIFY_APP.fixedToken || (world.shopify.tokens[given] ?? 0) > world.clock.now();
}

/** Refused for its cost, under 200, with what is left. */
const throttled = (): Answer => ({
  ...jsonAnswer(200, {
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
    extensions: {
      cost: {
        requestedQueryCost: 120,
        actualQueryCost: null,
        throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 20, restoreRate: 100 },
      },
    },
  }),
  errors: ['Throttled'],
});
