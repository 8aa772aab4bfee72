import { share, type Figures } from './figures.ts';

export interface ThresholdSpec {
  title: string;
  /** What its bound and its values are counted in. */
  unit: '%' | 'ms' | 'MB' | '秒' | '次' | '条';
  /** On which side of its bound a value is bad. */
  side: 'above' | 'below';
  bound: number;
  minutes: number;
  /** Bounds that make sense. */
  least: number;
  most: number;
  /** What one alarm is about: a disk is the host's, whichever process sees it. */
  of: 'host' | 'node' | 'whole';
  /** Null: nothing to judge. */
  value: (figures: Figures) => number | null;
  /** Where whoever hears of it looks next, and what helps. */
  page: string;
  advice: string;
}

const MB = 1024 * 1024;

const oneOf = (value: number | null | undefined): number | null => value ?? null;

/** What may ring, by its name; the operator decides from where on, how long, and whether at all. */
export const THRESHOLDS = {
  diskFree: {
    title: '磁盘剩余空间',
    unit: '%',
    side: 'below',
    bound: 10,
    minutes: 5,
    least: 1,
    most: 60,
    of: 'host',
    value: ({ diskFree, diskTotal }) => share(diskFree, diskTotal),
    page: '/monitor/Disk',
    advice: '请清理或扩容数据目录所在的磁盘；磁盘写满后无法保存文件，节点不再接收请求。',
  },
  heap: {
    title: '堆内存使用率',
    unit: '%',
    side: 'above',
    bound: 85,
    minutes: 10,
    least: 30,
    most: 99,
    of: 'node',
    value: ({ heapUsed, heapLimit }) => share(heapUsed, heapLimit),
    page: '/monitor/JvmInfo',
    advice: '请查看是否有大批量导入导出；持续升高时请重启该节点，并调大堆内存上限。',
  },
  loopDelay: {
    title: '事件循环延迟 P99',
    unit: 'ms',
    side: 'above',
    bound: 200,
    minutes: 5,
    least: 20,
    most: 10_000,
    of: 'node',
    value: ({ loopP99 }) => oneOf(loopP99),
    page: '/monitor/JvmInfo',
    advice: '该节点处理不过来，所有请求都会变慢；请增加节点或减少同时进行的导入导出。',
  },
  faults: {
    title: '服务器错误（5xx）/分钟',
    unit: '次',
    side: 'above',
    bound: 10,
    minutes: 3,
    least: 1,
    most: 10_000,
    of: 'node',
    value: ({ faults }) => oneOf(faults),
    page: '/monitor/HttpTrace',
    advice: '请在 HTTP 追踪里查看出错的请求，并按编号在日志里查找原因。',
  },
  connections: {
    title: '数据库连接使用率',
    unit: '%',
    side: 'above',
    bound: 80,
    minutes: 5,
    least: 20,
    most: 99,
    of: 'whole',
    value: ({ connections, connectionsMax }) => share(connections, connectionsMax),
    page: '/monitor/database',
    advice: '请查看是哪些程序占用连接；连接用完后新的请求会失败。',
  },
  replicationLag: {
    title: '数据库复制延迟',
    unit: 'MB',
    side: 'above',
    bound: 512,
    minutes: 10,
    least: 1,
    most: 1_000_000,
    of: 'whole',
    value: ({ replicationLag }) =>
      replicationLag === null || replicationLag === undefined ? null : replicationLag / MB,
    page: '/monitor/database',
    advice: '请检查从库和网络；主库故障时，尚未复制的数据会丢失。',
  },
  deadTasks: {
    title: '失败待处理的任务',
    unit: '条',
    side: 'above',
    bound: 20,
    minutes: 5,
    least: 1,
    most: 1_000_000,
    of: 'whole',
    value: ({ deadTasks }) => oneOf(deadTasks),
    page: '/monitor/deliveries',
    advice: '请按原因处理失败的任务：多数是平台接口异常或店铺授权失效。',
  },
  oldestWait: {
    title: '任务积压的最长等待',
    unit: '秒',
    side: 'above',
    bound: 900,
    minutes: 5,
    least: 60,
    most: 86_400,
    of: 'whole',
    value: ({ oldestWait }) => oneOf(oldestWait),
    page: '/monitor/deliveries',
    advice: '到期的任务没有节点执行：请检查各节点是否在运行、是否被大批量任务占满。',
  },
  failedSignIns: {
    title: '登录失败（10 分钟内）',
    unit: '次',
    side: 'above',
    bound: 50,
    minutes: 1,
    least: 5,
    most: 1_000_000,
    of: 'whole',
    value: ({ failedSignIns }) => oneOf(failedSignIns),
    page: '/isystem/log',
    advice: '可能有人在猜密码：请在日志管理里查看来源地址。',
  },
} as const satisfies Record<string, ThresholdSpec>;

