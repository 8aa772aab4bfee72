import { addDays, dayIn, DEFAULT_ZONE } from '#kit/model/time.ts';

/** The day of the demo seller, who lives in the zone that tenants have by default; so many days later. */
export const dayOf = (now: Date, daysLater = 0): string => addDays(dayIn(now, DEFAULT_ZONE), daysLater);
