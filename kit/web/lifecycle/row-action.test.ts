import { expect, test } from 'vitest';
import { isCalling } from './row-action.ts';

const action = { key: 'close', title: '关闭', onClick: () => undefined };

test('loud is what leads on and can be done now, or is being done', () => {
  expect(isCalling(action)).toBe(true);
  expect(isCalling({ ...action, isQuiet: true })).toBe(false);
  expect(isCalling({ ...action, disabled: true, reason: '等财务退款' })).toBe(false);
  expect(isCalling({ ...action, disabled: true, isBusy: true })).toBe(true);
});
