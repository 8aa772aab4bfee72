import { addDays, dayIn, workdayDeadline, type WorkCalendar } from '#kit/model/time.ts';

/** What a shop's channel allows with parts. */
export interface PartPolicy {
  partConfirmWorkdays: number;
  partShipWorkdays: number;
  partExtendMaxDays: number;
}

/** By whose days off and clocks deadlines are counted. */
export interface PartPlace {
  calendar: WorkCalendar;
  zone: string;
}

/** Until when parts are to be confirmed, and shipped: both from the day they were asked for (domain.md §4). */
export const partDeadlines = (
  receivedAt: Date,
  { partConfirmWorkdays, partShipWorkdays }: PartPolicy,
  { calendar, zone }: PartPlace,
): { confirmBy: Date; shipBy: Date } => ({
  confirmBy: workdayDeadline(receivedAt, partConfirmWorkdays, calendar, zone),
  shipBy: workdayDeadline(receivedAt, partShipWorkdays, calendar, zone),
});

/** The days, as they are at the warehouse, to which a shipment may be put off. */
export function extensionDays(shipBy: Date, mostDays: number, zone: string): { first: string; last: string } {
  const day = dayIn(shipBy, zone);
  return { first: addDays(day, 1), last: addDays(day, mostDays) };
}
