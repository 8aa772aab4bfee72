import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { readParts } from '../../model/gateway-parts.ts';
import type { GatewayAccess } from '../../model/gateway-route.ts';
import { compileFilters, type Forwarding } from './filters.ts';
import { PartFault } from './part-arguments.ts';
import type { OwnPaths } from './path-pattern.ts';
import { compilePredicates, type GatewayCall, type Test } from './predicates.ts';

/** What the installation says of forwarding. */
export interface GatewaySettings {
  own: OwnPaths;
  /** Origins that routes may lead to, wherever they stand. */
  upstreams: readonly string[];
  /** Origin at which people reach the console. */
  publicOrigin: string | null;
}

/** A route as it is stored. */
export interface StoredRoute {
  id: string;
  routerId: string;
  name: string;
  uri: string;
  predicates: string;
  filters: string | null;
  access: GatewayAccess;
  forwardCredentials: boolean;
  timeoutSeconds: number;
}

/** A route that calls are held against. */
export interface CompiledRoute extends Omit<StoredRoute, 'predicates' | 'filters'> {
  tests: { name: string; made: Test }[];
  forwarding: Forwarding;
}

export const takes = ({ tests }: Pick<CompiledRoute, 'tests'>, call: GatewayCall): boolean =>
  tests.every(({ made }) => made(call));

/** Path and query that a call is forwarded to, below the origin of the route. */
export function targetOf({ forwarding }: CompiledRoute, { path, query }: GatewayCall): string {
  const rewritten = forwarding.rewrites.reduce((now, rewrite) => rewrite(now), path);
  const sent = new URLSearchParams(query);
  for (const [name, value] of forwarding.query) sent.append(name, value);
  return sent.size > 0 ? `${rewritten}?${sent}` : rewritten;
}

/** @throws PartFault where it is not understood */
export const compileRoute = (route: StoredRoute, own: OwnPaths): CompiledRoute => ({
  ...route,
  tests: compilePredicates(readParts(route.predicates), own),
  forwarding: compileFilters(readParts(route.filters)),
});

/** What of a route is judged by more than its fields. */
type Written = Pick<StoredRoute, 'uri' | 'predicates' | 'filters'>;

/**
 * Judges where a route leads and what it takes.
 * @returns its parts as they are stored, and the paths among them
 * @throws Refusal 422 with every field that is at fault
 */
export function judgeRoute(
  { uri, predicates, filters }: Written,
  settings: GatewaySettings,
): Written & { paths: string } {
  const errors: FieldError[] = [];
  const say = (field: string, message: string): void => void errors.push({ field, code: 'rule', message });
  const origin = originOf(uri);
  const fault = origin === null ? URI_FORM : upstreamFault(origin, settings);
  if (fault) say('uri', fault);
  const [conditions, steps] = [listed(predicates), listed(filters ?? '[]')];
  try {
    compilePredicates(conditions, settings.own);
  } catch (error) {
    say('predicates', messageOf(error));
  }
  try {
    compileFilters(steps);
  } catch (error) {
    say('filters', messageOf(error));
  }
  if (errors.length > 0) throw invalid(errors);
  return {
    uri: origin ?? uri,
    predicates: JSON.stringify(conditions),
    filters: (steps as unknown[]).length > 0 ? JSON.stringify(steps) : null,
    paths: pathsOf(conditions as { name: string; args: unknown }[]),
  };
}

const URI_FORM = '路由URI请写成 http:// 或 https:// 加主机和端口，不带路径；不支持 lb:// 服务发现';

/** The origin that an address names, and nothing more; null where it says anything else. */
function originOf(text: string): string | null {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url !== null && url.username === '' && url.password === '' && url.href === `${url.origin}/`;
  return isOrigin ? url.origin : null;
}

/** Why a call must not go there; null where it may. */
export function upstreamFault(origin: string, { upstreams, publicOrigin }: GatewaySettings): string | null {
  if (origin === publicOrigin) return '不能转发到本系统自己';
  return upstreams.includes(origin) ? null : `平台没有放行 ${origin}，请在设置 GATEWAY_UPSTREAMS 中列出`;
}

function messageOf(error: unknown): string {
  if (error instanceof PartFault) return error.message;
  throw error;
}

function listed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

const pathsOf = (conditions: readonly { name: string; args: unknown }[]): string =>
  conditions
    .filter(({ name }) => name === 'Path')
    .flatMap(({ args }) => Object.values(args as object).map((one: unknown) => valueOf(one)))
    .join(' ')
    .slice(0, 1000);

const valueOf = (one: unknown): string => String((one as { value?: unknown } | null)?.value ?? one);
