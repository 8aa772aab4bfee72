/** The channel's paths, once per environment; a prefix stands for the real host names. */
import { exchange, jsonAnswer, textAnswer } from '../exchange.ts';
import { PARENT_SUPPLIER } from '../catalogue.ts';
import { advertisingRoutes } from './advertising.ts';
import { factsOf } from './call-facts.ts';
import { badRequest, PREFIX } from './context.ts';
import { distort } from './distort.ts';
import { apiDocument } from './document-routes.ts';
import { formatted, readCall, runCall } from './graphql.ts';
import { catalogRoot, ordersRoot, SUPPLIER_ROOT } from './roots.ts';
import { catalogSchema, ordersSchema, supplierSchema } from './schema.ts';
import { authenticate, clientIdOf, issueToken } from './tokens.ts';
import { GraphQLError } from 'graphql';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Answer, StrikingFaults } from '../exchange.ts';
import type { World } from '../world.ts';
import type { WireContext } from './context.ts';
import type { GraphqlCall, GraphqlReply } from './graphql.ts';
import type { EnvironmentName } from './state.ts';

type Host = 'orders' | 'supplier' | 'catalog';

/** The header by which an application says for which of its suppliers it asks the catalogue. */
const SUPPLIER_HEADER = 'x-selected-supplier-id';

export function wayfairRoutes(app: FastifyInstance, world: World): void {
  const supplier = supplierSchema();
  const catalogs = {
    productAdditionRequestId: catalogSchema('productAdditionRequestId'),
    jobId: catalogSchema('jobId'),
  };
  for (const environment of ['production', 'sandbox'] as const) {
    const prefix = PREFIX[environment];
    const orders = ordersSchema(environment);
    tokenRoute(app, world, environment);
    graphqlRoute(app, world, environment, `${prefix}/v1/graphql`, 'orders', () => orders);
    const supplierPath = `${prefix}/v1/supplier-order-api/graphql`;
    graphqlRoute(app, world, environment, supplierPath, 'supplier', () => supplier);
    // Sources differ on the path by which the catalogue is read: it stands at both.
    for (const version of ['/v1', ''])
      graphqlRoute(
        app,
        world,
        environment,
        `${prefix}${version}/product-catalog-api/graphql`,
        'catalog',
        () => catalogs[world.settings.submissionKey],
      );
    documentRoute(app, world, environment);
    advertisingRoutes(app, world, environment);
  }
}

/** One token host for both environments: the audience decides. */
function tokenRoute(app: FastifyInstance, world: World, environment: EnvironmentName): void {
  app.post(`${PREFIX[environment]}/oauth/token`, async (request, reply) => {
    const body = request.body as Record<string, unknown> | null;
    const clientId = typeof body?.['client_id'] === 'string' ? body['client_id'] : null;
    const facts = { ...factsOf(request, environment, clientId), operations: ['token'] };
    await exchange(world, request, reply, facts, async (faults) => {
      if (faults('bad-credentials') !== undefined) {
        return jsonAnswer(401, { error: 'access_denied', error_description: 'Unauthorized' });
      }
      const short = faults('token-ttl');
      const ttl = short === undefined ? undefined : (short.expiresIn ?? 2);
      const answer = issueToken(world, body, ttl);
      if (typeof answer.body === 'string') return textAnswer(answer.status, answer.body);
      const error = answer.body['error'];
      const errors = typeof error === 'string' ? [error] : [];
      return { ...jsonAnswer(answer.status, answer.body), errors };
    });
    return reply;
  });
}

function graphqlRoute(
  app: FastifyInstance,
  world: World,
  environment: EnvironmentName,
  path: string,
  host: Host,
  schema: () => GraphQLSchema,
): void {
  app.post(path, async (request, reply) => {
    const call = readCall(request.body);
    const clientId = clientIdOf(world, request.headers.authorization);
    const facts = {
      ...factsOf(request, environment, clientId),
      operations: call?.operations ?? [],
    };
    await exchange(world, request, reply, facts, (faults) =>
      answerGraphql(world, request, environment, host, schema(), call, faults),
    );
    return reply;
  });
}

