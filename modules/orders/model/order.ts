import { addressMask, addressRows, sealedAddress } from '#kit/model/address.ts';
import { dict } from '#kit/model/dict.ts';
import {
  choice,
  choices,
  date,
  datetime,
  flag,
  integer,
  json,
  link,
  money,
  price,
  quantity,
  rate,
  text,
  textarea,
} from '#kit/model/field.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { channelEnvironment } from '#modules/base/model/channel-account.ts';
import { tagsOf } from '#modules/base/model/tag.ts';
import { MANUAL_DRAFT } from './manual-order.ts';
import { orderPayStatus } from './order-pay-status.ts';
import { orderReturnStatus } from './order-return-status.ts';

export const orderType = dict('order_type', {
  dropship: '代发',
  stock: '备货',
  b2b: 'B2B',
  replacement: '补发',
  manual: '手工单',
});

/**
 * Typed by hand, or made in place of goods that came back, an order is ours alone: no channel knows of it,
 * so none is notified or asked.
 */
export const isManualOrder = (type: unknown): boolean => type === 'manual' || type === 'replacement';

const orderSource = dict('order_source', { api: '接口', import: '导入', manual: '手工' });

export const holdType = dict('hold_type', {
  unmapped: '未配对',
  unmappedWarehouse: '仓库未映射',
  outOfStock: '缺货',
  priceMismatch: '价格异常',
  address: '地址异常',
  duplicate: '疑似重复',
  cancelRequest: '取消申请',
  noAck: '平台未确认',
  walletLow: '余额不足',
  answeredElsewhere: '他处已接单',
  channelChange: '平台变更',
  manual: '人工',
});

/** Who cancelled an order: the channel, or somebody of ours, who is named. */
const cancelSide = dict('cancel_side', { channel: '平台', seller: '本公司' });

const syncStatus = dict('sync_status', {
  none: '未开始',
  pending: '待同步',
  ok: '已同步',
  failed: '失败',
});

/** How far the labels of an order are, over all its shipments. */
const labelStatus = dict('order_label_status', {
  requested: '申请中',
  ready: '已出单',
  held: '待人工',
  failed: '失败',
  own: '自有运单',
  shipped: '已出库',
});

/** What became of the parts that were asked for again, over all requests. */
const orderPartStatus = dict('order_part_status', {
  open: '待补发',
  shipped: '已补发',
  rejected: '已拒绝',
});

export const orderStatus = dict('order_status', {
  draft: '草稿',
  new: '待审核',
  accepted: '已接单',
  ready: '待发货',
  processing: '打单配货中',
  partial: '部分发货',
  shipped: '已发货',
  delivered: '已签收',
  completed: '已完成',
  history: '历史订单',
  cancelled: '已取消',
  rejected: '已拒单',
});

/** How much an order presses; the codes sort as the words do, the most pressing last. */
export const orderPriority = dict('order_priority', {
  normal: '普通',
  rush: '加急',
  urgent: '特急',
});
export type OrderPriority = keyof typeof orderPriority.items;

/** What the mark 沙箱 means to who sees it. */
export const SANDBOX_HINT = '测试订单：不占库存，不计入销售';

/**
 * 订单: what a channel (or a person) asks to be shipped to a buyer. Lifecycle, channel
 * synchronisation and holds are separate: a hold is a set beside the state, never a state.
 */
