import { join } from 'node:path';
import { migrate } from '#kit/server/migrate.ts';
import { refuseUnsafeApp } from '#platform/postgres/prepare-server.ts';
import type { RunningSimulator } from '#simulator/index.ts';
import { buildWeb } from './build-web.ts';
import pg from 'pg';
import { DEMO_STAFF } from '../db/seed/demo-seller.ts';
import { loadConfig, type Config } from './config.ts';
import { openDatabaseServer } from './database-server.ts';
import { openHomeShop } from './demo.ts';
import { startProduct } from './product.ts';
import type { App } from './start.ts';

const MIGRATIONS = join(import.meta.dirname, '../db/migrations');

/** Starts the product as the settings say and prints where to look and how to sign in. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const print = (line: string): void => console.log(line);
  const database = await openDatabaseServer(config, print);
  const closers: (() => Promise<void>)[] = [database.stop];
  const stop = async (): Promise<void> => {
    for (const close of closers.reverse()) await close().catch((error: unknown) => console.error(error));
  };
  stopOnSignal(stop);
  try {
    await migrate({ owner: database.owner, dir: MIGRATIONS, log: print });
    if (config.isProduction) await checkAppLogin(database.app);
    await buildWeb();
    const { app, simulator, admin, stop: stopProduct } = await startProduct(config, database);
    closers.push(stopProduct);
    if (simulator && config.isDemo) await openHomeShop(app, simulator);
    const address = await listen(app, config);
    greet(config, admin, address, database.place, simulator, print);
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

function greet(
  config: Config,
  admin: App['admin'],
  address: string,
  place: string,
  simulator: RunningSimulator | undefined,
  print: (line: string) => void,
): void {
  print('');
  print(`运单 Waybill  ${address}`);
  print(`  数据库   ${place}`);
  if (admin.password) print(`  管理员   ${admin.username} / ${admin.password}   （只显示这一次，请保存）`);
  else if (admin.created) print(`  管理员   ${admin.username} / WAYBILL_ADMIN_PASSWORD 所设密码`);
  else print(`  管理员   ${admin.username}`);
  if (simulator && config.isDemo)
    print(`  演示账号 ${DEMO_STAFF.map((p) => `${p.username}（${p.title}）`).join('、')} / ${config.demoPassword}`);
  if (simulator) print(`  模拟平台 ${simulator.url}`);
  print('');
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
