import { invalid } from '#kit/model/refusal.ts';
import { readCookies } from '#kit/server/cookies.ts';
import type { Preview } from '../../model/gateway-calls.ts';
import { PREDICATES } from '../../model/gateway-parts.ts';
import { compileRoute, takes, targetOf, upstreamFault } from './compiled-route.ts';
import type { CompiledRoute, GatewaySettings, StoredRoute } from './compiled-route.ts';
import { PartFault } from './part-arguments.ts';
import { readSegments } from './path-pattern.ts';
import type { GatewayCall } from './predicates.ts';

/** A call as somebody describes it. */
interface Described {
  method?: unknown;
  path?: unknown;
  host?: unknown;
  headers?: unknown;
  ip: string;
  now: Date;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, 8000) : '');

/** A call that is only tried. @throws Refusal 422 for a path that would reach nothing */
export function triedCall({ method, path, host, headers, ip, now }: Described): GatewayCall {
  const [way = '', query = ''] = textOf(path).split(/\?(.*)/s);
  const segments = readSegments(way);
  if (!segments) throw invalid([{ field: 'path', code: 'rule', message: '路径请从 / 写起，如 /erp/items?page=1' }]);
  const typed = textOf(headers)
    .split(/\r?\n/)
    .map((line) => /^\s*([\w-]+)\s*:\s*(.*)$/.exec(line))
    .filter((found) => found !== null);
  const given = Object.fromEntries(typed.map(([, name = '', value = '']) => [name.toLowerCase(), value.trim()]));
  return {
    method: textOf(method).toUpperCase() || 'GET',
    path: way,
    segments,
    query: new URLSearchParams(query),
    host: textOf(host).toLowerCase().replace(/:\d+$/, ''),
    headers: given,
    cookies: readCookies(given['cookie']),
    ip,
    now,
  };
}

const NOTHING: Preview = {
  name: null,
  routerId: null,
  target: null,
  fault: null,
  access: null,
  headers: [],
  conditions: [],
};

/** What would become of a call, of all these routes. One that is tried alone says which of its conditions hold. */
export function previewOf(stored: readonly StoredRoute[], call: GatewayCall, settings: GatewaySettings): Preview {
  const routes = stored.flatMap((route) => understood(route, settings));
  const found = routes.find((route) => takes(route, call));
  const [alone] = stored.length === 1 ? routes : [];
  const conditions = (alone?.tests ?? []).map(({ name, made }) => ({ title: titleOf(name), holds: made(call) }));
  if (!found) return { ...NOTHING, conditions };
  const { forwarding } = found;
  return {
    name: found.name,
    routerId: found.routerId,
    target: found.uri + targetOf(found, call),
    fault: upstreamFault(found.uri, settings),
    access: found.access,
    headers: [
      ...forwarding.headers.map(([name]) => `加请求头 ${name}`),
      ...forwarding.droppedHeaders.map((name) => `去掉请求头 ${name}`),
      ...forwarding.answerHeaders.map(([name, value]) => `加响应头 ${name}: ${value}`),
      ...forwarding.droppedAnswerHeaders.map((name) => `去掉响应头 ${name}`),
    ],
    conditions,
  };
}

const titleOf = (name: string): string => PREDICATES.find((kind) => kind.name === name)?.title ?? name;

function understood(route: StoredRoute, { own }: GatewaySettings): CompiledRoute[] {
  try {
    return [compileRoute(route, own)];
  } catch (error) {
    if (error instanceof PartFault) return [];
    throw error;
  }
}
