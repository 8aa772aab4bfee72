import { expect, test } from 'vitest';
import { draftOf, isChanged, measuresOf } from './box-draft.ts';

const box = { weightG: 20_005, lengthMm: 1525, widthMm: 763, heightMm: 571 };

test('a box shows pounds and inches, and an untouched one keeps its exact measures', () => {
  const draft = draftOf(box);
  expect(draft).toEqual({ weight: '44.1', length: '60.04', width: '30.04', height: '22.48' });
  expect(isChanged(draft, box)).toBe(false);
  expect(measuresOf(draft, box)).toEqual(box);
});

test('only what was typed again is converted', () => {
  const draft = { ...draftOf(box), weight: '50' };
  expect(isChanged(draft, box)).toBe(true);
  expect(measuresOf(draft, box)).toEqual({ ...box, weightG: 22_680 });
});

test('a measure is read as it is in every other input', () => {
  for (const weight of ['５０', '+50', '50.', ' 50 '])
    expect(measuresOf({ ...draftOf(box), weight }, box), weight).toMatchObject({ weightG: 22_680 });
  expect(measuresOf({ ...draftOf(box), weight: '1,000' }, box)).toMatchObject({ weightG: 453_592 });
});

test('a measure that is missing, zero or no number is not sent', () => {
  for (const weight of ['', '0', '-3', '4x', '1,5', '0x10', '1e3'])
    expect(measuresOf({ ...draftOf(box), weight }, box)).toBeNull();
  expect(measuresOf(draftOf({ ...box, heightMm: null }), { ...box, heightMm: null })).toBeNull();
});
