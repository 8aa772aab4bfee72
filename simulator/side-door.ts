/** `/__sim/`: how tests and the demo steer the simulator. Present only when asked for. */
import { audit } from './audit.ts';
import { carrierDoor } from './carrier/side-door.ts';
import { miraklDoor } from './mirakl/side-door.ts';
import { gigaDoor } from './giga/side-door.ts';
import { createRandom, hashOf } from './random.ts';
import { applyScenario, SCENARIOS } from './scenarios.ts';
import { actElsewhere, createOrder, productOf, seedStock } from './seed.ts';
import { changeOrder, type ChangeInput } from './wayfair/change.ts';
import { requestCancellation } from './wayfair/cancel.ts';
import { settle } from './wayfair/effects.ts';
import { listingDoor } from './wayfair/listing/side-door.ts';
import { shopifyDoor } from './shopify/side-door.ts';
import { DEFAULT_SETTINGS } from './world.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ClockMode } from './clock.ts';
import type { FaultInput } from './faults.ts';
import type { Scenario, ScenarioOptions } from './scenarios.ts';
import type { OrderInput } from './seed.ts';
import type { CancellationInput } from './wayfair/cancel.ts';
import type { EnvironmentName } from './wayfair/state.ts';
import type { ClientInput, World } from './world.ts';

type Body = Record<string, unknown>;

export function sideDoorRoutes(app: FastifyInstance, world: World, restart: () => void): void {
  void app.register(
    async (door) => {
      door.addHook('onRequest', async (request, reply) => {
        // A page of some web site must not be able to steer it.
        if (request.headers.origin !== undefined) {
          await reply.code(403).send({ error: 'not for browsers' });
        }
      });
      door.setErrorHandler(async (error, _request, reply) => {
        const status = error instanceof RangeError ? 400 : 500;
        await reply.code(status).send({ error: error instanceof Error ? error.message : 'failed' });
      });
      readingRoutes(door, world);
      clockRoutes(door, world);
      seedingRoutes(door, world);
      faultRoutes(door, world);
      carrierDoor(door, world);
      shopifyDoor(door, world);
      miraklDoor(door, world);
      gigaDoor(door, world);
      listingDoor(door, world, environmentOf);
      settingsRoutes(door, world, restart);
    },
    { prefix: '/__sim' },
  );
}

function readingRoutes(door: FastifyInstance, world: World): void {
  door.get('/state', async () => {
    settle(world);
    return {
      clock: clockState(world),
      settings: world.settings,
      url: world.url,
      storageUrl: world.storageUrl,
      environments: world.environments,
    };
  });
  door.get<{ Params: { poNumber: string } }>('/orders/:poNumber', async (request) => {
    settle(world);
    const environment = environmentOf(request);
    const state = world.environments[environment];
    const { poNumber } = request.params;
    const order = state.orders[poNumber];
    if (order === undefined) throw new RangeError(`no order ${poNumber} in ${environment}`);
    return {
      order,
      labelEvents: state.labelEvents.filter((event) => event.poNumber === poNumber),
      notices: state.notices.filter((notice) => notice.poNumber === poNumber),
      cancellations: state.cancellations.filter((record) => record.poNumber === poNumber),
    };
  });
  door.get('/audit', async () => {
    settle(world);
    return audit(world);
  });
  door.get('/log', async () => ({ entries: world.log.entries() }));
  door.delete('/log', async () => {
    world.log.clear();
    return { ok: true };
  });
}

function clockRoutes(door: FastifyInstance, world: World): void {
  door.get('/clock', async () => clockState(world));
  door.post('/clock', async (request) => {
    const body = bodyOf(request);
    const mode = body['mode'];
    if (mode === 'real' || mode === 'manual') world.clock.setMode(mode satisfies ClockMode);
    else if (mode !== undefined) throw new RangeError('mode is real or manual');
    const advance = body['advanceMs'];
    if (typeof advance === 'number') world.clock.advance(advance);
    settle(world);
    await world.save();
    return clockState(world);
  });
}

