import { addDays, dayIn, parseWireTime } from '#kit/model/time.ts';

/**
 * The day of the tests. No test reads the machine's date: workdays, cut-offs and pick-up days make
 * another story of every weekday. Product, marketplace and test start at one instant that is
 * written down here, and stand there until a test lets time pass: how fast the machine is decides
 * about nothing.
 */

/** Instants worth a run of their own; `WAYBILL_TEST_START` takes their names, or any ISO instant. */
export const TEST_STARTS = {
  /** Before the cut-off in New York, the same day and past it in Kolkata, past midnight in Shanghai. */
  monday: '2026-11-23T15:00:00Z',
  tuesday: '2026-11-24T15:00:00Z',
  wednesday: '2026-11-25T15:00:00Z',
  thursday: '2026-11-26T15:00:00Z',
  /** Past the cut-off in New York: the carrier comes on Monday. */
  friday: '2026-11-27T20:30:00Z',
  saturday: '2026-11-28T15:00:00Z',
  sunday: '2026-11-29T15:00:00Z',
  leapDay: '2028-02-29T15:00:00Z',
  /** The month ends in New York four hours later than by UTC. */
  monthEnd: '2027-05-01T02:30:00Z',
} as const;

/** Tells a program beside the tests, and the tests beside a program, how far ahead it is. */
export const AHEAD_VARIABLE = 'WAYBILL_TEST_AHEAD';

export interface TestClock {
  now(): Date;
  /** Lets time pass. */
  pass(ms: number): void;
  /** Milliseconds ahead of the machine's clock at this moment, for a process beside this one. */
  ahead(): number;
}

/**
 * A clock that stands at `WAYBILL_TEST_START`, or at the usual Monday, until time is let pass.
 * @param runs for a product that a browser looks at: it goes on at the machine's pace, as the
 * browser's own clock does
 */
export function startTestClock(start = testStart(), runs = false): TestClock {
  const began = Date.now();
  let instant = start.getTime();
  const now = (): number => (runs ? instant + Date.now() - began : instant);
  return {
    now: () => new Date(now()),
    pass: (ms) => void (instant += ms),
    ahead: () => now() - Date.now(),
  };
}

/** @throws when WAYBILL_TEST_START names no instant */
export function testStart(text = process.env['WAYBILL_TEST_START'] || 'monday'): Date {
  const start = new Date(TEST_STARTS[text as keyof typeof TEST_STARTS] ?? text);
  if (Number.isNaN(start.getTime()))
    throw new Error(`WAYBILL_TEST_START must be an instant or one of ${Object.keys(TEST_STARTS).join(', ')}`);
  return start;
}

/** The next time it is that hour (`HH:mm`) in a zone; on that ISO weekday (1 = Monday) where one is given. */
export function nextAt(now: Date, weekday: number | null, time: string, zone: string): Date {
  for (let ahead = 0; ahead <= 7; ahead++) {
    const day = addDays(dayIn(now, zone), ahead);
    const isRequested = weekday === null || new Date(day).getUTCDay() === weekday % 7;
    const instant = isRequested ? parseWireTime(`${day} ${time}:00`, zone) : null;
    if (instant && instant > now) return instant;
  }
  throw new Error(`no ${time} on weekday ${weekday} in ${zone}`);
}
