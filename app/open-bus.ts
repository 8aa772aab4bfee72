import { createLocalBus, type Bus } from '#platform/redis/bus.ts';
import { createRedisBus, type RedisBusOptions } from '#platform/redis/redis-bus.ts';

/**
 * Through Redis where there are several nodes; otherwise nothing leaves the process. Installations
 * that share a Redis do not hear each other: numbers of its databases do not part what is published.
 */
export const openBus = (
  redis: { url: string; prefix?: string } | undefined,
  installation: string,
  log: RedisBusOptions['log'],
): Bus =>
  redis
    ? createRedisBus({ prefix: `waybill:${installation}`, ...redis, log })
    : createLocalBus((error) => log('error', { err: error }, 'a subscriber of the bus failed'));
