import { wholeAddress } from '#kit/model/address.ts';
import { Refusal } from '#kit/model/refusal.ts';
import type { TaskOf } from '#kit/model/job.ts';
import type { Tx } from '#kit/server/database.ts';
import { Dead, Later, type QueuedHandler } from '#kit/server/deliveries.ts';
import { noteCarrierHealth } from '#modules/base/server/index.ts';
import { CarrierError, type Consignment } from '#modules/fulfilment/model/carrier-port.ts';
import { buyOnce, isClaimed, shipFrom, witnessOf, type Carriers } from '#modules/fulfilment/server/index.ts';
import { readOrder } from '#modules/orders/server/index.ts';
import type { buyReturnLabelJob, voidReturnLabelJob } from '../../model/return-label-work.ts';
import {
  holdReturnPrice,
  lockAwaited,
  lockReturnLabel,
  returnLabelBought,
  returnLabelNotBought,
  returnLabelVoided,
  returnLabelVoidRefused,
  type StoredReturnLabel,
} from './return-labels.ts';

const RETRY_AFTER_MS = 60_000;

/** `aftersales.buyReturnLabel`: asks the carrier what was bought before it buys, so that none is paid twice. */
export function buyReturnLabelHandler(carriers: Carriers): QueuedHandler<TaskOf<typeof buyReturnLabelJob>> {
  return {
    rank: 2,
    async run(attempt) {
      const { labelId } = attempt.payload;
      const { label, isAwaited } = await attempt.tx(async (tx) => ({
        isAwaited: await lockAwaited(tx, labelId),
        label: await lockReturnLabel(tx, labelId),
      }));
      if (label?.status !== 'requested') return attempt.finish();
      const notBought = (reason: string): Promise<void> =>
        attempt.finish((tx) => returnLabelNotBought(tx, labelId, reason));
      // What the carrier was asked for already is looked for there, and voided.
      if (!isAwaited && attempt.progress['sent'] !== true) return notBought('退货单已取消');
      const opened = await attempt
        .tx(async (tx) => ({
          carrier: await carriers.open(tx, label.carrierAccountId, aboutOf(label)),
          consignment: await consignmentBack(tx, label),
        }))
        .catch((error: unknown) => {
          if (error instanceof Refusal) return error;
          throw error;
        });
      if (opened instanceof Refusal) return notBought(opened.message);
      await buyOnce(attempt, opened.carrier, label, opened.consignment, {
        witness: () => attempt.tx((tx) => witness(tx, label.carrierAccountId)),
        hold: (rate) => attempt.tx((tx) => holdReturnPrice(tx, labelId, rate)),
        unpaid: (refusal) => notBought(refusal.message),
        isOurs: (remoteId) => attempt.tx((tx) => isClaimed(tx, label.carrierAccountId, remoteId)),
        bought: (bought, denial) =>
          attempt.finish(async (tx) => {
            await returnLabelBought(tx, labelId, bought, denial);
            await noteCarrierHealth(tx, label.carrierAccountId, null);
          }),
        notBought,
      });
    },
  };
}

/** Of returns, or of what was sent: the account is the same. */
async function witness(tx: Tx, carrierAccountId: string): Promise<string | null> {
  const row = await tx.maybe<{ id: string }>`
    select id from return_label where tenant_id = ${tx.tenant}
      and carrier_account_id = ${carrierAccountId}::uuid and status = 'active'
      and remote_id is not null
    order by create_time desc, id desc limit 1`;
  return row?.id ?? witnessOf(tx, carrierAccountId);
}

const aboutOf = ({ orderId, owner, carrier }: StoredReturnLabel) => ({ orderId, owner, carrier });

/** From the buyer of the order to the warehouse. */
async function consignmentBack(tx: Tx, label: StoredReturnLabel): Promise<Consignment> {
  const { shipTo } = await readOrder(tx, label.orderId);
  return {
    from: wholeAddress(shipTo),
    to: await shipFrom(tx, label.warehouseId),
    parcels: label.parcels,
  };
}

/** `aftersales.voidReturnLabel`: asked again, the carrier answers the same. */
export function voidReturnLabelHandler(carriers: Carriers): QueuedHandler<TaskOf<typeof voidReturnLabelJob>> {
  return {
    rank: 3,
    async run(attempt) {
      const { labelId } = attempt.payload;
      const label = await attempt.tx((tx) => lockReturnLabel(tx, labelId));
      if (label?.status !== 'voiding') return attempt.finish();
      const { remoteId } = label;
      // The carrier has given none that is ours: there is nothing that it could void.
      if (remoteId === null) return attempt.finish((tx) => returnLabelVoided(tx, labelId));
      try {
        const { connection } = await attempt.tx((tx) => carriers.open(tx, label.carrierAccountId, aboutOf(label)));
        const outcome = await connection.voidLabel(remoteId);
        await attempt.finish((tx) =>
          outcome.status === 'voided'
            ? returnLabelVoided(tx, labelId)
            : returnLabelVoidRefused(tx, labelId, outcome.message),
        );
      } catch (error) {
        if (error instanceof Refusal) throw new Dead(error.message);
        if (!(error instanceof CarrierError)) throw error;
        const { kind, message, retryAfterMs } = error;
        if (kind === 'rate') throw new Later(message, retryAfterMs ?? RETRY_AFTER_MS, false);
        if (!['transient', 'unknown'].includes(kind) || attempt.isLast)
          throw new Dead(`作废退货面单没有结果，请重试：${message}`);
        throw new Error(message, { cause: error });
      }
    },
  };
}
