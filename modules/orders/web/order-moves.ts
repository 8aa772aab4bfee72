import { orderLifecycle, RELEASABLE_HOLDS, type OrderMove } from '../model/order-lifecycle.ts';
import { isManualOrder } from '../model/order.ts';
import type { OrderRow } from './order-row.ts';

/** Opens what clears the holds of the row in focus: no move may have it. */
export const REPAIR_LETTER = 'f';

const ONWARD: readonly OrderMove[] = ['submit', 'accept', 'start'];

/** Offered in this order; whatever else is declared comes behind them. */
const FIRST: readonly OrderMove[] = [
  'reallocate',
  'hold',
  'acceptPart',
  'split',
  'setPriority',
  'setShipMethod',
  'correctAddress',
  'cancel',
  'reject',
  'deliver',
  'complete',
  'takeOver',
  'reopen',
  'remark',
  'discard',
];

/** Worth offering only where they clear a hold. */
const CLEARING: readonly OrderMove[] = [
  'applyChange',
  'rejectChange',
  'acceptPrice',
  'dispute',
  'archive',
  'notDuplicate',
  'release',
];

/** Said to a channel, or about what it says: an order that none knows is cancelled, and edited by us. */
const OF_CHANNEL: readonly OrderMove[] = ['reject', 'dispute', 'applyChange', 'rejectChange', 'archive', 'takeOver'];

/** Made where it stands what they are about, and nowhere else. */
const IN_PLACE: readonly OrderMove[] = ['adoptAddress'];

const ALWAYS: readonly OrderMove[] = [
  ...FIRST,
  ...(Object.keys(orderLifecycle.moves) as OrderMove[]).filter(
    (move) => !CLEARING.includes(move) && !IN_PLACE.includes(move),
  ),
];

/**
 * Moves worth offering for an order, in the order to offer them: what clears its holds comes
 * before what the holds prevent. Whether they are legal and permitted is judged elsewhere.
 */
export function offeredMoves(row: Partial<Pick<OrderRow, 'id' | 'holds' | 'orderType'>>): OrderMove[] {
  const holds = row.holds ?? [];
  const clearing: OrderMove[] = [
    ...(holds.includes('channelChange') ? (['applyChange', 'rejectChange'] as const) : []),
    ...(holds.includes('priceMismatch') ? (['acceptPrice'] as const) : []),
    ...(holds.includes('address') ? (['correctAddress'] as const) : []),
    ...(holds.includes('answeredElsewhere') ? (['archive'] as const) : []),
    ...(holds.includes('duplicate') ? (['notDuplicate'] as const) : []),
    ...(RELEASABLE_HOLDS.some((type) => holds.includes(type)) ? (['release'] as const) : []),
    ...(holds.includes('priceMismatch') ? (['dispute'] as const) : []),
  ];
  const all: OrderMove[] = [...clearing, ...ONWARD, ...ALWAYS];
  const never = isManualOrder(row.orderType) ? OF_CHANNEL : [];
  return [...new Set(all)].filter((move) => !never.includes(move));
}
