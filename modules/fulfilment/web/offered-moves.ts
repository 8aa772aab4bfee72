import { isManualOrder } from '#modules/orders/model/order.ts';
import { lacksChannelLabel, needsChannelLabel } from '../model/label-source.ts';
import type { ShipmentMove } from '../model/shipment-lifecycle.ts';

/** What of a shipment decides which ways to a label it has. */
interface Labelling {
  orderType: unknown;
  accountOwner: unknown;
  labelSource: unknown;
  noticeStatus: unknown;
}

/** The moves that lead to a label this shipment may travel with, and away from a wrong one. */
export const labelMoves = (row: Labelling): ShipmentMove[] => [
  ...(isManualOrder(row.orderType) ? [] : (['register'] as const)),
  'ship',
  ...(needsChannelLabel(row.orderType, row.accountOwner) ? [] : (['ownLabel'] as const)),
  ...(row.labelSource === 'own' ? (['retractLabel'] as const) : []),
  ...(lacksChannelLabel(row) ? (['registerLate'] as const) : []),
];

/** Labelled by hand where only the marketplace's labels count: it must not leave so. */
export const isWronglyLabelled = (row: Labelling): boolean =>
  row.labelSource === 'own' && needsChannelLabel(row.orderType, row.accountOwner);
