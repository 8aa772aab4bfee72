import { basename } from 'node:path';
import { notFound, Refusal } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { bare, implement, type Route } from '#kit/server/route.ts';
import type { RedisReport } from '#platform/redis/bus.ts';
import { actuatorCalls } from '../model/routes.ts';
import { ACTUATOR_METRICS, actuatorMetric } from './actuator-metrics.ts';
import { infoNumber, shownInfo } from './redis-facts.ts';
import { liveFigures } from './sampler.ts';
import type { NodeEyes } from './services.ts';

/** A series of the base has five points, a second apart. */
const POINTS = 5;
const SECOND_MS = 1000;

/** Paths and keys by which a console of the base asks: of the node that answers, nothing of a request but its line. */
export function actuatorRoutes(eyes: NodeEyes): Route[] {
  /** One that is away comes back; where none is set up, that is said as every refusal of the base. */
  const report = async (): Promise<RedisReport> => {
    const found = await eyes.redis?.();
    if (found) return found;
    throw eyes.redis
      ? new Refusal('redisAway', '获取 Redis 信息失败', { status: 503 })
      : new Refusal('noRedis', '获取 Redis 信息失败：没有接通 Redis');
  };
  const memory = async (): Promise<number> => infoNumber(await report(), 'used_memory');
  return [
    implement(actuatorCalls.httpTrace, async () =>
      bare({
        traces: eyes.trace.latest().map(({ at, ms, method, uri, status, ip }) => ({
          timestamp: at.toISOString(),
          timeTaken: Math.round(ms),
          request: { method, uri, headers: {}, remoteAddress: ip },
          response: { status, headers: {} },
        })),
      }),
    ),
    implement(actuatorCalls.metrics, async () => bare({ names: Object.keys(ACTUATOR_METRICS).sort() })),
    implement(actuatorCalls.metric, async ({ params }) => {
      const metric = actuatorMetric(params.name, { figures: await liveFigures(eyes), eyes });
      if (!metric) throw notFound();
      return bare(metric);
    }),
    implement(actuatorCalls.redisInfo, async () => shownInfo(await report())),
    implement(actuatorCalls.redisKeys, async () => {
      const { keys } = await report();
      return bare({ create_time: Date.now(), dbSize: keys });
    }),
    implement(actuatorCalls.redisMemory, async () => bare({ used_memory: await memory(), create_time: Date.now() })),
    implement(actuatorCalls.redisKeysReport, async ({ actor }) => bare(series((await report()).keys, actor.zone))),
    implement(actuatorCalls.redisMemoryReport, async ({ actor }) =>
      bare(series(Math.round((await memory()) / 1000), actor.zone)),
    ),
    implement(actuatorCalls.redisInfoReport, async () => bare({ data: shownInfo(await report()) })),
    implement(actuatorCalls.disks, async () => {
      const { diskFree, diskTotal } = await eyes.watch.read();
      const max = diskTotal ?? 0;
      const rest = diskFree ?? 0;
      // sic: `rest` is what is left, `restPPT` what is used, of a thousand: pages of the base divide it by ten.
      const restPPT = max > 0 ? Math.round(((max - rest) / max) * 1000) : 0;
      return [{ name: basename(eyes.watch.dataDir), max, rest, restPPT }];
    }),
  ];
}

const series = (value: number, zone: string): { data: { name: string; value: number }[] } => ({
  data: Array.from({ length: POINTS }, (_, at) => ({
    name: toWireTime(new Date(Date.now() - (POINTS - 1 - at) * SECOND_MS), zone).slice(11),
    value,
  })),
});
