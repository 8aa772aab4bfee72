import { systemActor } from '#kit/server/actor.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import { openBareDatabase } from '#kit/server/database.ts';
import { activateAccount } from '#modules/base/server/index.ts';
import { createUser } from '#modules/system/server/index.ts';
import { createRenditions } from '#platform/pictures/renditions/renditions.ts';
import type { RunningSimulator } from '#simulator/index.ts';
import { seedDemoCarrier } from '../db/seed/demo-carrier.ts';
import { seedDemoHome } from '../db/seed/demo-home.ts';
import { DEMO_STAFF, seedDemoSeller, type DemoSeller } from '../db/seed/demo-seller.ts';
import { DAYS_OF_HISTORY, pastClock, seedOrderHistory } from '../db/seed/history/index.ts';
import type { Config } from './config.ts';
import { startApp, type App, type StartOptions } from './start.ts';

const TENANT = 1;

/** Whether nobody has an account here yet. */
export async function isUninhabited(connection: StartOptions['connection']): Promise<boolean> {
  const db = openBareDatabase({ connection: { ...connection, max: 1 }, clock: () => new Date() });
  try {
    return !(await db.platform((tx) => tx.maybe`select 1 as one from app_user limit 1`));
  } finally {
    await db.close();
  }
}

/**
 * The past of the demo seller, on an installation where nobody has been yet: the product runs by a clock
 * that stands some days ago, and carries out nothing by itself.
 * @returns the first administrator, whose password is shown once
 */
export async function seedHistory(
  options: StartOptions,
  simulator: RunningSimulator,
  config: Config,
): Promise<App['admin']> {
  const clock = pastClock(DAYS_OF_HISTORY, options.clock);
  const app = await startApp({
    ...options,
    clock: clock.now,
    scheduleMs: 0,
    worker: { concurrency: 0 },
  });
  // Whoever starts it first looks for where to sign in, not for what the demo's people once asked.
  app.http.log.level = 'warn';
  try {
    if (!app.admin.created) return app.admin;
    const seller = await seedDemo(app, simulator, config);
    const { db, registry, http: door } = app;
    const scene = { db, registry, door, base: config.apiBase, tenant: TENANT, clock };
    await seedOrderHistory({ ...scene, password: config.demoPassword }, seller);
    return app.admin;
  } finally {
    await app.stop();
  }
}

/** The demo seller with its staff; where it exists already nothing changes. */
export async function seedDemo(app: App, simulator: RunningSimulator, config: Config): Promise<DemoSeller> {
  const { db, registry, assembled } = app;
  const services = { db, registry, serves: assembled.serves };
  const seller = await seedDemoSeller(
    { ...services, renditions: createRenditions(), hasLargePictures: true },
    TENANT,
    simulator,
  );
  await seedDemoCarrier(services, TENANT);
  for (const person of DEMO_STAFF) {
    const known = await db.platform((tx) => tx.maybe`select 1 from app_user where username_key = ${person.username}`);
    if (!known)
      await createUser(db, systemActor(TENANT, '演示数据'), {
        ...person,
        password: config.demoPassword,
        departs: ['A01'],
      });
  }
  return seller;
}

/** The demo shop is known to answer, so its orders come without a click. */
export const openDemoShop = (app: App, { accountId }: DemoSeller): Promise<void> => openShop(app, accountId);

/** The demo seller's second shop, at the home-improvement marketplace, open like the first. */
export async function openHomeShop(app: App, simulator: RunningSimulator): Promise<void> {
  const { db, registry, assembled } = app;
  const services = { db, registry, serves: assembled.serves };
  const seller = await seedDemoSeller(services, TENANT, simulator);
  await openShop(app, await seedDemoHome(services, TENANT, simulator, seller));
}

async function openShop({ db, worker }: App, accountId: string): Promise<void> {
  await db.tx(systemActor(TENANT, '演示数据'), async (tx) => {
    const fresh = await tx.maybe`
      select 1 from channel_account where tenant_id = ${tx.tenant} and id = ${accountId}::uuid and status = 'created'`;
    if (fresh) await moveInTransaction(tx, activateAccount, [accountId]);
  });
  worker.wake();
}
