import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { holdType } from '../model/order.ts';

const COLOURS: Record<string, string> = {
  unmapped: 'purple',
  outOfStock: 'volcano',
  cancelRequest: 'red',
  noAck: 'red',
};

/** Why an order is held, one tag per reason. */
export function HoldTags({ holds }: { holds: readonly string[] | null }): ReactNode {
  if (!holds || holds.length === 0) return '—';
  const titles = holdType.items as Readonly<Record<string, string>>;
  return holds.map((hold) => (
    <Tag key={hold} color={COLOURS[hold] ?? 'orange'}>
      {titles[hold] ?? hold}
    </Tag>
  ));
}
