import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { deliveredWhole } from '#modules/orders/server/index.ts';
import type { CarrierCharge, CarrierEvent } from '../../model/carrier-port.ts';
import { shipmentLifecycle } from '../../model/shipment-lifecycle.ts';
import { shipment } from '../../model/shipment.ts';
import { lastOfEach, stepsTo, wayOf, type WayEvent } from '../../model/tracking.ts';
import { carrierCharge, type StoredLabel } from './label-money.ts';
import { jointly, leadsOf } from '../joint/joint-shipment.ts';
import { lockLabel } from './label-purchase.ts';

/** 揽收: the carrier has it. */
export const scanShipment: Command = jointly(
  command(shipmentLifecycle, 'scan', {
    async run(tx, rows) {
      await tx.run`
      update shipment set first_scan_at = coalesce(first_scan_at, ${tx.now}), is_scan_late = false
      where tenant_id = ${tx.tenant} and id = any(${rows.map(({ id }) => id)}::uuid[])`;
    },
  }),
);

/** 签收: the buyer has it, whoever says so; an order whose last shipment arrived is delivered with it. */
export const deliverShipment: Command = jointly(
  command(shipmentLifecycle, 'deliver', {
    async run(tx, rows) {
      await setColumns(tx, shipment, rows, {
        deliveredAt: tx.now,
        exceptionReason: null,
        isScanLate: false,
      });
      for (const orderId of await ordersArrived(tx, rows)) await deliveredWhole(tx, orderId);
    },
  }),
);

/** Orders of shipments that arrive now, of which nothing else is under way. */
async function ordersArrived(tx: Tx, rows: readonly { id: string }[]): Promise<string[]> {
  const ids = rows.map(({ id }) => id);
  const found = await tx.rows<{ orderId: string }>`
    select distinct s.order_id from shipment s
    where s.tenant_id = ${tx.tenant} and s.id = any(${ids}::uuid[])
      and not exists (select 1 from shipment o where o.tenant_id = s.tenant_id and o.order_id = s.order_id
        and o.id <> all(${ids}::uuid[]) and o.status not in ('delivered', 'voided')) order by 1`;
  return found.map(({ orderId }) => orderId);
}

/** 登记异常: it stands still, and somebody has to see to it. */
export const noteException: Command = jointly(
  command(shipmentLifecycle, 'exception', {
    run: (tx, rows, { reason }) => setColumns(tx, shipment, rows, { exceptionReason: reason, isScanLate: false }),
  }),
);

/** 恢复运输 */
export const resumeShipment: Command = jointly(
  command(shipmentLifecycle, 'resume', {
    run: (tx, rows) => setColumns(tx, shipment, rows, { exceptionReason: null }),
  }),
);

/** 确认丢失: what left stays sold; the carrier is asked to pay for it. */
export const markLost: Command = jointly(
  command(shipmentLifecycle, 'markLost', {
    run: (tx, rows, { reason }) => setColumns(tx, shipment, rows, { exceptionReason: reason }),
  }),
);

/** 找回: it goes on, and its carrier is asked at once where it is, however long ago it was given up. */
export const foundShipment: Command = jointly(
  command(shipmentLifecycle, 'found', {
    async run(tx, rows) {
      await setColumns(tx, shipment, rows, { exceptionReason: null });
      await tx.run`
        update shipping_label set next_track_at = ${tx.now}
        where tenant_id = ${tx.tenant} and status = 'used'
          and shipment_id = any(${rows.map(({ id }) => id)}::uuid[])`;
    },
  }),
);

/** 记录索赔结果: the claim is on its way, or what came of it. */
export const claimLost: Command = jointly(
  command(shipmentLifecycle, 'claim', {
    run: (tx, rows, { note }) => setColumns(tx, shipment, rows, { claimNote: note }),
  }),
);

const MOVES = {
  scan: scanShipment,
  deliver: deliverShipment,
  exception: noteException,
  resume: resumeShipment,
  markLost,
  found: foundShipment,
};

