/** One argument of a condition or a filter, by its key on the wire. */
export interface PartArgument {
  key: string;
  title: string;
  hint?: string;
  isOptional?: true;
}

/** A condition or a filter that is understood. One without arguments of its own takes a list of values. */
export interface PartKind {
  name: string;
  title: string;
  about: string;
  arguments?: readonly PartArgument[];
}

const NAME_AND_VALUE = [
  { key: 'name', title: '名称' },
  { key: 'value', title: '值' },
] as const;
const REGEXP = { key: 'regexp', title: '正则表达式', hint: '不填则只要存在', isOptional: true } as const;

/** Conditions of a route, by the names of the base. All of a route's hold, and any value of one. */
export const PREDICATES: readonly PartKind[] = [
  { name: 'Path', title: '路径', about: '接口前缀之后的路径，如 /erp/**；* 代表一段，末尾的 ** 代表其余' },
  { name: 'Method', title: '请求方法', about: 'GET、POST、PUT、PATCH、DELETE、HEAD、OPTIONS' },
  { name: 'Host', title: '主机', about: '访问时的主机名，如 erp.example.com 或 **.example.com' },
  {
    name: 'Header',
    title: '请求头',
    about: '带有该请求头，且整个值与表达式相符',
    arguments: [{ key: 'header', title: 'Header名称' }, REGEXP],
  },
  {
    name: 'Query',
    title: '查询参数',
    about: '带有该参数，且整个值与表达式相符',
    arguments: [{ key: 'param', title: '参数名' }, REGEXP],
  },
  {
    name: 'Cookie',
    title: 'Cookie',
    about: '带有该 Cookie，且整个值与表达式相符',
    arguments: [{ key: 'name', title: 'Cookie名称' }, REGEXP],
  },
  { name: 'After', title: '在此之后', about: '一个带时区的时间，如 2026-12-01T00:00:00+08:00' },
  { name: 'Before', title: '在此之前', about: '一个带时区的时间，如 2026-12-01T00:00:00+08:00' },
  { name: 'Between', title: '在两者之间', about: '两个带时区的时间，先早后晚' },
  { name: 'RemoteAddr', title: '来源地址', about: 'IP 或网段，如 10.0.0.0/8' },
];

/** What is done to a call that is forwarded, by the names of the base. */
export const FILTERS: readonly PartKind[] = [
  {
    name: 'StripPrefix',
    title: '去掉路径前几段',
    about: '如 /erp/items 去掉 1 段成为 /items',
    arguments: [{ key: 'parts', title: '段数' }],
  },
  {
    name: 'PrefixPath',
    title: '加路径前缀',
    about: '如加上 /v2，/items 成为 /v2/items',
    arguments: [{ key: 'prefix', title: '前缀' }],
  },
  {
    name: 'RewritePath',
    title: '改写路径',
    about: '如 /erp/(?<rest>.*) 改写为 /${rest}',
    arguments: [
      { key: 'regexp', title: '正则表达式' },
      { key: 'replacement', title: '替换为' },
    ],
  },
  { name: 'AddRequestHeader', title: '加请求头', about: '发给上游的请求头', arguments: NAME_AND_VALUE },
  {
    name: 'RemoveRequestHeader',
    title: '去掉请求头',
    about: '不发给上游的请求头',
    arguments: [{ key: 'name', title: '名称' }],
  },
  { name: 'AddRequestParameter', title: '加查询参数', about: '发给上游的查询参数', arguments: NAME_AND_VALUE },
  { name: 'AddResponseHeader', title: '加响应头', about: '回给调用者的响应头', arguments: NAME_AND_VALUE },
  {
    name: 'RemoveResponseHeader',
    title: '去掉响应头',
    about: '不回给调用者的响应头',
    arguments: [{ key: 'name', title: '名称' }],
  },
  {
    name: 'RequestSize',
    title: '请求体上限',
    about: '不填此项时为 10MB，最大 100MB',
    arguments: [{ key: 'maxSize', title: '上限', hint: '如 500KB、20MB' }],
  },
  {
    name: 'RequestRateLimiter',
    title: '限流',
    about: '每秒放行的次数与可突发的次数，各节点各自计数',
    arguments: [
      {
        key: 'key-resolver',
        title: '按什么计',
        hint: '#{@ipKeyResolver} 来源地址，#{@userKeyResolver} 用户，#{@apiKeyResolver} 整条路由',
      },
      { key: 'redis-rate-limiter.replenishRate', title: '每秒次数' },
      { key: 'redis-rate-limiter.burstCapacity', title: '突发次数' },
    ],
  },
  ...['Hystrix', 'CircuitBreaker'].map((name) => ({
    name,
    title: '熔断',
    about: '上游连续失败 5 次后，30 秒内不再转发，直接回“暂不可用”',
    arguments: [
      { key: 'name', title: '名称' },
      { key: 'fallbackUri', title: '回退地址', hint: '只支持 forward:/fallback', isOptional: true as const },
    ],
  })),
];

/** A condition or a filter as it is stored and as clients of the base have it. */
export interface RoutePart {
  name: string;
  args: PartArgs;
}
/** Values alone, by their names, or pairs: as the editor of the base has each of them. */
export type PartArgs = readonly string[] | Readonly<Record<string, string>> | readonly { key: string; value: string }[];

/** The parts that a stored text holds; none where it cannot be read. */
export function readParts(text: unknown): RoutePart[] {
  try {
    const read: unknown = typeof text === 'string' && text !== '' ? JSON.parse(text) : text;
    return Array.isArray(read) ? (read as RoutePart[]) : [];
  } catch {
    return [];
  }
}
