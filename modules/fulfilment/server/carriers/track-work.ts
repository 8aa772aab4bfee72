import { Refusal } from '#kit/model/refusal.ts';
import { withoutWords } from '#kit/model/without-words.ts';
import type { TaskOf } from '#kit/model/job.ts';
import { systemActor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { Dead, Later, type QueuedHandler } from '#kit/server/deliveries.ts';
import { inTurn } from '#kit/server/in-turn.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { buyerWords } from '#modules/orders/server/index.ts';
import { trackLabelJob } from '../../model/carrier-jobs.ts';
import { CarrierError } from '../../model/carrier-port.ts';
import { shippingLabel, type ShippingLabelRow } from '../../model/shipping-label.ts';
import type { Carriers, OpenCarrier } from './carriers.ts';
import { takeReport, type Report } from './on-the-way.ts';

const RETRY_AFTER_MS = 60_000;

/** Stores a look for every label whose turn has come: once per label and turn, by its dedupe key. */
export async function enqueueTracking(db: Database, now: Date): Promise<void> {
  const due = await db.platform(
    (tx) =>
      tx.rows<{
        tenantId: number;
        id: string;
        slot: bigint;
      }>`select * from work.labels_due(${now})`,
  );
  await inTurn(due, ({ tenantId, id, slot }) =>
    db.tx(systemActor(tenantId, '定时任务'), (tx) => askForTracking(tx, id, String(slot))),
  );
}

/** Has the parcels of a label asked for. @param turn asked twice in one turn, they are asked for once */
export async function askForTracking(tx: Tx, labelId: string, turn: string): Promise<void> {
  const [label] = await pick(tx, shippingLabel, ['shipmentId', 'orderId', 'accountId'])`
    id = ${labelId}::uuid`;
  if (!label) return;
  await enqueue(tx, trackLabelJob, {
    aggregate: label.orderId,
    dedupeKey: `track:${labelId}:${turn}`,
    payload: { labelId, ...label },
  });
}

/** `fulfilment.track`: what the carrier has to say of the parcels of a label, and what it asks later. */
export function trackHandler(carriers: Carriers): QueuedHandler<TaskOf<typeof trackLabelJob>> {
  return {
    rank: 7,
    async run(attempt) {
      const { labelId } = attempt.payload;
      const label = await attempt.tx((tx) => readUsed(tx, labelId));
      if (!label) return attempt.finish();
      try {
        const { carrier, buyer } = await attempt.tx(async (tx) => ({
          carrier: await carriers.open(tx, label.carrierAccountId, label),
          buyer: await buyerWords(tx, label.orderId),
        }));
        const report = await askCarrier(carrier, label, buyer);
        await attempt.finish((tx) => takeReport(tx, labelId, report, carrier.account));
      } catch (error) {
        if (error instanceof Refusal) throw new Dead(error.message);
        if (!(error instanceof CarrierError)) throw error;
        const { kind, message, retryAfterMs } = error;
        if (kind === 'rate') throw new Later(message, retryAfterMs ?? RETRY_AFTER_MS, false);
        if (kind === 'auth' || kind === 'denied') throw new Dead(message);
        throw new Error(message, { cause: error });
      }
    },
  };
}

type UsedLabel = Pick<
  ShippingLabelRow,
  'orderId' | 'carrierAccountId' | 'owner' | 'carrier' | 'trackingNo' | 'remoteId' | 'trackedAt'
>;

async function readUsed(tx: Tx, labelId: string): Promise<UsedLabel | undefined> {
  const [label] = await pick(tx, shippingLabel, [
    ...(['orderId', 'carrierAccountId', 'owner', 'carrier'] as const),
    ...(['trackingNo', 'remoteId', 'trackedAt'] as const),
  ])`id = ${labelId}::uuid and status = 'used'`;
  return label;
}

/** Events are asked for from a day before the last look: carriers report some of them late. */
const OVERLAP_MS = 24 * 3_600_000;

/** @param buyer words of the buyer: what is said of a parcel is read by everybody who sees the parcel */
async function askCarrier(
  { connection }: OpenCarrier,
  label: UsedLabel,
  buyer: readonly string[],
): Promise<Report> {
  const since = label.trackedAt && new Date(label.trackedAt.getTime() - OVERLAP_MS);
  const events: Report['events'][number][] = [];
  for (const trackingNo of (label.trackingNo ?? '').split(',').filter(Boolean))
    events.push(
      ...(await connection.track(trackingNo, since)).map((event) => ({
        ...event,
        ...{ trackingNo, said: withoutWords(event.said, buyer) },
      })),
    );
  const charges = await connection.charges?.(label.remoteId ?? '');
  return { events, charges: charges ?? [] };
}