function seedingRoutes(door: FastifyInstance, world: World): void {
  door.post('/seed', async (request) => {
    const body = bodyOf(request);
    if (!SCENARIOS.includes(body['scenario'] as Scenario)) {
      throw new RangeError(`scenario is one of ${SCENARIOS.join(', ')}`);
    }
    const facts = applyScenario(world, body as unknown as ScenarioOptions);
    await world.save();
    return facts;
  });
  door.post('/orders', async (request) => {
    const body = bodyOf(request);
    const environment = environmentOf(request);
    const inputs = (Array.isArray(body['orders']) ? body['orders'] : [body]) as OrderInput[];
    seedStock(world, environment);
    const seed = typeof body['seed'] === 'number' ? body['seed'] : hashOf(`order ${world.poSequence}`);
    const random = createRandom(seed);
    const orders = inputs.map((input) => createOrder(world, environment, random, input));
    await world.save();
    return { orders };
  });
  // Another system of the same seller, or a person at the marketplace, is quicker than this one.
  door.post('/elsewhere', async (request) => {
    const body = bodyOf(request);
    const what = body['what'] ?? 'accepted';
    if (what !== 'accepted' && what !== 'shipped') throw new RangeError('what is accepted or shipped');
    const order = world.environments[environmentOf(request)].orders[String(body['poNumber'])];
    if (order === undefined) throw new RangeError(`no order ${String(body['poNumber'])}`);
    const parts = Array.isArray(body['parts']) ? body['parts'].map(String) : undefined;
    actElsewhere(order, what, world.clock.now(), parts);
    await world.save();
    return { ok: true };
  });
  door.post<{ Params: { poNumber: string } }>('/orders/:poNumber', async (request) => {
    const { environment: _environment, ...input } = bodyOf(request);
    const order = changeOrder(world, environmentOf(request), request.params.poNumber, input as ChangeInput, productOf);
    await world.save();
    return order;
  });
  door.post('/cancellations', async (request) => {
    const body = bodyOf(request);
    const input = { ...body, poNumber: body['poNumber'] ?? body['po'] } as CancellationInput;
    const record = requestCancellation(world, environmentOf(request), input);
    await world.save();
    return record;
  });
  // What the seller really has, so that the audit can tell over-publishing.
  door.post('/available', async (request) => {
    const { available } = world.environments[environmentOf(request)];
    const items = bodyOf(request)['items'];
    if (!Array.isArray(items)) throw new RangeError('items: [{supplierId, partNumber, quantity}]');
    for (const item of items as { supplierId: string; partNumber: string; quantity: number }[]) {
      (available[item.supplierId] ??= {})[item.partNumber] = item.quantity;
    }
    return { ok: true, items: items.length };
  });
}

function faultRoutes(door: FastifyInstance, world: World): void {
  door.get('/faults', async () => ({ faults: world.faults.list() }));
  door.post('/faults', async (request) => {
    const body: unknown = request.body;
    const plan = Array.isArray(body) ? body : (bodyOf(request)['plan'] ?? [body]);
    if (!Array.isArray(plan)) throw new RangeError('plan is a list of faults');
    return { faults: (plan as FaultInput[]).map((input) => world.faults.add(input)) };
  });
  door.delete('/faults', async () => {
    world.faults.clear();
    return { ok: true };
  });
  door.delete<{ Params: { id: string } }>('/faults/:id', async (request) => ({
    ok: world.faults.remove(Number(request.params.id)),
  }));
}

function settingsRoutes(door: FastifyInstance, world: World, restart: () => void): void {
  door.get('/config', async () => world.settings);
  door.post('/config', async (request) => {
    const body = bodyOf(request);
    for (const name of Object.keys(body)) {
      if (!(name in DEFAULT_SETTINGS)) throw new RangeError(`unknown setting: ${name}`);
    }
    Object.assign(world.settings, body);
    return world.settings;
  });
  door.get('/clients', async () => ({
    clients: [...world.clients.values()].map(({ clientSecret: _secret, ...client }) => client),
  }));
  // Adds or changes an application; `disabled` refuses it, `revokeTokens` ends its tokens.
  door.post('/clients', async (request) => {
    const body = bodyOf(request);
    const clientId = String(body['clientId'] ?? '');
    const known = world.clients.get(clientId);
    const client = {
      environment: 'production',
      disabled: false,
      ...known,
      ...body,
    } as ClientInput & {
      disabled: boolean;
    };
    if (clientId === '' || typeof client.clientSecret !== 'string') {
      throw new RangeError('clientId and, for a new one, clientSecret are required');
    }
    world.clients.set(clientId, client);
    if (body['revokeTokens'] === true || client.disabled) {
      for (const [token, issued] of world.tokens) {
        if (issued.clientId === clientId) world.tokens.delete(token);
      }
    }
    return { ok: true };
  });
  door.post('/reset', async () => {
    restart();
    await world.save();
    return { ok: true };
  });
}

const clockState = (world: World) => ({
  mode: world.clock.mode(),
  now: new Date(world.clock.now()).toISOString(),
});

const bodyOf = (request: FastifyRequest): Body => (request.body ?? {}) as Body;

/** `environment` of the body or the query; production when absent. */
function environmentOf(request: FastifyRequest): EnvironmentName {
  const query = request.query as Body;
  const named = bodyOf(request)['environment'] ?? query['environment'] ?? 'production';
  if (named !== 'production' && named !== 'sandbox') {
    throw new RangeError('environment is production or sandbox');
  }
  return named;
}
