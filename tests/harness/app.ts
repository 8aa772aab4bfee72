import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { App, StartOptions } from '#app/start.ts';
import { systemActor } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import { openTestDatabase } from '#tests/harness/open-database.ts';
import { startSimulator, type RunningSimulator } from '#simulator/index.ts';
import type { DemoSeller } from '../../db/seed/demo-seller.ts';
import { createTestDatabase, seededTemplate, type Seeded, type TestDatabase } from './database.ts';
import { startTestClock, testStart } from './test-clock.ts';
import { growSeller, hireStaff, PASSWORD, seedSeller, startProduct } from './test-product.ts';

export { PASSWORD, SECRET_KEY } from './test-product.ts';

export interface Answer<T = unknown> {
  status: number;
  success: boolean;
  code: number;
  message: string;
  result: T;
}

/** A truth that does not hold, and the rows that break it. */
export interface Violation {
  id: string;
  title: string;
  rows: Record<string, unknown>[];
}

interface Checker {
  violations(): Promise<Violation[]>;
  close(): Promise<void>;
}

/** A person at the console, speaking HTTP. */
export interface Client {
  get<T>(path: string, query?: Record<string, string>): Promise<Answer<T>>;
  post<T>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  put<T>(path: string, body?: unknown): Promise<Answer<T>>;
  delete<T>(path: string, query?: Record<string, string>): Promise<Answer<T>>;
  /** The raw response, for files. */
  raw(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ): Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>;
  token: string;
}

export interface TestApp {
  app: App;
  simulator: RunningSimulator;
  seller: DemoSeller;
  /** Signs in; accounts: admin, yunying (OPS), cangku (WH), caiwu (FIN), fuhe (FINR), kefu (CS). */
  as(username: string): Promise<Client>;
  sim<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>;
  /** This moment by the clock of product and marketplace: never the machine's. It stands until `pass`. */
  now(): Date;
  /** Lets time pass, for the product and for the marketplace; nothing else does, but `settled`. */
  pass(ms: number): Promise<void>;
  /** Waits until every delivery that is due has been carried out. */
  settled(): Promise<void>;
  /** Violations of every invariant; empty when all truths hold. */
  violations(): Promise<Violation[]>;
  /** Ends the product but not its database and marketplace: another process takes over. */
  stopApp(): Promise<void>;
  connection: pg.PoolConfig;
  dataDir: string;
  /** Ends all of it and leaves its database, for {@link seededWorld}; its files go to a folder. */
  putAway(dir: string): Promise<TestDatabase>;
  stop(): Promise<void>;
}

/** A scene that was put away, and the instant at which its copies go on. */
export interface SeededWorld extends Seeded {
  startsAt: Date;
}

interface TestStart {
  isEmpty?: boolean;
  /** A copy of this one instead of the usual seller. */
  world?: SeededWorld;
  /** When its day starts; that of the run (test-clock.ts) by default. */
  startsAt?: Date;
  /** For a product that a browser looks at: its clock goes on at the machine's pace. */
  clockRuns?: boolean;
  scheduleMs?: number;
  uploadQuotaBytes?: number;
  importBytes?: number;
  singleSignOn?: StartOptions['singleSignOn'];
  /** Whatever else of the start a test is about. */
  start?: Partial<StartOptions>;
}

/**
 * The whole product in this process on a database of its own, against a simulator of its own.
 * `isEmpty` leaves the tenant as a new customer finds it.
 */
