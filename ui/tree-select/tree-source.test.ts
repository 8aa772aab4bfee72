import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { asTreeNodes, CONDITION_FAULT, conditionFault } from './tree-source.ts';

test.each(['status=1', '[1]', '"x"', '1', 'null', '{', 'true'])('%s is no condition', (text) => {
  covers('§5 picker messages');
  expect(conditionFault(text)).toBe(CONDITION_FAULT);
});

test.each([undefined, '', '  ', '{}', '{"status":"1"}'])('%s is a condition, or none', (text) => {
  expect(conditionFault(text)).toBeNull();
});

test('a leaf is a flag, or 1', () => {
  const nodes = asTreeNodes([
    { key: 'a', title: '甲', leaf: 1 },
    { key: 'b', title: '乙', leaf: 0, children: [{ key: 'c', title: '丙', leaf: true }] },
  ]);
  expect(nodes).toEqual([
    { value: 'a', title: '甲', isLeaf: true },
    {
      value: 'b',
      title: '乙',
      isLeaf: false,
      children: [{ value: 'c', title: '丙', isLeaf: true }],
    },
  ]);
});

test('nodes are distinguished by code where that is what is stored', () => {
  expect(asTreeNodes([{ key: 'id', code: 'B01', title: '甲', isLeaf: true }], 'code')).toMatchObject([
    { value: 'B01' },
  ]);
});
