/**
 * The marketplaces in a box: the same protocols over HTTP, with seeded data, a clock and a fault
 * plan. Imports nothing of the house, so that nothing of the house can leak into its truth.
 */
import Fastify from 'fastify';
import { carrierRoutes } from './carrier/routes.ts';
import { miraklRoutes } from './mirakl/routes.ts';
import { seedDemoOrders } from './mirakl/seed.ts';
import { seedGiga } from './giga/catalogue.ts';
import { gigaRoutes } from './giga/routes.ts';
import { applyScenario } from './scenarios.ts';
import { seedStock } from './seed.ts';
import { shopifyRoutes } from './shopify/routes.ts';
import { seedShop } from './shopify/seed.ts';
import { sideDoorRoutes } from './side-door.ts';
import { storageRoutes } from './wayfair/document-routes.ts';
import { wayfairRoutes } from './wayfair/routes.ts';
import { createWorld, DEFAULT_CLIENTS } from './world.ts';
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { ClockMode } from './clock.ts';
import type { Scenario } from './scenarios.ts';
import type { ClientInput, SimulatorSettings, World } from './world.ts';

export type { ClientInput, SimulatorSettings } from './world.ts';
export type { Scenario, ScenarioFacts } from './scenarios.ts';
export type { FaultInput, FaultName } from './faults.ts';
export type { Audit } from './audit.ts';
export type { LogEntry } from './request-log.ts';

export interface SimulatorOptions {
  /** 0 = any free port. */
  port: number;
  host?: string;
  /** Port of the storage host, another origin (default any free port). */
  storagePort?: number;
  /** Same seed, same orders (default 1). */
  seed?: number;
  /** JSON file that keeps the truth over restarts; absent = memory only. */
  stateFile?: string;
  /** Opens `/__sim/` (default false). */
  sideDoor?: boolean;
  /** `real` follows the machine's clock; `manual` moves only by `/__sim/clock` (default real). */
  clock?: ClockMode;
  /** First instant of the clock (default the present). */
  startAt?: Date;
  /** Orders to begin with when there is no saved truth (default empty). */
  scenario?: Scenario;
  settings?: Partial<SimulatorSettings>;
  clients?: readonly ClientInput[];
  /** Called once with where both hosts listen; silent when absent. */
  log?: (message: string) => void;
}

export interface RunningSimulator {
  /** Origin of the API hosts, e.g. `http://127.0.0.1:4010`. */
  url: string;
  port: number;
  /** Origin of the storage host: documents there must be fetched without a token. */
  storageUrl: string;
  storagePort: number;
  /** Saves, drops open connections, frees both ports. Calling it twice does no harm. */
  close(): Promise<void>;
}

/** Starts both listeners. @throws when a port is taken */
export async function startSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const host = options.host ?? '127.0.0.1';
  const { world, restored } = await createWorld({
    seed: options.seed ?? 1,
    settings: options.settings ?? {},
    clockMode: options.clock ?? 'real',
    clockStart: options.startAt?.getTime(),
    clients: options.clients ?? DEFAULT_CLIENTS,
    stateFile: options.stateFile,
  });
  if (!restored) seedSimulator(world, options.scenario ?? 'empty');
  seedShop(world); // A truth that was saved before there was a shop.
  // A truth that was saved before this marketplace was there has nothing of it.
  const isNew = Object.keys(world.mirakl.orders).length === 0;
  if (isNew && (options.scenario ?? 'empty') !== 'empty') seedDemoOrders(world);
  // A truth of before it was there gets it too.
  seedGiga(world);
  const api = newServer();
  const storage = newServer();
  wayfairRoutes(api, world);
  carrierRoutes(api, world);
  shopifyRoutes(api, world);
  miraklRoutes(api, world);
  gigaRoutes(api, world);
  storageRoutes(storage, world);
  if (options.sideDoor === true) {
    sideDoorRoutes(api, world, () => {
      world.reset();
      seedSimulator(world, 'empty');
      seedGiga(world);
    });
  }
  await storage.listen({ port: options.storagePort ?? 0, host });
  try {
    await api.listen({ port: options.port, host });
  } catch (error) {
    await storage.close();
    throw error;
  }
  const port = portOf(api);
  const storagePort = portOf(storage);
  world.url = `http://${host}:${port}`;
  world.storageUrl = `http://${host}:${storagePort}`;
  options.log?.(`marketplace simulator at ${world.url}, storage at ${world.storageUrl}`);
  let closing: Promise<void> | null = null;
  const close = async () => {
    await Promise.all([api.close(), storage.close()]);
    await world.save();
  };
  return {
    url: world.url,
    port,
    storageUrl: world.storageUrl,
    storagePort,
    close: () => (closing ??= close()),
  };
}

/** Published stock everywhere, the sandbox's own orders, and the scenario for the live side. */
function seedSimulator(world: World, scenario: Scenario): void {
  applyScenario(world, { scenario: 'sandbox' });
  seedStock(world, 'production');
  seedShop(world);
  if (scenario !== 'empty') applyScenario(world, { scenario });
}

function newServer(): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 8 * 1024 * 1024 });
  // Plain text must not pass for a JSON call.
  app.removeContentTypeParser('text/plain');
  return app;
}

const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port;