export async function startTestApp(options: TestStart = {}): Promise<TestApp> {
  const { world } = options;
  const seeded = world ?? (isUsual(options) ? await seededTemplate('seller', growSeller) : null);
  const database = await createTestDatabase(seeded?.database);
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  if (seeded) cpSync(seeded.dir, dataDir, { recursive: true });
  const clock = startTestClock(world?.startsAt ?? options.startsAt, options.clockRuns);
  const simulator = await startSimulator({
    port: 0,
    stateFile: join(dataDir, MARKETPLACE),
    sideDoor: true,
    clock: options.clockRuns ? 'real' : 'manual',
    startAt: clock.now(),
    settings: { effectLagMs: 0 },
  });
  const app = await startProduct(database, dataDir, clock, simulator, {
    scheduleMs: options.scheduleMs ?? 0,
    ...(options.uploadQuotaBytes ? { uploadQuotaBytes: options.uploadQuotaBytes } : {}),
    ...(options.importBytes ? { importBytes: options.importBytes } : {}),
    ...(options.singleSignOn ? { singleSignOn: options.singleSignOn } : {}),
    ...options.start,
  });
  // In a copy the shop is there already and is led to this simulator.
  const seller: DemoSeller = options.isEmpty
    ? { accountId: '', warehouses: {}, skus: {} }
    : await seedSeller(app, simulator);
  const checker = openChecker(app, database.app);
  let isStopped = false;
  const stopApp = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    await app.stop();
  };
  const pass = async (ms: number): Promise<void> => {
    clock.pass(ms);
    await callSimulator(simulator.url, 'POST', '/clock', { advanceMs: ms });
  };
  if (!seeded) await hireStaff(app);
  return {
    app,
    simulator,
    seller,
    as: (username) => signIn(app, username),
    sim: (method, path, body) => callSimulator(simulator.url, method, path, body),
    now: clock.now,
    pass,
    settled: () => settleAll(app, pass),
    violations: checker.violations,
    stopApp,
    connection: database.app,
    dataDir,
    async putAway(dir) {
      await stopApp();
      await checker.close();
      await simulator.close();
      cpSync(dataDir, dir, { recursive: true });
      writeFileSync(join(dir, INSTANT), clock.now().toISOString());
      rmSync(dataDir, { recursive: true, force: true });
      return database;
    },
    async stop() {
      await stopApp();
      await checker.close();
      await simulator.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** In the data folder of a scene: what its marketplace knows, and when it was put away. */
const MARKETPLACE = 'marketplace.json';
const INSTANT = 'put-away-at.txt';

/**
 * A scene that is made once in a run, for `world` of {@link startTestApp}: those who ask for it later, in
 * whichever process, get copies of what the first one made.
 */
export async function seededWorld(key: string, make: () => Promise<TestApp>): Promise<SeededWorld> {
  const seeded = await seededTemplate(key, async (dir) => (await make()).putAway(dir));
  return { ...seeded, startsAt: new Date(readFileSync(join(seeded.dir, INSTANT), 'utf8')) };
}

/**
 * The seller that nearly every test starts with may be a copy. Nodes on one Redis would be taken for
 * one installation, and another marketplace or an earlier day makes another seller.
 */
const isUsual = ({ isEmpty, startsAt, start = {} }: TestStart): boolean =>
  !isEmpty && !isEarlier(startsAt) && !start.connectors && !start.redis && !start.secretKey;

/** A seller is there on every later day too, but not before it came. */
const isEarlier = (startsAt?: Date): boolean => startsAt !== undefined && startsAt < testStart();

/**
 * Carries out what is due, and lets time pass in steps for what waits for a later try, until
 * nothing is left or what is left does not get done in half an hour.
 */
async function settleAll(app: App, pass: (ms: number) => Promise<void>): Promise<void> {
  const actor = systemActor(1, 'clock');
  for (let round = 0; round < 60; round++) {
    await app.worker.settled();
    const left = await app.db.tx(
      actor,
      (tx) => tx.maybe`
        select 1 from delivery where tenant_id = ${tx.tenant} and status in ('pending', 'running') limit 1`,
    );
    if (!left) return;
    await pass(30_000);
    app.worker.wake();
  }
}

async function signIn(app: App, username: string): Promise<Client> {
  const login = await inject<{ token: string }>(app, 'POST', '/sys/login', {}, { username, password: PASSWORD });
  if (!login.success) throw new Error(`${username} cannot sign in: ${login.message}`);
  const token = login.result.token;
  const headers = { 'x-access-token': token };
  const withQuery = (path: string, query?: Record<string, string>): string =>
    query ? `${path}?${new URLSearchParams(query).toString()}` : path;
  return {
    token,
    get: (path, query) => inject(app, 'GET', withQuery(path, query), headers),
    post: (path, body, more) => inject(app, 'POST', path, { ...headers, ...more }, body ?? {}),
    put: (path, body) => inject(app, 'PUT', path, headers, body ?? {}),
    delete: (path, query) => inject(app, 'DELETE', withQuery(path, query), headers),
    raw: async (method, path, body) => {
      const response = await app.http.inject({
        method,
        url: `/api${path}`,
        headers,
        ...(body === undefined ? {} : { payload: body as object }),
      });
      return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
    },
  };
}

async function inject<T>(
  app: App,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Answer<T>> {
  const response = await app.http.inject({
    method,
    url: `/api${path}`,
    headers,
    ...(body === undefined ? {} : { payload: body as object }),
  });
  return { status: response.statusCode, ...response.json<Omit<Answer<T>, 'status'>>() };
}

async function callSimulator<T>(url: string, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${url}/__sim${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`simulator ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/**
 * Asks every invariant on a session of its own, since the product may have been ended by the test: the same one
 * each time, as its first question costs a new session several times what the next ones do.
 */
function openChecker(app: App, connection: pg.PoolConfig): Checker {
  let db: Database | undefined;
  return {
    async violations() {
      db ??= openTestDatabase({ connection: { ...connection, max: 1 } });
      return db.tx(
        systemActor(1, 'checker'),
        async (tx) => {
          const found: Violation[] = [];
          for (const { id, title, find } of app.assembled.invariants) {
            const rows = await find(tx);
            if (rows.length > 0) found.push({ id, title, rows });
          }
          return found;
        },
        { isSnapshot: true },
      );
    },
    close: async () => db?.close(),
  };
}
