/** What only counting shows of the home-improvement marketplace. */
import type { World } from '../world.ts';

/** Rules that were broken, each with its order and what it is about. */
export function brokenAtMirakl(world: World): [rule: string, orderId: string, detail: string][] {
  return Object.values(world.mirakl.orders).flatMap((order) => {
    const broken: [string, string, string][] = [];
    if (order.counts.acceptEffects > 1)
      broken.push(['mirakl-accepted-twice', order.id, `${order.counts.acceptEffects} accepts`]);
    for (const line of order.lines)
      if (line.shippedQuantity > line.quantity)
        broken.push(['mirakl-shipped-twice', order.id, `${line.sku}: ${line.shippedQuantity} of ${line.quantity}`]);
    const sent = world.mirakl.shipments.filter(({ orderId }) => orderId === order.id);
    const numbers = new Set(sent.map(({ trackingNumber }) => trackingNumber));
    if (numbers.size < sent.length) broken.push(['mirakl-shipped-twice', order.id, 'one number in two shipments']);
    return broken;
  });
}
