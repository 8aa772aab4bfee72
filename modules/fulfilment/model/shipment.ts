import { dict } from '#kit/model/dict.ts';
import { choice, datetime, flag, integer, json, length, link, quantity, text, weight } from '#kit/model/field.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { channelEnvironment } from '#modules/base/model/channel-account.ts';
import { accountOwner, shipClass } from '#modules/base/model/ship-method.ts';
import { orderPriority, orderType, SANDBOX_HINT } from '#modules/orders/model/order.ts';

const shipmentStatus = dict('shipment_status', {
  draft: '待装箱',
  packing: '装箱中',
  packed: '已装箱',
  labelling: '申请面单',
  labelled: '待出库',
  shipped: '已出库',
  inTransit: '运输中',
  exception: '异常',
  delivered: '已签收',
  lost: '已丢失',
  voided: '已作废',
});

export const noticeStatus = dict('notice_status', {
  none: '未发送',
  pending: '发送中',
  ok: '已确认',
  failed: '失败',
  manual: '需人工',
  exempt: '无需',
});

const labelSource = dict('label_source', {
  channel: '平台面单',
  carrier: '承运商面单',
  own: '自有运单',
});

const handoverStatus = dict('shipment_handover', {
  none: '未交接',
  listed: '在清单',
  handed: '已交接',
});

/** How far a parcel that has left is from being stopped. */
const interceptStatus = dict('intercept_status', {
  toContact: '待联系',
  stopped: '已拦截',
  failed: '失败',
});

/** 发货单: what leaves one warehouse for one order, in boxes. */
export const shipment = defineDocument({
  module: 'fulfilment',
  name: 'shipment',
  title: '发货单',
  fields: {
    shipmentNo: text('发货单号', { always: true }),
    orderId: link('订单', 'orders:salesOrder', { always: true }),
    orderType: choice('订单类型', orderType, { always: true }),
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    environment: choice('环境', channelEnvironment, { always: true }),
    warehouseId: link('仓库', 'base:warehouse', { always: true }),
    shipMethodId: link('物流渠道', 'base:shipMethod'),
    accountOwner: choice('账号归属', accountOwner),
    class: choice('类型', shipClass),
    classReason: text('类型依据', { max: 255 }),
    status: choice('状态', shipmentStatus, { always: true }),
    priority: choice('优先级', orderPriority, { always: true }),
    /** Nothing once it has left. */
    leaveBy: datetime('最晚发货', { derived: true }),
    boxCount: integer('箱数', { always: true }),
    unitCount: integer('件数', { always: true }),
    weightG: weight('实重', { always: true }),
    trackingNo: text('运单号', { max: 255 }),
    carrierCode: text('承运商代码', { max: 32 }),
    pickupDate: datetime('提货时间'),
    customsRequired: flag('需要报关文件', { always: true }),
    customsStored: flag('报关文件已存', { always: true }),
    labelSource: choice('面单来源', labelSource),
    labelError: text('面单错误', { max: 500 }),
    labelHold: text('面单待处理', { max: 255 }),
    packedAt: datetime('装箱时间'),
    shippedAt: datetime('出库时间'),
    firstScanAt: datetime('首次揽收'),
    isScanLate: flag('揽收超时', { always: true }),
    deliveredAt: datetime('签收时间'),
    exceptionReason: text('异常说明', { max: 255 }),
    claimNote: text('索赔', { max: 255 }),
    unshipCount: integer('撤销次数', { always: true }),
    /** The shipment that it leaves with, where that one leads: it has the boxes and the numbers. */
    leadId: link('合并到', 'fulfilment:shipment', { derived: true }),
    partnerCount: integer('合并单数', { always: true, derived: true }),
    interceptStatus: choice('拦截', interceptStatus),
    interceptReason: text('拦截原因', { max: 255 }),
    noticeStatus: choice('ASN状态', noticeStatus, { always: true }),
    noticeError: text('ASN错误', { max: 500 }),
    waveId: link('波次', 'fulfilment:wave'),
    waveSlot: integer('格号'),
    handoverId: link('交接清单', 'fulfilment:handover'),
    handoverStatus: choice('交接', handoverStatus, { always: true }),
  },
  label: 'shipmentNo',
  list: [
    'shipmentNo',
    'orderId',
    'accountId',
    'warehouseId',
    'shipMethodId',
    'class',
    'boxCount',
    'weightG',
    'trackingNo',
    'priority',
    'status',
    'noticeStatus',
    'interceptStatus',
    'isScanLate',
    'environment',
    'createTime',
  ],
  search: [
    'shipmentNo',
    'orderId',
    'priority',
    'leaveBy',
    'warehouseId',
    'shipMethodId',
    'trackingNo',
    'interceptStatus',
    'isScanLate',
    'createTime',
  ],
  form: [
    ['shipmentNo', 'orderId'],
    ['warehouseId', 'shipMethodId'],
    ['class', 'classReason'],
    ['trackingNo', 'pickupDate'],
  ],
  scope: {
    shops: 'accountId',
    groupedBy: 'shops',
    warehouses: 'warehouseId',
    hidden: { field: 'environment', value: 'sandbox', unless: ['orderId'], hint: SANDBOX_HINT },
    under: ['orderId'],
    holds: { 'inventory:stockMovement': 'refId', 'ledger:journalEntry': 'refId' },
  },
  lines: {
    'fulfilment:shipmentLine': 'shipmentId',
    'fulfilment:box': 'shipmentId',
    'fulfilment:shippingDocument': 'shipmentId',
    'fulfilment:trackingEvent': 'shipmentId',
  },
});
export type ShipmentRow = RowOf<typeof shipment>;

