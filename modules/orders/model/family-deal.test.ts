import { expect, test } from 'vitest';
import { dealtOut, dealtUnits, type DealtPart } from './family-deal.ts';

/** What a channel wants of a line that was split here, dealt over its parts by hand (domain.md §3.1, O-03). */

const part = (lineId: string, status: string, units: number, more: Partial<DealtPart> = {}): DealtPart => ({
  lineId,
  status,
  units,
  shipped: 0,
  splitSeq: Number(lineId),
  ...more,
});
const plain = (dealt: Map<string, number>): Record<string, number> => Object.fromEntries([...dealt].toSorted());

test('less is taken out of what is least far, of these from what was split off last', () => {
  const parts = [part('0', 'processing', 3), part('1', 'new', 2), part('2', 'new', 2)];
  expect(plain(dealtOut(3, parts))).toEqual({ 1: 1, 2: 2 });
  expect(plain(dealtUnits(2, parts))).toEqual({ 0: 2, 1: 0, 2: 0 });
  expect(plain(dealtUnits(6, parts))).toEqual({ 0: 3, 1: 2, 2: 1 });
});

test('units that have left are not taken back, and what has ended is not asked', () => {
  const parts = [
    part('0', 'partial', 4, { shipped: 3 }),
    part('1', 'shipped', 2, { shipped: 2 }),
    part('2', 'cancelled', 0),
  ];
  expect(plain(dealtOut(5, parts))).toEqual({ 0: 1 });
});

test('what is missing because too much has left is noted with the parts that left, the last one first', () => {
  const parts = [part('0', 'shipped', 2, { shipped: 2 }), part('1', 'shipped', 3, { shipped: 3 }), part('2', 'new', 1)];
  expect(plain(dealtUnits(1, parts))).toEqual({ 0: 1, 1: 0, 2: 0 });
});

test('more goes to the first part that is not packed yet, else to the first that is open', () => {
  const packed = part('0', 'processing', 1);
  expect(plain(dealtUnits(5, [packed, part('1', 'ready', 1), part('2', 'new', 1)]))).toEqual({
    0: 1,
    1: 3,
    2: 1,
  });
  const gone = part('0', 'shipped', 1, { shipped: 1 });
  expect(plain(dealtUnits(4, [part('1', 'processing', 1), gone]))).toEqual({ 0: 1, 1: 3 });
  expect(plain(dealtUnits(3, [part('1', 'shipped', 1), gone]))).toEqual({ 0: 2, 1: 1 });
});

test('whatever is wanted, the parts come to it, and none goes below zero', () => {
  const parts = [part('0', 'ready', 2), part('1', 'shipped', 2, { shipped: 2 })];
  for (let expected = 0; expected <= 6; expected++) {
    const dealt = [...dealtUnits(expected, parts).values()];
    expect(dealt.reduce((sum, units) => sum + units, 0)).toBe(expected);
    expect(Math.min(...dealt)).toBeGreaterThanOrEqual(0);
  }
});
