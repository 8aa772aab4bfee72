import { expect, test } from 'vitest';
import type { RowAction } from '../lifecycle/row-action.ts';
import { inPlace } from './row-operations.tsx';

const action = (key: string, about: Partial<RowAction> = {}): RowAction => ({
  key,
  title: key,
  onClick: () => undefined,
  ...about,
});
const keys = (actions: readonly RowAction[]): string[] => inPlace(actions).map(({ key }) => key);

test('what can be done now stands first, what ends a row last, each kind in its order', () => {
  expect(
    keys([
      action('cancel', { danger: true }),
      action('ship', { disabled: true, reason: '“待出库”时可用' }),
      action('pack'),
      action('delete', { danger: true }),
      action('detail'),
    ]),
  ).toEqual(['pack', 'detail', 'ship', 'cancel', 'delete']);
});

test('an action under way, or refused a moment ago, keeps its place', () => {
  const refused = action('accept', { reason: '缺货' });
  const busy = action('hold', { disabled: true, isBusy: true });
  expect(keys([refused, busy, action('detail')])).toEqual(['accept', 'hold', 'detail']);
});
