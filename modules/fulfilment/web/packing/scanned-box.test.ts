import { expect, test } from 'vitest';
import type { Packing, PackingBox } from '../../model/routes.ts';
import { isCode, scanAt } from './scanned-box.ts';

const boxOf = (id: string, line: string, rest: Partial<PackingBox> = {}): PackingBox =>
  ({
    id,
    boxNo: `BX-${id}`,
    content: line,
    status: 'open',
    trackingNo: null,
    items: [{ shipmentLineId: line }],
    ...rest,
  }) as unknown as PackingBox;

const LAMP = { id: 'lamp', channelSku: 'W-LAMP', codes: ['WB-LMP', '036000291452'], qty: 2 };
const desk = (boxes: PackingBox[]): Packing =>
  ({
    shipmentNo: 'SH1',
    channelOrderNo: 'PO1',
    orderNo: 'SO1',
    boxes,
    lines: [LAMP, { id: 'bed', channelSku: 'W-BED', codes: [], qty: 1 }],
  }) as unknown as Packing;

const packing = desk([
  boxOf('1', 'lamp', { status: 'sealed' }),
  boxOf('2', 'lamp'),
  boxOf('3', 'lamp', { trackingNo: '1Z9' }),
  boxOf('4', 'bed', { status: 'sealed', trackingNo: '7946-0000-1234' }),
]);

test.each([
  ['bx-3', '3'],
  [']C11Z9', '3'],
  ['794600001234', '4'],
  ['7946 0000 1234', '4'],
  ['W-LAMP', '2'],
  ['wb-lmp', '2'],
  ['0036000291452', '2'],
])('%s is box %s', (number, id) => {
  expect(scanAt(packing, undefined, number).box?.id).toBe(id);
});

test('goods stay with the box that is packed now', () => {
  expect(scanAt(packing, packing.boxes[2], 'W-LAMP').box?.id).toBe('3');
});

test('what belongs to another shipment, or is one too many, is said loudly', () => {
  expect(scanAt(packing, undefined, 'W-SOFA').said).toMatchObject({ tone: 'failed' });
  const { box, said } = scanAt(packing, undefined, 'W-BED');
  expect(box).toBeUndefined();
  expect(said).toMatchObject({ tone: 'failed', title: 'W-BED 的箱子都已封箱' });
});

test('goods are known before there are boxes', () => {
  expect(scanAt(desk([]), undefined, 'WB-LMP').said.tone).toBe('done');
});

test('a scale types a measure, a scanner a code', () => {
  expect(['12.5', '9', '1234.56'].map(isCode)).toEqual([false, false, false]);
  expect(['BX1', '036000291452', '1Z9'].map(isCode)).toEqual([true, true, true]);
});
