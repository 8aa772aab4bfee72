import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { ListPage, usePage, type ColumnSpec, type ListHandle } from '#kit/web/index.ts';
import { salesOrder } from '../model/order.ts';
import { Countdown } from './countdown.tsx';
import { HoldTags } from './hold-tags.tsx';
import type { OrderRow } from './order-row.ts';

const goods: ColumnSpec<OrderRow> = {
  key: 'itemSummary',
  title: '商品（渠道SKU × 数量）',
  width: 260,
};
const holds: ColumnSpec<OrderRow> = {
  key: 'holds',
  width: 170,
  render: (row) => <HoldTags holds={row.holds} />,
};
const acceptIn: ColumnSpec<OrderRow> = {
  key: 'acceptDeadline',
  title: '接单倒计时',
  width: 120,
  render: (row) => <Countdown to={row.acceptDeadline} />,
};
const shipIn: ColumnSpec<OrderRow> = {
  key: 'shipBy',
  title: '发货倒计时',
  width: 120,
  render: (row) => <Countdown to={row.shipBy} />,
};

/** What a clerk looks at in each tab, most urgent first. */
const COLUMNS: Readonly<Record<string, readonly ColumnSpec<OrderRow>[]>> = {
  pending: [
    'channelOrderNo',
    goods,
    holds,
    acceptIn,
    shipIn,
    'total',
    'warehouseId',
    'shipToState',
    'orderedAt',
    'accountId',
    'status',
    'orderNo',
  ],
  shipping: [
    'channelOrderNo',
    goods,
    'status',
    shipIn,
    holds,
    'warehouseId',
    'shipMethodId',
    'boxCount',
    'labelStatus',
    'acceptSync',
    'total',
    'accountId',
    'orderNo',
  ],
  shipped: [
    'channelOrderNo',
    goods,
    'status',
    'trackingNo',
    'shippedAt',
    'shipSync',
    'warehouseId',
    'shipMethodId',
    'boxCount',
    'total',
    'accountId',
    'orderNo',
  ],
  cancelled: [
    'channelOrderNo',
    goods,
    'status',
    'cancelledAt',
    'cancelledBy',
    'cancelSync',
    'labelLoss',
    'total',
    'accountId',
    'orderNo',
  ],
};

const BATCH: Readonly<Record<string, readonly string[]>> = {
  pending: ['accept', 'hold', 'release', 'reallocate', 'reject', 'cancel', 'remark'],
  shipping: ['start', 'hold', 'release', 'cancel', 'remark'],
  shipped: ['deliver', 'complete', 'remark'],
  cancelled: ['remark'],
};

const FILTERS: Readonly<Record<string, readonly string[]>> = {
  pending: [
    'channelOrderNo',
    'holds',
    'accountId',
    'warehouseId',
    'shipToState',
    'shipBy',
    'orderedAt',
    'orderNo',
  ],
  shipping: [
    'channelOrderNo',
    'warehouseId',
    'status',
    'shipMethodId',
    'shipBy',
    'accountId',
    'orderNo',
  ],
  shipped: ['channelOrderNo', 'trackingNo', 'shippedAt', 'warehouseId', 'shipSync', 'accountId'],
  cancelled: ['channelOrderNo', 'accountId', 'cancelledAt', 'cancelSync'],
};

/** 待处理, 待发货, 已发货, 已取消: one list, a tab each, with the columns and moves of its work. */
export function OrderList(): ReactNode {
  const { options } = usePage();
  const tab = options['tab'] ?? 'pending';
  return (
    <ListPage<OrderRow>
      of={salesOrder}
      tab={tab}
      columns={COLUMNS[tab]}
      filters={FILTERS[tab]}
      batch={BATCH[tab]}
      moves={[
        'accept',
        'start',
        'remark',
        'acceptPrice',
        'release',
        'reallocate',
        'correctAddress',
        'hold',
        'cancel',
        'reject',
        'deliver',
        'complete',
      ]}
      toolbar={(list) => <QuickSearch list={list} />}
    />
  );
}

/** One box for what a clerk has at hand: a number, a part, a name, or some letters of it. */
function QuickSearch({ list }: { list: ListHandle<OrderRow> }): ReactNode {
  const [text, setText] = useState(list.params.filters['keyword'] ?? '');
  return (
    <Input.Search
      allowClear
      aria-label="快速查找"
      placeholder="PO号、订单号、SKU、收件人"
      style={{ width: 260 }}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onSearch={(word) => list.setFilters({ ...list.params.filters, keyword: word.trim() })}
    />
  );
}
