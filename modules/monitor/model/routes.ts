import { flag, integer, text } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { Figures } from './figures.ts';
import { EDIT_THRESHOLDS, SEE_DATABASE, SEE_FIGURES, SEE_THRESHOLDS, SEE_TRACES } from './rights.ts';
import type { Metric } from './thresholds.ts';

/** A process of the product that has said something within a day. */
export interface SeenNode {
  name: string;
  host: string;
  startedAt: string;
  seenAt: string;
  /** It answers this call. */
  isThis: boolean;
  /** Nothing has been heard of it for some minutes: it was stopped, or it hangs. */
  isGone: boolean;
}

/** Figures of one node: live of the one that answers, else those of its last minute. */
export interface NodeState {
  node: SeenNode;
  at: string;
  isLive: boolean;
  /** What does not change while it lives, in words. */
  facts: { title: string; text: string }[];
  figures: Figures;
  /** All nodes that may be chosen, this one first. */
  nodes: SeenNode[];
}

/** Values by the minute, as many in each line as there are moments. */
export interface History {
  node: string;
  at: string[];
  lines: Record<string, (number | null)[]>;
}

/** One answered request: nothing of its body, no headers, of its query what is known to be harmless. */
export interface ShownTrace {
  at: string;
  ms: number;
  method: string;
  uri: string;
  status: number;
  ip: string;
}

export interface Traces {
  node: string;
  traces: ShownTrace[];
}

export interface RedisState {
  node: string;
  /** Null: none is set up, or it does not answer. */
  state: {
    version: string;
    upSeconds: number;
    clients: number;
    memory: number;
    memoryMax: number;
    keys: number;
    hits: number | null;
    ms: number;
  } | null;
  /** Why there is none. */
  why: 'none' | 'away' | null;
  info: { key: string; value: string; description: string }[];
}

/** A statement that took long, without its values. */
export interface SlowStatement {
  sql: string;
  times: number;
  maxMs: number;
  averageMs: number;
  lastAt: string;
}

export interface DatabaseState {
  node: string;
  at: string;
  version: string;
  figures: Figures;
  connections: { user: string; program: string; state: string; count: number }[];
  statements: { pid: number; seconds: number; state: string; waitsFor: string; sql: string }[];
  locks: { pid: number; blockedBy: string; seconds: number; relation: string; sql: string }[];
  tables: { name: string; bytes: number; rows: number; dead: number; vacuumedAt: string | null }[];
  replicas: { name: string; state: string; lagBytes: number | null }[];
  slow: SlowStatement[];
}

export interface QueueState {
  at: string;
  figures: Figures;
  jobs: {
    handler: string;
    title: string;
    waiting: number;
    running: number;
    dead: number;
    oldestSeconds: number | null;
  }[];
}

/** A threshold as it is in force, and whether it rings now. */
export interface ShownThreshold {
  metric: Metric;
  title: string;
  unit: string;
  side: 'above' | 'below';
  isOn: boolean;
  bound: number;
  minutes: number;
  least: number;
  most: number;
  /** As the product comes. */
  usual: { bound: number; minutes: number };
  version: number;
}

export interface ShownAlarm {
  id: string;
  metric: string;
  title: string;
  subject: string;
  beganAt: string;
  rungAt: string | null;
  endedAt: string | null;
  worst: string;
  value: string;
}

export interface Thresholds {
  thresholds: ShownThreshold[];
  /** What rings or is watched first, then the last hundred of thirty days. */
  alarms: ShownAlarm[];
  /** Whether a mail leaves the house. */
  hasMail: boolean;
}

const NODE = shape<{ node?: string }>();

const reads = <const P extends `/${string}`, T>(
  path: P,
  permission: string,
  summary: string,
  result: ReturnType<typeof shape<T>>,
) => defineRoute({ method: 'GET', path, access: { permission }, summary, result, query: NODE });

/** What the pages of 监控 ask. */
export const monitorCalls = {
  state: reads('/monitor/node', SEE_FIGURES, '查看节点指标', shape<NodeState>()),
  redis: reads('/monitor/redis', SEE_FIGURES, '查看 Redis', shape<RedisState>()),
  traces: reads('/monitor/trace', SEE_TRACES, '查看 HTTP 追踪', shape<Traces>()),
  database: reads('/monitor/database', SEE_DATABASE, '查看数据库', shape<DatabaseState>()),
  queue: reads('/monitor/queue', SEE_FIGURES, '查看任务与投递', shape<QueueState>()),
  history: defineRoute({
    method: 'GET',
    path: '/monitor/history',
    access: { permission: SEE_FIGURES },
    summary: '查看一天的指标',
    query: shape<{ node?: string; figures: string }>(),
    result: shape<History>(),
  }),
  thresholds: defineRoute({
    method: 'GET',
    path: '/monitor/threshold',
    access: { permission: SEE_THRESHOLDS },
    summary: '查看告警阈值',
    result: shape<Thresholds>(),
  }),
  saveThreshold: defineRoute({
    method: 'PUT',
    path: '/monitor/threshold',
    access: { permission: EDIT_THRESHOLDS },
    summary: '修改告警阈值',
    body: {
      metric: text('指标', { required: true, max: 60 }),
      isOn: flag('启用', { required: true }),
      bound: integer('阈值', { required: true }),
      minutes: integer('持续分钟', { required: true }),
      version: integer('版本', { required: true }),
    },
  }),
};

const neutral = { method: 'GET', refusals: 'neutral' } as const;
const REDIS = { permission: SEE_FIGURES };

/** Paths and keys of the base, misnamed ones and all. */
export const actuatorCalls = {
  httpTrace: defineRoute({
    ...neutral,
    path: '/actuator/httptrace',
    access: { permission: SEE_TRACES },
    summary: 'HTTP 追踪（兼容）',
  }),
  metrics: defineRoute({ ...neutral, path: '/actuator/metrics', access: REDIS, summary: '指标名称（兼容）' }),
  metric: defineRoute({ ...neutral, path: '/actuator/metrics/:name', access: REDIS, summary: '指标（兼容）' }),
  redisInfo: defineRoute({
    ...neutral,
    path: '/sys/actuator/redis/info',
    access: REDIS,
    summary: 'Redis 信息（兼容）',
    result: shape<{ key: string; value: string; description: string }[]>(),
  }),
  redisKeys: defineRoute({
    ...neutral,
    path: '/sys/actuator/redis/keysSize',
    access: REDIS,
    summary: 'Redis 键数（兼容）',
  }),
  redisMemory: defineRoute({
    ...neutral,
    path: '/sys/actuator/redis/memoryInfo',
    access: REDIS,
    summary: 'Redis 内存（兼容）',
  }),
  redisKeysReport: defineRoute({
    ...neutral,
    path: '/sys/actuator/redis/keysSizeForReport',
    access: REDIS,
    summary: 'Redis 键数报表（兼容）',
  }),
  redisMemoryReport: defineRoute({
    ...neutral,
    path: '/sys/actuator/redis/memoryForReport',
    access: REDIS,
    summary: 'Redis 内存报表（兼容）',
  }),
  redisInfoReport: defineRoute({
    ...neutral,
    path: '/sys/actuator/redis/infoForReport',
    access: REDIS,
    summary: 'Redis 信息报表（兼容）',
  }),
  // sic: disks below Redis, `rest` and `restPPT`.
  disks: defineRoute({
    ...neutral,
    path: '/sys/actuator/redis/queryDiskInfo',
    access: REDIS,
    summary: '磁盘信息（兼容）',
    result: shape<{ name: string; max: number; rest: number; restPPT: number }[]>(),
  }),
};
