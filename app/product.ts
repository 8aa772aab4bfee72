import { join } from 'node:path';
import { lineWriter, logOptions } from '#kit/server/log.ts';
import type { Brand } from '#kit/model/brand.ts';
import { PASSWORD_ONLY } from '#kit/model/sign-in-ways.ts';
import { smtpCarrier } from '#platform/mail/smtp-mail.ts';
import type { Practices } from '#modules/channels/model/routes.ts';
import { startSimulator, type RunningSimulator } from '#simulator/index.ts';
import { simulatedCarrier } from '../db/seed/demo-carrier.ts';
import { homePractice } from '../db/seed/demo-home.ts';
import { simulatedSupplier } from '../db/seed/demo-supplier.ts';
import { shopPractice, simulatedPractice } from '../db/seed/simulated-shop.ts';
import type { Config } from './config.ts';
import type { Connections } from './database-server.ts';
import { isUninhabited, openDemoShop, seedDemo, seedHistory } from './demo.ts';
import { startApp, type App, type StartOptions } from './start.ts';

/** What the settings ask for, at work but not listening yet. */
export interface Product {
  app: App;
  simulator: RunningSimulator | undefined;
  /** The first administrator: their password is known at the first start only. */
  admin: App['admin'];
  stop(): Promise<void>;
}

/**
 * Starts the product as the settings say on a migrated database, with the marketplaces beside it
 * and the demo seller where they ask for them; a first start tells the seller's past too.
 * @param clock of product and marketplaces; by default that of the database, or of this machine
 * where the database is embedded
 */
export async function startProduct(
  config: Config,
  database: Pick<Connections, 'app'>,
  clock?: () => Date,
): Promise<Product> {
  const simulator = config.simulator ? await startDemoChannel(config, clock) : undefined;
  const stop = async (app?: App): Promise<void> => {
    await app?.stop();
    await simulator?.close();
  };
  let app: App | undefined;
  try {
    const options = startOptions(config, database, simulator, clock);
    const demo = config.isDemo ? simulator : undefined;
    const first = demo && (await isUninhabited(database.app)) && (await seedHistory(options, demo, config));
    const started = (app = await startApp(options));
    if (demo) await openDemoShop(started, await seedDemo(started, demo, config));
    return { app: started, simulator, admin: first || started.admin, stop: () => stop(started) };
  } catch (error) {
    await stop(app);
    throw error;
  }
}

const startDemoChannel = (config: Config, clock?: () => Date): Promise<RunningSimulator> =>
  startSimulator({
    port: config.simulatorPort,
    sideDoor: true,
    scenario: 'demo',
    stateFile: join(config.dataDir, 'simulator.json'),
    ...(clock ? { startAt: clock() } : {}),
  });

const startOptions = (
  config: Config,
  database: Pick<Connections, 'app'>,
  simulator: RunningSimulator | undefined,
  clock: (() => Date) | undefined,
): StartOptions => ({
  connection: database.app,
  dataDir: config.dataDir,
  secretKey: config.secretKey,
  ...(config.oldSecretKey ? { oldSecretKey: config.oldSecretKey } : {}),
  base: config.apiBase,
  brand: publicBrand(config),
  ...(config.brand.staticDomain ? { filesAt: config.brand.staticDomain } : {}),
  isDevelopment: !config.isProduction,
  signIn: { ...PASSWORD_ONLY, ssoDefault: config.ssoDefault, trial: config.isTrialOpen },
  messages: {
    ...(config.smtpUrl
      ? {
          mail: smtpCarrier({
            url: config.smtpUrl,
            from: config.mailFrom,
            requireTls: config.isProduction,
          }),
        }
      : {}),
    hasOutbox: !config.isProduction,
  },
  singleSignOn: {
    publicUrl: config.publicUrl,
    ...(config.oidc ? { oidc: config.oidc } : {}),
    ...(config.cas ? { cas: config.cas } : {}),
  },
  frameOrigins: config.frameOrigins,
  sessionDays: config.sessionDays,
  callWaitSeconds: config.callWaitSeconds,
  uploadQuotaBytes: config.uploadQuotaBytes,
  importBytes: config.importBytes,
  isTls: config.publicUrl.startsWith('https:'),
  ...(config.redisUrl ? { redis: { url: config.redisUrl } } : {}),
  // An embedded database has the clock of this machine: there is nothing to compare.
  ...(clock || !config.databaseUrl ? { clock: clock ?? (() => new Date()) } : {}),
  outboundAllow: config.outboundAllow,
  grantedOrigins: (tenant) => [
    ...(config.channelOrigins.get(tenant) ?? []),
    ...(simulator ? [simulator.url, simulator.storageUrl] : []),
  ],
  ...(simulator ? { practice: practiceAt(simulator) } : {}),
  sourceHosts: (tenant) => config.dataSourceHosts.get(tenant) ?? [],
  gatewayUpstreams: config.gatewayUpstreams,
  platformCarriers: new Map([...config.platformCarriers, ...(simulator ? simulatedCarrier(simulator) : [])]),
  ...(simulator
    ? { practiceCarriers: simulatedCarrier(simulator), practiceSuppliers: simulatedSupplier(simulator) }
    : {}),
  allowPrivate: !config.isProduction,
  ...(config.adminPassword ? { adminPassword: config.adminPassword } : {}),
  ...(config.metricsToken ? { metricsToken: config.metricsToken } : {}),
  logger: logOptions(config.logLevel),
  log: lineWriter(config.logLevel),
  trustedProxies: config.trustedProxies,
  shutdown: config.shutdown,
});

/** What a shop of each marketplace is given in order to be tried out. */
const practiceAt = (simulator: RunningSimulator): ReadonlyMap<string, Practices> =>
  new Map([
    ['wayfair', simulatedPractice(simulator)],
    ['mirakl', homePractice(simulator)],
    ['shopify', shopPractice(simulator)],
  ]);

/** What the console may know of the settings: no address that only the server needs. */
const publicBrand = ({ brand: { staticDomain: _files, previewUrl: _preview, ...brand } }: Config): Brand => brand;
