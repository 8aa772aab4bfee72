import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, link, money, price, quantity, text } from '#kit/model/field.ts';
import { defineLedger } from '#kit/model/resource.ts';
import { channelEnvironment } from '#modules/base/model/channel-account.ts';

export const stockCondition = dict('stock_condition', {
  good: '良品',
  damaged: '不良品',
  quarantine: '待检',
});

const movementType = dict('movement_type', {
  opening: '期初',
  adjust_in: '调增',
  adjust_out: '调减',
  count_gain: '盘盈',
  count_loss: '盘亏',
  condition_from: '品质转出',
  condition_to: '品质转入',
  purchase_in: '采购入库',
  transfer_out: '调拨出库',
  transfer_in: '调拨入库',
  sale_out: '销售出库',
  part_out: '补件出库',
  kit_break: '整件拆件',
  return_in: '退货入库',
  scrap_out: '报废出库',
  donate_out: '捐赠出库',
  supplier_return_out: '退供应商出库',
  reversal: '冲销',
});

/**
 * What is where, by condition: a cache of the movements, written by one function only. People read it as
 * 库存 (stock-place.ts), a row for each place.
 */
export const stockLevel = defineLedger({
  module: 'inventory',
  name: 'stockLevel',
  title: '良次品库存',
  empty: '从“调整单”录入期初库存，过账后各仓的数量在这里。',
  fields: {
    skuId: link('SKU', 'catalog:sku', { always: true }),
    warehouseId: link('仓库', 'base:warehouse', { always: true }),
    condition: choice('品质', stockCondition, { always: true }),
    /** The primary one of the SKU there, else the first on the way. */
    binId: link('货位', 'base:warehouseBin'),
    onHand: integer('在库', { always: true }),
    reserved: quantity('预占', { always: true }),
    frozen: quantity('冻结', { always: true }),
    available: integer('可用'),
    inTransit: quantity('在途', { always: true }),
    onOrder: quantity('采购未到', { always: true }),
    oversellLimit: quantity('超卖上限', { always: true }),
  },
  label: 'id',
  list: [
    { key: 'skuId', isFaced: true },
    { key: 'warehouseId', under: ['condition'] },
    'binId',
    'onHand',
    'reserved',
    'frozen',
    'available',
    { key: 'inTransit', under: ['onOrder'] },
    'updateTime',
  ],
  search: ['skuId', 'warehouseId', 'binId', 'condition', 'available', 'inTransit', 'onOrder'],
  form: [
    ['skuId', 'warehouseId'],
    ['condition', 'onHand'],
    ['reserved', 'frozen'],
    ['available', 'inTransit'],
    ['onOrder', 'binId'],
  ],
  sort: { field: 'updateTime', order: 'desc' },
  scope: { warehouses: 'warehouseId' },
});

/** 库存流水: append-only; a level is the sum of its movements. */
export const stockMovement = defineLedger({
  module: 'inventory',
  name: 'stockMovement',
  title: '库存流水',
  empty: '每次过账、发货、取消都会留下一条流水；从“调整单”录入期初库存开始。',
  fields: {
    seq: integer('序号', { always: true }),
    skuId: link('SKU', 'catalog:sku', { always: true }),
    warehouseId: link('仓库', 'base:warehouse', { always: true }),
    condition: choice('品质', stockCondition, { always: true }),
    type: choice('类型', movementType, { always: true }),
    qty: integer('数量', { always: true }),
    balanceAfter: integer('结存', { always: true }),
    unitCost: price('单位成本'),
    costValue: money('成本金额', 'currency'),
    currency: text('币种', { always: true }),
    refType: text('来源类型', { always: true }),
    refNo: text('来源单号'),
    reason: text('原因'),
  },
  label: 'refNo',
  list: [
    'createTime',
    'skuId',
    'warehouseId',
    'condition',
    'type',
    'qty',
    'balanceAfter',
    'unitCost',
    'refNo',
    'reason',
    'createBy',
  ],
  search: ['skuId', 'warehouseId', 'type', 'refNo', 'createTime'],
  form: [
    ['skuId', 'warehouseId'],
    ['type', 'qty'],
    ['refNo', 'reason'],
  ],
  scope: { warehouses: 'warehouseId' },
  masks: { cost: ['unitCost', 'costValue'] },
});

const reservationStatus = dict('reservation_status', {
  open: '有效',
  consumed: '已出库',
  released: '已释放',
});

/**
 * 预占: units held for a line of an order or a transfer in one warehouse. What a sandbox order holds is written down
 * like any other, so that it goes its whole way, but no level knows of it.
 */
export const reservation = defineLedger({
  module: 'inventory',
  name: 'reservation',
  title: '预占明细',
  empty: '订单配对并选定仓库后，在这里占住它要发的货；审核过的调拨单也是。',
  fields: {
    kind: choice('来源', dict('reservation_kind', { order: '订单', transfer: '调拨单', part: '配件补发' }), {
      always: true,
    }),
    skuId: link('SKU', 'catalog:sku', { always: true }),
    warehouseId: link('仓库', 'base:warehouse', { always: true }),
    orderId: text('订单', { always: true }),
    orderLineId: text('订单行', { always: true }),
    orderNo: text('单号', { always: true }),
    environment: choice('环境', channelEnvironment, { always: true }),
    qty: quantity('数量', { always: true }),
    /** Units of the SKU that one unit of the line takes: more than one of a component of a bundle. */
    perUnit: integer('每件用量', { always: true }),
    status: choice('状态', reservationStatus, { always: true }),
    doneAt: datetime('结束时间'),
  },
  label: 'orderNo',
  list: ['createTime', 'orderNo', 'kind', 'skuId', 'warehouseId', 'qty', 'status', 'environment', 'doneAt'],
  search: ['skuId', 'warehouseId', 'orderNo', 'kind', 'status'],
  form: [['orderNo', 'qty'], ['skuId', 'warehouseId'], ['status']],
  scope: {
    warehouses: 'warehouseId',
    hidden: {
      field: 'environment',
      value: 'sandbox',
      unless: ['orderId', 'orderLineId', 'orderNo'],
    },
  },
});
