import { address, addressKeys, addressMask, addressRows, sealedAddress } from '#kit/model/address.ts';
import { dict } from '#kit/model/dict.ts';
import {
  choice,
  date,
  datetime,
  flag,
  integer,
  link,
  money,
  pictures,
  quantity,
  text,
  textarea,
} from '#kit/model/field.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { channelEnvironment } from '#modules/base/model/channel-account.ts';

export const partOrderStatus = dict('part_order_status', {
  draft: '草稿',
  new: '待确认',
  needInfo: '待补资料',
  confirmed: '待发货',
  breached: '已超时',
  shipped: '已发货',
  closed: '已关闭',
  rejected: '已拒绝',
  cancelled: '已取消',
});

/** Why parts are refused, as channels count it. */
export const partRejectReason = dict('part_reject_reason', {
  needInfo: '信息不足',
  tooLarge: '占整件比例过大',
  outOfWarranty: '过保',
  noSuchPart: '无此配件',
});

/** Where a line's goods come from. */
export const partSource = dict('part_source', {
  partStock: '配件库存',
  harvest: '整件拆取',
  fullCarton: '整箱补发',
  purchase: '采购到货',
});
export type PartSource = keyof typeof partSource.items;

/** What was wrong with the part that the buyer has. */
export const partCause = dict('part_cause', {
  missing: '少件',
  damaged: '破损',
  defective: '质量问题',
  wrong: '错件',
  lost: '买家遗失',
  other: '其他',
});

/** Whether the channel was given our answer: none takes one by interface, so a person does it there. */
export const partAnswerStatus = dict('part_answer_status', {
  none: '无需答复',
  todo: '待到平台登记',
  done: '已登记',
});

export const partOrigin = dict('part_order_origin', {
  manual: '手工',
  import: '导入',
  channel: '平台',
});

/** What a request says as a whole. Where it names an order, its address may be left to the order. */
export const partOrderHead = {
  orderId: link('订单', 'orders:salesOrder', { hint: '不是本系统的订单可以留空' }),
  accountId: link('店铺', 'base:channelAccount', { required: true }),
  channelPartNo: text('平台补件号', { max: 64, hint: '留空则为 PO号-R-序号' }),
  receivedAt: datetime('请求时间', { hint: '平台或买家提出的时间，留空为现在' }),
  warehouseId: link('发货仓', 'base:warehouse', {
    hint: '时限按它的工作日历计算；留空取订单的仓库',
  }),
  ...address('shipTo'),
  shipToName: text('收件人', { max: 128, hint: '留空则同订单' }),
  photos: pictures('照片', { max: 9 }),
  remark: textarea('备注', { max: 500 }),
};

/** What each of its lines says. */
export const partOrderLine = {
  parentSkuId: link('整件SKU', 'catalog:sku', { required: true }),
  partSkuId: link('配件SKU', 'catalog:sku', { hint: '配件清单里没有时留空，在“配件说明”里写明' }),
  description: text('配件说明', { max: 255, hint: '如 左前腿、说明书第 12 号' }),
  qty: quantity('数量', { required: true, min: 1, max: 1000, default: 1 }),
  cause: choice('原因', partCause, { required: true, default: 'damaged' }),
  cartonNo: integer('在第几箱', { min: 1, max: 50 }),
};

