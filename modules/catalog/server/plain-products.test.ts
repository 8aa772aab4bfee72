import { expect, test } from 'vitest';
import { skuCodeOf } from './plain-products.ts';

test('a part number becomes a code that SKUs may have', () => {
  expect(['WF-40817-QN', ' W 40/B #2 ', '床-1', '###', 'ＷＦ－４０\u200b'].map(skuCodeOf)).toEqual([
    'WF-40817-QN',
    'W-40/B-2',
    '1',
    '',
    'WF-40',
  ]);
});
