/** What a figure is counted in, as it is stored; pages show MB, %, ms. */
export type FigureUnit = 'bytes' | 'percent' | 'ms' | 'seconds' | 'count';

interface FigureSpec {
  title: string;
  unit: FigureUnit;
}

const figure = (title: string, unit: FigureUnit): FigureSpec => ({ title, unit });

/** What each node says of itself every minute. */
export const NODE_FIGURES = {
  heapUsed: figure('已用堆内存', 'bytes'),
  heapTotal: figure('已申请堆内存', 'bytes'),
  heapLimit: figure('堆内存上限', 'bytes'),
  rss: figure('进程内存', 'bytes'),
  buffers: figure('堆外内存', 'bytes'),
  gcCount: figure('垃圾回收次数/分钟', 'count'),
  gcMs: figure('垃圾回收耗时/分钟', 'ms'),
  gcMaxMs: figure('最长一次垃圾回收', 'ms'),
  loopP99: figure('事件循环延迟 P99', 'ms'),
  loopMax: figure('事件循环延迟最大', 'ms'),
  loopUse: figure('事件循环占用', 'percent'),
  handles: figure('句柄数', 'count'),
  cpu: figure('进程 CPU', 'percent'),
  systemCpu: figure('系统 CPU', 'percent'),
  load: figure('系统负载（1 分钟）', 'count'),
  memoryFree: figure('可用内存', 'bytes'),
  memoryTotal: figure('内存总量', 'bytes'),
  diskFree: figure('磁盘剩余', 'bytes'),
  diskTotal: figure('磁盘总量', 'bytes'),
  requests: figure('请求数/分钟', 'count'),
  refused: figure('4xx/分钟', 'count'),
  faults: figure('5xx/分钟', 'count'),
  answerMs: figure('平均响应时间', 'ms'),
  answerP95: figure('响应时间 P95', 'ms'),
  httpOpen: figure('HTTP 连接', 'count'),
  sockets: figure('在线长连接', 'count'),
  poolOpen: figure('连接池连接', 'count'),
  poolBusy: figure('连接池使用中', 'count'),
  poolWaiting: figure('等待连接的请求', 'count'),
  redisMemory: figure('Redis 内存', 'bytes'),
  redisKeys: figure('Redis 键数', 'count'),
  redisMs: figure('Redis 往返时间', 'ms'),
} as const satisfies Record<string, FigureSpec>;

/** What one of the nodes says of the installation as a whole every minute. */
export const WHOLE_FIGURES = {
  connections: figure('数据库连接', 'count'),
  connectionsMax: figure('数据库连接上限', 'count'),
  activeStatements: figure('执行中的语句', 'count'),
  waitingLocks: figure('等锁的连接', 'count'),
  databaseSize: figure('数据库大小', 'bytes'),
  cacheHits: figure('缓存命中率', 'percent'),
  replicationLag: figure('复制延迟', 'bytes'),
  waitingTasks: figure('等待执行的任务', 'count'),
  runningTasks: figure('执行中的任务', 'count'),
  deadTasks: figure('失败待处理的任务', 'count'),
  oldestWait: figure('最久的积压', 'seconds'),
  failedSignIns: figure('登录失败/10 分钟', 'count'),
} as const satisfies Record<string, FigureSpec>;

export type NodeFigure = keyof typeof NODE_FIGURES;
export type WholeFigure = keyof typeof WHOLE_FIGURES;
export type FigureName = NodeFigure | WholeFigure;

/** Figures of one moment; null where there is nothing to count (no Redis, no replica). */
export type Figures<N extends FigureName = FigureName> = { readonly [K in N]?: number | null };

export const FIGURES: Readonly<Record<FigureName, FigureSpec>> = { ...NODE_FIGURES, ...WHOLE_FIGURES };

export const isFigure = (name: string): name is FigureName => Object.hasOwn(FIGURES, name);

/** The node that figures of the installation as a whole stand under. */
export const WHOLE = '*';

/** A part of a whole in percent; null where one of them is not known. */
export const share = (part: number | null | undefined, whole: number | null | undefined): number | null =>
  part === null || part === undefined || !whole ? null : (part / whole) * 100;
