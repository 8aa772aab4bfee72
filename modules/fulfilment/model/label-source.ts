import { isManualOrder } from '#modules/orders/model/order.ts';

/**
 * Whether labels must come from the marketplace: it takes no ship notice of goods on its own
 * account that it never made labels for. No marketplace knows a manual order.
 */
export const needsChannelLabel = (orderType: unknown, accountOwner: unknown): boolean =>
  !isManualOrder(orderType) && accountOwner === 'marketplace';

/** Left with numbers of one's own, and the marketplace refused to hear of it. */
export const lacksChannelLabel = (shipment: {
  orderType: unknown;
  labelSource: unknown;
  noticeStatus: unknown;
}): boolean =>
  !isManualOrder(shipment.orderType) && shipment.labelSource === 'own' && shipment.noticeStatus === 'failed';
