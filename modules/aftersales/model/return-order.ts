import { dict } from '#kit/model/dict.ts';
import {
  choice,
  datetime,
  pictures,
  flag,
  integer,
  json,
  link,
  money,
  price,
  quantity,
  text,
} from '#kit/model/field.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { channelEnvironment } from '#modules/base/model/channel-account.ts';
import { returnFault } from './return-reason.ts';

export const returnType = dict('return_type', {
  return: '退货退款',
  refundOnly: '仅退款',
  exchange: '换货',
  unordered: '非本单退回',
});
export type ReturnType = keyof typeof returnType.items;

/** What the buyer gets for a line. */
export const returnOutcome = dict('return_outcome', {
  refund: '退款',
  replace: '换货',
  repair: '维修',
  reject: '不予退款',
  none: '无',
});
export type ReturnOutcome = keyof typeof returnOutcome.items;

/** What becomes of the goods. */
export const disposition = dict('return_disposition', {
  restock: '重新上架',
  refurb: '翻新',
  scrap: '报废',
  returnToSupplier: '退供应商',
  donate: '捐赠',
  keepByBuyer: '买家保留',
});
export type Disposition = keyof typeof disposition.items;

/** How far the label is that we send. */
export const labelStatus = dict('return_label_state', {
  none: '不用买',
  wanted: '待购买',
  buying: '购买中',
  ready: '已买到',
  failed: '购买失败',
});

const labelBy = dict('return_label_by', {
  seller: '我方提供',
  buyer: '买家自理',
  channel: '平台提供',
});

export const returnStates = {
  draft: '草稿',
  requested: '待审核',
  approved: '待退回',
  receiving: '收货中',
  received: '待质检',
  inspected: '待处置',
  disposed: '待退款',
  credited: '已退款',
  closed: '已关闭',
  rejected: '已驳回',
  cancelled: '已取消',
  expired: '已过期',
} as const;
export type ReturnState = keyof typeof returnStates;

/** Who may take in more than was requested. */
export const RETURN_BEYOND = 'aftersales:returnOrder:receiveBeyond';

/** Photos that a return, or a line of it, may carry. */
export const returnPhotos = pictures('照片', { max: 9 });

/** 退货单 (RMA): goods that a buyer sends back, or money that is given back without them. */
export const returnOrder = defineDocument({
  module: 'aftersales',
  name: 'returnOrder',
  title: '退货单',
  fields: {
    returnNo: text('退货单号', { always: true, derived: true }),
    raNo: text('RA号', { derived: true, max: 64 }),
    channelRaNo: text('平台退货号', { max: 64, hint: '平台给的RA号；留空则审核时自动编号' }),
    type: choice('类型', returnType, { required: true, default: 'return' }),
    orderId: link('订单', 'orders:salesOrder', { hint: '非本单退回留空' }),
    accountId: link('店铺', 'base:channelAccount', { hint: '有订单时留空' }),
    reasonId: link('退货原因', 'aftersales:returnReason', { required: true }),
    fault: choice('责任方', returnFault, { hint: '留空取原因的默认责任方' }),
    status: choice('状态', dict('return_order_status', returnStates), {
      always: true,
      derived: true,
    }),
    warehouseId: link('退回仓', 'base:warehouse', { hint: '留空退回发货仓；非本单退回必填' }),
    returnLabelBy: choice('退货面单', labelBy, { default: 'buyer' }),
    carrier: text('退货承运商', { max: 64 }),
    trackingNo: text('退货运单号', { max: 64, written: 'trackingNo', carriedBy: 'carrier' }),
    labelStatus: choice('退货面单状态', labelStatus, { always: true, derived: true }),
    labelError: text('面单问题', { derived: true, max: 500 }),
    photos: returnPhotos,
    remark: text('备注', { max: 500 }),
    environment: choice('环境', channelEnvironment, { always: true, derived: true }),
    requestedAt: datetime('申请时间', { derived: true }),
    checkReason: text('待审原因', { derived: true }),
    approvedBy: text('审核人', { isPerson: true, derived: true }),
    approvedAt: datetime('审核时间', { derived: true }),
    dueAt: datetime('退回截止', { derived: true }),
    receivedAt: datetime('收货时间', { derived: true }),
    receivedBy: text('收货人', { isPerson: true, derived: true }),
    overReason: text('超收原因', { derived: true, max: 255 }),
    inspectedAt: datetime('质检时间', { derived: true }),
    inspectedBy: text('质检人', { isPerson: true, derived: true }),
    itemSummary: text('商品', { derived: true, max: 255 }),
    lineCount: integer('行数', { always: true, derived: true }),
    qtyRequested: integer('应退', { always: true, derived: true }),
    qtyReceived: integer('实收', { always: true, derived: true }),
    qtyGood: integer('良品', { always: true, derived: true }),
    qtyDamaged: integer('不良品', { always: true, derived: true }),
    qtyWrong: integer('错货', { always: true, derived: true }),
    qtyMissing: integer('缺少', { always: true, derived: true }),
    refurbOpen: integer('待翻新', { always: true, derived: true }),
    deskOpen: integer('已清点未入库', { always: true, derived: true }),
    deskCountedAt: datetime('点数时间', { derived: true }),
    currency: text('币种', { always: true, derived: true }),
    expectedCredit: money('应退金额', 'currency', { always: true, derived: true }),
    creditTotal: money('已退金额', 'currency', { always: true, derived: true }),
    creditNoteId: link('退款单（红字）', 'aftersales:creditNote', { derived: true }),
    replacementOrderId: link('换货订单', 'orders:salesOrder', { derived: true }),
    disposedBy: text('处置人', { isPerson: true, derived: true }),
    disposedAt: datetime('处置时间', { derived: true }),
    isDisposalPending: flag('处置待审核', { always: true, derived: true }),
    disposalApprovedBy: text('处置审核人', { isPerson: true, derived: true }),
    baseCurrency: text('本位币', { always: true, derived: true }),
    disposalValue: money('处置金额', 'baseCurrency', { always: true, derived: true }),
    recoveredValue: money('退回成本', 'baseCurrency', { always: true, derived: true }),
    lostValue: money('报废捐赠成本', 'baseCurrency', { always: true, derived: true }),
    creditBase: money('退款入账', 'baseCurrency', { always: true, derived: true }),
    returnLoss: money('退货损失', 'baseCurrency', { always: true, derived: true }),
  },
  label: 'returnNo',
  list: [
    { key: 'returnNo', under: ['raNo'] },
    'status',
    { key: 'orderId', under: ['accountId'] },
    { key: 'type', under: ['itemSummary'] },
    { key: 'reasonId', under: ['fault'] },
    { key: 'qtyRequested', under: ['qtyReceived'] },
    { key: 'qtyGood', under: ['qtyDamaged'] },
    { key: 'expectedCredit', under: ['creditTotal'] },
    { key: 'dueAt', under: ['trackingNo'] },
    { key: 'createTime', under: ['warehouseId'] },
  ],
  search: [
    'returnNo',
    'orderId',
    'accountId',
    'type',
    'reasonId',
    'fault',
    'warehouseId',
    'raNo',
    'channelRaNo',
    'trackingNo',
    'isDisposalPending',
    'refurbOpen',
    'deskOpen',
    'dueAt',
    'labelStatus',
    'environment',
    'createTime',
  ],
  form: [
    ['type', 'orderId'],
    ['accountId', 'channelRaNo'],
    ['reasonId', 'fault'],
    ['warehouseId', 'returnLabelBy'],
    ['carrier', 'trackingNo'],
    ['photos'],
    ['remark'],
  ],
  scope: {
    shops: 'accountId',
    warehouses: 'warehouseId',
    hidden: { field: 'environment', value: 'sandbox', unless: ['orderId', 'returnNo'] },
    under: ['orderId'],
    holds: { 'inventory:stockMovement': 'refId', 'ledger:journalEntry': 'refId' },
  },
  masks: {
    cost: ['disposalValue', 'recoveredValue', 'lostValue'],
    profit: ['returnLoss'],
  },
  lines: { 'aftersales:returnLine': 'returnId' },
  draft: {
    states: ['draft'],
    number: { field: 'returnNo', prefix: 'RT' },
    brings: { orderId: ['accountId', 'warehouseId'], reasonId: ['fault'] },
    lines: {
      of: 'aftersales:returnLine',
      title: '退货明细',
      word: '商品',
      columns: ['skuId', 'qtyRequested', 'outcome', 'unitCredit', 'note'],
      least: 1,
      most: 500,
      fromSheet: true,
    },
  },
});
export type ReturnRow = RowOf<typeof returnOrder>;

