import { isEvery, listedValues } from '#kit/model/cron/cron.ts';
import { nextRuns } from '#kit/model/cron/next-runs.ts';
import { parseCron } from '#kit/model/cron/parse.ts';

/** Schedules of one tenant; what is paused counts too. */
export const MOST_SCHEDULES = 100;
/** An hour that is met later than this was missed: the misfire rule says what becomes of it. */
export const MISFIRE_MS = 60_000;
/** What has not begun by then has not come: people hear of it. */
export const LATE_MS = 15 * 60_000;
/** Missed hours are counted so far. */
export const MOST_COUNTED = 100;
const AT_ONCE = 10;

/**
 * What is wrong with the hours of a schedule, in words; null where nothing is.
 * @param after runs are later than this
 * @param zone of the tenant
 */
export function cronFault(expression: string, after: Date, zone: string): string | null {
  const parsed = parseCron(expression);
  if (!parsed.ok) return parsed.message;
  // With one second of each minute two runs are a whole number of minutes apart; with two they are not.
  if (isEvery(parsed.cron.second) || listedValues('second', parsed.cron.second).length > 1)
    return '两次执行至少间隔 1 分钟：秒请只填一个值，例如 0';
  return nextRun(expression, after, zone) === null ? '该表达式以后不会再执行，请检查年、月、日' : null;
}

/** When a schedule is due next; null where it never is again. */
export function nextRun(expression: string, after: Date, zone: string): Date | null {
  const parsed = parseCron(expression);
  return parsed.ok ? (nextRuns(parsed.cron, { after, zone, count: 1 })[0] ?? null) : null;
}

/**
 * How many hours of a schedule have come from one instant on until another, both among them; {@link MOST_COUNTED}
 * at most. It looks a few hours ahead at a time: those of years to come cost seconds.
 */
export function missedRuns(expression: string, from: Date, until: Date, zone: string): number {
  const parsed = parseCron(expression);
  if (!parsed.ok) return 0;
  let count = 0;
  let after = new Date(from.getTime() - 1000);
  while (count < MOST_COUNTED) {
    const ahead = nextRuns(parsed.cron, { after, zone, count: AT_ONCE });
    const come = ahead.filter((at) => at <= until);
    count += come.length;
    const last = come.at(-1);
    if (come.length < AT_ONCE || !last) break;
    after = last;
  }
  return count;
}
