import type pg from 'pg';
import { startApp } from '#app/start.ts';

/** The product in a process of its own; ends when its input does. */
export interface AppOptions {
  connection: pg.PoolConfig;
  dataDir: string;
  secretKey: string;
  adminPassword: string;
  /** Deliveries at once; none by default: what the worker does is not part of a request's figures. */
  concurrency?: number;
  /** Marketplaces that its shops may call; none by default. */
  marketplaces?: string[];
  allowPrivate?: boolean;
}

const options = JSON.parse(process.argv[2] ?? '{}') as AppOptions;
const { marketplaces = [], concurrency = 0, ...settings } = options;
const app = await startApp({
  outboundAllow: [],
  allowPrivate: false,
  grantedOrigins: () => marketplaces,
  ...settings,
  base: '/api',
  sessionDays: 1,
  scheduleMs: 0,
  worker: { concurrency },
});
console.log(`listening ${await app.http.listen({ port: 0, host: '127.0.0.1' })}`);
process.stdin.resume().on('end', () => void app.stop().then(() => process.exit(0)));
