import type { OrderPayStatus } from '#modules/orders/model/order-pay-status.ts';
import type { PoOrder } from './po-file.ts';

/** From the one that has furthest to go; those that have ended come last. */
const WAY = ['draft', 'new', 'accepted', 'ready', 'processing', 'partial', 'shipped', 'delivered', 'completed'];

const placeOf = ({ status }: PoOrder): number => {
  const at = WAY.indexOf(status);
  return at < 0 ? WAY.length : at;
};

/** Of the orders that a PO was split into, the one that keeps it from being done. */
export const leadingOrder = (orders: readonly PoOrder[]): PoOrder =>
  orders.toSorted((one, other) => placeOf(one) - placeOf(other))[0] as PoOrder;

/** How far a PO is paid over all orders that it was split into; those that were cancelled say nothing. */
export function payStatusOf(orders: readonly PoOrder[]): OrderPayStatus {
  const going = orders.filter(({ status }) => status !== 'cancelled' && status !== 'rejected');
  const states = new Set((going.length > 0 ? going : orders).map(({ payStatus }) => payStatus));
  const [only] = states;
  if (states.size === 1 && only) return only;
  if (states.has('short')) return 'short';
  return states.has('paid') || states.has('part') ? 'part' : 'invoiced';
}
