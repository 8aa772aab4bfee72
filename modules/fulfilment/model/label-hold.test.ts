import { expect, test } from 'vitest';
import { isUnreadLabel, NO_FILE, PRICE_MISSING, withoutPrice } from './label-hold.ts';

const held = { labelSource: 'carrier', labelHold: NO_FILE, trackingNo: 'SW1' };

test.each([
  ['a file that is missing', held, false],
  ['no hold at all', { ...held, labelHold: null, trackingNo: null }, false],
  ['a price that is missing', { ...held, labelHold: PRICE_MISSING }, true],
  ['a price beside a file', { ...held, labelHold: `${PRICE_MISSING}；${NO_FILE}` }, true],
  ['no number', { ...held, trackingNo: null }, true],
  ['no number of a marketplace', { ...held, labelSource: 'channel', trackingNo: null }, false],
])('with %s 补录面单 is offered where it helps', (_what, row, isOffered) => {
  expect(isUnreadLabel(row)).toBe(isOffered);
});

test('the price is taken off a hold, what else stands there stays', () => {
  expect(withoutPrice(PRICE_MISSING)).toBeNull();
  expect(withoutPrice(`${PRICE_MISSING}；${NO_FILE}`)).toBe(NO_FILE);
  expect(withoutPrice(null)).toBeNull();
});
