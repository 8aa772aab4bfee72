import { expect, test } from 'vitest';
import { shipClassOf } from './ship-class.ts';

const box = (lengthIn: number, widthIn: number, heightIn: number, weightLb: number) => ({
  lengthIn,
  widthIn,
  heightIn,
  weightLb,
});

test.each([
  [[box(60, 30, 22, 40)], 'parcel'],
  [[box(60, 30, 22.5, 40)], 'ltl'],
  [[box(22.5, 60, 30, 40)], 'ltl'],
  [[box(108, 10, 10, 150)], 'parcel'],
  [[box(108.1, 10, 10, 20)], 'ltl'],
  [[box(20, 20, 20, 151)], 'ltl'],
  [[box(20, 20, 20, 5), box(60, 30, 22.5, 40)], 'ltl'],
])('length, girth and weight decide, and one big box decides for all', (boxes, shipClass) => {
  expect(shipClassOf(boxes)).toBe(shipClass);
});
