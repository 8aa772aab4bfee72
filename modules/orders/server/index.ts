import { toWireTime } from '#kit/model/time.ts';
import type { Handler } from '#kit/server/deliveries.ts';
import type { KeywordSearch } from '#kit/server/query/list.ts';
import type { Serve } from '#kit/server/resource-routes.ts';
import { sql } from '#kit/server/sql.ts';
import { orderChange, orderHold, orderLine, orderRemark, salesOrder } from '../model/order.ts';
import { acceptOrder } from './accept-order.ts';
import { cancelOrder } from './cancel-units.ts';
import {
  acceptPrice,
  correctAddress,
  holdOrder,
  reallocateOrder,
  releaseOrder,
  remarkOrder,
} from './hold-order.ts';
import { refillShortOrders } from './map-lines.ts';
import { rejectOrder } from './reject-order.ts';
import { completeOrder, deliverOrder, submitOrder } from './ship-progress.ts';
import { startOrder } from './start-order.ts';

export { acceptOrder } from './accept-order.ts';
export { cancelOrder, cancelUnits } from './cancel-units.ts';
export { closeHolds, holdTitles, openHold, type HoldType, type NewHold } from './holds.ts';
export { orderInvariants } from './invariants.ts';
export { mapLines } from './map-lines.ts';
export { openQty, readOrder, type OrderForShipment, type OrderLineState } from './read-order.ts';
export {
  receiveOrder,
  type AccountPolicy,
  type MappedLine,
  type MappedOrder,
  type Received,
} from './receive-order.ts';
export {
  acknowledgeOrder,
  recordPacked,
  recordShipped,
  returnToReady,
  setFacts,
  type OrderFacts,
} from './ship-progress.ts';
export { startOrder } from './start-order.ts';

/**
 * Search within numbers, part numbers and names, through the trigram index. Who may not see
 * buyers searches numbers from their beginning only: a hit must not tell what is masked.
 */
const orderKeyword: KeywordSearch = (tx, word) => {
  if (tx.actor.masks.has('pii')) {
    const upper = `${word}\u{10ffff}`;
    return sql`((t.channel_order_no >= ${word} collate "C" and t.channel_order_no < ${upper} collate "C")
      or (t.order_no >= ${word} collate "C" and t.order_no < ${upper} collate "C"))`;
  }
  const pattern = `%${word.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql`t.id in (select search.sales_order_ids(${tx.tenant}, ${pattern}))`;
};

export const orderServes: Serve[] = [
  {
    resource: salesOrder,
    keyword: orderKeyword,
    commands: [
      acceptOrder,
      rejectOrder,
      holdOrder,
      releaseOrder,
      acceptPrice,
      correctAddress,
      reallocateOrder,
      remarkOrder,
      startOrder,
      cancelOrder,
      deliverOrder,
      completeOrder,
      submitOrder,
    ],
    detail: async (tx, row) => ({
      changes: (
        await tx.rows<{ summary: string; create_time: Date }>`
          select summary, create_time from order_change
          where tenant_id = ${tx.tenant} and order_id = ${row['id']}::uuid order by create_time desc limit 50`
      ).map((change) => ({
        summary: change.summary,
        at: toWireTime(change.create_time, tx.actor.zone),
      })),
    }),
  },
  { resource: orderLine },
  { resource: orderHold },
  { resource: orderRemark },
  { resource: orderChange },
];

/** `after` work of this module. */
export const orderAfter = [{ event: 'stock.increased', handler: 'orders.refill' }];

export const orderHandlers: Record<string, Handler> = {
  'orders.refill': (attempt) =>
    attempt.finish(async (tx) => {
      await refillShortOrders(tx, attempt.payload['skuIds'] as string[]);
    }),
};
