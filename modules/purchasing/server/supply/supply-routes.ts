import { notFound } from '#kit/model/refusal.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { pick } from '#kit/server/stored-rows.ts';
import {
  runSupplyFeedRoute,
  supplierConnectorsRoute,
  supplyDifferencesRoute,
  testSupplyFeedRoute,
} from '../../model/supply/supply-routes.ts';
import { SupplierError } from '../../model/supply/supplier-port.ts';
import { supplierProduct } from '../../model/supply/supplier-product.ts';
import { supplyFeed } from '../../model/supply/supply-feed.ts';
import { openFeed, type SupplyServices } from './feeds.ts';
import { differencesOf } from './supply-moves.ts';
import { requestReading } from './supply-work.ts';

/** What people ask of feeds beside editing them. */
export const supplyRoutes = (services: SupplyServices): Route[] => [
  implement(supplierConnectorsRoute, async () =>
    services.supplierConnectors.map(({ code, title, apiUrl }) => ({
      code,
      title,
      apiUrl,
      practice: services.practiceSuppliers.get(code) ?? null,
    })),
  ),
  implement(testSupplyFeedRoute, async (call) => {
    const id = call.params.id;
    if (!isUuid(id)) throw notFound();
    const { connection } = await call.tx(async (tx) => {
      await requireSeen(tx, supplyFeed, id);
      return openFeed(tx, services, id);
    });
    const fault = await connection.testAuth().then(
      () => null,
      (error: unknown) => {
        if (error instanceof SupplierError) return error.message;
        throw error;
      },
    );
    await call.tx(
      (tx) => tx.run`
        update supply_feed set fault = ${fault?.slice(0, 255) ?? null}
        where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
    );
    return { ok: fault === null, message: fault ?? '连接正常' };
  }),
  implement(runSupplyFeedRoute, async (call) => {
    const id = call.params.id;
    if (!isUuid(id)) throw notFound();
    return call.tx(async (tx) => {
      await requireSeen(tx, supplyFeed, id);
      const request = await requestReading(tx, id, 'manual');
      tx.onCommit(services.wake);
      return request;
    });
  }),
  implement(supplyDifferencesRoute, async (call) => {
    const id = call.params.id;
    if (!isUuid(id)) throw notFound();
    return call.tx(async (tx) => {
      await requireSeen(tx, supplierProduct, id);
      const [row] = await pick(tx, supplierProduct, ['differences'])`id = ${id}::uuid`;
      const hidesCost = maskedFields(supplierProduct, tx.actor).has('cost');
      const found = row ? differencesOf(row) : [];
      return { differences: found.filter(({ field }) => !hidesCost || field !== 'cost') };
    });
  }),
];
