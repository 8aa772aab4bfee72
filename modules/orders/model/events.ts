import { defineEvent } from '#kit/model/event.ts';

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

/** Goods came to an order that was stored before: from its channel, or by a change applied. */
export const orderLinesAdded = defineEvent<AboutOrder>('order.linesAdded');
/** A manual order is submitted; whoever knows what its lines were agreed to cost says so now. */
export const orderSubmitting = defineEvent<AboutOrder>('order.submitting');
export const orderAccepted = defineEvent<AboutChannelOrder>('order.accepted');
export const orderRejected = defineEvent<AboutChannelOrder & { reason: string }>('order.rejected');
/** Work on the goods may begin. */
export const orderStarted = defineEvent<AboutOrder>('order.started');
/** Units are about to be cancelled; who has planned them gives them up, or refuses. */
export const orderCancelling = defineEvent<
  AboutOrder & { lines: readonly CancelledLine[]; acceptLabelLoss: boolean }
>('order.cancelling');
/** Units were cancelled; `all` where nothing is left of the order. */
export const orderCancelled = defineEvent<
  AboutChannelOrder & { lines: readonly CancelledLine[]; all: boolean }
>('order.cancelled');
/** The channel wants goods of an order that has ended here. */
export const orderWantedAgain = defineEvent<AboutChannelOrder>('order.wantedAgain');
