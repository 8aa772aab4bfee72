import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, link, money, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';

const uninvoicedReason = dict('uninvoiced_reason', {
  noRate: '缺少汇率',
  voided: '发票已红冲',
  before: '还没有开票',
});

/** 待开票: goods that have left and no invoice stands for. */
export const uninvoicedShipment = defineView({
  module: 'finance',
  name: 'uninvoicedShipment',
  title: '待开票',
  empty: '发出的货都已开票。',
  fields: {
    shipmentId: link('发货单', 'fulfilment:shipment', { always: true }),
    orderId: link('订单', 'orders:salesOrder', { always: true }),
    poNo: text('PO号', { always: true }),
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    warehouseId: link('仓库', 'base:warehouse', { always: true }),
    shippedAt: datetime('出库时间', { always: true }),
    unitCount: integer('件数', { always: true }),
    currency: text('币种', { always: true }),
    orderTotal: money('订单金额', 'currency', { always: true }),
    reason: choice('原因', uninvoicedReason, { always: true }),
  },
  label: 'poNo',
  list: [
    { key: 'poNo', under: ['orderId'] },
    'reason',
    { key: 'shipmentId', under: ['warehouseId'] },
    'accountId',
    { key: 'orderTotal', under: ['unitCount'] },
    'shippedAt',
  ],
  search: ['poNo', 'accountId', 'shipmentId', 'warehouseId', 'reason', 'shippedAt', 'currency'],
  sort: { field: 'shippedAt', order: 'desc' },
});
