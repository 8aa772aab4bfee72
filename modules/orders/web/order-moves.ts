import { RELEASABLE_HOLDS } from '../model/order-lifecycle.ts';
import { isManualOrder } from '../model/order.ts';
import type { OrderRow } from './order-row.ts';

const ALWAYS = [
  'remark',
  'reallocate',
  'hold',
  'correctAddress',
  'cancel',
  'reject',
  'deliver',
  'complete',
  'takeOver',
  'discard',
];

/**
 * Moves worth offering for an order, in the order to offer them: what clears its holds comes
 * before what the holds prevent. Whether they are legal and permitted is judged elsewhere.
 */
export function offeredMoves(row: Partial<Pick<OrderRow, 'id' | 'holds' | 'orderType'>>): string[] {
  const holds = row.holds ?? [];
  const clearing = [
    ...(holds.includes('channelChange') ? ['applyChange', 'rejectChange'] : []),
    ...(holds.includes('priceMismatch') ? ['acceptPrice'] : []),
    ...(holds.includes('address') ? ['correctAddress'] : []),
    ...(holds.includes('answeredElsewhere') ? ['archive'] : []),
    ...(RELEASABLE_HOLDS.some((type) => holds.includes(type)) ? ['release'] : []),
  ];
  const onward = ['submit', 'accept', 'start'];
  const all =
    holds.length > 0 ? [...clearing, 'remark', ...onward, ...ALWAYS] : [...onward, ...ALWAYS];
  // There is no channel that could be refused a manual order: it is cancelled.
  const never = isManualOrder(row.orderType) ? ['reject'] : [];
  return [...new Set(all)].filter((move) => !never.includes(move));
}
