import { choice, date, link, money, quantity, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';
import { orderStatus } from './order.ts';

/** 销售明细: a line of an order that somebody wants, tried-out, cancelled and refused ones left out. */
export const salesLine = defineView({
  module: 'orders',
  name: 'salesLine',
  title: '销售明细',
  empty: '这段时间没有订单。',
  fields: {
    soldOn: date('下单日期', { always: true }),
    orderId: link('订单', 'orders:salesOrder', { always: true }),
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    warehouseId: link('仓库', 'base:warehouse'),
    status: choice('订单状态', orderStatus, { always: true }),
    channelSku: text('渠道SKU', { always: true }),
    skuId: link('SKU', 'catalog:sku'),
    qty: quantity('件数', { always: true }),
    amount: money('金额', 'currency', { always: true }),
    currency: text('币种', { always: true }),
  },
  label: 'id',
  list: [
    'soldOn',
    { key: 'skuId', under: ['channelSku'], isFaced: true },
    'qty',
    'amount',
    { key: 'orderId', under: ['status'] },
    { key: 'accountId', under: ['warehouseId'] },
  ],
  search: ['soldOn', 'skuId', 'accountId', 'warehouseId', 'status', 'orderId', 'channelSku'],
  sort: { field: 'soldOn', order: 'desc' },
});