export type Metric = keyof typeof THRESHOLDS;

export const METRICS = Object.keys(THRESHOLDS) as Metric[];

export const isMetric = (name: string): name is Metric => Object.hasOwn(THRESHOLDS, name);

export const specOf = (metric: Metric): ThresholdSpec => THRESHOLDS[metric];

/** A threshold as it is in force. */
export interface Rule {
  isOn: boolean;
  bound: number;
  minutes: number;
}

/** What is known of something that is beyond its bound, or was a moment ago. */
export interface AlarmState {
  beganAt: Date;
  rungAt: Date | null;
  /** Since when it has been well again, by the margin. */
  calmAt: Date | null;
  worst: number;
}

export type Verdict =
  | { act: 'nothing' }
  /** It rings, goes on, or is watched: the state to keep. */
  | { act: 'ring' | 'watch'; state: AlarmState }
  /** It was no matter, or has been well long enough. */
  | { act: 'forget' | 'recover' };

/** Well again is a tenth of the bound on the good side: around the bound itself nothing rings twice. */
const MARGIN = 0.1;
/** And for so long at least. */
const CALM_MINUTES = 5;
const MINUTE_MS = 60_000;

/** A value that is neither bad nor well keeps an alarm as it is: one that flaps around its bound rings once. */
export function judgeValue(
  { side, bound, minutes }: Rule & Pick<ThresholdSpec, 'side'>,
  value: number,
  before: AlarmState | null,
  now: Date,
): Verdict {
  const sign = side === 'above' ? 1 : -1;
  const beyond = (value - bound) * sign;
  const isBad = beyond > 0;
  const isWell = beyond <= -Math.abs(bound) * MARGIN;
  if (!before)
    return isBad ? lasting({ beganAt: now, rungAt: null, calmAt: null, worst: value }, minutes, now) : NOTHING;
  const worst = (value - before.worst) * sign > 0 ? value : before.worst;
  if (!before.rungAt) return isBad ? lasting({ ...before, worst }, minutes, now) : { act: 'forget' };
  if (!isWell) return { act: 'watch', state: { ...before, worst, calmAt: isBad ? null : before.calmAt } };
  const calmAt = before.calmAt ?? now;
  const isOver = now.getTime() - calmAt.getTime() >= Math.max(minutes, CALM_MINUTES) * MINUTE_MS;
  return isOver ? { act: 'recover' } : { act: 'watch', state: { ...before, worst, calmAt } };
}

const NOTHING: Verdict = { act: 'nothing' };

/** Rings once it has lasted. */
const lasting = (state: AlarmState, minutes: number, now: Date): Verdict =>
  now.getTime() - state.beganAt.getTime() >= minutes * MINUTE_MS
    ? { act: 'ring', state: { ...state, rungAt: now } }
    : { act: 'watch', state };

/** A value of a metric in words: 8.3 %, 512 MB. */
export const valueText = (metric: Metric, value: number): string =>
  `${Number(value.toFixed(1))} ${THRESHOLDS[metric].unit}`;
