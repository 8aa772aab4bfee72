import type { TaskOf } from '#kit/model/job.ts';
import { Dead, Later, type QueuedHandler } from '#kit/server/deliveries.ts';
import { rateUnknown, settledComesBack } from '../../model/invoice-errors.ts';
import type { invoiceShipmentJob } from '../../model/invoice-jobs.ts';
import { invoiceShipment } from './invoice-shipment.ts';

/** A rate is entered by people: it is looked for now and then, and 待开票 shows what waits. */
const RATE_WAIT_MS = 1_800_000;

/** `finance.invoice`: once goods have left, or are here again. */
export const invoiceHandler: QueuedHandler<TaskOf<typeof invoiceShipmentJob>> = {
  rank: 4,
  async run(attempt) {
    const found = await attempt.tx((tx) => invoiceShipment(tx, attempt.payload.shipmentId));
    if (found.done === 'noRate') throw new Later(rateUnknown(found), RATE_WAIT_MS, false);
    if (found.done === 'settled') throw new Dead(settledComesBack(found), 'byHand');
    await attempt.finish();
  },
};
