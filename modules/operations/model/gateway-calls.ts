import { text } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

const RIGHT = 'operations:gatewayRoute';

/** A route as the editor of the base sends it: its parts as JSON text, its state as true or false. */
interface SentRoute {
  id?: string;
  routerId?: string;
  name?: string;
  uri?: string;
  status?: boolean | number | string;
  predicates?: unknown;
  filters?: unknown;
  [key: string]: unknown;
}

/** A call that is tried: `router` is a route that is not stored yet; all that are stored where there is none. */
interface TriedCall {
  method?: string;
  /** Below the API base, with its query. */
  path: string;
  host?: string;
  /** One header a line, `Name: value`. */
  headers?: string;
  router?: SentRoute;
}

/** What would become of a call. */
export interface Preview {
  /** The route that takes it; null where none does. */
  name: string | null;
  routerId: string | null;
  /** Where it would go. */
  target: string | null;
  /** Why it would not go there all the same. */
  fault: string | null;
  access: string | null;
  /** Headers that would be added, dropped, and answered beside. */
  headers: string[];
  /** Each condition of a route that is tried alone, and whether it holds. */
  conditions: { title: string; holds: boolean }[];
}

export const gatewayCalls = {
  list: defineRoute({
    method: 'GET',
    path: '/sys/gatewayRoute/list',
    access: { permission: `${RIGHT}:list` },
    summary: '网关路由（不分页）',
    refusals: 'neutral',
    result: shape<Record<string, unknown>[]>(),
  }),
  updateAll: defineRoute({
    method: 'POST',
    path: '/sys/gatewayRoute/updateAll',
    access: { permission: `${RIGHT}:edit` },
    summary: '保存网关路由',
    refusals: 'neutral',
    body: shape<{ router: SentRoute }>(),
  }),
  // sic: the base writes by GET here.
  clear: defineRoute({
    method: 'GET',
    path: '/sys/gatewayRoute/clearRedis',
    access: { permission: `${RIGHT}:edit` },
    summary: '清除网关路由缓存',
    refusals: 'neutral',
    effect: 'writes',
  }),
  preview: defineRoute({
    method: 'POST',
    path: '/sys/gatewayRoute/preview',
    access: { permission: `${RIGHT}:list` },
    summary: '预览网关转发',
    refusals: 'neutral',
    effect: 'reads',
    body: shape<TriedCall>({ path: text('路径', { required: true }) }),
    result: shape<Preview>(),
  }),
};