export const salesOrder = defineDocument({
  module: 'orders',
  name: 'salesOrder',
  title: '订单',
  fields: {
    orderNo: text('订单号', { always: true, derived: true }),
    channelOrderNo: text('PO号', { required: true, max: 64 }),
    accountId: link('店铺', 'base:channelAccount', { required: true }),
    orderType: choice('类型', orderType, { required: true, default: 'dropship' }),
    source: choice('来源', orderSource, { always: true, derived: true }),
    environment: choice('环境', channelEnvironment, { always: true, derived: true }),
    status: choice('状态', orderStatus, { always: true, derived: true }),
    priority: choice('优先级', orderPriority, { always: true, derived: true }),
    parentId: link('拆自订单', 'orders:salesOrder', { derived: true }),
    splitSeq: integer('拆单序号', { always: true, derived: true }),
    holds: choices('挂起原因', holdType, { always: true, derived: true }),
    itemSummary: text('商品', { derived: true, max: 255 }),
    lineCount: integer('行数', { always: true, derived: true }),
    unitCount: integer('件数', { always: true, derived: true }),
    currency: text('币种', { required: true, max: 3, rule: 'currencyCode', default: 'USD' }),
    total: money('金额', 'currency', { always: true, derived: true }),
    orderedAt: datetime('下单时间', { always: true, derived: true }),
    acceptDeadline: datetime('接单截止', { derived: true }),
    shipBy: datetime('最晚发货', { derived: true }),
    nextDeadline: datetime('倒计时', { derived: true }),
    backorderDate: date('缺货待补', { derived: true }),
    warehouseId: link('仓库', 'base:warehouse', { derived: true }),
    pinnedWarehouseId: link('指定仓', 'base:warehouse', { derived: true }),
    shipMethodId: link('物流渠道', 'base:shipMethod', { derived: true }),
    shipSpeed: text('渠道服务', { derived: true, max: 64 }),
    carrierCode: text('渠道承运商', { derived: true, max: 32 }),
    ...sealedAddress('shipTo', { always: false, required: true }),
    acceptSync: choice('接单同步', syncStatus, { always: true, derived: true }),
    shipSync: choice('发货同步', syncStatus, { always: true, derived: true }),
    cancelSync: choice('取消同步', syncStatus, { always: true, derived: true }),
    boxCount: integer('箱数', { derived: true }),
    labelStatus: choice('面单状态', labelStatus, { derived: true }),
    trackingNo: text('运单号', { derived: true, max: 255 }),
    shippedAt: datetime('发货时间', { derived: true }),
    partStatus: choice('补件', orderPartStatus, { derived: true }),
    deliveredAt: datetime('签收时间', { derived: true }),
    returnUntil: datetime('可退至', { derived: true }),
    returnStatus: choice('退货状态', orderReturnStatus, { always: true, derived: true }),
    payStatus: choice('回款', orderPayStatus, { always: true, derived: true }),
    baseCurrency: text('本位币', { derived: true, max: 3 }),
    returnLoss: money('退货损失', 'baseCurrency', { derived: true }),
    replacementOf: link('补发自订单', 'orders:salesOrder', { derived: true }),
    cancelledAt: datetime('取消时间', { derived: true }),
    cancelledSide: choice('取消方', cancelSide, { derived: true }),
    cancelledBy: text('取消人', { derived: true, max: 64 }),
    labelLoss: flag('面单损失', { always: true, derived: true }),
    note: textarea('订单说明', { derived: true, max: 500 }),
    tagIds: tagsOf('order', { derived: true }),
  },
  label: 'channelOrderNo',
  list: [
    'channelOrderNo',
    'orderNo',
    'accountId',
    'itemSummary',
    'unitCount',
    'total',
    'holds',
    'tagIds',
    'warehouseId',
    'acceptDeadline',
    'shipBy',
    'orderedAt',
    'priority',
    'environment',
    'status',
  ],
  search: [
    'channelOrderNo',
    'orderNo',
    'accountId',
    'priority',
    'warehouseId',
    'shipToName',
    'shipToState',
    'tagIds',
    'shipBy',
    'orderedAt',
  ],
  form: [['accountId', 'channelOrderNo'], ['orderType', 'currency'], ...addressRows('shipTo')],
  scope: {
    shops: 'accountId',
    groupedBy: 'shops',
    warehouses: 'warehouseId',
    hidden: { field: 'environment', value: 'sandbox', hint: SANDBOX_HINT },
    holds: { 'inventory:reservation': 'orderId' },
  },
  masks: {
    pii: addressMask('shipTo'),
    profit: ['returnLoss'],
  },
  lines: {
    'orders:orderLine': 'orderId',
    'orders:orderHold': 'orderId',
    'orders:orderRemark': 'orderId',
  },
  draft: MANUAL_DRAFT,
});
export type OrderRow = RowOf<typeof salesOrder>;

