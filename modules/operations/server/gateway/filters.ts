import { FILTERS } from '../../model/gateway-parts.ts';
import { addedAnswerFault, addedHeaderFault } from './forwarded-headers.ts';
import { compileParts, PartFault, type Compile } from './part-arguments.ts';
import { compileRewrite } from './rewrite-path.ts';

export type LimitedBy = 'ip' | 'user' | 'route';

/** What becomes of a call that is forwarded. */
export interface Forwarding {
  /** One after the other, over the path as it was sent. */
  rewrites: ((path: string) => string)[];
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  droppedHeaders: string[];
  answerHeaders: [name: string, value: string][];
  droppedAnswerHeaders: string[];
  maxBytes: number;
  limit: { by: LimitedBy; perSecond: number; burst: number } | null;
  hasBreaker: boolean;
}

const KB = 1024;
const DEFAULT_BYTES = 10 * KB * KB;
const MOST_BYTES = 100 * KB * KB;

/** Compiles the filters of a route, in their order. @throws PartFault for the first that is not understood */
export function compileFilters(parts: unknown): Forwarding {
  const forwarding: Forwarding = {
    rewrites: [],
    query: [],
    headers: [],
    droppedHeaders: [],
    answerHeaders: [],
    droppedAnswerHeaders: [],
    maxBytes: DEFAULT_BYTES,
    limit: null,
    hasBreaker: false,
  };
  for (const { made } of compileParts('过滤器', parts, FILTERS, COMPILERS)) made(forwarding);
  return forwarding;
}

type Apply = (to: Forwarding) => void;

const breaker: Compile<Apply> = (named) => {
  const fallback = named.get('fallbackUri') ?? '';
  if (fallback !== '' && fallback !== 'forward:/fallback') throw new PartFault('回退地址只支持 forward:/fallback');
  return (to) => void (to.hasBreaker = true);
};

const COMPILERS: Readonly<Record<string, Compile<Apply>>> = {
  StripPrefix: (named) => {
    const parts = whole(named.get('parts'), '段数', 0, 20);
    return (to) =>
      void to.rewrites.push(
        (path) =>
          `/${path
            .split('/')
            .slice(1 + parts)
            .join('/')}`,
      );
  },
  PrefixPath: (named) => {
    const prefix = named.get('prefix') ?? '';
    if (!/^(?:\/[\w.~-]+)+$/.test(prefix) || /\/\.\.?(?:\/|$)/.test(prefix))
      throw new PartFault('前缀请写成 /v2 或 /erp/v2，末尾不加 /');
    return (to) => void to.rewrites.push((path) => prefix + path);
  },
  RewritePath: (named) => {
    const rewrite = compileRewrite(named.get('regexp') ?? '', named.get('replacement') ?? '');
    return (to) => void to.rewrites.push(rewrite);
  },
  AddRequestHeader: (named) => {
    const header = headerOf(named, addedHeaderFault);
    return (to) => void to.headers.push(header);
  },
  RemoveRequestHeader: (named) => (to) => void to.droppedHeaders.push((named.get('name') ?? '').toLowerCase()),
  AddRequestParameter: (named) => (to) => void to.query.push([named.get('name') ?? '', named.get('value') ?? '']),
  AddResponseHeader: (named) => {
    const header = headerOf(named, addedAnswerFault);
    return (to) => void to.answerHeaders.push(header);
  },
  RemoveResponseHeader: (named) => (to) => void to.droppedAnswerHeaders.push((named.get('name') ?? '').toLowerCase()),
  RequestSize: (named) => {
    const maxBytes = bytesOf(named.get('maxSize') ?? '');
    return (to) => void (to.maxBytes = maxBytes);
  },
  RequestRateLimiter: (named) => {
    const by = RESOLVERS[named.get('key-resolver') ?? ''];
    if (!by) throw new PartFault(`“按什么计”只能是 ${Object.keys(RESOLVERS).join('、')}`);
    const perSecond = whole(named.get('redis-rate-limiter.replenishRate'), '每秒次数', 1, 10_000);
    const burst = whole(named.get('redis-rate-limiter.burstCapacity'), '突发次数', 1, 10_000);
    return (to) => void (to.limit = { by, perSecond, burst });
  },
  Hystrix: breaker,
  CircuitBreaker: breaker,
};

/** The names that the base has for them: words, nothing of them is ever evaluated. */
const RESOLVERS: Readonly<Record<string, LimitedBy>> = Object.assign(Object.create(null), {
  '#{@ipKeyResolver}': 'ip',
  '#{@userKeyResolver}': 'user',
  '#{@apiKeyResolver}': 'route',
});

function headerOf(
  named: ReadonlyMap<string, string>,
  faultOf: (name: string) => string | null,
): [name: string, value: string] {
  const [name, value] = [(named.get('name') ?? '').toLowerCase(), named.get('value') ?? ''];
  const fault = faultOf(name);
  if (fault) throw new PartFault(fault);
  if (!/^[\x20-\x7e]*$/.test(value)) throw new PartFault('值只能是英文字母、数字和符号');
  return [name, value];
}

function whole(text: string | undefined, title: string, least: number, most: number): number {
  const value = /^\d{1,6}$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw new PartFault(`${title}请填 ${least} 到 ${most} 的整数`);
  return value;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, B: 1, KB, MB: KB * KB };

function bytesOf(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,9})\s*(B|KB|MB)?$/i.exec(text) ?? [];
  const bytes = Number(digits) * (UNITS[unit.toUpperCase()] ?? 0);
  if (!(bytes >= 1 && bytes <= MOST_BYTES)) throw new PartFault('上限请写成 500KB 或 20MB，最大 100MB');
  return bytes;
}
