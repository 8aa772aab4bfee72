import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { areaPath, areasBelow, areaTree } from './area-tree.ts';

test('every province has cities and every city has districts', () => {
  expect(areaTree).toHaveLength(34);
  const cities = areaTree.flatMap(({ children = [] }) => children);
  expect(cities.length).toBeGreaterThan(330);
  expect(cities.filter(({ children = [] }) => children.length === 0)).toEqual([]);
});

test('a code leads from its province down', () => {
  covers('§2.13 area selector');
  expect(areaPath('440305')).toEqual(['440000', '440300', '440305']);
  expect(areaPath('440300')).toEqual(['440000', '440300']);
  expect(areaPath('440000')).toEqual(['440000']);
  expect(areaPath(null)).toEqual([]);
});

test('a code of former days stays as it is below what is still known', () => {
  expect(areaPath('440399')).toEqual(['440000', '440300', '440399']);
  expect(areaPath('999999')).toEqual(['999999']);
});

test('below a way stand its next areas, below an unknown one nothing', () => {
  expect(areasBelow([])).toHaveLength(34);
  expect(areasBelow(['440000', '440300']).map(({ code }) => code)).toContain('440305');
  expect(areasBelow(['999999'])).toEqual([]);
});
