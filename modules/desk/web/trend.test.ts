import { expect, test } from 'vitest';
import { shareOf, sumAmounts, trendOf } from './trend.ts';

test('amounts are added and shared out to the cent, beyond what a float can hold', () => {
  expect(sumAmounts(['0.10', '0.20', '90071992547409.93'])).toBe('90071992547410.23');
  expect(sumAmounts([])).toBe('0');
  expect(shareOf('100.00', 3)).toBe('33.33');
  expect(shareOf('0.05', 2)).toBe('0.03');
  expect(shareOf('100', 3)).toBe('33');
  expect(shareOf('100.00', 0)).toBe('—');
});

test('a period is compared with the one before; of nothing there is no share', () => {
  expect(trendOf(9, 8)).toEqual({ way: 'up', text: '+12.5%' });
  expect(trendOf(3, 4)).toEqual({ way: 'down', text: '−25.0%' });
  expect(trendOf(5, 1)).toEqual({ way: 'up', text: '+400%' });
  expect(trendOf(5, 0)).toEqual({ way: 'up', text: '新增' });
  expect(trendOf(0, 0)).toEqual({ way: 'same', text: '持平' });
});
