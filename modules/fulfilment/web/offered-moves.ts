import { isManualOrder } from '#modules/orders/model/order.ts';
import { lacksChannelLabel, needsChannelLabel } from '../model/label-source.ts';

/** What of a shipment decides which ways to a label it has. */
interface Labelling {
  orderType: unknown;
  accountOwner: unknown;
  labelSource: unknown;
  noticeStatus: unknown;
}

/** The moves that lead to a label this shipment may travel with, and away from a wrong one. */
export const labelMoves = (row: Labelling): string[] => [
  ...(isManualOrder(row.orderType) ? [] : ['register']),
  'ship',
  ...(needsChannelLabel(row.orderType, row.accountOwner) ? [] : ['ownLabel']),
  ...(row.labelSource === 'own' ? ['retractLabel'] : []),
  ...(lacksChannelLabel(row) ? ['registerLate'] : []),
];

/** Labelled by hand where only the marketplace's labels count: it must not leave so. */
export const isWronglyLabelled = (row: Labelling): boolean =>
  row.labelSource === 'own' && needsChannelLabel(row.orderType, row.accountOwner);
