import type { BatchScope } from '#kit/model/resource-routes.ts';
import { defineRowActionSlot, defineSlot } from '#kit/web/index.ts';
import type { OrderRow } from './order-row.ts';

/** Parts that upper modules add to an order: its shipments, later its invoices and returns. */
export const orderDetailFulfilment = defineSlot<{ orderId: string }>('orders.detail.fulfilment');

/** What upper modules offer to do about an order, in its head: ask for parts, take it back. */
export const orderDetailActions = defineSlot<{ orderId: string; status: string }>('orders.detail.deeds');

/** What clears 未配对 on the spot: the SKU behind a part number that a shop sells. */
export const unmappedPart = defineSlot<{ accountId: string; channelSku: string }>('orders.hold.unmapped');

/** What clears 取消申请 on the spot: the answer to what the channel asks for. */
export const cancelRequestHere = defineSlot<{ orderId: string }>('orders.hold.cancelRequest');

/** The whole story of an order, from every part of the house that knows of it. */
export const orderTimeline = defineSlot<{ orderId: string }>('orders.detail.timeline');

/** What upper modules know of how an order came to be as it is: below its moves. */
export const orderStory = defineSlot<{ orderId: string }>('orders.detail.story');

/** What upper modules offer for many orders at once: those that are chosen, or all that were found. */
export const chosenOrders = defineSlot<{
  scope: BatchScope;
  count: number;
  /** The tab that they stand on. */
  tab: string;
  onDone: () => void;
}>('orders.list.chosen');

/** What upper modules offer about one order, in its row of the list: where it is, what is asked for after it has left. */
export const orderRowActions =
  defineRowActionSlot<Pick<OrderRow, 'id' | 'channelOrderNo' | 'status' | 'shipSync'>>('orders.list.row');

/** Whether shipments of an order are being packed: what is next is done at them. */
export const isInWork = (status: string): boolean => status === 'processing' || status === 'partial';
