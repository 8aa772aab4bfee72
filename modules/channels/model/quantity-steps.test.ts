import { describe, expect, test } from 'vitest';
import { channelQuantity, NO_RULE, type QuantityInputs } from './channel-quantity.ts';
import { quantitySteps } from './quantity-steps.ts';

/** The vector of domain.md §4: A 17 at 100 %, B 9 at 50 %; safety 5, 80 %, at most 10. */
const VECTOR: QuantityInputs = {
  sources: [
    { warehouseId: 'a', available: 17, sharePct: 100 },
    { warehouseId: 'b', available: 9, sharePct: 50 },
  ],
  rule: { ...NO_RULE, safetyQty: 5, pct: 80, maxQty: 10 },
  stopped: null,
};
const NAMES = ['新泽西仓', '加州仓'];

describe('the way to a quantity', () => {
  test('goes through each warehouse, what is kept back, the share and the bound', () => {
    expect(quantitySteps(VECTOR, NAMES).map(({ title, qty }) => [title, qty])).toEqual([
      ['新泽西仓', 17],
      ['加州仓', 4],
      ['本地可售', 21],
      ['扣安全库存', 16],
      ['按比例', 12],
      ['应推数量', 10],
    ]);
  });

  test('leaves out what changes nothing', () => {
    const plain = { ...VECTOR, rule: NO_RULE };
    expect(quantitySteps(plain, NAMES).map(({ title }) => title)).toEqual([
      '新泽西仓',
      '加州仓',
      '本地可售',
      '应推数量',
    ]);
  });

  test.each([
    ['a stopped product', { ...VECTOR, stopped: 'discontinued' as const }, 0, '停产'],
    ['a lock', { ...VECTOR, rule: { ...VECTOR.rule, mode: 'zero' as const } }, 0, '锁定'],
    ['a fixed quantity', { ...VECTOR, rule: { ...VECTOR.rule, mode: 'fixed' as const, fixedQty: 3 } }, 3, '固定'],
    ['too few to show', { ...VECTOR, rule: { ...VECTOR.rule, minShow: 13 } }, 0, '低于 13'],
    ['stock below zero', { ...VECTOR, sources: [{ warehouseId: 'a', available: -4, sharePct: 100 }] }, 0, '结果'],
  ])('says why: %s', (_name, inputs, qty, why) => {
    const last = quantitySteps(inputs, NAMES).at(-1);
    expect(last).toMatchObject({ title: '应推数量', qty });
    expect(last?.how).toContain(why);
    expect(channelQuantity(inputs)).toBe(qty);
  });
});
