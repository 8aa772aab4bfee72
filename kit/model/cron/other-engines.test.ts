import { createRequire } from 'node:module';
import { Cron as Croner } from 'croner';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IS_LONG } from '#tests/harness/long.ts';
import { DAY, randomCron, type RandomCron } from '#tests/random-cron.ts';
import { nextRuns } from './next-runs.ts';
import { parseCron } from './parse.ts';

const REACH = 400 * DAY;
const RUNS = 3;
const EXPRESSIONS = IS_LONG ? 800 : 160;

function engineRuns({ text, after }: RandomCron): number[] {
  const parsed = parseCron(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.message}`);
  return nextRuns(parsed.cron, { after: new Date(after), zone: 'UTC', count: RUNS }).map(Number);
}

/** Whether any entry of any field is of one of these kinds. */
const uses = ({ fields }: RandomCron, ...kinds: readonly string[]): boolean =>
  Object.values(fields).some(({ kind }) => kinds.some((one) => kind.split(',').includes(one)));

/** Compares with another engine where `isJudged` says that it knows Quartz's rules. */
function agrees(
  isJudged: (one: RandomCron) => boolean,
  runsOf: (one: RandomCron) => number[],
  { seed, longest }: { seed: number; longest: number },
): void {
  let compared = 0;
  fc.assert(
    fc.property(randomCron({ longest }), (one) => {
      if (!isJudged(one)) return;
      const until = one.after + REACH;
      const expected = runsOf(one).filter((run) => run <= until);
      compared += 1;
      expect(engineRuns(one).filter((run) => run <= until)).toEqual(expected);
    }),
    { seed, numRuns: EXPRESSIONS },
  );
  expect(compared).toBeGreaterThan(EXPRESSIONS / 8);
}

/** croner counts the steps of a year with a star from elsewhere. */
const isKnownToCroner = (one: RandomCron): boolean =>
  !uses(one, 'L-n', 'bare L', 'wrap') && !one.fields.year.kind.includes('starStep');

test('croner agrees, save for L-3, a bare L for a weekday, wrapping, and stars of years', () => {
  agrees(
    isKnownToCroner,
    ({ text, after }) =>
      new Croner(text, { timezone: 'UTC', alternativeWeekdays: true, sloppyRanges: true })
        .nextRuns(RUNS, new Date(after))
        .map(Number),
    { seed: 20_260_824, longest: 4 },
  );
});

/** The package declares no types; it speaks UTC only. */
const Quartzcron = createRequire(import.meta.url)('quartzcron') as new (text: string) => {
  next(from: { date: Date; n: number }): Date[];
};

/** quartzcron has no star with a step for days, counts steps of weekdays on, and 5-5 is a week. */
const isKnownToQuartzcron = (one: RandomCron): boolean =>
  one.fields.day.kind !== 'starStep' &&
  !one.fields.week.kind.endsWith('Step') &&
  !uses(one, 'W', 'bare L', 'wrap') &&
  !one.text.includes('L-') &&
  !/\b(\d+)-\1\b/.test(one.text) &&
  Object.values(one.fields).every(({ kind }) => !kind.includes(','));

test('quartzcron agrees, save for lists, workdays, L-3, a bare L, steps of days and weeks, wrapping', () => {
  agrees(
    isKnownToQuartzcron,
    ({ text, after }) => new Quartzcron(text).next({ date: new Date(after), n: RUNS }).map(Number),
    { seed: 20_260_825, longest: 1 },
  );
});
