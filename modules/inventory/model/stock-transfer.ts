import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, link, money, quantity, text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { receivedUnits } from './received-units.ts';

const transferStates = {
  draft: '草稿',
  approved: '已审核',
  shipped: '在途',
  partiallyReceived: '部分收货',
  received: '已收货',
  cancelled: '已取消',
} as const;

/** 调拨单: goods from one warehouse to another, with what they cost. */
export const stockTransfer = defineDocument({
  module: 'inventory',
  name: 'stockTransfer',
  title: '调拨单',
  fields: {
    transferNo: text('调拨单号', { always: true, derived: true }),
    fromWarehouseId: link('调出仓', 'base:warehouse', { required: true }),
    toWarehouseId: link('调入仓', 'base:warehouse', { required: true }),
    remark: text('备注', { max: 255 }),
    lineCount: integer('行数', { always: true, derived: true }),
    totalQty: integer('合计数量', { always: true, derived: true }),
    receivedQty: integer('已收数量', { always: true, derived: true }),
    lostQty: integer('损耗数量', { always: true, derived: true }),
    lostValue: money('损耗金额', 'currency', { derived: true }),
    currency: text('币种', { always: true, derived: true }),
    lossReason: text('损耗原因', { derived: true }),
    shippedAt: datetime('出库时间', { derived: true }),
    receivedAt: datetime('收货时间', { derived: true }),
    receivedBy: text('收货人', { isPerson: true, derived: true }),
    status: choice('状态', dict('stock_transfer_status', transferStates), {
      always: true,
      derived: true,
    }),
  },
  label: 'transferNo',
  list: [
    { key: 'transferNo', under: ['remark'] },
    'status',
    { key: 'fromWarehouseId', under: ['toWarehouseId'] },
    { key: 'totalQty', under: ['lineCount'] },
    { key: 'receivedQty', under: ['lostQty'] },
    { key: 'shippedAt', under: ['receivedAt'] },
    'createTime',
  ],
  search: ['transferNo', 'fromWarehouseId', 'toWarehouseId', 'createTime'],
  form: [['fromWarehouseId', 'toWarehouseId'], ['remark']],
  // Whoever keeps either end has to do with it.
  scope: { warehouses: 'fromWarehouseId', orBy: { warehouses: 'toWarehouseId' } },
  masks: { cost: ['lostValue'] },
  lines: { 'inventory:stockTransferLine': 'transferId' },
  draft: {
    states: ['draft'],
    number: { field: 'transferNo', prefix: 'TR' },
    lines: {
      of: 'inventory:stockTransferLine',
      title: '调拨明细',
      columns: ['skuId', 'qty'],
      least: 1,
      most: 2000,
      fromSheet: true,
    },
  },
});
export type StockTransferRow = RowOf<typeof stockTransfer>;

/** 调拨单行 */
export const stockTransferLine = defineDocument({
  module: 'inventory',
  name: 'stockTransferLine',
  title: '调拨单行',
  fields: {
    transferId: link('调拨单', 'inventory:stockTransfer', { required: true }),
    skuId: link('SKU', 'catalog:sku', { required: true }),
    qty: quantity('数量', { required: true, min: 1, max: 1_000_000 }),
    transitQty: quantity('在途', { always: true, derived: true }),
    receivedQty: quantity('已收', { always: true, derived: true }),
    lostQty: quantity('损耗', { always: true, derived: true }),
  },
  label: 'id',
  list: ['skuId', 'qty', 'transitQty', 'receivedQty', 'lostQty'],
  search: ['skuId'],
  form: [['skuId', 'qty']],
  sort: { field: 'createTime', order: 'asc' },
});

export const stockTransferLifecycle = defineLifecycle(stockTransfer, {
  initial: 'draft',
  births: { add: '新增' },
  states: {
    draft: ['草稿', 'idle'],
    approved: ['已审核', 'warn'],
    shipped: ['在途', 'busy'],
    partiallyReceived: ['部分收货', 'busy'],
    received: ['已收货', 'done'],
    cancelled: ['已取消', 'bad'],
  },
  tabs: {
    open: { title: '待调出', states: ['draft', 'approved'] },
    transit: { title: '在途', states: ['shipped', 'partiallyReceived'] },
    received: { title: '已收货', states: ['received'] },
    cancelled: { title: '已取消', states: ['cancelled'] },
  },
  stages: [
    { title: '填写', states: ['draft'] },
    { title: '出库', states: ['approved'] },
    { title: '收货', states: ['shipped', 'partiallyReceived'] },
  ],
  moves: {
    confirm: { title: '审核', from: ['draft'], to: 'approved' },
    send: { title: '调拨出库', from: ['approved'], to: 'shipped', keyed: true },
    receive: {
      title: '收货',
      from: ['shipped', 'partiallyReceived'],
      to: ['partiallyReceived', 'received'],
      input: {
        lines: receivedUnits({
          of: stockTransferLine,
          hint: '留空则在途的全部按良品收货',
          left: { title: '在途', of: 'transitQty' },
        }),
      },
      keyed: true,
    },
    writeOff: {
      title: '短少结案',
      from: ['shipped', 'partiallyReceived'],
      to: 'received',
      input: { reason: text('损耗原因', { required: true, max: 255 }) },
      warn: '还在途的货记为在途损耗，不能撤回。',
      byAnother: '制单人和发货人不能自己结案，请由其他有结案权限的人结案',
      keyed: true,
    },
    cancel: { title: '取消', from: ['draft', 'approved'], to: 'cancelled' },
  },
});
