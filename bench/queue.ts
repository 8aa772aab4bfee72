import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startApp, type App } from '#app/start.ts';
import { migrate } from '#kit/server/migrate.ts';
import { startEmbeddedPostgres } from '#platform/postgres/index.ts';
import { createTenant } from '#modules/system/server/index.ts';
import { startSimulator, type RunningSimulator } from '#simulator/index.ts';
import { seedDemoSeller, type DemoSeller } from '../db/seed/demo-seller.ts';
import { serve } from './processes.ts';
import {
  addStock,
  BATCH,
  door,
  heardAt,
  labelState,
  log,
  openAcceptances,
  OTHER_CLIENT,
  packedShipment,
  PASSWORD,
  pendingIds,
  placeOrders,
  pull,
  requestPullOfOther,
  signIn,
  until,
  type Bench,
} from './queue-steps.ts';

const ROOT = dirname(import.meta.dirname);
const GOAL_MS = 5000;

export interface QueueFigure {
  code: string;
  what: string;
  value: number;
  unit: string;
  /** Upper bound, where there is a goal. */
  goal?: number;
}

/**
 * How long urgent work waits behind 300 acceptances of a shop that may make two calls a second, the
 * pace of the real connector: a label of the same shop, and a pull of another tenant. Both until the
 * marketplace hears of them; product and database are processes of their own. Figures are passed on as they
 * are known.
 */
export async function benchQueue(tell: (figure: QueueFigure) => void): Promise<void> {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.cache', 'bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  const simulator = await startSimulator({ port: 0, sideDoor: true, settings: { effectLagMs: 0 } });
  const settings = {
    connection: postgres.app,
    dataDir: folder,
    secretKey: 'a key that only the measurements know, long enough',
    adminPassword: PASSWORD,
    allowPrivate: true,
  };
  const marketplaces = [simulator.url, simulator.storageUrl];
  const ends: (() => Promise<unknown>)[] = [() => postgres.stop(), () => simulator.close()];
  try {
    await migrate({
      owner: postgres.owner,
      dir: join(ROOT, 'db/migrations'),
      log: () => undefined,
    });
    const inside = await startApp({
      ...settings,
      outboundAllow: [],
      grantedOrigins: () => marketplaces,
      base: '/api',
      sessionDays: 1,
      scheduleMs: 0,
      worker: { concurrency: 0 },
    });
    ends.push(() => inside.stop());
    const sellers = await seedTenants(inside, simulator, postgres.owner);
    const served = await serve('app-process.ts', { ...settings, marketplaces, concurrency: 6 });
    ends.push(() => served.stop());
    const api = await signIn(served.address);
    await measureQueue({ inside, simulator, sellers, api }, tell);
  } finally {
    for (const end of ends.reverse()) await end();
    rmSync(postgres.place, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

async function seedTenants(
  app: App,
  simulator: RunningSimulator,
  owner: pg.ClientConfig,
): Promise<[DemoSeller, DemoSeller]> {
  const { db, registry, assembled } = app;
  const services = { db, registry, serves: assembled.serves };
  await createTenant(db, { id: 2, code: 'bench-2', name: '另一租户' }, assembled.grants);
  await door(simulator, 'POST', '/clients', {
    clientId: OTHER_CLIENT,
    clientSecret: 'waybill-demo-secret',
  });
  const sellers: [DemoSeller, DemoSeller] = [
    await seedDemoSeller(services, 1, simulator),
    await seedDemoSeller(services, 2, simulator),
  ];
  const client = new pg.Client(owner);
  await client.connect();
  await client.query(
    `update channel_account set status = 'active', push_stock = false,
      settings = case when tenant_id = 2 then settings || jsonb_build_object('clientId', $1::text)
        else settings end`,
    [OTHER_CLIENT],
  );
  await client.end();
  return sellers;
}

async function measureQueue(bench: Bench, tell: (figure: QueueFigure) => void): Promise<void> {
  const { simulator, api } = bench;
  await addStock(bench);
  const shipment = await packedShipment(bench);
  await placeOrders(simulator, BATCH);
  await pull(bench);
  await door(simulator, 'DELETE', '/log');
  const ids = await pendingIds(api);
  const started = Date.now();
  const batch = await api<{ ok: number }>('POST', '/orders/salesOrder/batch/accept', { ids });
  if (batch.ok !== BATCH) throw new Error(`${batch.ok} of ${BATCH} orders were accepted`);
  // In the midst of it, with all places taken and the rate used up.
  await sleep(10_000);
  const requested = Date.now();
  await api('POST', `/fulfilment/shipment/${shipment}/register`, {});
  const heard = await heardAt(simulator, (entry) => entry.operations.includes('purchaseOrders.register'));
  const askedPull = Date.now();
  await requestPullOfOther(bench);
  const pulled = await heardAt(simulator, (entry) => entry.clientId === OTHER_CLIENT);
  tell(figure('Q1', 'label behind 300 acceptances, to its call', heard - requested, 'ms', GOAL_MS));
  tell(figure('Q2', 'pull of another tenant behind them, to its call', pulled - askedPull, 'ms', GOAL_MS));
  await until(async () => (await labelState(bench, shipment)) === 'labelled');
  tell(figure('Q3', 'the same label, until it is here', Date.now() - requested, 'ms'));
  await until(async () => (await openAcceptances(bench)) === 0);
  const seconds = (Date.now() - started) / 1000;
  tell(figure('Q4', '300 acceptances, until the channel has confirmed the last', seconds, 's'));
  const calls = (await log(simulator)).filter(({ clientId }) => clientId !== OTHER_CLIENT).length;
  const pace = 'calls a second of that shop (its ceiling is 2, after a burst)';
  tell(figure('Q5', pace, calls / seconds, '/s', 2.2));
}

const figure = (code: string, what: string, value: number, unit: string, goal?: number): QueueFigure => ({
  code,
  what,
  value,
  unit,
  ...(goal === undefined ? {} : { goal }),
});
