import type pg from 'pg';
import { startApp } from '#app/start.ts';

/** The product in a process of its own; ends when its input does. */
export interface AppOptions {
  connection: pg.PoolConfig;
  dataDir: string;
  secretKey: string;
  adminPassword: string;
}

const options = JSON.parse(process.argv[2] ?? '{}') as AppOptions;
const app = await startApp({
  ...options,
  base: '/api',
  sessionDays: 1,
  outboundAllow: [],
  allowPrivate: false,
  scheduleMs: 0,
  // What the worker does with stored notices is not part of a request's figures.
  worker: { concurrency: 0 },
});
console.log(`listening ${await app.http.listen({ port: 0, host: '127.0.0.1' })}`);
process.stdin.resume().on('end', () => void app.stop().then(() => process.exit(0)));
