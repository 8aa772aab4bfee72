import { statfs } from 'node:fs/promises';
import { availableParallelism, cpus, freemem, loadavg, release, totalmem, type } from 'node:os';
import { monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Figures } from '../model/figures.ts';

/** Blocks of a file system, as `statfs` answers. */
export type StatDisk = (folder: string) => Promise<{ bavail: number; blocks: number; bsize: number }>;

export interface NodeName {
  name: string;
  host: string;
  startedAt: Date;
}

/** Sessions of the database that this node holds. */
export interface PoolCounts {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

export interface WatchOptions extends NodeName {
  dataDir: string;
  pool: PoolCounts;
  /** Browsers that are connected. */
  sockets: () => number;
  stat?: StatDisk;
}

/** Pauses for garbage since the start. */
export interface GarbageTotals {
  count: number;
  ms: number;
  maxMs: number;
}

/** What a process knows of itself. Reading it costs no statement. */
export interface NodeWatch {
  readonly node: NodeName;
  readonly dataDir: string;
  /** What stays as it is while the process lives. */
  readonly facts: Readonly<Record<string, string | number>>;
  read(): Promise<Figures>;
  garbage(): GarbageTotals;
  /** A minute is over: what is counted by the minute begins at nothing. */
  mark(): void;
  stop(): void;
}

const RESOLUTION_MS = 20;
const NS = 1e6;
/** What is measured over less than this says nothing yet. */
const LEAST_SPAN_MS = 1000;

export function createNodeWatch(options: WatchOptions): NodeWatch {
  const { name, host, startedAt, dataDir, pool, sockets, stat = statfs as StatDisk } = options;
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const garbage = watchGarbage();
  let begun = beginning();
  let settled: Spent | null = null;
  const cores = availableParallelism();

  const spentNow = (): Spent => {
    const span = performance.now() - begun.at;
    const { user, system } = process.cpuUsage(begun.cpu);
    return {
      span,
      cpu: ((user + system) / 1000 / span / cores) * 100,
      systemCpu: busyShare(begun.machine, machineTimes()),
      loopUse: performance.eventLoopUtilization(begun.loop).utilization * 100,
      loopP99: lag(delay.percentile(99)),
      loopMax: lag(delay.max),
    };
  };

  return {
    node: { name, host, startedAt },
    dataDir,
    facts: {
      pid: process.pid,
      runtime: `Node.js ${process.version}`,
      v8: process.versions.v8,
      system: `${type()} ${release()} ${process.arch}`,
      cores,
      dataDir,
    },
    async read() {
      const memory = process.memoryUsage();
      const disk = await stat(dataDir).catch(() => null);
      const now = spentNow();
      const { span: _span, ...spent } = now.span >= LEAST_SPAN_MS || !settled ? now : settled;
      const { count, ms, maxMs } = garbage.sinceMark();
      return {
        heapUsed: memory.heapUsed,
        heapTotal: memory.heapTotal,
        heapLimit: getHeapStatistics().heap_size_limit,
        rss: memory.rss,
        buffers: memory.external,
        gcCount: count,
        gcMs: ms,
        gcMaxMs: maxMs,
        ...spent,
        handles: process.getActiveResourcesInfo().length,
        load: loadavg()[0] ?? null,
        memoryFree: freemem(),
        memoryTotal: totalmem(),
        // A folder that is not there is no disk to write to.
        diskFree: disk ? disk.bavail * disk.bsize : 0,
        diskTotal: disk ? disk.blocks * disk.bsize : null,
        sockets: sockets(),
        poolOpen: pool.totalCount,
        poolBusy: pool.totalCount - pool.idleCount,
        poolWaiting: pool.waitingCount,
      };
    },
    garbage: garbage.total,
    mark() {
      settled = spentNow();
      begun = beginning();
      delay.reset();
      garbage.mark();
    },
    stop() {
      delay.disable();
      garbage.stop();
    },
  };
}

interface Spent {
  span: number;
  cpu: number;
  systemCpu: number;
  loopUse: number;
  loopP99: number;
  loopMax: number;
}

const beginning = () => ({
  at: performance.now(),
  machine: machineTimes(),
  cpu: process.cpuUsage(),
  loop: performance.eventLoopUtilization(),
});

/** Time of all processors since the machine was started. */
function machineTimes(): { all: number; idle: number } {
  const times = cpus().map((core) => core.times);
  const idle = times.reduce((sum, one) => sum + one.idle, 0);
  return { idle, all: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) };
}

function busyShare(from: { all: number; idle: number }, to: { all: number; idle: number }): number {
  const all = to.all - from.all;
  return all > 0 ? (1 - (to.idle - from.idle) / all) * 100 : 0;
}

/** The histogram measures from one look to the next: what is beyond its own pace is the delay. */
const lag = (ns: number): number => (Number.isFinite(ns) ? Math.max(0, ns / NS - RESOLUTION_MS) : 0);

function watchGarbage() {
  const total: GarbageTotals = { count: 0, ms: 0, maxMs: 0 };
  let minute: GarbageTotals = { count: 0, ms: 0, maxMs: 0 };
  const note = (into: GarbageTotals, ms: number): void => {
    into.count++;
    into.ms += ms;
    into.maxMs = Math.max(into.maxMs, ms);
  };
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      note(total, duration);
      note(minute, duration);
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  return {
    total: () => ({ ...total }),
    sinceMark: () => ({ ...minute }),
    mark: () => void (minute = { count: 0, ms: 0, maxMs: 0 }),
    stop: () => observer.disconnect(),
  };
}