/** 发货明细 */
export const shipmentLine = defineDocument({
  module: 'fulfilment',
  name: 'shipmentLine',
  title: '发货明细',
  fields: {
    shipmentId: link('发货单', 'fulfilment:shipment', { always: true }),
    orderLineId: text('订单行', { always: true }),
    skuId: link('SKU', 'catalog:sku', { always: true }),
    channelSku: text('渠道SKU', { always: true }),
    name: text('名称', { always: true }),
    qty: quantity('数量', { always: true }),
    qtyPacked: quantity('已装箱', { always: true }),
  },
  label: 'channelSku',
  list: ['skuId', 'channelSku', 'name', 'qty', 'qtyPacked'],
  search: ['skuId'],
  form: [['skuId', 'qty']],
});

const boxStatus = dict('box_status', {
  open: '装箱中',
  sealed: '已封箱',
  labelled: '面单就绪',
  shipped: '已出库',
  void: '已作废',
});

const boxType = dict('box_type', { carton: '纸箱', pallet: '托盘', envelope: '信封' });

/** 箱: one parcel with its measured size and weight, and which cartons of which pieces it holds. */
export const box = defineDocument({
  module: 'fulfilment',
  name: 'box',
  title: '箱子',
  empty: '在“发货单”装箱后，每一箱的尺寸、重量和运单号在这里。',
  fields: {
    boxNo: text('箱号', { always: true }),
    shipmentId: link('发货单', 'fulfilment:shipment', { always: true }),
    warehouseId: link('仓库', 'base:warehouse', { always: true }),
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    environment: choice('环境', channelEnvironment, { always: true }),
    type: choice('类型', boxType, { always: true }),
    content: text('内容', { max: 255 }),
    /** [{shipmentLineId, orderLineId, skuId, channelSku, piece, cartonNo, qty}] */
    items: json('箱内明细', { always: true }),
    lengthMm: length('长'),
    widthMm: length('宽'),
    heightMm: length('高'),
    weightG: weight('重量'),
    dimWeightG: weight('材积重'),
    trackingNo: text('运单号'),
    labelAssetId: text('面单文件'),
    status: choice('状态', boxStatus, { always: true }),
    sealedAt: datetime('封箱时间'),
    sealedBy: text('封箱人', { isPerson: true }),
  },
  label: 'boxNo',
  list: [
    'boxNo',
    'shipmentId',
    'type',
    'content',
    'lengthMm',
    'widthMm',
    'heightMm',
    'weightG',
    'dimWeightG',
    'trackingNo',
    'environment',
    'status',
  ],
  search: ['boxNo', 'shipmentId', 'trackingNo'],
  form: [
    ['boxNo', 'type'],
    ['lengthMm', 'widthMm'],
    ['heightMm', 'weightG'],
  ],
  sort: { field: 'boxNo', order: 'asc' },
  scope: {
    shops: 'accountId',
    groupedBy: 'shops',
    warehouses: 'warehouseId',
    hidden: { field: 'environment', value: 'sandbox', unless: ['shipmentId'] },
    under: ['shipmentId'],
  },
});
export type BoxRow = RowOf<typeof box>;

export const documentKind = dict('shipping_document_kind', {
  label: '面单',
  packingSlip: '装箱单',
  bol: '提单',
  customs: '报关文件',
});

/** 单据: labels, packing slips, bills of lading and customs documents of a shipment, as stored. */
export const shippingDocument = defineDocument({
  module: 'fulfilment',
  name: 'shippingDocument',
  title: '单据',
  fields: {
    shipmentId: link('发货单', 'fulfilment:shipment', { always: true }),
    kind: choice('类型', documentKind, { always: true }),
    assetId: text('文件', { always: true }),
    pages: integer('页数'),
    printedCount: integer('打印次数', { always: true }),
  },
  label: 'kind',
  list: ['createTime', 'shipmentId', 'kind', 'pages', 'printedCount'],
  search: ['shipmentId', 'kind'],
  form: [['kind', 'pages']],
});
