import { join } from 'node:path';
import { lineWriter, logOptions } from '#kit/server/log.ts';
import { migrate } from '#kit/server/migrate.ts';
import { refuseUnsafeApp } from '#platform/postgres/prepare-server.ts';
import type { Brand } from '#kit/model/brand.ts';
import { PASSWORD_ONLY } from '#kit/model/sign-in-ways.ts';
import { smtpCarrier } from '#platform/mail/smtp-mail.ts';
import { startSimulator, type RunningSimulator } from '#simulator/index.ts';
import { buildWeb } from './build-web.ts';
import pg from 'pg';
import { DEMO_STAFF } from '../db/seed/demo-seller.ts';
import { simulatedCarrier } from '../db/seed/demo-carrier.ts';
import { simulatedPractice } from '../db/seed/simulated-shop.ts';
import { loadConfig, type Config } from './config.ts';
import { openDatabaseServer, type Connections } from './database-server.ts';
import { isUninhabited, openDemoShop, seedDemo, seedHistory } from './demo.ts';
import { startApp, type App, type StartOptions } from './start.ts';

const MIGRATIONS = join(import.meta.dirname, '../db/migrations');

/** Starts the product as the settings say and prints where to look and how to sign in. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const say = (line: string): void => console.log(line);
  const database = await openDatabaseServer(config, say);
  const closers: (() => Promise<void>)[] = [database.stop];
  const stop = async (): Promise<void> => {
    for (const close of closers.reverse())
      await close().catch((error: unknown) => console.error(error));
  };
  stopOnSignal(stop);
  try {
    await migrate({ owner: database.owner, dir: MIGRATIONS, log: say });
    if (config.isProduction) await checkAppLogin(database.app);
    await buildWeb();
    const simulator = config.simulator ? await startDemoChannel(config) : undefined;
    if (simulator) closers.push(() => simulator.close());
    const options = startOptions(config, database, simulator);
    const demo = config.isDemo ? simulator : undefined;
    const first =
      demo && (await isUninhabited(database.app)) && (await seedHistory(options, demo, config));
    const app = await startApp(options);
    closers.push(() => app.stop());
    if (demo) await openDemoShop(app, await seedDemo(app, demo, config));
    const address = await listen(app, config);
    greet(config, first || app.admin, address, database.place, simulator, say);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The greeting says where to look; the server's own line would stand in the middle of it. */
async function listen({ http }: App, { port, host }: Config): Promise<string> {
  const { level } = http.log;
  http.log.level = 'warn';
  const address = await http.listen({ port, host });
  http.log.level = level;
  return address;
}

/** Ownership of tables shows only once they are there. */
async function checkAppLogin(app: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(app);
  client.on('error', () => undefined); // the next statement reports a lost session
  await client.connect();
  try {
    await refuseUnsafeApp(client);
  } finally {
    await client.end();
  }
}

const startDemoChannel = (config: Config): Promise<RunningSimulator> =>
  startSimulator({
    port: config.simulatorPort,
    sideDoor: true,
    scenario: 'demo',
    stateFile: join(config.dataDir, 'simulator.json'),
  });

const startOptions = (
  config: Config,
  database: Connections,
  simulator: RunningSimulator | undefined,
): StartOptions => ({
  connection: database.app,
  dataDir: config.dataDir,
  secretKey: config.secretKey,
  ...(config.oldSecretKey ? { oldSecretKey: config.oldSecretKey } : {}),
  base: config.apiBase,
  brand: publicBrand(config),
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
  ...(config.databaseUrl ? {} : { clock: () => new Date() }),
  outboundAllow: config.outboundAllow,
  grantedOrigins: (tenant) => [
    ...(config.channelOrigins.get(tenant) ?? []),
    ...(simulator ? [simulator.url, simulator.storageUrl] : []),
  ],
  ...(simulator ? { practice: new Map([['wayfair', simulatedPractice(simulator)]]) } : {}),
  platformCarriers: new Map([
    ...config.platformCarriers,
    ...(simulator ? simulatedCarrier(simulator) : []),
  ]),
  ...(simulator ? { practiceCarriers: simulatedCarrier(simulator) } : {}),
  allowPrivate: !config.isProduction,
  ...(config.adminPassword ? { adminPassword: config.adminPassword } : {}),
  logger: logOptions(config.logLevel),
  log: lineWriter(config.logLevel),
  trustedProxies: config.trustedProxies,
  shutdown: config.shutdown,
});

/** What the console may know of the settings: no address that only the server needs. */
const publicBrand = ({
  brand: { staticDomain: _files, previewUrl: _preview, ...brand },
}: Config): Brand => brand;

function greet(
  config: Config,
  admin: App['admin'],
  address: string,
  place: string,
  simulator: RunningSimulator | undefined,
  say: (line: string) => void,
): void {
  say('');
  say(`运单 Waybill  ${address}`);
  say(`  数据库   ${place}`);
  if (admin.password)
    say(`  管理员   ${admin.username} / ${admin.password}   （只显示这一次，请保存）`);
  else if (admin.created) say(`  管理员   ${admin.username} / WAYBILL_ADMIN_PASSWORD 所设密码`);
  else say(`  管理员   ${admin.username}`);
  if (simulator && config.isDemo)
    say(
      `  演示账号 ${DEMO_STAFF.map((p) => `${p.username}（${p.title}）`).join('、')} / ${config.demoPassword}`,
    );
  if (simulator) say(`  模拟平台 ${simulator.url}`);
  say('');
}

function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      void stop().then(() => process.exit(0));
    });
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (process.env['LOG_LEVEL'] === 'debug') console.error(error);
  process.exit(1);
}
