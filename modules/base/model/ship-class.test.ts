import { expect, test } from 'vitest';
import { inchesToMm, poundsToGrams } from '#kit/model/unit.ts';
import { billableWeightLb, dimWeightLb, shipClassOf, USUAL_DIM, type BoxSize } from './ship-class.ts';

const box = (length: number, width: number, height: number, pounds = 40): BoxSize => ({
  lengthMm: inchesToMm(length),
  widthMm: inchesToMm(width),
  heightMm: inchesToMm(height),
  weightG: poundsToGrams(pounds),
});

test('length plus girth must stay below 165 in, not reach it', () => {
  expect(shipClassOf([box(60, 30, 22)]).class).toBe('parcel');
  expect(shipClassOf([box(60, 30, 22.5)])).toEqual({
    class: 'ltl',
    reason: '第 1 箱长加围长 165 in，达到 165 in',
  });
  // The longest edge is the length, however the box was measured.
  expect(shipClassOf([box(22.5, 60, 30)]).class).toBe('ltl');
});

test('weight and longest edge may reach their limit, not pass it', () => {
  expect(shipClassOf([box(108, 10, 10, 150)]).class).toBe('parcel');
  expect(shipClassOf([box(20, 10, 10, 150.1)]).reason).toBe('第 1 箱重 150.1 lb，超过 150 lb');
  expect(shipClassOf([box(108.25, 10, 10)]).reason).toBe('第 1 箱最长边 108.25 in，超过 108 in');
});

test('one box that is no parcel makes the whole shipment freight, and is named', () => {
  const shipment = shipClassOf([box(20, 10, 10), box(60, 30, 23), box(20, 10, 10)]);
  expect(shipment).toEqual({ class: 'ltl', reason: '第 2 箱长加围长 166 in，达到 165 in' });
});

test('a big light box is charged by its size', () => {
  expect(dimWeightLb(box(40, 20, 10))).toBe(58);
  expect(billableWeightLb(box(40, 20, 10, 38.2))).toBe(58);
  expect(billableWeightLb(box(10, 10, 10, 38.2))).toBe(39);
});

test('each side counts as the next whole inch where the way to ship has it so', () => {
  const rounds = { ...USUAL_DIM, roundsSides: true };
  // 12.1 × 12.1 × 12.1 in: 1771.6 in³ are 13 lb, 13 × 13 × 13 = 2197 are 16.
  expect(dimWeightLb(box(12.1, 12.1, 12.1))).toBe(13);
  expect(dimWeightLb(box(12.1, 12.1, 12.1), rounds)).toBe(16);
  expect(billableWeightLb(box(12.1, 12.1, 12.1, 15.2), rounds)).toBe(16);
  expect(billableWeightLb(box(12.1, 12.1, 12.1, 16.2), rounds)).toBe(17);
  // Whole inches stay what they are, though their millimetres are a little more: 305 are 12 in.
  expect(dimWeightLb(box(12, 12, 12), rounds)).toBe(13);
  expect(dimWeightLb(box(40, 20, 10), { ...rounds, dimDivisor: 166 })).toBe(49);
  // One side alone: 40 × 20 × 11.
  expect(dimWeightLb(box(40, 20, 10.25), rounds)).toBe(64);
});
