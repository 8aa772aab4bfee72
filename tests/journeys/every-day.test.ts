import { describe } from 'vitest';
import { IS_LONG } from '#tests/harness/long.ts';
import { TEST_STARTS } from '#tests/harness/test-clock.ts';
import { pullToShipped } from './pull-to-shipped.ts';

/**
 * Where the story of the usual day turns most: the month ends in New York hours later than by UTC, on a Friday past
 * the cut-off, with two days without carriers behind it. pull-to-shipped.test.ts has the usual Monday.
 */
const EDGE = 'monthEnd';

/** Workdays, cut-offs and pick-up days make another story of every day of the week. */
describe.each(Object.entries(TEST_STARTS).filter(([name]) => IS_LONG || name === EDGE))('on %s', (_name, start) => {
  pullToShipped(new Date(start));
});
