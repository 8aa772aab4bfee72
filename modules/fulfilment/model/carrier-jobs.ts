import { defineEvent } from '#kit/model/event.ts';
import { defineJob } from '#kit/model/job.ts';

interface AboutLabel {
  labelId: string;
  shipmentId: string;
  orderId: string;
  /** The shop of the order. */
  accountId: string;
}

/** A label is to be bought of a carrier. */
export const labelBuying = defineEvent<AboutLabel>('label.buying');
/** A label that nobody wants is to be voided at its carrier. */
export const labelVoiding = defineEvent<AboutLabel>('label.voiding');

export const buyLabelJob = defineJob<AboutLabel>('fulfilment.buyLabel', '购买面单', {
  awaitedAs: '购买面单',
  about: 'orders:salesOrder',
});
export const voidLabelJob = defineJob<AboutLabel>('fulfilment.voidLabel', '作废面单', {
  awaitedAs: '作废面单',
  about: 'orders:salesOrder',
});
export const trackLabelJob = defineJob<AboutLabel>('fulfilment.track', '更新轨迹', {
  isPeriodic: true,
});
