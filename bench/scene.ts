import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { startApp, type App } from '#app/start.ts';
import { migrate } from '#kit/server/migrate.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/postgres/index.ts';
import { seedDemoSeller } from '../db/seed/demo-seller.ts';
import { send, type Target } from './load.ts';
import { postmasterOf, serve, type Served } from './processes.ts';

const ROOT = dirname(import.meta.dirname);
const ADMIN_PASSWORD = 'Yundan-2026-Bench';
const SECRET_KEY = 'a key that only the measurements know, long enough';
/** Nothing listens there and nothing asks: the shop is not opened. */
const NOWHERE = { url: 'http://127.0.0.1:9', storageUrl: 'http://127.0.0.1:9' };

export interface Seller {
  tenant: number;
  accountId: string;
  warehouseIds: string[];
  /** 200 SKUs of one carton each. */
  skuIds: string[];
}

export interface Scene {
  seller: Seller;
  postgres: EmbeddedPostgres;
  owner: pg.Client;
  /** Starts the product in a process of its own; ended with the scene at the latest. */
  serveApp(options?: { concurrency?: number }): Promise<Target & { token: string }>;
  /** Starts another script of this folder beside it. */
  serveBare(options: object): Promise<Target>;
  /** The product in this process, not listening: to look into it. */
  openApp(): Promise<App>;
  folder: string;
  close(): Promise<void>;
}

/** An installation of its own in a fresh folder, with one shop, three warehouses and 200 SKUs. */
export async function openScene(): Promise<Scene> {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.cache', 'bench-'));
  const served: Served[] = [];
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  const settings = {
    connection: postgres.app,
    dataDir: folder,
    secretKey: SECRET_KEY,
    adminPassword: ADMIN_PASSWORD,
  };
  const openApp = (): Promise<App> =>
    startApp({
      ...settings,
      base: '/api',
      sessionDays: 1,
      outboundAllow: [],
      allowPrivate: false,
      grantedOrigins: () => [NOWHERE.url],
      scheduleMs: 0,
    });
  const target = async (script: string, options: object): Promise<Target> => {
    const one = await serve(script, options);
    served.push(one);
    return { served: one, postmaster: postmasterOf(postgres.place) };
  };
  const owner = new pg.Client(postgres.owner);
  const close = async (): Promise<void> => {
    for (const one of served) await one.stop();
    await owner.end().catch(() => undefined);
    await postgres.stop();
    rmSync(postgres.place, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await migrate({
      owner: postgres.owner,
      dir: join(ROOT, 'db/migrations'),
      log: () => undefined,
    });
    await owner.connect();
    const seller = await seed(openApp, owner);
    return {
      seller,
      postgres,
      owner,
      folder,
      openApp,
      close,
      serveBare: (options) => target('bare-process.ts', options),
      async serveApp(options = {}) {
        const app = await target('app-process.ts', { ...settings, ...options });
        return { ...app, token: await signIn(app.served.address) };
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function signIn(address: string): Promise<string> {
  const agent = new Agent();
  const { text } = await send(agent, {
    method: 'POST',
    url: `${address}/api/sys/login`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  });
  agent.destroy();
  const answer = JSON.parse(text) as { success: boolean; result: { token: string } };
  if (!answer.success) throw new Error(`cannot sign in: ${text}`);
  return answer.result.token;
}

async function seed(openApp: () => Promise<App>, owner: pg.Client): Promise<Seller> {
  const app = await openApp();
  try {
    const { db, registry, assembled } = app;
    const tenant = 1;
    const { accountId, warehouses } = await seedDemoSeller({ db, registry, serves: assembled.serves }, tenant, NOWHERE);
    const warehouseIds = Object.values(warehouses);
    return { tenant, accountId, warehouseIds, skuIds: await addSkus(owner, tenant) };
  } finally {
    await app.stop();
  }
}

async function addSkus(owner: pg.Client, tenant: number): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `with made as (
        insert into product (tenant_id, id, spu_code, name, status, create_by, create_time)
        select $1, gen_random_uuid(), 'BENCH', '实木床头柜', 'active', 'bench', now() returning id),
      skus as (
        insert into sku (tenant_id, id, sku_code, product_id, name, standard_cost, create_by, create_time)
        select $1, gen_random_uuid(), 'BENCH-' || n, made.id, '实木床头柜 ' || n, 27, 'bench', now()
        from made cross join generate_series(0, 199) n returning id, sku_code),
      cartons as (
        insert into sku_carton (tenant_id, id, sku_id, carton_no, label, length_mm, width_mm, height_mm,
          gross_weight_g, units_per_carton, create_by, create_time)
        select $1, gen_random_uuid(), id, 1, '整箱', 600, 400, 300, 9000, 10, 'bench', now() from skus)
      select id from skus order by substr(sku_code, 7)::integer`,
    [tenant],
  );
  return rows.map(({ id }) => id);
}
