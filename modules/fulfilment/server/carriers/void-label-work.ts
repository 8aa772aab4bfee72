import { Refusal } from '#kit/model/refusal.ts';
import type { TaskOf } from '#kit/model/job.ts';
import { Dead, Later, type QueuedHandler } from '#kit/server/deliveries.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type { voidLabelJob } from '../../model/carrier-jobs.ts';
import { CarrierError } from '../../model/carrier-port.ts';
import { shippingLabel } from '../../model/shipping-label.ts';
import type { Carriers } from './carriers.ts';
import { labelVoidRefused, labelWasVoided } from './label-ends.ts';

const RETRY_AFTER_MS = 60_000;

/** `fulfilment.voidLabel`: asks the carrier to void a label; asked again, it answers the same. */
export function voidLabelHandler(carriers: Carriers): QueuedHandler<TaskOf<typeof voidLabelJob>> {
  return {
    rank: 3,
    async run(attempt) {
      const { labelId } = attempt.payload;
      const [label] = await attempt.tx(
        (tx) =>
          pick(tx, shippingLabel, ['status', 'orderId', 'remoteId', 'carrierAccountId', 'owner', 'carrier'])`
          id = ${labelId}::uuid`,
      );
      if (label?.status !== 'voiding') return attempt.finish();
      const { remoteId } = label;
      // The carrier has given none that is ours: there is nothing that it could void.
      if (remoteId === null) return attempt.finish((tx) => labelWasVoided(tx, labelId));
      try {
        const { connection } = await attempt.tx((tx) => carriers.open(tx, label.carrierAccountId, label));
        const outcome = await connection.voidLabel(remoteId);
        await attempt.finish((tx) =>
          outcome.status === 'voided' ? labelWasVoided(tx, labelId) : labelVoidRefused(tx, labelId, outcome.message),
        );
      } catch (error) {
        if (error instanceof Refusal) throw new Dead(error.message);
        if (!(error instanceof CarrierError)) throw error;
        const { kind, message, retryAfterMs } = error;
        if (kind === 'rate') throw new Later(message, retryAfterMs ?? RETRY_AFTER_MS, false);
        const isPassing = kind === 'transient' || kind === 'unknown';
        // Whether it was voided nobody knows: the label stays as it is until a person has it tried again.
        if (!isPassing || attempt.isLast) throw new Dead(`作废面单没有结果，请重试：${message}`);
        throw new Error(message, { cause: error });
      }
    },
  };
}
