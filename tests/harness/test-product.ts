import { hash } from '@node-rs/argon2';
import { startApp, type App, type StartOptions } from '#app/start.ts';
import { connectors } from '#app/connectors.ts';
import { giga } from '#connectors/giga/index.ts';
import { systemActor } from '#kit/server/actor.ts';
import { CARRIER_ACCOUNT, CARRIER_PREFIX } from '#simulator/carrier/routes.ts';
import { createUser } from '#modules/system/server/index.ts';
import { DEMO_STAFF, seedDemoSeller, type DemoSeller } from '../../db/seed/demo-seller.ts';
import type { SimulatedChannel } from '../../db/seed/simulated-shop.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { judgeAnswer } from './judge-answers.ts';
import { startTestClock, testStart, type TestClock } from './test-clock.ts';

export const SECRET_KEY = 'a key that only the tests know, long enough';
export const PASSWORD = 'Yundan-2026-Test';

/** Where the shop of the template is led to until a copy has a simulator. */
const NOWHERE = { url: 'http://127.0.0.1:1', storageUrl: 'http://127.0.0.1:2' };

/**
 * The first start, the seller and their people. A minute before the tests, so that nothing lies in
 * their future; what it set going is carried out by the product of each copy.
 */
export async function growSeller(dir: string): Promise<TestDatabase> {
  const clock = startTestClock(new Date(testStart().getTime() - 60_000));
  const database = await createTestDatabase();
  const app = await startProduct(database, dir, clock, NOWHERE, {
    scheduleMs: 0,
    worker: { concurrency: 0 },
  });
  try {
    await seedSeller(app, NOWHERE);
    await hireStaff(app);
    await hashCheaply(app);
  } finally {
    await app.stop();
  }
  return database;
}

/** A hash says itself what it costs to be checked: thousands of sign-ins wait for the least there is. */
async function hashCheaply({ db }: App): Promise<void> {
  const cheap = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  await db.platform((tx) => tx.run`update app_user set password_hash = ${cheap}`);
}

/** The product as tests start it, with whatever a test wants otherwise. */
export const startProduct = (
  database: TestDatabase,
  dataDir: string,
  clock: TestClock,
  { url, storageUrl }: SimulatedChannel,
  more: Partial<StartOptions>,
): Promise<App> =>
  startApp({
    clock: clock.now,
    connection: database.app,
    dataDir,
    secretKey: SECRET_KEY,
    base: '/api',
    sessionDays: 7,
    // What a move tells goes out at once: calling it back has tests of its own.
    callWaitSeconds: 0,
    judgeAnswer,
    outboundAllow: [],
    gatewayUpstreams: ['https://erp.example.com'],
    grantedOrigins: (tenant) => (tenant === 1 ? [url, storageUrl] : []),
    allowPrivate: true,
    adminPassword: PASSWORD,
    platformCarriers: new Map([['swift', { ...CARRIER_ACCOUNT, apiUrl: `${url}${CARRIER_PREFIX}` }]]),
    practiceCarriers: new Map([['swift', { ...CARRIER_ACCOUNT, apiUrl: `${url}${CARRIER_PREFIX}` }]]),
    // The simulator sets the pace here: the ceiling for the real channel would only cost minutes.
    supplierConnectors: [{ ...giga, limits: { ...giga.limits, burst: 1000, perSecond: 1000 } }],
    connectors: connectors.map((one) => ({ ...one, limits: { ...one.limits, requestsPerSecond: 1000 } })),
    // Work wakes it; looks at an empty queue, two transactions each, are rare.
    worker: { backoffMs: () => 20, idleMs: 250 },
    ...more,
  });

/** The demo seller; one that is there already is only led to this marketplace. */
export const seedSeller = (app: App, channel: SimulatedChannel): Promise<DemoSeller> =>
  seedDemoSeller({ db: app.db, registry: app.registry, serves: app.assembled.serves }, 1, channel);

/** One account per preset role that a day needs. */
export async function hireStaff(app: App): Promise<void> {
  for (const user of DEMO_STAFF)
    await createUser(app.db, systemActor(1, 'test'), {
      ...user,
      password: PASSWORD,
      departs: ['A01'],
    });
}
