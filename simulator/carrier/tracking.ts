/** The way of a parcel by the simulator's clock: the same label always goes the same way. */
import { SERVICES } from './prices.ts';
import type { CarrierLabel, CarrierParcel } from './state.ts';

export interface TrackingEvent {
  id: string;
  code: 'picked_up' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'exception' | 'lost';
  text: string;
  city: string;
  at: number;
}

const HOUR = 3_600_000;
const PICKED_UP = 4;
const IN_TRANSIT = 12;
const EXCEPTION = 20;
const LOST = 96;

/** Everything that has happened to a parcel until now, oldest first. */
export function eventsOf(label: CarrierLabel, parcel: CarrierParcel, now: number): TrackingEvent[] {
  if (label.voidedAt !== null) return [];
  const start = label.boughtAt + label.lateHours * HOUR;
  const days = SERVICES.find(({ code }) => code === label.service)?.days ?? 5;
  const deliveredAt = start + days * 24 * HOUR;
  const fateAt = parcel.fateAt ?? start + (parcel.fate === 'lost' ? LOST : EXCEPTION) * HOUR;
  const from = label.from.city ?? '';
  const to = label.to.city ?? '';
  const way: Omit<TrackingEvent, 'id'>[] = [
    { code: 'picked_up', text: 'Picked up', city: from, at: start + PICKED_UP * HOUR },
    { code: 'in_transit', text: 'Departed facility', city: from, at: start + IN_TRANSIT * HOUR },
    { code: 'out_for_delivery', text: 'Out for delivery', city: to, at: deliveredAt - 8 * HOUR },
    { code: 'delivered', text: 'Delivered, front door', city: to, at: deliveredAt },
  ];
  const stops = parcel.fate !== null && parcel.resumedAt === null;
  const usual = stops ? way.filter(({ at }) => at < fateAt) : way;
  if (parcel.fate === 'exception')
    usual.push({ code: 'exception', text: 'Damaged label, on hold', city: to, at: fateAt });
  if (parcel.fate === 'lost') usual.push({ code: 'lost', text: 'Lost in transit', city: from, at: fateAt });
  if (parcel.resumedAt !== null)
    usual.push({ code: 'in_transit', text: 'Back on its way', city: to, at: parcel.resumedAt });
  return usual
    .filter(({ at }) => at <= now)
    .toSorted((a, b) => a.at - b.at)
    .map((event) => ({ ...event, id: `${parcel.trackingNumber}-${event.code}-${event.at}` }));
}

/** Whether anything of the label has been handed over: then it cannot be voided any more. */
export const isMoving = (label: CarrierLabel, now: number): boolean =>
  label.parcels.some((parcel) => eventsOf(label, parcel, now).length > 0);
