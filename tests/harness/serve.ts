import type pg from 'pg';
import { startApp } from '#app/start.ts';
import { wayfair } from '#connectors/wayfair/index.ts';
import { CARRIER_ACCOUNT, CARRIER_PREFIX } from '#simulator/carrier/routes.ts';

/** What a served product receives from the test that started it. */
export interface ServeOptions {
  connection: pg.PoolConfig;
  dataDir: string;
  grantedOrigins: string[];
  adminPassword: string;
  secretKey: string;
  /** Milliseconds by which its clock is ahead of the machine's. */
  clockAhead: number;
  /** Of the simulator, where there is one: its carrier has an account of the platform. */
  simulator: string | null;
}

/**
 * The product in a process of its own, so that a test can end it as a power cut does. Prints its
 * address on one line.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as ServeOptions;
const app = await startApp({
  connection: options.connection,
  dataDir: options.dataDir,
  secretKey: options.secretKey,
  clock: () => new Date(Date.now() + options.clockAhead),
  base: '/api',
  sessionDays: 7,
  // What a move tells goes out at once: calling it back has tests of its own.
  callWaitSeconds: 0,
  outboundAllow: [],
  grantedOrigins: () => options.grantedOrigins,
  allowPrivate: true,
  adminPassword: options.adminPassword,
  platformCarriers: new Map(
    options.simulator === null
      ? []
      : [['swift', { ...CARRIER_ACCOUNT, apiUrl: `${options.simulator}${CARRIER_PREFIX}` }]],
  ),
  connectors: [{ ...wayfair, limits: { ...wayfair.limits, requestsPerSecond: 1000 } }],
  log: (level, about, message) => {
    if (level !== 'info') console.error(level, message, about);
  },
  scheduleMs: 0,
  worker: { backoffMs: () => 50, idleMs: 50 },
});
console.log(`listening ${await app.http.listen({ port: 0, host: '127.0.0.1' })}`);
