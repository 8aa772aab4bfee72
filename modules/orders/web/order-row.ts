import type { WireRow } from '#kit/model/row.ts';
import type { DetailRow } from '#kit/web/index.ts';
import type { DisputeGlance } from '../model/dispute-glance.ts';
import type { ChangeItemView, OrderChangeView } from '../model/order-change.ts';
import type { OrderAtHand, OrderSurroundings } from '../model/order-goods.ts';
import type { orderRemark } from '../model/order-remark.ts';
import type { orderHold, orderLine, salesOrder } from '../model/order.ts';

export type OrderRow = WireRow<typeof salesOrder> & Partial<OrderAtHand>;
export type OrderLineRow = WireRow<typeof orderLine>;
export type HoldRow = WireRow<typeof orderHold>;
export type RemarkRow = WireRow<typeof orderRemark>;

/** An order as its detail answers it. */
export type OrderDetailRow = DetailRow<typeof salesOrder> &
  Partial<OrderSurroundings> & { changes?: OrderChangeView[]; disputes?: DisputeGlance[] };

/** How many units of a line are where. */
export type LineUnits = Pick<OrderLineRow, 'id' | 'qty' | 'qtyCancelled' | 'qtyReserved' | 'qtyPacked' | 'qtyShipped'>;

/** Units that are neither shipped nor cancelled. */
export const openUnits = (line: LineUnits): number => line.qty - line.qtyCancelled - line.qtyShipped;

/** Changes that wait to be applied or refused, as the order's detail tells them. */
export const pendingItems = (order: OrderDetailRow): ChangeItemView[] =>
  (order.changes ?? []).flatMap(({ items }) => items).filter(({ status }) => status === 'pending');
