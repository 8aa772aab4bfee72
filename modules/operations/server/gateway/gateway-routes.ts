import { invalid } from '#kit/model/refusal.ts';
import { fromWire } from '#kit/model/wire.ts';
import type { Registry } from '#kit/server/registry.ts';
import { writtenRows } from '#kit/server/register-routes.ts';
import { answer, implement, type Call, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { wireRow } from '#kit/server/wire-routes.ts';
import type { Tx } from '#kit/server/database.ts';
import { gatewayCalls } from '../../model/gateway-calls.ts';
import { readParts } from '../../model/gateway-parts.ts';
import { gatewayRoute } from '../../model/gateway-route.ts';
import { judgeRoute, type GatewaySettings, type StoredRoute } from './compiled-route.ts';
import { advance, servedRoutes } from './gateway-store.ts';
import { previewOf, triedCall } from './preview.ts';

export interface GatewayServices {
  registry: Registry;
  settings: () => GatewaySettings;
}

type Row = Record<string, unknown>;

/** 网关路由 as clients of the base speak of them, and what a path would be forwarded to. */
export function gatewayRoutes({ registry, settings }: GatewayServices): Route[] {
  const serve = servedRoutes(settings);
  const written = writtenRows(serve, registry);
  return [
    implement(gatewayCalls.list, (call) =>
      call.tx(async (tx) => {
        const rows = await tx.platform.rows<Row>`select * from gateway_route order by sort_no, create_time, id`;
        return rows.map((row) => withParts(wireRow(tx, serve, row)));
      }),
    ),
    implement(gatewayCalls.updateAll, async (call) => {
      const { id, ...values } = inOurNames(call.body.router);
      const body = typeof id === 'string' && id !== '' ? { ...values, id } : values;
      const named = Object.create(call, { body: { value: body } }) as Call;
      if ('id' in body) await written.edit(named, idOf(id));
      else await written.add(named);
      return answer('操作成功！');
    }),
    implement(gatewayCalls.clear, async (call) => {
      await call.tx(advance);
      return answer('清除成功！');
    }),
    implement(gatewayCalls.preview, (call) =>
      call.tx(async (tx) => {
        const { router, ...described } = call.body;
        const tried = triedCall({ ...described, ip: call.ip, now: tx.now });
        const routes = router === undefined ? await liveRoutes(tx) : [draftOf(router, settings())];
        return previewOf(routes, tried, settings());
      }),
    ),
  ];
}

const liveRoutes = (tx: Tx): Promise<StoredRoute[]> =>
  tx.platform.rows<StoredRoute>`
    select id, router_id, name, uri, predicates, filters, access, forward_credentials, timeout_seconds
    from gateway_route where status = '1' order by sort_no, create_time, id`;

/** As the base reads it: its parts are lists, not text. */
const withParts = (row: Row): Row => ({
  ...row,
  predicates: readParts(row['predicates']),
  filters: readParts(row['filters']),
});

/** A route as it was sent: lists become text, and true or false the code of its state. */
function inOurNames(router: unknown): Row {
  if (typeof router !== 'object' || router === null || Array.isArray(router))
    throw invalid([{ field: 'router', code: 'invalid', message: '请求格式不正确' }]);
  const row = fromWire(gatewayRoute.wire, { ...router });
  for (const key of ['predicates', 'filters'])
    if (typeof row[key] === 'object' && row[key] !== null) row[key] = JSON.stringify(row[key]);
  if (row['status'] === 'true' || row['status'] === 'false') row['status'] = row['status'] === 'true' ? '1' : '0';
  return row;
}

/** A route that is tried before it is stored. @throws Refusal 422 as storing it would */
function draftOf(router: unknown, settings: GatewaySettings): StoredRoute {
  const { uri, predicates, filters, name, routerId, access } = inOurNames(router);
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const judged = judgeRoute({ uri: text(uri), predicates: text(predicates), filters: text(filters) || null }, settings);
  return {
    ...judged,
    id: '',
    name: text(name),
    routerId: text(routerId),
    access: access === 'public' || access === 'operator' ? access : 'signedIn',
    forwardCredentials: false,
    timeoutSeconds: 30,
  };
}