async function answerGraphql(
  world: World,
  request: FastifyRequest,
  environment: EnvironmentName,
  host: Host,
  schema: GraphQLSchema,
  call: GraphqlCall | null,
  faults: StrikingFaults,
): Promise<Answer> {
  const client = authenticate(world, request.headers.authorization, environment);
  if ('status' in client) return textAnswer(client.status, String(client.body));
  if (call === null) return textAnswer(400, 'Request body is not a GraphQL request.');
  const planned = faults('graphql-error');
  if (planned !== undefined) {
    const extensions = { category: planned.category ?? 'BAD_REQUEST' };
    const error = new GraphQLError(planned.message ?? 'Something went wrong', { extensions });
    return graphqlAnswer({ data: null, errors: [formatted(error, 'DataFetchingException')] }, []);
  }
  const refused = refusedCall(call, faults);
  if (refused !== null) return graphqlAnswer(refused, []);
  const context = wireContext(world, environment, client, faults);
  if (host === 'catalog' && request.headers[SUPPLIER_HEADER] !== PARENT_SUPPLIER.id) {
    const error = badRequest(context, 'X-SELECTED-SUPPLIER-ID is not a supplier of this application');
    return graphqlAnswer({ data: null, errors: [formatted(error, 'DataFetchingException')] }, context.refusals);
  }
  const root = rootOf(host, isMutation(call));
  const introspection = environment === 'sandbox';
  const result = await runCall(schema, root, call, context, introspection);
  // Results carry null-prototype objects; plain JSON is what travels and what faults may bend.
  const reply = JSON.parse(JSON.stringify(result)) as GraphqlReply;
  distort(reply, faults);
  return { ...graphqlAnswer(reply, context.refusals), changed: isMutation(call) };
}

const rootOf = (host: Host, asMutation: boolean) =>
  host === 'supplier' ? SUPPLIER_ROOT : host === 'catalog' ? catalogRoot(asMutation) : ordersRoot(asMutation);

/** What this application may not use, or this host does not know: nothing happens. */
function refusedCall(call: GraphqlCall, faults: StrikingFaults): GraphqlReply | null {
  const denied = faults('permission-denied');
  if (denied !== undefined && denied.field === undefined) {
    const extensions = { category: 'PERMISSION_DENIED' };
    const path = (call.operations[0] ?? '').split('.');
    const error = { message: denied.message ?? 'Access denied', path, extensions };
    return { data: null, errors: [error] };
  }
  const bare = faults('access-denied');
  if (bare !== undefined) return { data: null, errors: [{ message: bare.message ?? 'Access denied' }] };
  const unknown = faults('unknown-field');
  const field =
    (unknown && (unknown.field ?? 'id')) ??
    (isMutation(call)
      ? undefined
      : (faults('no-inventory-query') && 'inventory') ||
        (faults('no-transactions-query') && 'transactions') ||
        undefined);
  if (field === undefined || !new RegExp(`\\b${field}\\b`).test(call.query)) return null;
  const error = new GraphQLError(`Cannot query field "${field}".`);
  return { errors: [formatted(error, 'ValidationError')] };
}

function wireContext(
  world: World,
  environment: EnvironmentName,
  client: WireContext['client'],
  faults: StrikingFaults,
): WireContext {
  const late = faults('effect-late');
  const refused = faults('accept-error') ?? faults('transaction-error');
  return {
    world,
    environment,
    state: world.environments[environment],
    client,
    now: world.clock.now(),
    extraLagMs: late === undefined ? 0 : (late.lagMs ?? 10_000),
    refusedPart: faults('row-refused')?.value ?? null,
    dropEffect: faults('effect-dropped') !== undefined,
    transactionError: refused === undefined ? null : (refused.message ?? 'Unable to process request'),
    refusals: [],
  };
}

function graphqlAnswer(reply: GraphqlReply, refusals: readonly string[]): Answer {
  const messages = (reply.errors ?? []).map((error) => error.message);
  return { ...jsonAnswer(200, reply), errors: [...new Set([...refusals, ...messages])] };
}

function documentRoute(app: FastifyInstance, world: World, environment: EnvironmentName): void {
  const path = `${PREFIX[environment]}/v1/:kind/:poNumber`;
  app.get<{ Params: { kind: string; poNumber: string } }>(path, async (request, reply) => {
    const { kind, poNumber } = request.params;
    const clientId = clientIdOf(world, request.headers.authorization);
    const operations = [`documents.${kind}`, ...(kind === 'shipping_label' ? ['label'] : [])];
    const facts = { ...factsOf(request, environment, clientId), operations };
    await exchange(world, request, reply, facts, async (faults) => {
      const client = authenticate(world, request.headers.authorization, environment);
      if ('status' in client) return textAnswer(client.status, String(client.body));
      return apiDocument(wireContext(world, environment, client, faults), kind, poNumber, faults);
    });
    return reply;
  });
}

const isMutation = (call: GraphqlCall) =>
  call.document?.definitions.some(
    (node) =>
      node.kind === 'OperationDefinition' &&
      node.operation === 'mutation' &&
      (call.operationName === null || node.name?.value === call.operationName),
  ) ?? false;
