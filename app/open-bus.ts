import { createLocalBus, type Bus } from '#kit/server/bus.ts';
import { createRedisBus, type RedisBusOptions } from '#kit/server/redis-bus.ts';

/** Through Redis where there are several nodes; otherwise nothing leaves the process. */
export const openBus = (
  redis: { url: string; prefix?: string } | undefined,
  log: RedisBusOptions['log'],
): Bus =>
  redis
    ? createRedisBus({ ...redis, log })
    : createLocalBus((error) => log('error', { err: error }, 'a subscriber of the bus failed'));
