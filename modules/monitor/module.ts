import { defineModule } from '#kit/server/module.ts';
import { sampleNodeWork, sampleWholeWork, sweepSamplesWork } from './model/clock-works.ts';
import * as declared from './model/declared.ts';
import { monitorMenus } from './model/menus.ts';
import { actuatorRoutes } from './server/actuator-routes.ts';
import { monitorRoutes } from './server/monitor-routes.ts';
import { createSampler, sampleWhole, sweepSamples } from './server/sampler.ts';
import type { MonitorServices } from './server/services.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** 监控: how the processes, the machine, the database and the queue are, and who hears of it when they are not well. */
export const monitor = defineModule<MonitorServices>({
  name: 'monitor',
  declared,
  menus: monitorMenus,
  build(services, house) {
    const titles = () => new Map(house.jobs().map(({ name, title }) => [name, title]));
    return {
      routes: [
        ...monitorRoutes(services, (handler) => titles().get(handler) ?? handler),
        ...actuatorRoutes(services.eyes),
      ],
      scheduled: [
        // Without a pace: each node says how it is, once a minute, whoever else has.
        { kind: sampleNodeWork, run: createSampler(services) },
        { kind: sampleWholeWork, everyMs: MINUTE_MS, run: (now) => sampleWhole(services, now) },
        { kind: sweepSamplesWork, everyMs: HOUR_MS, run: (now) => sweepSamples(services, now) },
      ],
    };
  },
});
