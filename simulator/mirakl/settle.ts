/** What time does at the home-improvement marketplace: a debit that is through opens its order for shipping. */
import type { World } from '../world.ts';
import type { MiraklOrder, OrderState } from './state.ts';

/** @returns true when something changed */
export function settleMirakl(world: World): boolean {
  const now = world.clock.now();
  let changed = false;
  for (const order of Object.values(world.mirakl.orders)) {
    if (order.state !== 'WAITING_DEBIT' || order.debitAt === null || order.debitAt > now) continue;
    order.debitedAt = order.debitAt;
    order.debitAt = null;
    moveOrder(order, 'SHIPPING', now);
    changed = true;
  }
  return changed;
}

/** An order with all lines that still live. */
export function moveOrder(order: MiraklOrder, to: OrderState, at: number): void {
  for (const line of order.lines) if (line.state === order.state) line.state = to;
  order.state = to;
  order.updatedAt = at;
}
