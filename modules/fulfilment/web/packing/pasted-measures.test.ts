import { expect, test } from 'vitest';
import { totalWeight } from './box-draft.ts';
import type { PackingBox } from '../../model/routes.ts';
import { pastedMeasures } from './pasted-measures.ts';

const box = (id: string, status: PackingBox['status'] = 'open'): PackingBox => ({
  id,
  boxNo: id,
  type: 'carton',
  content: '',
  items: [],
  lengthMm: 1000,
  widthMm: 500,
  heightMm: 250,
  weightG: 4536,
  dimWeightG: null,
  trackingNo: null,
  labelAssetId: null,
  status,
  version: 1,
});
const boxes = [box('a'), box('b', 'sealed'), box('c'), box('d')];
const at = { boxId: 'a', key: 'weight' } as const;

test('rows of a spreadsheet fill a box each from where they are pasted; closed boxes are left alone', () => {
  const rows = [
    ['12.5 lb', '60', '30', '22"'],
    ['13', '', '31'],
  ];
  const pasted = pastedMeasures(rows, at, boxes, {});
  expect(pasted?.left).toBe(0);
  expect(pasted?.drafts).toEqual({
    a: { weight: '12.5', length: '60', width: '30', height: '22' },
    c: { weight: '13', length: '39.375', width: '31', height: '9.84' },
  });
  const column = pastedMeasures([['1'], ['2'], ['3']], { boxId: 'c', key: 'height' }, boxes, {});
  expect(column?.left).toBe(1);
  expect(column?.drafts).toMatchObject({ c: { weight: '10', height: '1' }, d: { height: '2' } });
});

test('one value is an ordinary paste; what was typed elsewhere stays', () => {
  expect(pastedMeasures([['12']], at, boxes, {})).toBeNull();
  const typed = { d: { weight: '9', length: '1', width: '1', height: '1' } };
  const pasted = pastedMeasures([['12', '60']], at, boxes, typed);
  expect(pasted?.drafts['d']).toEqual(typed.d);
  expect(pasted?.drafts['a']).toMatchObject({ weight: '12', length: '60' });
});

test('boxes weigh together what is stored, and what is typed where it is a weight', () => {
  expect(totalWeight(boxes, {})).toBe(4 * 4536);
  const draft = { weight: '20', length: '1', width: '1', height: '1' };
  expect(totalWeight(boxes, { a: draft, c: { ...draft, weight: '2x' } })).toBe(3 * 4536 + 9072);
});
