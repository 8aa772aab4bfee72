import { isManualOrder } from '#modules/orders/model/order.ts';
import { isUnreadLabel } from '../model/label-hold.ts';
import { lacksChannelLabel, needsChannelLabel } from '../model/label-source.ts';
import type { ShipmentMove } from '../model/shipment-lifecycle.ts';

/** What of a shipment decides which ways to a label it has. */
interface Labelling {
  orderType: unknown;
  accountOwner: unknown;
  labelSource: unknown;
  noticeStatus: unknown;
  labelHold: unknown;
  trackingNo: unknown;
  /** Its method has an account at a carrier. */
  isBought?: unknown;
}

/** The moves that lead to a label this shipment may travel with, and away from a wrong one. */
export const labelMoves = (row: Labelling): ShipmentMove[] => {
  const isOwn = !needsChannelLabel(row.orderType, row.accountOwner);
  const isBought = isOwn && row.isBought === true;
  return [
    ...(isBought ? (['buyLabel'] as const) : []),
    // Whoever chose a way of their own has a number of their own: it comes first.
    ...(isOwn && !isBought ? (['ownLabel'] as const) : []),
    ...(isManualOrder(row.orderType) ? [] : (['register'] as const)),
    ...(isUnreadLabel(row) ? (['completeLabel'] as const) : []),
    'ship',
    ...(row.labelSource === 'own' ? (['retractLabel'] as const) : []),
    ...(lacksChannelLabel(row) ? (['registerLate'] as const) : []),
  ];
};

/** What is noted of a parcel on its way. */
export const WAY_MOVES: readonly ShipmentMove[] = [
  'scan',
  'deliver',
  'exception',
  'resume',
  'markLost',
  'found',
  'claim',
];

/** Labelled by hand where only the marketplace's labels count: it must not leave so. */
export const isWronglyLabelled = (row: Labelling): boolean =>
  row.labelSource === 'own' && needsChannelLabel(row.orderType, row.accountOwner);

/** A parcel on its way is asked to be stopped; then it is noted what came of that. */
export const interceptMoves = ({ interceptStatus }: { interceptStatus: unknown }): ShipmentMove[] =>
  interceptStatus === 'toContact' ? ['noteStopped', 'noteNotStopped'] : ['intercept'];
