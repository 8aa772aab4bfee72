import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startApp, type App } from '#app/start.ts';
import { systemActor } from '#kit/server/actor.ts';
import { migrate } from '#kit/server/migrate.ts';
import { startEmbeddedPostgres } from '#platform/postgres/index.ts';
import { requestPull } from '#modules/channels/server/pull-run.ts';
import { postMovements } from '#modules/inventory/server/index.ts';
import { createTenant } from '#modules/system/server/index.ts';
import { startSimulator, type RunningSimulator } from '#simulator/index.ts';
import { seedDemoSeller, type DemoSeller } from '../db/seed/demo-seller.ts';
import { send } from './load.ts';
import { serve } from './processes.ts';

const ROOT = dirname(import.meta.dirname);
const PASSWORD = 'Yundan-2026-Bench';
const PART = 'WB-DCH-HOLM-S2';
const WAREHOUSE = '31842';
const BATCH = 300;
/** Of the second tenant at the marketplace: its calls are distinguished by it. */
const OTHER_CLIENT = 'waybill-bench';
const GOAL_MS = 5000;

export interface QueueFigure {
  code: string;
  what: string;
  value: number;
  unit: string;
  /** Upper bound, where there is a goal. */
  goal?: number;
}

interface LogEntry {
  at: string;
  operations: string[];
  clientId: string | null;
}

/** What the steps below share. */
interface Bench {
  inside: App;
  simulator: RunningSimulator;
  sellers: [DemoSeller, DemoSeller];
  api: <T = unknown>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>;
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
  const asked = Date.now();
  await api('POST', `/fulfilment/shipment/${shipment}/register`, {});
  const heard = await heardAt(simulator, (entry) =>
    entry.operations.includes('purchaseOrders.register'),
  );
  const askedPull = Date.now();
  await requestPullOfOther(bench);
  const pulled = await heardAt(simulator, (entry) => entry.clientId === OTHER_CLIENT);
  tell(figure('Q1', 'label behind 300 acceptances, to its call', heard - asked, 'ms', GOAL_MS));
  tell(
    figure(
      'Q2',
      'pull of another tenant behind them, to its call',
      pulled - askedPull,
      'ms',
      GOAL_MS,
    ),
  );
  await until(async () => (await labelState(bench, shipment)) === 'labelled');
  tell(figure('Q3', 'the same label, until it is here', Date.now() - asked, 'ms'));
  await until(async () => (await openAcceptances(bench)) === 0);
  const seconds = (Date.now() - started) / 1000;
  tell(figure('Q4', '300 acceptances, until the channel has confirmed the last', seconds, 's'));
  const calls = (await log(simulator)).filter(({ clientId }) => clientId !== OTHER_CLIENT).length;
  const pace = 'calls a second of that shop (its ceiling is 2, after a burst)';
  tell(figure('Q5', pace, calls / seconds, '/s', 2.2));
}

const figure = (
  code: string,
  what: string,
  value: number,
  unit: string,
  goal?: number,
): QueueFigure => ({ code, what, value, unit, ...(goal === undefined ? {} : { goal }) });

async function addStock({ inside, sellers: [seller] }: Bench): Promise<void> {
  await inside.db.tx(systemActor(1, '测速'), (tx) =>
    postMovements(tx, {
      movements: [
        {
          key: 'bench:stock',
          type: 'opening',
          warehouseId: seller.warehouses[WAREHOUSE] as string,
          skuId: seller.skus[PART] as string,
          condition: 'good',
          qty: BATCH + 1,
          unitCost: '27.00',
          refType: 'bench',
          refId: seller.accountId,
          refNo: 'BENCH',
        },
      ],
    }),
  );
}

const placeOrders = (simulator: RunningSimulator, count: number): Promise<unknown> =>
  door(simulator, 'POST', '/orders', {
    orders: Array.from({ length: count }, (_, index) => ({
      poDate: Date.now() - 60_000 + index * 20,
      warehouseId: WAREHOUSE,
      lines: [{ partNumber: PART, quantity: 1 }],
      shipTo: { address1: `${index + 1} Batch St` },
    })),
  });

