import { defineOwnWork } from '#kit/model/clock-work.ts';
import { defineJob } from '#kit/model/job.ts';

/** A shipment has left, or is here after all: its invoice follows. */
export const invoiceShipmentJob = defineJob<{ shipmentId: string; orderId: string; accountId: string }>(
  'finance.invoice',
  '发货开票',
  { awaitedAs: '开票', isHeld: true, about: 'orders:salesOrder' },
);

export const shortInvoicesWork = defineOwnWork(
  'finance.shortInvoices',
  '标记短款发票',
  '过了到期日和宽限天数还有余额的发票，标为短款。',
);
