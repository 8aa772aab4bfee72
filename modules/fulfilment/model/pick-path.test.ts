import { expect, test } from 'vitest';
import { aisleNumber, walkPath, type PickPlace } from './pick-path.ts';

const bin = (code: string, walkOrder: number, more: Partial<PickPlace> = {}): PickPlace => {
  const [aisle = null, rack = null, level = null] = code.split('-');
  return { zone: 'A', aisle, rack, level, position: null, walkOrder, code, ...more };
};
const walk = (...places: (PickPlace | null)[]): (string | null)[] =>
  walkPath(places, (place) => place).map((place) => place?.code ?? null);

test('odd aisles are walked up and even ones down', () => {
  const places = ['01-01', '01-02', '01-03', '02-01', '02-02', '02-03', '03-01', '03-02'].map((code, at) =>
    bin(code, at),
  );
  expect(walk(...places.toReversed())).toEqual([
    '01-01',
    '01-02',
    '01-03',
    '02-03',
    '02-02',
    '02-01',
    '03-01',
    '03-02',
  ]);
});

test('racks are ordered as numbers, levels from the floor up on either side', () => {
  expect(walk(bin('02-2-2', 0), bin('02-10-1', 0), bin('02-2-1', 0))).toEqual(['02-10-1', '02-2-1', '02-2-2']);
});

test('zones come as the warehouse walks them, whatever they are called', () => {
  expect(walk(bin('01-01', 50, { zone: 'A' }), bin('01-02', 10, { zone: 'Z' }))).toEqual(['01-02', '01-01']);
});

test('bins without an aisle follow their walk order; what stands nowhere comes last', () => {
  const loose = (code: string, walkOrder: number) => bin(code, walkOrder, { aisle: null, rack: null, level: null });
  expect(walk(null, loose('X9', 1), loose('X1', 2))).toEqual(['X9', 'X1', null]);
  expect(walk()).toEqual([]);
});

test('an aisle counts by its digits or its letters', () => {
  expect(['A-02', '7', 'B', 'AA', '', null].map(aisleNumber)).toEqual([2, 7, 2, 27, 1, 1]);
});
