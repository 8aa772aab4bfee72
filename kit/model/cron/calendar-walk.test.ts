import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IS_LONG } from '#tests/harness/long.ts';
import { DAY, momentOf, randomCron, type RandomCron } from '#tests/random-cron.ts';
import { nextRuns } from './next-runs.ts';
import { parseCron } from './parse.ts';
import { printCron } from './print.ts';

const REACH = 400 * DAY;
const RUNS = 3;
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Day by day, second by second, each field asked by its definition. */
function walk({ fields, after }: RandomCron, until: number): number[] {
  const runs: number[] = [];
  const noMoment = momentOf(0);
  const [hours, minutes, seconds] = [
    upTo(24).filter((at) => fields.hour.fits(at, noMoment)),
    upTo(60).filter((at) => fields.minute.fits(at, noMoment)),
    upTo(60).filter((at) => fields.second.fits(at, noMoment)),
  ];
  for (let midnight = after - (after % DAY); midnight <= until; midnight += DAY) {
    const moment = momentOf(midnight);
    const { year, month, day, week } = moment;
    if (!fields.year.fits(year, moment) || !fields.month.fits(month, moment)) continue;
    if (!fields.day.fits(day, moment) || !fields.week.fits(week, moment)) continue;
    for (const hour of hours)
      for (const minute of minutes) {
        if (midnight + (hour * 60 + minute + 1) * 60_000 <= after) continue;
        for (const second of seconds) {
          const at = midnight + ((hour * 60 + minute) * 60 + second) * 1000;
          if (at > after && at <= until) runs.push(at);
          if (runs.length === RUNS) return runs;
        }
      }
  }
  return runs;
}

function engineRuns({ text, after }: RandomCron): number[] {
  const parsed = parseCron(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.message}`);
  return nextRuns(parsed.cron, { after: new Date(after), zone: 'UTC', count: RUNS }).map(Number);
}

const EXPRESSIONS = IS_LONG ? 10_000 : 2_000;

test('random expressions run when a walk through the calendar says so', () => {
  let withRuns = 0;
  fc.assert(
    fc.property(randomCron({ longest: 4 }), (one) => {
      const until = one.after + REACH;
      const expected = walk(one, until);
      withRuns += expected.length > 0 ? 1 : 0;
      expect(engineRuns(one).filter((run) => run <= until)).toEqual(expected);
    }),
    { seed: 20_260_821, numRuns: EXPRESSIONS },
  );
  expect(withRuns).toBeGreaterThan(EXPRESSIONS * 0.8);
});

test('what is printed reads as the same expression', () => {
  fc.assert(
    fc.property(randomCron({ longest: 4 }), ({ text }) => {
      const parsed = parseCron(text);
      if (!parsed.ok) throw new Error(parsed.message);
      expect(parseCron(printCron(parsed.cron))).toEqual(parsed);
    }),
    { seed: 20_260_822, numRuns: 2000 },
  );
});

test('no text makes the parser throw or hang', () => {
  const glyph = fc.constantFrom(...'0123456789*/,-?LW# \t', 'MON', 'jan', '٣', '年', '\u0000');
  const text = fc.oneof(
    fc.string(),
    fc.array(glyph, { maxLength: 60 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const parsed = parseCron(typed);
      if (parsed.ok) expect(parseCron(printCron(parsed.cron))).toEqual(parsed);
      else expect(parsed.message).toMatch(/^Cron表达式/);
    }),
    { seed: 20_260_823, numRuns: 3000 },
  );
});
