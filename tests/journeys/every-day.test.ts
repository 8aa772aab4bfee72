import { describe } from 'vitest';
import { TEST_STARTS } from '#tests/harness/test-clock.ts';
import { pullToShipped } from './pull-to-shipped.ts';

/** Workdays, cut-offs and pick-up days make another story of every day of the week. */
describe.each(Object.entries(TEST_STARTS))('on %s', (_name, start) => {
  pullToShipped(new Date(start));
});
