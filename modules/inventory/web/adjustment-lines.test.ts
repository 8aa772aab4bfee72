import { expect, test } from 'vitest';
import { adjustmentColumns, sheetTexts, wireLine } from './adjustment-lines.ts';

const stored = { id: 'a', skuId: 's1', condition: 'good', qty: 5, unitCost: '3.5000', version: 1 };

test('a stored line keeps its id, a new one has none', () => {
  expect(wireLine(stored, true, true)).toEqual({
    id: 'a',
    skuId: 's1',
    condition: 'good',
    qty: 5,
    unitCost: '3.5000',
  });
  expect(wireLine({ ...stored, id: 'x_temp' }, false, true)).not.toHaveProperty('id');
});

test('an emptied cost is sent, a hidden one is not', () => {
  expect(wireLine({ ...stored, unitCost: null }, true, true)).toHaveProperty('unitCost', null);
  expect(wireLine(stored, true, false)).not.toHaveProperty('unitCost');
  expect(adjustmentColumns(false).map(({ key }) => key)).toEqual(['skuId', 'qty', 'condition']);
});

test('lines of a sheet are read as texts', () => {
  const lines = [{ skuId: 's1', condition: 'bad', qty: -4, unitCost: null }];
  expect(sheetTexts(lines)).toEqual([{ skuId: 's1', condition: 'bad', qty: '-4', unitCost: '' }]);
});