/** 退货行: how many of a line come back, what came, and what becomes of them and of the buyer's money. */
export const returnLine = defineDocument({
  module: 'aftersales',
  name: 'returnLine',
  title: '退货行',
  fields: {
    returnId: link('退货单', 'aftersales:returnOrder', { required: true }),
    orderLineId: link('订单行', 'orders:orderLine', { hint: '留空按SKU对应' }),
    skuId: link('SKU', 'catalog:sku', { required: true }),
    qtyRequested: quantity('应退', { required: true, min: 1, max: 100_000 }),
    outcome: choice('处理方式', returnOutcome, { hint: '留空按类型' }),
    unitCredit: price('单件退款', { min: 0, max: 1_000_000, hint: '留空按订单单价' }),
    note: text('说明', { max: 255 }),
    currency: text('币种', { always: true, derived: true }),
    qtyReceived: quantity('实收', { always: true, derived: true }),
    qtyGood: quantity('良品', { always: true, derived: true }),
    qtyDamaged: quantity('不良品', { always: true, derived: true }),
    qtyWrong: quantity('错货', { always: true, derived: true }),
    qtyMissing: quantity('缺少', { always: true, derived: true }),
    cartonNo: integer('问题箱', { derived: true, hint: '多箱商品质检时选的第几箱' }),
    disposition: choice('良品处置', disposition, { derived: true }),
    damagedDisposition: choice('不良品处置', disposition, { derived: true }),
    qtyAccepted: quantity('认可退款', { always: true, derived: true }),
    acceptReason: text('认可原因', { derived: true, max: 255 }),
    refurbOpen: quantity('待翻新', { always: true, derived: true }),
    credited: money('已退金额', 'currency', { always: true, derived: true }),
    photos: pictures('质检照片', { max: 9, derived: true }),
    findings: json('质检记录', { derived: true }),
  },
  label: 'id',
  list: [
    'skuId',
    'qtyRequested',
    'qtyReceived',
    'qtyGood',
    'qtyDamaged',
    'qtyWrong',
    'qtyMissing',
    'outcome',
    'disposition',
    'damagedDisposition',
    { key: 'qtyAccepted', under: ['acceptReason'] },
    'unitCredit',
    'credited',
    'note',
  ],
  search: ['skuId', 'orderLineId'],
  form: [
    ['orderLineId', 'skuId'],
    ['qtyRequested', 'outcome'],
    ['unitCredit', 'note'],
  ],
  sort: { field: 'createTime', order: 'asc' },
});
export type ReturnLineRow = RowOf<typeof returnLine>;
