import { expect, test } from 'vitest';
import { nextDeadline } from './next-deadline.ts';

const early = '2026-11-24 12:00:00';
const late = '2026-11-25 12:00:00';

test('an order is counted down to the nearest deadline that still waits for us', () => {
  const both = { acceptDeadline: early, shipBy: late };
  expect(nextDeadline({ status: 'new', ...both })).toMatchObject({ what: '接单', at: early });
  // The clerk who accepts in time would otherwise miss the truck.
  expect(nextDeadline({ status: 'new', acceptDeadline: late, shipBy: early })).toMatchObject({
    what: '发货',
    at: early,
  });
  expect(nextDeadline({ status: 'accepted', ...both })).toMatchObject({ what: '发货', at: late });
  expect(nextDeadline({ status: 'partial', ...both })).toMatchObject({ what: '发货' });
  expect(nextDeadline({ status: 'accepted', acceptDeadline: early, shipBy: null })).toBeNull();
  for (const status of ['draft', 'shipped', 'completed', 'history', 'cancelled'] as const)
    expect(nextDeadline({ status, ...both })).toBeNull();
});