/** A shipment that only lacks its label. */
async function packedShipment(bench: Bench): Promise<string> {
  const { api } = bench;
  await placeOrders(bench.simulator, 1);
  await pull(bench);
  const [id = ''] = await pendingIds(api);
  await api('POST', `/orders/salesOrder/${id}/accept`);
  const stateOf = async (): Promise<string> =>
    (await api<{ status: string }>('GET', `/orders/salesOrder/queryById?id=${id}`)).status;
  await until(async () => (await stateOf()) === 'ready');
  await api('POST', `/orders/salesOrder/${id}/start`);
  const page = await api<Page>('GET', `/fulfilment/shipment/list?orderId=${id}`);
  const shipment = page.records[0]?.id ?? '';
  await api('POST', `/fulfilment/shipment/${shipment}/pack`);
  await api('POST', `/fulfilment/shipment/${shipment}/sealAll`);
  return shipment;
}

interface Page {
  records: { id: string }[];
  pages: number;
}

async function pendingIds(api: Bench['api']): Promise<string[]> {
  const ids: string[] = [];
  for (let pageNo = 1; ; pageNo++) {
    const query = `tab=pending&pageSize=100&pageNo=${pageNo}`;
    const { records, pages } = await api<Page>('GET', `/orders/salesOrder/list?${query}`);
    ids.push(...records.map(({ id }) => id));
    if (pageNo >= pages) return ids;
  }
}

async function pull({ api, sellers: [seller] }: Bench): Promise<void> {
  const path = `/channels/account/${seller.accountId}/pull`;
  const { runId } = await api<{ runId: string }>('POST', path);
  await until(
    async () =>
      (await api<{ status: string }>('GET', `/channels/pullRun/queryById?id=${runId}`)).status !==
      'running',
  );
}

/** As another node asks for it: this one finds it in the database. */
const requestPullOfOther = ({ inside, sellers: [, other] }: Bench): Promise<unknown> =>
  inside.db.tx(systemActor(2, 'bench'), (tx) => requestPull(tx, other.accountId, 'manual'));

const labelState = async ({ api }: Bench, shipment: string): Promise<string> =>
  (await api<{ status: string }>('GET', `/fulfilment/shipment/queryById?id=${shipment}`)).status;

const openAcceptances = async ({ inside }: Bench): Promise<number> =>
  (
    await inside.db.tx(
      systemActor(1, 'bench'),
      (tx) => tx.one<{ n: number }>`
        select count(*)::integer as n from delivery
        where tenant_id = ${tx.tenant} and handler = 'channels.accept' and status <> 'ok'`,
    )
  ).n;

async function heardAt(
  simulator: RunningSimulator,
  isMeant: (entry: LogEntry) => boolean,
): Promise<number> {
  let found: LogEntry | undefined;
  await until(async () => {
    found = (await log(simulator)).find(isMeant);
    return found !== undefined;
  });
  return Date.parse(found?.at ?? '');
}

const log = async (simulator: RunningSimulator): Promise<LogEntry[]> =>
  (await door<{ entries: LogEntry[] }>(simulator, 'GET', '/log')).entries;

/** Asks again and again until it holds. @throws after ten minutes */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 600_000;
  while (!(await holds())) {
    if (Date.now() > giveUpAt) throw new Error('this never came to an end');
    await sleep(100);
  }
}

async function door<T>(
  simulator: RunningSimulator,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${simulator.url}/__sim${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function signIn(address: string): Promise<Bench['api']> {
  const agent = new Agent({ keepAlive: true });
  let token = '';
  let calls = 0;
  const api = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> => {
    const { text } = await send(agent, {
      method,
      url: `${address}/api${path}`,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `bench-${++calls}`,
        ...(token ? { 'x-access-token': token } : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const answer = JSON.parse(text) as { success: boolean; message: string; result: unknown };
    if (!answer.success) throw new Error(`${path}: ${answer.message}`);
    return answer.result;
  };
  const login = await api('POST', '/sys/login', { username: 'admin', password: PASSWORD });
  ({ token } = login as { token: string });
  return api as Bench['api'];
}