/** 配件补发单: parts of something sold that a buyer asks for again, under the clock of its channel. */
export const partOrder = defineDocument({
  module: 'aftersales',
  name: 'partOrder',
  title: '配件补发单',
  fields: {
    partOrderNo: text('补发单号', { always: true, derived: true }),
    channelPartNo: text('平台补件号', { always: true, max: 64 }),
    orderId: link('订单', 'orders:salesOrder'),
    accountId: link('店铺', 'base:channelAccount', { required: true }),
    origin: choice('来源', partOrigin, { always: true, derived: true }),
    environment: choice('环境', channelEnvironment, { always: true, derived: true }),
    status: choice('状态', partOrderStatus, { always: true, derived: true }),
    receivedAt: datetime('请求时间', { always: true }),
    warehouseId: link('发货仓', 'base:warehouse', { always: true }),
    confirmBy: datetime('最晚确认', { always: true, derived: true }),
    shipBy: datetime('最晚发货', { always: true, derived: true }),
    extendedTo: datetime('延期至', { derived: true }),
    extendReason: text('延期原因', { derived: true, max: 255 }),
    /** The nearest of its deadlines that still waits for us. */
    dueAt: datetime('截止时间', { derived: true }),
    breachedAt: datetime('超时时间', { derived: true }),
    itemSummary: text('配件', { derived: true, max: 255 }),
    lineCount: integer('行数', { always: true, derived: true }),
    unitCount: quantity('件数', { always: true, derived: true }),
    waitingCount: quantity('待采购到货', { always: true, derived: true }),
    askedInfo: text('需补充的资料', { derived: true, max: 500 }),
    infoNote: text('补充的资料', { derived: true, max: 2000 }),
    rejectReason: choice('拒绝原因', partRejectReason, { derived: true }),
    reasonText: text('说明', { derived: true, max: 500 }),
    photos: pictures('照片', { max: 9 }),
    ...sealedAddress('shipTo', { always: true }),
    answerStatus: choice('平台答复', partAnswerStatus, { always: true, derived: true }),
    plannedShipDate: date('预计发货日', { derived: true }),
    confirmedAt: datetime('确认时间', { derived: true }),
    confirmedBy: text('确认人', { isPerson: true, derived: true, max: 64 }),
    carrier: text('承运商', { derived: true, max: 64 }),
    trackingNo: text('运单号', { derived: true, max: 64 }),
    isMerged: flag('合并包裹', { always: true, derived: true }),
    shippedAt: datetime('发货时间', { derived: true }),
    shippedBy: text('发货人', { isPerson: true, derived: true, max: 64 }),
    currency: text('币种', { always: true, derived: true }),
    cost: money('配件成本', 'currency', { derived: true }),
    residueLoss: money('拆件损失', 'currency', { derived: true }),
    remark: textarea('备注', { max: 500 }),
  },
  label: 'partOrderNo',
  list: [
    { key: 'partOrderNo', under: ['channelPartNo'] },
    { key: 'itemSummary', under: ['orderId'] },
    'unitCount',
    'status',
    'dueAt',
    { key: 'accountId', under: ['warehouseId'] },
    { key: 'trackingNo', under: ['carrier'] },
    { key: 'shipToName', under: ['shipToPostalCode'] },
    'receivedAt',
  ],
  search: [
    'partOrderNo',
    'channelPartNo',
    'orderId',
    'accountId',
    'warehouseId',
    'status',
    'rejectReason',
    'answerStatus',
    'dueAt',
    'receivedAt',
    'shippedAt',
    'trackingNo',
    'shipToName',
    'shipToPostalCode',
    'waitingCount',
  ],
  form: [
    ['orderId', 'accountId'],
    ['channelPartNo', 'receivedAt'],
    ['warehouseId'],
    ...addressRows('shipTo'),
    ['photos'],
    ['remark'],
  ],
  scope: {
    shops: 'accountId',
    groupedBy: 'shops',
    warehouses: 'warehouseId',
    hidden: { field: 'environment', value: 'sandbox', unless: ['orderId', 'partOrderNo'] },
    under: ['orderId'],
    holds: {
      'inventory:reservation': 'orderId',
      'inventory:stockMovement': 'refId',
      'ledger:journalEntry': 'refId',
    },
  },
  masks: {
    pii: addressMask('shipTo'),
    cost: ['cost', 'residueLoss'],
  },
  lines: { 'aftersales:partLine': 'partOrderId' },
  draft: {
    // What the buyer adds is typed in while it is waited for.
    states: ['draft', 'needInfo'],
    number: { field: 'partOrderNo', prefix: 'RP' },
    head: partOrderHead,
    parts: [
      { rows: [['orderId', 'accountId', 'channelPartNo', 'receivedAt']] },
      {
        title: '收件',
        rows: [
          ['shipToName', 'shipToPhone', 'warehouseId'],
          ['shipToAddress1', 'shipToAddress2'],
          ['shipToCity', 'shipToState', 'shipToPostalCode', 'shipToCountry'],
        ],
      },
      { title: '说明', rows: [['photos'], ['remark']] },
    ],
    brings: {
      orderId: ['accountId', 'warehouseId', ...addressKeys('shipTo')],
    },
    lines: {
      of: 'aftersales:partLine',
      title: '配件明细',
      word: '配件',
      fields: partOrderLine,
      columns: ['parentSkuId', 'partSkuId', 'description', 'qty', 'cause', 'cartonNo'],
      least: 1,
      most: 200,
    },
  },
});
export type PartOrderRow = RowOf<typeof partOrder>;

/** 配件明细: one part of one product, as often as it is asked for. */
export const partLine = defineDocument({
  module: 'aftersales',
  name: 'partLine',
  title: '配件明细',
  fields: {
    partOrderId: link('配件补发单', 'aftersales:partOrder', { required: true }),
    parentSkuId: link('整件SKU', 'catalog:sku', { required: true }),
    partSkuId: link('配件SKU', 'catalog:sku'),
    description: text('配件说明', { max: 255 }),
    qty: quantity('数量', { required: true, min: 1, max: 1000 }),
    cause: choice('原因', partCause, { required: true, default: 'damaged' }),
    cartonNo: integer('在第几箱', { min: 1, max: 50 }),
    orderLineId: text('订单行', { derived: true }),
    source: choice('货源', partSource, { derived: true }),
    warehouseId: link('出货仓', 'base:warehouse', { derived: true }),
    /** Whole units that are held to be taken apart for it. */
    harvestUnits: quantity('拆取整件', { always: true, derived: true }),
    qtyReserved: quantity('已预占', { always: true, derived: true }),
    shippedQty: quantity('已发货', { always: true, derived: true }),
    currency: text('币种', { always: true, derived: true }),
    cost: money('成本', 'currency', { derived: true }),
    residueLoss: money('拆件损失', 'currency', { derived: true }),
  },
  label: 'id',
  list: [
    'parentSkuId',
    { key: 'partSkuId', under: ['description'] },
    'qty',
    'cause',
    { key: 'source', under: ['warehouseId'] },
    'cartonNo',
    'harvestUnits',
    'qtyReserved',
    'shippedQty',
    'cost',
    'residueLoss',
  ],
  search: ['parentSkuId', 'partSkuId', 'source', 'cause'],
  form: [
    ['parentSkuId', 'partSkuId'],
    ['description', 'qty'],
    ['cause', 'cartonNo'],
  ],
  sort: { field: 'createTime', order: 'asc' },
  masks: { cost: ['cost', 'residueLoss'] },
});
export type PartLineRow = RowOf<typeof partLine>;
