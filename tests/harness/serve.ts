import type pg from 'pg';
import { startApp } from '#app/start.ts';
import { connectors } from '#app/connectors.ts';
import { giga } from '#connectors/giga/index.ts';
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
  /** Through which it hears other nodes. */
  redis?: { url: string };
}

/** Asked by the test: its clock stands at this instant from now on, and it looks at what is due. */
export interface LookRequest {
  /** Answered with the same number. */
  look: number;
  at: string;
}

/**
 * The product in a process of its own, so that a test can end it as a power cut does. Prints its
 * address on one line.
 */
let standsAt: Date | null = null;
const options = JSON.parse(process.argv[2] ?? '{}') as ServeOptions;
const app = await startApp({
  connection: options.connection,
  dataDir: options.dataDir,
  secretKey: options.secretKey,
  clock: () => standsAt ?? new Date(Date.now() + options.clockAhead),
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
  supplierConnectors: [{ ...giga, limits: { ...giga.limits, burst: 1000, perSecond: 1000 } }],
  connectors: connectors.map((one) => ({ ...one, limits: { ...one.limits, requestsPerSecond: 1000 } })),
  log: (level, about, message) => {
    if (level !== 'info') console.error(level, message, about);
  },
  scheduleMs: 0,
  ...(options.redis ? { redis: options.redis } : {}),
  worker: { backoffMs: () => 50, idleMs: 50 },
});
process.on('message', ({ look, at }: LookRequest) => {
  standsAt = new Date(at);
  void app.schedule.look().then(() => process.send?.(look));
});
console.log(`listening ${await app.http.listen({ port: 0, host: '127.0.0.1' })}`);
