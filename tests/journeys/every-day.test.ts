import { describe } from 'vitest';
import { IS_LONG } from '#tests/harness/long.ts';
import { TEST_STARTS } from '#tests/harness/test-clock.ts';
import { pullToShipped } from './pull-to-shipped.ts';

/** Where the story of the usual day turns: past a cut-off, on a day without carriers, in odd months. */
const TURNS = ['friday', 'sunday', 'leapDay', 'monthEnd'];

/** Workdays, cut-offs and pick-up days make another story of every day of the week. */
describe.each(Object.entries(TEST_STARTS).filter(([name]) => IS_LONG || TURNS.includes(name)))(
  'on %s',
  (_name, start) => {
    pullToShipped(new Date(start));
  },
);
