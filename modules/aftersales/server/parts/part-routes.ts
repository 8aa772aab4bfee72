import { placeOf } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { parseBody } from '#kit/server/parse.ts';
import { claimReceipt, payloadHash, storeReceipt } from '#kit/server/receipt.ts';
import type { Registry } from '#kit/server/registry.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import {
  buyPartsRoute,
  fillRateRoute,
  orderPartsRoute,
  parcelFields,
  parcelMatesRoute,
  partPlanRoute,
  partSourcesRoute,
  rejectCostRoute,
  shipTogetherRoute,
  skuPartsRoute,
} from '../../model/part-routes.ts';
import { fillRates, rejectCost } from './fill-rate.ts';
import { buyParts, partPlan } from './part-plan.ts';
import { sourcesOf } from './part-sources.ts';
import { partsOfOrder, partsOfProduct } from './parts-of-products.ts';
import { parcelMates, shipTogether } from './ship-together.ts';

/** What the pages of parts ask beside the moves. */
export const partRoutes = (registry: Registry): Route[] => [
  implement(orderPartsRoute, (call) => call.tx((tx) => partsOfOrder(tx, call.params.orderId))),
  implement(skuPartsRoute, (call) => call.tx((tx) => partsOfProduct(tx, call.params.skuId))),
  implement(partSourcesRoute, (call) => call.tx((tx) => sourcesOf(tx, call.params.id))),
  implement(rejectCostRoute, (call) => call.tx((tx) => rejectCost(tx, call.params.id))),
  implement(parcelMatesRoute, (call) => call.tx((tx) => parcelMates(tx, call.params.id))),
  implement(fillRateRoute, (call) => {
    const { accountId, month } = call.query;
    return call.tx((tx) => fillRates(tx, { accountId: isUuid(accountId) ? accountId : undefined, month }));
  }),
  implement(partPlanRoute, (call) => call.tx((tx) => partPlan(tx, call.query.warehouseId))),
  implement(shipTogetherRoute, async (call) => {
    const { carrier, trackingNo } = parseBody(parcelFields, call.body, placeOf(call.actor));
    const { ids } = call.body;
    const shipped = await call.tx((tx) =>
      once(tx, 'shipTogether', call.key, { ids, carrier, trackingNo }, () =>
        shipTogether(tx, ids, { carrier, trackingNo }),
      ),
    );
    return answer(`已发货 ${shipped.length} 张，合并为一个包裹`, { shipped });
  }),
  implement(buyPartsRoute, async (call) => {
    const { parts } = call.body;
    const made = await call.tx((tx) => once(tx, 'buy', call.key, { parts }, () => buyParts(tx, registry, parts)));
    return answer(`已生成 ${made.orders.length} 张采购单草稿`, made);
  }),
];

/** What is asked for again under its key was done already: no parcel leaves twice, nothing is bought twice. */
async function once<T>(
  tx: Tx,
  what: 'shipTogether' | 'buy',
  key: string | null,
  payload: object,
  work: () => Promise<T>,
): Promise<T> {
  if (!key) return work();
  const scope = `aftersales:partOrder:${what}`;
  const known = await claimReceipt<T>(tx, scope, key, payloadHash(payload));
  if (known) return known.answered;
  const done = await work();
  await storeReceipt(tx, scope, key, done);
  return done;
}
