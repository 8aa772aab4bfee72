import type { ReactNode } from 'react';
import { CopiedText, isBlank, linesOf, SourceLink, type FactGroup } from '#kit/web/index.ts';
import { isManualOrder, orderLine } from '../model/order.ts';
import { OrderTags } from './order-tags.tsx';
import type { OrderDetailRow } from './order-row.ts';

/** Only where something was cancelled. */
const isOfCancelled = (order: OrderDetailRow): boolean =>
  order.cancelledAt !== null || linesOf(order, orderLine).some(({ qtyCancelled }) => qtyCancelled > 0);

const ORIGIN = [
  'accountId',
  'orderType',
  'priority',
  'source',
  'orderedAt',
  'shipSpeed',
  'carrierCode',
  'acceptSync',
  'shipSync',
  'tagIds',
] as const;

/** Facts of an order by what they are about. Goods, deadlines and the address have places of their own. */
export const ORDER_GROUPS: readonly FactGroup<OrderDetailRow>[] = [
  { title: '平台', keys: ORIGIN, isOf: ({ orderType }) => !isManualOrder(orderType) },
  // Of an order that no channel knows, the same facts are where it comes from.
  { title: '来源', keys: ORIGIN, isOf: ({ orderType }) => isManualOrder(orderType) },
  {
    title: '物流',
    keys: [
      'warehouseId',
      'pinnedWarehouseId',
      'shipMethodId',
      'boxCount',
      'labelStatus',
      'trackingNo',
      'shippedAt',
      'deliveredAt',
      'returnUntil',
    ],
  },
  { title: '金额', keys: ['total', 'payStatus', 'unitCount'] },
  {
    title: '取消',
    keys: ['cancelledAt', 'cancelledSide', 'cancelledBy', 'cancelSync', 'labelLoss'],
    isOf: isOfCancelled,
  },
  { title: '说明', keys: ['note'], columns: 1 },
];

/**
 * What is empty, or has not begun, is left out; tags are put on where they stand. A label that was paid for
 * in vain is a fact of a cancellation; that none was is no news.
 */
export function isNews(order: OrderDetailRow, key: string): boolean {
  const value: unknown = order[key as keyof OrderDetailRow];
  if (key === 'labelLoss') return value === true;
  if (key === 'payStatus') return value !== 'none' || order.shippedAt !== null;
  return key === 'tagIds' || (!isBlank(value) && !(key.endsWith('Sync') && value === 'none'));
}

/** What became of a call to the channel leads to its tasks. */
const sync = (key: 'acceptSync' | 'shipSync' | 'cancelSync') =>
  function Sync(order: OrderDetailRow): ReactNode {
    return (
      <SourceLink title="看任务" permission="desk:delivery:list" path={`/tasks?tab=*&aggregate=${order.id}`}>
        {order[`${key}_dictText`] ?? order[key]}
      </SourceLink>
    );
  };

/** Facts that lead on, are changed where they stand, or are asked for and copied. */
export const ORDER_FACTS = {
  acceptSync: sync('acceptSync'),
  shipSync: sync('shipSync'),
  cancelSync: sync('cancelSync'),
  tagIds: (order: OrderDetailRow) => <OrderTags order={order} />,
  trackingNo: ({ trackingNo }: OrderDetailRow) => trackingNo && <CopiedText text={trackingNo} what="运单号" />,
};
