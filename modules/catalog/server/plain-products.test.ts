import { expect, test } from 'vitest';
import { plainCode } from './plain-products.ts';

test('a part number becomes a code that SKUs may have', () => {
  expect(['WF-40817-QN', ' W 40/B #2 ', '床-1', '###'].map(plainCode)).toEqual([
    ...['WF-40817-QN', 'W-40/B-2-', '1', ''],
  ]);
});
