import { expect, test } from 'vitest';
import { goodsCodesOf, goodsCodeShown } from './order-goods.ts';
import { numbersShown } from './numbers-shown.ts';

test('a tracking number is shown whole; of several the first, and how many there are', () => {
  expect(numbersShown('1Z84F6030312384455')).toBe('1Z84F6030312384455');
  expect(numbersShown('794641334034, 794641334035,794641334036')).toBe('794641334034 等3个');
  expect(numbersShown(null)).toBe('');
});

test('a code is never cut: the first one whole, and how many kinds there are', () => {
  const goods = [
    { name: '花盆', code: 'WB-OUT-PLNT-S3', qty: 1, picture: null },
    { name: '沙发', code: 'WB-SOF-KIT-BOX', qty: 2, picture: null },
  ];
  expect(goodsCodeShown(goods, 3)).toBe('WB-OUT-PLNT-S3 ×1 等3种');
  expect(goodsCodeShown(goods.slice(0, 1), 1)).toBe('WB-OUT-PLNT-S3 ×1');
  expect(goodsCodesOf(goods, 3)).toBe('WB-OUT-PLNT-S3 ×1，WB-SOF-KIT-BOX ×2 等3种');
  expect(goodsCodeShown([], 0)).toBe('');
});
