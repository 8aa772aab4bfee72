import { expect, test } from 'vitest';
import { stepsTo, wayOf, type WayEvent } from './tracking.ts';

const event = (trackingNo: string, code: WayEvent['code'], hour: number): WayEvent => ({
  trackingNo,
  code,
  at: new Date(Date.UTC(2026, 0, 1, hour)),
});

test('a shipment is delivered when all of its parcels are', () => {
  const events = [event('A', 'pickedUp', 1), event('A', 'delivered', 9), event('B', 'moving', 4)];
  expect(wayOf(['A', 'B'], events)).toBe('moving');
  expect(wayOf(['A', 'B'], [...events, event('B', 'delivered', 10)])).toBe('delivered');
  expect(wayOf(['A', 'B'], [])).toBe('none');
});

test('one parcel in trouble is trouble, until a later event says that it goes on', () => {
  const events = [event('A', 'moving', 1), event('A', 'exception', 5), event('B', 'delivered', 6)];
  expect(wayOf(['A', 'B'], events)).toBe('exception');
  expect(wayOf(['A', 'B'], [...events, event('A', 'pickedUp', 0)])).toBe('exception');
  expect(wayOf(['A', 'B'], [...events, event('A', 'moving', 7)])).toBe('moving');
  expect(wayOf(['A'], [event('A', 'lost', 3), event('A', 'moving', 2)])).toBe('lost');
});

test('of two events at one moment the one that ends the way counts; what says nothing moves nothing', () => {
  const both = [event('A', 'delivered', 5), event('A', 'delivering', 5)];
  expect(wayOf(['A'], both)).toBe('delivered');
  expect(wayOf(['A'], both.toReversed())).toBe('delivered');
  expect(wayOf(['A'], [event('A', 'other', 1)])).toBe('none');
});

test('states are led through all that lie between, and ends stay', () => {
  expect(stepsTo('shipped', 'delivered')).toEqual(['scan', 'deliver']);
  expect(stepsTo('exception', 'moving')).toEqual(['resume']);
  expect(stepsTo('inTransit', 'moving')).toEqual([]);
  expect(stepsTo('delivered', 'exception')).toEqual([]);
  expect(stepsTo('lost', 'lost')).toEqual([]);
});

test('a lost parcel that is scanned again goes on from where it is', () => {
  expect(stepsTo('lost', 'moving')).toEqual(['found']);
  expect(stepsTo('lost', 'exception')).toEqual(['found', 'exception']);
  expect(stepsTo('lost', 'delivered')).toEqual(['deliver']);
  expect(stepsTo('lost', 'none')).toEqual([]);
});
