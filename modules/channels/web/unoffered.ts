import { fetchRoute, type CapabilitiesOf } from '#kit/web/index.ts';
import { isManualOrder } from '#modules/orders/model/order.ts';
import { unofferedRoute } from '../model/routes.ts';

/** What the channels of the shops offer for their orders and shipments. */
export async function readUnoffered(signal: AbortSignal): Promise<CapabilitiesOf> {
  const shops = await fetchRoute(unofferedRoute, { signal });
  const lacking = new Map(shops.map(({ accountId, needs }) => [accountId, new Set<string>(needs)]));
  return ({ accountId, orderType, type }) =>
    (capability) => {
      // Of the reports of a shop only those on advertising are made by call.
      if (capability === 'adReports' && !String(type).startsWith('ad')) return 'no';
      // No channel waits for a manual order.
      if (isManualOrder(orderType)) return 'yes';
      return lacking.get(String(accountId))?.has(capability) ? 'no' : 'yes';
    };
}
