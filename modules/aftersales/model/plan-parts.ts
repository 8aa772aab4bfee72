import { PLAN_COVER_DAYS, PLAN_DAYS } from './part-routes.ts';

/** What is known of a part in a warehouse. */
export interface PartFacts {
  /** Units asked for in the days that the plan looks back. */
  asked: number;
  /** Of open requests, units that nothing is held for. */
  waiting: number;
  available: number;
  coming: number;
  leadDays: number;
}

/**
 * How many of a part should be there, and how many to order now: what is asked for until a delivery comes
 * and a month beyond, and what open requests wait for; no less than is sold at once, in whole cartons.
 */
export function suggestedParts(
  { asked, waiting, available, coming, leadDays }: PartFacts,
  { moq, packUnits }: { moq: number; packUnits: number } = { moq: 0, packUnits: 1 },
): { target: number; suggested: number } {
  const target = Math.ceil((asked * (leadDays + PLAN_COVER_DAYS)) / PLAN_DAYS);
  const missing = target + waiting - available - coming;
  if (missing <= 0) return { target, suggested: 0 };
  const least = Math.max(missing, moq);
  return { target, suggested: Math.ceil(least / packUnits) * packUnits };
}
