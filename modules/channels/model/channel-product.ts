import { dict } from '#kit/model/dict.ts';
import { choice, datetime, flag, integer, json, link, price, quantity, text, textarea } from '#kit/model/field.ts';
import { channelEnvironment } from '#modules/base/model/channel-account.ts';
import { defineDocument, defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { enabledStatus } from '#modules/base/model/warehouse.ts';
import { feedTrigger } from './feed-trigger.ts';
import { listingHealth } from './listing-health.ts';
import type { RowKind } from './port-answers.ts';

export const mapStatus = dict('map_status', {
  unmapped: '未配对',
  suggested: '待确认',
  mapped: '已配对',
  broken: '已失效',
});
export const mapMethod = dict('map_method', {
  exact: '编码一致',
  alias: '别名一致',
  upc: 'UPC一致',
  normalised: '编码近似',
  title: '名称相似',
  manual: '人工',
  import: '导入',
});
const listingStatus = dict('listing_status', { live: '在售', ended: '已下架' });

/** 渠道产品: the channel's part number and the SKU behind it: mapping releases parked orders. */
export const channelProduct = defineRegister({
  module: 'channels',
  name: 'channelProduct',
  title: '渠道产品',
  fields: {
    accountId: link('店铺', 'base:channelAccount', { required: true }),
    channelSku: text('渠道SKU', { required: true, max: 64 }),
    channelItemId: text('平台ID', { max: 64 }),
    title: text('标题', { max: 255 }),
    skuId: link('本地SKU', 'catalog:sku'),
    mapStatus: choice('配对状态', mapStatus, { always: true, derived: true }),
    mapMethod: choice('配对方式', mapMethod, { derived: true }),
    mapScore: integer('匹配度', { derived: true }),
    basePrice: price('供货价', { min: 0 }),
    msrp: price('建议零售价', { derived: true }),
    mapPrice: price('最低广告价', { derived: true }),
    dropshipFee: price('代发费', { derived: true }),
    channelQty: integer('渠道库存', { derived: true }),
    lastSyncAt: datetime('最近同步', { derived: true }),
    health: choice('健康度', listingHealth, { derived: true }),
    healthMonth: text('健康度月份', { derived: true }),
    healthPoints: json('健康度明细', { derived: true }),
    healthReportId: text('健康度报表ID', { derived: true }),
    status: choice('状态', listingStatus, { required: true, default: 'live' }),
  },
  label: 'channelSku',
  list: [
    'accountId',
    'channelSku',
    'title',
    'skuId',
    'mapStatus',
    'mapMethod',
    'basePrice',
    'channelQty',
    'lastSyncAt',
    'health',
    'healthMonth',
    'status',
  ],
  search: ['accountId', 'channelSku', 'mapStatus', 'skuId', 'health'],
  form: [['accountId', 'channelSku'], ['skuId', 'basePrice'], ['title', 'channelItemId'], ['status']],
  scope: { shops: 'accountId', groupedBy: 'shops' },
});

const syncMode = dict('sync_mode', { normal: '按规则', fixed: '固定数量', zero: '锁定为0' });

/** 库存同步规则: how much of the available stock a channel is shown. */
export const inventorySyncRule = defineRegister({
  module: 'channels',
  name: 'inventorySyncRule',
  title: '库存同步规则',
  fields: {
    accountId: link('店铺', 'base:channelAccount', { required: true }),
    skuId: link('SKU', 'catalog:sku', { hint: '留空表示全部SKU' }),
    mode: choice('方式', syncMode, { required: true, default: 'normal' }),
    fixedQty: quantity('固定数量', { default: 0 }),
    safetyQty: quantity('安全库存', { required: true, default: 0 }),
    pct: integer('比例', { percent: true, required: true, default: 100, min: 0, max: 100 }),
    maxQty: quantity('最多推送'),
    minShow: quantity('低于则为0', { always: false, default: 0 }),
    priority: integer('优先级', { required: true, default: 100, min: 0, max: 9999 }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
  },
  label: 'mode',
  list: ['accountId', 'skuId', 'mode', 'safetyQty', 'pct', 'maxQty', 'minShow', 'priority', 'status'],
  search: ['accountId', 'skuId', 'mode'],
  form: [
    ['accountId', 'skuId'],
    ['mode', 'fixedQty'],
    ['safetyQty', 'pct'],
    ['maxQty', 'minShow'],
    ['priority', 'status'],
  ],
  scope: { shops: 'accountId', groupedBy: 'shops' },
});

const runStatus = dict('run_status', {
  running: '进行中',
  done: '已完成',
  partial: '部分成功',
  failed: '失败',
});

const pullKind = dict('pull_kind', { orders: '订单', listings: '商品' });

/** 拉单记录: one pull of the orders, or of the goods, of one shop, with its progress. */
export const pullRun = defineDocument({
  module: 'channels',
  name: 'pullRun',
  title: '拉单记录',
  empty: '店铺启用后按间隔自动拉单，也可在“店铺账号”点“拉单”；每次的结果记在这里。',
  fields: {
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    kind: choice('内容', pullKind, { always: true }),
    trigger: choice('触发', feedTrigger, { always: true }),
    status: choice('状态', runStatus, { always: true }),
    pages: integer('页数', { always: true }),
    seen: integer('读取', { always: true }),
    created: integer('新增', { always: true }),
    changed: integer('变更', { always: true }),
    repeated: integer('无变化', { always: true }),
    gone: integer('平台已没有', { always: true }),
    quarantined: integer('异常', { always: true }),
    error: text('错误'),
    finishedAt: datetime('结束时间'),
  },
  label: 'status',
  list: [
    'createTime',
    'accountId',
    'kind',
    'trigger',
    'status',
    'pages',
    'seen',
    'created',
    'changed',
    'repeated',
    'gone',
    'quarantined',
    'error',
    'createBy',
    'finishedAt',
  ],
  search: ['accountId', 'kind', 'status', 'createTime'],
  form: [['accountId', 'status']],
  scope: { shops: 'accountId', groupedBy: 'shops' },
});

const quarantineKind = dict('quarantine_kind', {
  order: '订单',
  cancellation: '取消请求',
  label: '面单记录',
  stock: '库存回读',
  transaction: '处理结果',
  return: '退货',
  part: '配件补发',
  listing: '在线商品',
  submission: '刊登结果',
} satisfies Record<RowKind, string>);

/**
 * 异常订单: an order the channel sent that could not be understood, whole, with its reason; odd rows
 * of other kinds stand beside it, by what they call themselves.
 */
export const quarantinedOrder = defineDocument({
  module: 'channels',
  name: 'quarantinedOrder',
  title: '异常订单',
  empty: '平台给的订单读不懂时放在这里，写明哪一项有问题；修正后下次拉单自动入单。',
  fields: {
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    environment: choice('环境', channelEnvironment, { always: true }),
    kind: choice('类型', quarantineKind, { always: true }),
    channelOrderNo: text('PO号', { always: true }),
    reason: textarea('原因', { always: true }),
    raw: json('原始数据'),
    times: integer('出现次数', { always: true }),
    lastSeenAt: datetime('最近出现', { always: true }),
    resolvedAt: datetime('解决时间'),
  },
  label: 'channelOrderNo',
  list: [
    'createTime',
    'accountId',
    'kind',
    'channelOrderNo',
    'reason',
    'times',
    'lastSeenAt',
    'resolvedAt',
    'environment',
  ],
  search: ['accountId', 'kind', 'channelOrderNo', 'createTime'],
  form: [['channelOrderNo'], ['reason'], ['raw']],
  scope: {
    shops: 'accountId',
    groupedBy: 'shops',
    hidden: { field: 'environment', value: 'sandbox' },
  },
  masks: { pii: ['raw'] },
});

const cancellationStatus = dict('cancellation_status', {
  pending: '待处理',
  confirmed: '已同意',
  rejected: '已拒绝',
  closed: '已关闭',
});

/** 取消申请: the buyer or the channel asks; the seller answers in time. */
export const cancellationRequest = defineDocument({
  module: 'channels',
  name: 'cancellationRequest',
  title: '取消申请',
  empty: '买家在平台申请取消时出现在这里，等您同意或拒绝。',
  fields: {
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    environment: choice('环境', channelEnvironment, { always: true }),
    requestId: text('申请号', { always: true }),
    channelOrderNo: text('PO号', { always: true }),
    orderId: link('订单', 'orders:salesOrder'),
    channelSku: text('渠道SKU', { always: true }),
    qty: quantity('数量', { always: true }),
    reason: text('原因'),
    requestedAt: datetime('申请时间', { always: true }),
    status: choice('状态', cancellationStatus, { always: true }),
    answeredBy: text('处理人'),
    intercept: flag('需拦截', { always: true }),
  },
  label: 'channelOrderNo',
  list: [
    'requestedAt',
    'accountId',
    'channelOrderNo',
    'channelSku',
    'qty',
    'reason',
    'status',
    'answeredBy',
    'intercept',
    'environment',
  ],
  search: ['accountId', 'channelOrderNo', 'status'],
  form: [['channelOrderNo', 'status']],
  scope: {
    shops: 'accountId',
    groupedBy: 'shops',
    hidden: { field: 'environment', value: 'sandbox', unless: ['orderId'] },
    under: ['orderId'],
  },
});
export type CancellationRow = RowOf<typeof cancellationRequest>;
