import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { allDepartIds, halfTicked, toggleDepart, type DepartNode } from './depart-choice.ts';

const leaf = (id: string): DepartNode => ({ id, children: [] });
const tree: DepartNode[] = [
  { id: 'head', children: [{ id: 'sales', children: [leaf('east'), leaf('west')] }, leaf('it')] },
];
const tick = (chosen: string[], id: string, isLinked: boolean): string[] =>
  [...toggleDepart(tree, new Set(chosen), id, isLinked)].sort();

test('unlinked, a department is ticked alone', () => {
  covers('§4 department picker');
  expect(tick([], 'sales', false)).toEqual(['sales']);
  expect(tick(['sales', 'east'], 'sales', false)).toEqual(['east']);
});

test('linked, those below follow and those above are ticked once all below are', () => {
  covers('§4 department picker');
  expect(tick([], 'sales', true)).toEqual(['east', 'sales', 'west']);
  expect(tick(['east', 'sales', 'west'], 'it', true)).toEqual(['east', 'head', 'it', 'sales', 'west']);
  expect(tick(allDepartIds(tree), 'west', true)).toEqual(['east', 'it']);
});

test('a box is half filled above what is ticked', () => {
  expect(halfTicked(tree, new Set(['east'])).sort()).toEqual(['head', 'sales']);
  expect(halfTicked(tree, new Set(['head', 'east']))).toEqual(['sales']);
  expect(halfTicked(tree, new Set())).toEqual([]);
});
