import { expect, test } from 'vitest';
import type { RowAction } from '../lifecycle/row-action.ts';
import { MOST_OPEN, operationsRoom } from './row-actions.tsx';

const action = (title: string): RowAction => ({ key: title, title, onClick: () => undefined });

test('operations have the room of those that stand open, and not of those behind ⋯', () => {
  const rows = [[action('开始配货'), action('换物流渠道'), action('备注')], [action('接单')]];
  expect(operationsRoom(rows, 1)).toBe(4 * 13 + 14 + 44);
  expect(operationsRoom(rows, MOST_OPEN)).toBe(4 * 13 + 14 + 5 * 13 + 14 + 44);
  expect(operationsRoom([], 1)).toBe(operationsRoom([[action('接单')]], 1));
});