/** What a carrier has reported of the parcels of a label since it was last asked. */
export interface Report {
  events: readonly (CarrierEvent & { trackingNo: string })[];
  /** Null: the carrier never asks anything later. */
  charges: readonly CarrierCharge[] | null;
}

/** How long after it left a parcel is asked for at most. */
const FOLLOWED_DAYS = 60;
/** Carriers weigh and bill when a parcel has long arrived: until then they are asked for that alone. */
const CHARGES_DAYS = 7;
/** Whether a lost parcel has been found is asked once a day. */
const LOST_MINUTES = 24 * 60;

/** Whether the way of a shipment is at its end: a lost one may be found yet. */
export const isOver = (status: string): boolean => status === 'delivered';

/** Nobody answered: the label is looked at again with its next turn. */
export const lookLater = (tx: Tx, labelId: string): Promise<number> =>
  tx.run`
    update shipping_label l set next_track_at = ${tx.now}::timestamptz + make_interval(mins => a.track_minutes)
    from carrier_account a where a.tenant_id = l.tenant_id and a.id = l.carrier_account_id
      and l.tenant_id = ${tx.tenant} and l.id = ${labelId}::uuid and l.status = 'used'
      and l.next_track_at is not null`;

/** Stores what is new of a report and leads the shipment to where its parcels are. Repeats change nothing. */
export async function takeReport(
  tx: Tx,
  labelId: string,
  { events, charges }: Report,
  { trackMinutes, firstScanHours }: { trackMinutes: number; firstScanHours: number },
): Promise<void> {
  const label = await lockLabel(tx, labelId);
  if (label?.status !== 'used') return;
  for (const charge of charges ?? []) await carrierCharge(tx, label, charge);
  const fresh = await storeEvents(tx, label, events);
  if (fresh.size > 0) await followParcels(tx, label, fresh);
  const row = await tx.one<{ status: string; shippedAt: Date | null; firstScanAt: Date | null }>`
    select status, shipped_at, first_scan_at from shipment
    where tenant_id = ${tx.tenant} and id = ${label.shipmentId}::uuid`;
  const hours = (tx.now.getTime() - (row.shippedAt ?? tx.now).getTime()) / 3_600_000;
  if (row.status === 'shipped' && row.firstScanAt === null && hours > firstScanHours)
    await setColumns(tx, shipment, [label.shipmentId], { isScanLate: true });
  const isDone = hours > FOLLOWED_DAYS * 24 || (isOver(row.status) && charges === null);
  const minutes = nextLook(row.status, trackMinutes);
  await tx.run`
    update shipping_label set tracked_at = ${tx.now},
      next_track_at = case when ${isDone} then null
        else ${tx.now}::timestamptz + make_interval(mins => ${minutes}::integer) end
    where tenant_id = ${tx.tenant} and id = ${label.id}::uuid`;
}

/** Minutes until the carrier is asked again. */
function nextLook(status: string, trackMinutes: number): number {
  if (isOver(status)) return CHARGES_DAYS * 24 * 60;
  return status === 'lost' ? Math.max(trackMinutes, LOST_MINUTES) : trackMinutes;
}

/** As much of a carrier's key as an index holds. */
const MOST_KEY = 200;

/** An event of a parcel: some carriers count those of each parcel from one. */
interface EventName {
  trackingNo: string;
  eventKey: string;
}
const nameOf = ({ trackingNo, eventKey }: EventName): string => `${trackingNo} ${eventKey}`;

