import { Refusal } from '#kit/model/refusal.ts';
import type { TaskOf } from '#kit/model/job.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Attempt, QueuedHandler } from '#kit/server/deliveries.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { noteCarrierHealth } from '#modules/base/server/index.ts';
import type { buyLabelJob } from '../../model/carrier-jobs.ts';
import type { CarrierRate, Consignment } from '../../model/carrier-port.ts';
import { shippingLabel } from '../../model/shipping-label.ts';
import { buyOnce } from '../buy-once.ts';
import type { Carriers, OpenCarrier } from './carriers.ts';
import { consignmentOf } from './consignment.ts';
import { isClaimed } from './label-claim.ts';
import { holdPrice, type StoredLabel } from './label-money.ts';
import { labelBought, labelNotBought, labelUnpaid, lockLabel } from './label-purchase.ts';

type BuyAttempt = Attempt<TaskOf<typeof buyLabelJob>>;

/**
 * `fulfilment.buyLabel`: sets the price aside, then buys. Whatever an earlier attempt may have bought
 * is looked for first, so that no label is paid twice.
 */
export function buyLabelHandler(carriers: Carriers): QueuedHandler<TaskOf<typeof buyLabelJob>> {
  return {
    rank: 1,
    async run(attempt) {
      const { labelId } = attempt.payload;
      const label = await attempt.tx((tx) => readLabel(tx, labelId));
      if (label?.status !== 'requested') return attempt.finish();
      const opened = await attempt
        .tx(async (tx) => ({
          carrier: await carriers.open(tx, label.carrierAccountId, label),
          consignment: await consignmentOf(tx, label.shipmentId),
        }))
        .catch((error: unknown) => {
          if (error instanceof Refusal) return error;
          throw error;
        });
      if (opened instanceof Refusal) return notBought(attempt, opened.message);
      await purchase(attempt, opened.carrier, label, opened.consignment);
    },
  };
}

const readLabel = async (tx: Tx, labelId: string): Promise<StoredLabel | undefined> =>
  tx.maybe<StoredLabel>`
    select * from shipping_label where tenant_id = ${tx.tenant} and id = ${labelId}::uuid`;

const purchase = (
  attempt: BuyAttempt,
  carrier: OpenCarrier,
  label: StoredLabel,
  consignment: Consignment,
): Promise<void> =>
  buyOnce(attempt, carrier, label, consignment, {
    witness: () => attempt.tx((tx) => witnessOf(tx, carrier.account.id)),
    hold: (rate) => attempt.tx((tx) => holdQuoted(tx, label.id, rate)),
    unpaid: (refusal, rate) => attempt.finish((tx) => labelUnpaid(tx, label.id, refusal, rate)),
    isOurs: (remoteId) => attempt.tx((tx) => isClaimed(tx, carrier.account.id, remoteId)),
    bought: (bought, denial) =>
      attempt.finish(async (tx) => {
        await labelBought(tx, label.id, bought, denial);
        await noteCarrierHealth(tx, carrier.account.id, null);
      }),
    notBought: (reason) => notBought(attempt, reason),
  });

/** The newest label that an account has surely sold: what its look-up must find. @returns its key */
export async function witnessOf(tx: Tx, carrierAccountId: string): Promise<string | null> {
  const row = await tx.maybe<{ id: string }>`
    select id from shipping_label where tenant_id = ${tx.tenant}
      and carrier_account_id = ${carrierAccountId}::uuid and status in ('active', 'used')
      and remote_id is not null
    order by create_time desc, id desc limit 1`;
  return row?.id ?? null;
}

/** The price of now, set aside in the wallet. @returns the refusal where there was not so much */
async function holdQuoted(tx: Tx, labelId: string, { amount, currency }: CarrierRate): Promise<Refusal | null> {
  const now = await lockLabel(tx, labelId);
  if (now?.status !== 'requested') return null;
  const refusal = await holdPrice(tx, now, { amount, currency });
  if (!refusal) await setColumns(tx, shippingLabel, [now.id], { quotedCost: amount, currency });
  return refusal;
}

const notBought = (attempt: BuyAttempt, reason: string): Promise<void> =>
  attempt.finish((tx) => labelNotBought(tx, attempt.payload.labelId, reason));
