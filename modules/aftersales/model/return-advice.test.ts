import { expect, test } from 'vitest';
import { adviceFor, troubleOf, type Trouble } from './return-advice.ts';

const judged = (by: Parameters<typeof adviceFor>[0]['by'], troubles: Partial<Record<Trouble, number>>, name = '2/3') =>
  adviceFor({
    by,
    name,
    isOneOfSeveral: true,
    troubles: new Map(Object.entries(troubles) as [Trouble, number][]),
  });

test('a carton that breaks is named with its share and gets other packing', () => {
  expect(judged('carton', { broken: 6, missing: 4 })).toBe(
    '纸箱 2/3 在途破损占 60% → 换包装：这一箱加护角、加厚瓦楞，重新做跌落测试',
  );
});

test('the same trouble is mended elsewhere by another hand', () => {
  expect(judged('carrier', { broken: 3 })).toContain('改走其他承运商');
  expect(judged('warehouse', { wrongItem: 3, mind: 1 })).toContain('扫码复核');
  expect(judged('reason', { defective: 5 })).toContain('向供应商索赔');
});

test('two units prove nothing, and scattered reasons have no main one', () => {
  expect(judged('sku', { broken: 2 })).toBe('只有 2 件，数量太少，先不下结论');
  expect(judged('sku', { broken: 3, late: 3, mind: 2, channel: 2 })).toContain('原因分散，最多的在途破损占 30%');
  expect(judged('sku', { broken: 4, late: 3, mind: 3 })).toContain('在途破损占 40% →');
});

test('reasons of returns and causes of parts are put together', () => {
  expect(troubleOf('damagedInTransit')).toBe(troubleOf('part:damaged'));
  expect(troubleOf('own-reason')).toBe('other');
});