/** 订单行: counters per line instead of one big status; the header's state follows from them. */
export const orderLine = defineDocument({
  module: 'orders',
  name: 'orderLine',
  title: '订单行',
  fields: {
    orderId: link('订单', 'orders:salesOrder', { required: true }),
    lineNo: integer('行号', { required: true, min: 1 }),
    channelSku: text('渠道SKU', { required: true, max: 64 }),
    skuId: link('SKU', 'catalog:sku'),
    name: text('名称', { required: true, max: 255 }),
    qty: quantity('数量', { required: true, min: 1, max: 100_000 }),
    unitPrice: price('单价', { required: true, min: 0 }),
    expectedPrice: price('约定价'),
    priceDiffPct: rate('价差(%)'),
    currency: text('币种', { always: true }),
    lineNet: money('金额', 'currency', { always: true }),
    warehouseId: link('仓库', 'base:warehouse'),
    allocationReason: text('选仓原因', { max: 255 }),
    estShipDate: date('预计发货日'),
    qtyBackordered: quantity('缺货待补', { always: true }),
    backorderDate: date('补货发货日'),
    qtyCancelled: quantity('已取消', { always: true }),
    qtyReserved: quantity('已预占', { always: true }),
    qtyPacked: quantity('已装箱', { always: true }),
    qtyShipped: quantity('已发货', { always: true }),
    qtyReturned: quantity('已退回', { always: true }),
    /** Of what it cost, whatever it was sold in. */
    baseCurrency: text('本位币', { derived: true, max: 3 }),
    cogs: money('成本', 'baseCurrency'),
    partCost: money('补件成本', 'baseCurrency'),
  },
  label: 'channelSku',
  list: [
    'lineNo',
    'channelSku',
    'skuId',
    'name',
    'qty',
    'unitPrice',
    'lineNet',
    'warehouseId',
    'qtyReserved',
    'qtyBackordered',
    'qtyPacked',
    'qtyShipped',
    'qtyReturned',
    'qtyCancelled',
  ],
  search: ['channelSku', 'skuId'],
  form: [
    ['channelSku', 'skuId'],
    ['qty', 'unitPrice'],
  ],
  sort: { field: 'lineNo', order: 'asc' },
  masks: { cost: ['cogs', 'partCost'] },
});

/** 挂起: why an order may not go on; a set beside the state, each closed by what it waits for. */
export const orderHold = defineDocument({
  module: 'orders',
  name: 'orderHold',
  title: '挂起',
  fields: {
    orderId: link('订单', 'orders:salesOrder', { required: true }),
    lineId: text('订单行'),
    type: choice('原因', holdType, { required: true }),
    detail: text('说明', { max: 500 }),
    otherOrderId: link('相同订单', 'orders:salesOrder'),
    openedAt: datetime('挂起时间', { always: true }),
    closedAt: datetime('解除时间'),
    closedBy: text('解除人', { isPerson: true }),
    resolution: text('处理', { max: 255 }),
  },
  label: 'type',
  list: ['type', 'detail', 'openedAt', 'closedAt', 'closedBy', 'resolution'],
  search: ['type'],
  form: [['type', 'detail']],
});

/** 变更记录: what the channel changed on an order we already had. */
export const orderChange = defineDocument({
  module: 'orders',
  name: 'orderChange',
  title: '平台变更',
  fields: {
    orderId: link('订单', 'orders:salesOrder', { required: true }),
    summary: text('变更', { always: true, max: 500 }),
    before: json('变更前'),
    after: json('变更后'),
  },
  label: 'summary',
  list: ['createTime', 'orderId', 'summary'],
  search: ['summary', 'createTime'],
  form: [['summary']],
});
