import { invalid, Refusal } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { isFigure, type Figures } from '../model/figures.ts';
import { monitorCalls, type NodeState, type RedisState, type SeenNode } from '../model/routes.ts';
import { databaseState } from './database-state.ts';
import { infoNumber, shownInfo } from './redis-facts.ts';
import { liveFigures } from './sampler.ts';
import type { MonitorServices, NodeEyes } from './services.ts';
import { thresholdRoutes } from './threshold-routes.ts';
import { queueCounts, wholeFigures } from './whole-figures.ts';

/** A node that has written nothing for so long does not live any more. */
const GONE_MS = 3 * 60_000;
const DAY_MS = 86_400_000;
/** Lines of one chart. */
const MOST_LINES = 12;

const FACTS: Readonly<Record<string, string>> = {
  pid: '进程号',
  runtime: '运行时',
  v8: 'V8',
  system: '操作系统',
  cores: '处理器核数',
  dataDir: '数据目录',
};

interface StoredNode {
  name: string;
  host: string;
  startedAt: Date;
  seenAt: Date;
  facts: Record<string, string | number>;
}

/** What the pages of 监控 ask. @param titleOf what a work of the queue is called */
export function monitorRoutes(services: MonitorServices, titleOf: (handler: string) => string): Route[] {
  const { eyes, bell } = services;
  return [
    implement(monitorCalls.state, (call) => call.tx((tx) => nodeState(tx, eyes, call.query.node ?? ''))),
    implement(monitorCalls.history, (call) =>
      call.tx(async (tx) => {
        const wanted = (call.query.figures ?? '').split(',').filter(isFigure).slice(0, MOST_LINES);
        if (wanted.length === 0) throw new Refusal('noFigure', '请选择要查看的指标', { status: 400 });
        const node = call.query.node || eyes.watch.node.name;
        const rows = await tx.platform.rows<{ at: Date; figures: Figures }>`
          select at, figures from monitor_sample
          where node = ${node} and at > ${new Date(tx.now.getTime() - DAY_MS)} order by at`;
        return {
          node,
          at: rows.map(({ at }) => toWireTime(at, tx.actor.zone)),
          lines: Object.fromEntries(wanted.map((name) => [name, rows.map(({ figures }) => figures[name] ?? null)])),
        };
      }),
    ),
    implement(monitorCalls.redis, async () => redisState(eyes)),
    implement(monitorCalls.traces, async ({ actor }) => ({
      node: eyes.watch.node.name,
      traces: eyes.trace.latest().map((one) => ({ ...one, at: toWireTime(one.at, actor.zone) })),
    })),
    implement(monitorCalls.database, (call) => call.tx((tx) => databaseState(tx, eyes))),
    implement(monitorCalls.queue, (call) =>
      call.tx(async (tx) => {
        const counts = await queueCounts(tx.platform);
        const handlers = [...new Set(counts.map(({ handler }) => handler))];
        const of = (handler: string, status: string) =>
          counts.find((one) => one.handler === handler && one.status === status);
        return {
          at: toWireTime(tx.now, tx.actor.zone),
          figures: await wholeFigures(tx, tx.now),
          jobs: handlers
            .map((handler) => {
              const oldest = of(handler, 'pending')?.oldest ?? null;
              return {
                handler,
                title: titleOf(handler),
                waiting: of(handler, 'pending')?.n ?? 0,
                running: of(handler, 'running')?.n ?? 0,
                dead: of(handler, 'dead')?.n ?? 0,
                oldestSeconds: oldest && oldest <= tx.now ? (tx.now.getTime() - oldest.getTime()) / 1000 : null,
              };
            })
            .toSorted((a, b) => b.dead - a.dead || b.waiting - a.waiting),
        };
      }),
    ),
    ...thresholdRoutes({ hasMail: bell.hasMail }),
  ];
}

async function nodeState(tx: Tx, eyes: NodeEyes, name: string): Promise<NodeState> {
  const own = eyes.watch.node;
  const stored = await tx.platform.rows<StoredNode>`
    select name, host, started_at, seen_at, facts from monitor_node
    where name <> ${own.name} and seen_at > ${new Date(tx.now.getTime() - DAY_MS)} order by seen_at desc limit 50`;
  const known: StoredNode[] = [{ ...own, seenAt: tx.now, facts: eyes.watch.facts }, ...stored];
  const chosen = name === '' ? known[0] : known.find((one) => one.name === name);
  if (!chosen) throw invalid([{ field: 'node', code: 'unknown', message: '该节点一天内没有记录，请重新选择' }]);
  const shown = (one: StoredNode): SeenNode => ({
    name: one.name,
    host: one.host,
    startedAt: toWireTime(one.startedAt, tx.actor.zone),
    seenAt: toWireTime(one.seenAt, tx.actor.zone),
    isThis: one.name === own.name,
    isGone: tx.now.getTime() - one.seenAt.getTime() > GONE_MS,
  });
  const about = {
    node: shown(chosen),
    facts: Object.entries(FACTS).flatMap(([key, title]) => {
      const text = chosen.facts[key];
      return text === undefined ? [] : [{ title, text: String(text) }];
    }),
    nodes: known.map(shown),
  };
  if (chosen.name === own.name)
    return { ...about, at: toWireTime(tx.now, tx.actor.zone), isLive: true, figures: await liveFigures(eyes) };
  const last = await tx.platform.maybe<{ at: Date; figures: Figures }>`
    select at, figures from monitor_sample where node = ${chosen.name} order by at desc limit 1`;
  const at = toWireTime(last?.at ?? chosen.seenAt, tx.actor.zone);
  return { ...about, at, isLive: false, figures: last?.figures ?? {} };
}

async function redisState({ watch, redis }: NodeEyes): Promise<RedisState> {
  const node = watch.node.name;
  const report = await redis?.();
  if (!report) return { node, state: null, why: redis ? 'away' : 'none', info: [] };
  const [hits, misses] = [infoNumber(report, 'keyspace_hits'), infoNumber(report, 'keyspace_misses')];
  return {
    node,
    why: null,
    state: {
      version: report.info['redis_version'] ?? '',
      upSeconds: infoNumber(report, 'uptime_in_seconds'),
      clients: infoNumber(report, 'connected_clients'),
      memory: infoNumber(report, 'used_memory'),
      memoryMax: infoNumber(report, 'maxmemory'),
      keys: report.keys,
      hits: hits + misses > 0 ? (hits / (hits + misses)) * 100 : null,
      ms: report.ms,
    },
    info: shownInfo(report),
  };
}
