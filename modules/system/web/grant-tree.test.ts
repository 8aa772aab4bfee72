import { expect, test } from 'vitest';
import type { GrantNode } from '../model/routes/roles.ts';
import { grantChange, matching, shownChecks } from './grant-tree.ts';

const node = (key: string, children: GrantNode[] | null = null): GrantNode => ({
  key,
  title: `权限${key}`,
  ruleFlag: 0,
  children,
});
const tree = [node('group', [node('page', [node('list'), node('edit')]), node('other')])];

test('a group is ticked when all below it is, half when some is', () => {
  expect(shownChecks(tree, ['page', 'list', 'edit', 'other']).checked).toContain('group');
  expect(shownChecks(tree, ['list'])).toEqual({
    checked: ['list'],
    halfChecked: ['page', 'group'],
  });
  expect(shownChecks(tree, ['group'])).toEqual({ checked: [], halfChecked: [] });
});

test('what is saved is the difference', () => {
  expect(grantChange(['a', 'b'], ['b', 'c'])).toEqual({ given: ['c'], taken: ['a'] });
});

test('a search keeps the way that leads to what is found', () => {
  expect(matching(tree, 'edit')).toEqual([node('group', [node('page', [node('edit')])])]);
});