/** @returns names of the events that were not known */
async function storeEvents(
  tx: Tx,
  { id, shipmentId }: StoredLabel,
  events: Report['events'],
): Promise<ReadonlySet<string>> {
  if (events.length === 0) return new Set();
  const rows = await tx.rows<EventName>`
    insert into tracking_event (tenant_id, id, shipment_id, label_id, tracking_no, event_key, code, said, place, at,
      create_by, create_time)
    select ${tx.tenant}, e.id, ${shipmentId}::uuid, ${id}::uuid, e.tracking_no, e.event_key, e.code, e.said, e.place,
      e.at, ${tx.actor.username}, ${tx.now}
    from unnest(${events.map(() => newId())}::uuid[], ${events.map((e) => e.trackingNo)}::text[],
      ${events.map((e) => e.key.slice(0, MOST_KEY))}::text[], ${events.map((e) => e.code)}::text[],
      ${events.map((e) => e.said.slice(0, 255))}::text[], ${events.map((e) => e.place.slice(0, 255))}::text[],
      ${events.map((e) => e.at)}::timestamptz[]) as e (id, tracking_no, event_key, code, said, place, at)
    on conflict (tenant_id, label_id, tracking_no, event_key) do nothing returning tracking_no, event_key`;
  return new Set(rows.map(nameOf));
}

const isTrouble = ({ code }: WayEvent): boolean => code === 'exception' || code === 'lost';

/** How far a clock may be off, of another zone or set wrong. */
const CLOCKS_MS = 24 * 3_600_000;

/**
 * When an event of a label's parcels can have happened: what is announced for later has not, and what is
 * older than the label is of a parcel that had the same number before. Such an event is kept and leads nowhere.
 */
const spanOf = ({ createTime }: StoredLabel, now: Date): { from: Date; to: Date } => ({
  from: new Date(createTime.getTime() - CLOCKS_MS),
  to: new Date(now.getTime() + CLOCKS_MS),
});

async function followParcels(tx: Tx, label: StoredLabel, fresh: ReadonlySet<string>): Promise<void> {
  const { from, to } = spanOf(label, tx.now);
  const known = await tx.rows<WayEvent & EventName & { said: string | null }>`
    select tracking_no, code, at, event_key, said from tracking_event
    where tenant_id = ${tx.tenant} and label_id = ${label.id}::uuid and at between ${from} and ${to}
    order by at, id`;
  const first = known.find(({ code }) => code !== 'other');
  if (first)
    await tx.run`
      update shipment set first_scan_at = least(coalesce(first_scan_at, ${first.at}), ${first.at}), is_scan_late = false
      where tenant_id = ${tx.tenant} and id = ${label.shipmentId}::uuid`;
  const last = [...lastOfEach(known).values()];
  const isFresh = (event: EventName): boolean => fresh.has(nameOf(event));
  // What came late changes nothing that a person has noted since.
  if (!last.some(isFresh)) return;
  const { status } = await tx.one<{ status: string }>`
    select status from shipment where tenant_id = ${tx.tenant} and id = ${label.shipmentId}::uuid`;
  const isStopped = status === 'lost' || status === 'exception';
  // What a person has noted as over hides no trouble of another parcel.
  const answers = isStopped ? last : last.filter((one) => isFresh(one) || !isTrouble(one));
  const way = wayOf((label.trackingNo ?? '').split(','), answers);
  const troubles = last.filter(({ code }) => code === way);
  // Of two parcels that are lost the one that was not known says so.
  const trouble = troubles.find(isFresh) ?? troubles[0];
  const reason = trouble?.said || '承运商报告异常';
  for (const step of stepsTo(status, way)) {
    const isRequested = step === 'exception' || step === 'markLost';
    // An old trouble of one parcel, of which a person has noted that it is over, is no news of another.
    if (isRequested && trouble && !isFresh(trouble)) continue;
    await moveInTransaction(tx, MOVES[step], [label.shipmentId], isRequested ? { reason } : {});
  }
  if (way !== 'delivered') return;
  const at = last.map((event) => event.at).toSorted((a, b) => b.getTime() - a.getTime())[0];
  const ids = [...(await leadsOf(tx, [label.shipmentId])).keys()];
  await setColumns(tx, shipment, ids, { deliveredAt: at && at < tx.now ? at : tx.now });
}
