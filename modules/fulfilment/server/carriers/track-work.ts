import { Refusal } from '#kit/model/refusal.ts';
import { withoutWords } from '#kit/model/without-words.ts';
import type { TaskOf } from '#kit/model/job.ts';
import { systemActor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { Dead, Later, type QueuedHandler } from '#kit/server/deliveries.ts';
import { inTurn } from '#kit/server/in-turn.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { noteCarrierHealth } from '#modules/base/server/index.ts';
import { buyerWords } from '#modules/orders/server/index.ts';
import { trackLabelJob } from '../../model/carrier-jobs.ts';
import { CarrierError } from '../../model/carrier-port.ts';
import { shipment } from '../../model/shipment.ts';
import { shippingLabel, type ShippingLabelRow } from '../../model/shipping-label.ts';
import type { Carriers, OpenCarrier } from './carriers.ts';
import { isOver, lookLater, takeReport, type Report } from './on-the-way.ts';

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
    db.tx(systemActor(tenantId, '定时任务'), (tx) => requestTracking(tx, id, String(slot))),
  );
}

/** Has the parcels of a label asked for. @param turn asked twice in one turn, they are asked for once */
export async function requestTracking(tx: Tx, labelId: string, turn: string): Promise<void> {
  const [label] = await pick(tx, shippingLabel, ['shipmentId', 'orderId', 'accountId'])`
    id = ${labelId}::uuid`;
  if (!label) return;
  await enqueue(tx, trackLabelJob, {
    aggregate: label.orderId,
    dedupeKey: `track:${labelId}:${turn}`,
    payload: { labelId, ...label },
  });
}

/**
 * `fulfilment.track`: what the carrier has to say of the parcels of a label, and what it asks later. A carrier
 * that is away for a while costs a look and nobody's attention: the next one comes with its turn.
 */
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
        const report = await fetchTracking(carrier, label, buyer);
        await attempt.finish(async (tx) => {
          await takeReport(tx, labelId, report, carrier.account);
          if (report.fault) await noteCarrierHealth(tx, carrier.account.id, report.fault);
        });
      } catch (error) {
        if (error instanceof Refusal) throw new Dead(error.message);
        if (!(error instanceof CarrierError)) throw error;
        const { kind, message, retryAfterMs } = error;
        if (kind === 'rate') throw new Later(message, retryAfterMs ?? RETRY_AFTER_MS, false);
        if (kind === 'auth' || kind === 'denied') throw new Dead(message);
        if (!attempt.isLast) throw new Error(message, { cause: error });
        await attempt.finish(async (tx) => {
          await noteCarrierHealth(tx, label.carrierAccountId, message);
          await lookLater(tx, labelId);
        });
      }
    },
  };
}

type UsedLabel = Pick<
  ShippingLabelRow,
  ('orderId' | 'shipmentId' | 'carrierAccountId' | 'owner') | ('carrier' | 'trackingNo' | 'remoteId' | 'trackedAt')
> & {
  /** The newest event that is known of each parcel. */
  known: ReadonlyMap<string, Date>;
  /** The shipment is where it ends: only what the carrier asks for it may still come. */
  isOver: boolean;
};

async function readUsed(tx: Tx, labelId: string): Promise<UsedLabel | undefined> {
  const [label] = await pick(tx, shippingLabel, [
    'orderId',
    'shipmentId',
    'carrierAccountId',
    'owner',
    'carrier',
    'trackingNo',
    'remoteId',
    'trackedAt',
  ])`id = ${labelId}::uuid and status = 'used'`;
  if (!label) return undefined;
  const events = await tx.rows<{ trackingNo: string; at: Date }>`
    select tracking_no, max(at) as at from tracking_event
    where tenant_id = ${tx.tenant} and label_id = ${labelId}::uuid group by 1`;
  const [row] = await pick(tx, shipment, ['status'])`id = ${label.shipmentId}::uuid`;
  return {
    ...label,
    known: new Map(events.map(({ trackingNo, at }) => [trackingNo, at])),
    isOver: isOver(row?.status ?? ''),
  };
}

/** Events are asked for from a day before the newest that is known: carriers report some of them late. */
const OVERLAP_MS = 24 * 3_600_000;

/** What is not known yet, however long ago it was: what happened on Friday may be reported on Monday. */
function sinceOf({ known, trackedAt }: UsedLabel, trackingNo: string): Date | null {
  const newest = known.get(trackingNo);
  if (!newest || !trackedAt) return null;
  // An event that is still to come is no reason to ask for nothing before it.
  return new Date(Math.min(newest.getTime(), trackedAt.getTime()) - OVERLAP_MS);
}

/** @param buyer words of the buyer: what is said of a parcel is read by everybody who sees the parcel */
async function fetchTracking(
  { connection }: OpenCarrier,
  label: UsedLabel,
  buyer: readonly string[],
): Promise<Report & { fault: string | null }> {
  const events: Report['events'][number][] = [];
  const numbers = label.isOver ? [] : (label.trackingNo ?? '').split(',').filter(Boolean);
  for (const trackingNo of numbers)
    events.push(
      ...(await connection.track(trackingNo, sinceOf(label, trackingNo))).map((event) => ({
        ...event,
        trackingNo,
        said: withoutWords(event.said, buyer),
      })),
    );
  if (!connection.charges || label.remoteId === null) return { events, charges: null, fault: null };
  try {
    const { charges, message: fault = null } = await connection.charges(label.remoteId);
    return { events, charges, fault };
  } catch (error) {
    if (!(error instanceof CarrierError) || !LASTING.has(error.kind)) throw error;
    // Where the parcels are is known all the same.
    return { events, charges: [], fault: error.message };
  }
}

/** What will be no other with the next call. */
const LASTING: ReadonlySet<string> = new Set(['validation', 'gone', 'unreadable']);
