import { defineEvent } from '#kit/model/event.ts';
import type { OrderPriority } from './order.ts';

interface AboutOrder {
  orderId: string;
}

/** Of an order of a channel: what is to be done there is the business of its shop. */
interface AboutChannelOrder extends AboutOrder {
  accountId: string;
}

/** Units of a line that are cancelled. */
interface CancelledLine {
  lineId: string;
  qty: number;
}

/** An order has come in, pulled or submitted, and was judged and held as every arriving one is. */
export const orderReceived = defineEvent<AboutOrder>('order.received');
/** Nothing of an order waits for its mapping any more, neither a line nor its warehouse. */
export const orderMapped = defineEvent<AboutOrder>('order.mapped');
/** Goods came to an order that was stored before: from its channel, or by a change applied. */
export const orderLinesAdded = defineEvent<AboutOrder>('order.linesAdded');
/** A manual order is submitted; whoever knows what its lines were agreed to cost says so now. */
export const orderSubmitting = defineEvent<AboutOrder>('order.submitting');
/** Somebody lets an order pass that gives goods away; whoever knows how they were named may refuse. */
export const orderGivingAway = defineEvent<AboutOrder>('order.givingAway');
export const orderAccepted = defineEvent<AboutChannelOrder>('order.accepted');
export const orderRejected = defineEvent<AboutChannelOrder & { reason: string }>('order.rejected');
/** Work on the goods may begin. */
export const orderStarted = defineEvent<AboutOrder>('order.started');
/** Units are about to be cancelled; who has planned them gives them up, or refuses. */
export const orderCancelling = defineEvent<AboutOrder & { lines: readonly CancelledLine[]; acceptLabelLoss: boolean }>(
  'order.cancelling',
);
/** Units were cancelled; `all` where nothing is left of the order. */
export const orderCancelled = defineEvent<AboutChannelOrder & { lines: readonly CancelledLine[]; all: boolean }>(
  'order.cancelled',
);
/** The channel wants goods of an order that has ended here. */
export const orderRestored = defineEvent<AboutChannelOrder>('order.wantedAgain');
/** The ship method is another now; shipments that have no label yet follow, others refuse. */
export const orderMethodChanged = defineEvent<AboutOrder & { shipMethodId: string }>('order.methodChanged');
/** An order presses more, or less: its work follows. */
export const orderPriorityChanged = defineEvent<AboutOrder & { priority: OrderPriority }>('order.priorityChanged');
/** An order that was cancelled here is wanted after all: nothing about its end is to be done any more. */
/** It has to leave earlier or later than was known. */
export const orderShipByChanged = defineEvent<AboutOrder & { shipBy: string | null }>('order.shipByChanged');
export const orderReopened = defineEvent<AboutOrder>('order.reopened');
/** The channel changed where goods go that have left already. */
export const orderAddressLate = defineEvent<AboutOrder & { reason: string }>('order.addressLate');
/** The channel wants fewer units of lines than have left. */
export const orderUnitsLate = defineEvent<AboutOrder & { lineIds: string[]; reason: string }>('order.unitsLate');
