import { dict } from '#kit/model/dict.ts';
import { choice, date, integer, link, quantity, rate, text } from '#kit/model/field.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { defineRegister, defineView } from '#kit/model/resource.ts';

/** Days back that are looked at where nobody asks for others. */
export const PERFORMANCE_DAYS = 30;

/** What a marketplace measures its sellers by, as far as our own rows tell it. */
export const performanceMetric = dict('performance_metric', {
  acceptOnTime: '及时接单率',
  onTimeShip: '准时发货率',
  validTracking: '有效运单率',
  sellerCancel: '卖家取消率',
  partFill: '配件及时发出率',
  returnRate: '退货率',
  incident: '售后率',
  damage: '破损率',
});
export type PerformanceMetric = keyof typeof performanceMetric.items;

interface MetricRule {
  /** Whether a higher value is the better one. */
  better: 'more' | 'less';
  /** What shops are held to where they have no target of their own (channels.md §1.11); null: nothing. */
  target: string | null;
}

export const METRIC_RULES: Readonly<Record<PerformanceMetric, MetricRule>> = {
  acceptOnTime: { better: 'more', target: null },
  onTimeShip: { better: 'more', target: '0.985' },
  validTracking: { better: 'more', target: null },
  sellerCancel: { better: 'less', target: '0.0075' },
  partFill: { better: 'more', target: '0.93' },
  returnRate: { better: 'less', target: '0.043' },
  incident: { better: 'less', target: '0.025' },
  damage: { better: 'less', target: null },
};

const performanceState = dict('performance_state', { met: '达标', missed: '未达标', none: '无目标' });

/** What a row did to its metric. */
export const performanceOutcome = dict('performance_outcome', { met: '达标', missed: '扣分', open: '未到期' });

const performanceCause = dict('performance_cause', {
  unsent: '过了最晚发货，还没有发出',
  late: '晚于最晚发货',
  unaccepted: '过了接单时限，还没有接单',
  acceptedLate: '晚于接单时限',
  cancelled: '由我们取消或拒单',
  noTracking: '没有运单号',
  partRejected: '补件被拒绝',
  partOverdue: '补件超时，仍可发',
});

/** 绩效: how a shop does by each metric in a period, with where it will end. */
export const performance = defineView({
  module: 'channels',
  name: 'performance',
  title: '绩效',
  empty: '这段时间没有要接、要发的订单，也没有售后；有了之后，每个店铺的各项指标和目标在这里。',
  fields: {
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    metric: choice('指标', performanceMetric, { always: true }),
    day: date('最近一天', { always: true }),
    value: rate('当前值', { percent: true }),
    trend: text('趋势'),
    part: quantity('分子', { always: true }),
    whole: quantity('分母', { always: true }),
    target: rate('目标', { percent: true }),
    forecast: rate('期末预测', { percent: true }),
    openCount: quantity('未到期', { always: true }),
    missedCount: quantity('扣分数', { always: true }),
    state: choice('状态', performanceState, { always: true }),
    publishedValue: rate('平台公布', { percent: true }),
    publishedOn: date('公布日'),
  },
  label: 'id',
  list: [
    { key: 'metric', under: ['accountId'] },
    { key: 'value', under: ['part'] },
    'trend',
    'target',
    { key: 'forecast', under: ['openCount'] },
    'state',
    'missedCount',
    { key: 'publishedValue', under: ['publishedOn'] },
  ],
  search: ['day', 'accountId', 'metric', 'state'],
  sort: { field: 'metric', order: 'asc' },
});

/** Stretches that a period is cut into for its trend. */
export const TREND_STEPS = 6;

/** 绩效明细: the orders, parcels and requests that a figure of 绩效 counts. */
export const performanceRow = defineView({
  module: 'channels',
  name: 'performanceRow',
  title: '绩效明细',
  empty: '这段时间没有计入该指标的单据。',
  fields: {
    metric: choice('指标', performanceMetric, { always: true }),
    day: date('日期', { always: true }),
    outcome: choice('结果', performanceOutcome, { always: true }),
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    orderId: link('订单', 'orders:salesOrder'),
    shipmentId: link('发货单', 'fulfilment:shipment'),
    partOrderId: link('配件补发单', 'aftersales:partOrder'),
    returnId: link('退货单', 'aftersales:returnOrder'),
    skuId: link('SKU', 'catalog:sku'),
    qty: quantity('数量', { always: true }),
    hours: integer('超时(小时)'),
    cause: choice('原因', performanceCause),
    reason: text('售后原因'),
  },
  label: 'id',
  list: [
    { key: 'day', under: ['metric'] },
    'outcome',
    { key: 'orderId', under: ['accountId'] },
    { key: 'shipmentId', under: ['returnId', 'partOrderId'] },
    'skuId',
    'qty',
    'hours',
    { key: 'cause', under: ['reason'] },
  ],
  search: ['day', 'metric', 'outcome', 'accountId', 'orderId', 'skuId'],
  sort: { field: 'day', order: 'desc' },
});

/** 绩效目标: what a shop is held to, where it differs from what is usual. */
export const performanceTarget = defineRegister({
  module: 'channels',
  name: 'performanceTarget',
  title: '绩效目标',
  empty: '没有登记时按平台常见的目标：准时发货 98.5%、卖家取消 0.75%、配件发出 93%、退货 4.3%、售后 2.5%。',
  fields: {
    accountId: link('店铺', 'base:channelAccount', { required: true }),
    metric: choice('指标', performanceMetric, { required: true }),
    target: rate('目标', { required: true, percent: true, min: 0, max: 1 }),
    effectiveFrom: date('生效日', { required: true, hint: '从这一天起，到下一条生效为止' }),
  },
  label: 'metric',
  list: ['accountId', 'metric', 'target', 'effectiveFrom', 'updateBy', 'updateTime'],
  search: ['accountId', 'metric'],
  form: [
    ['accountId', 'metric'],
    ['target', 'effectiveFrom'],
  ],
  scope: { shops: 'accountId', groupedBy: 'shops' },
});

/** 平台公布绩效: what the marketplace itself says of a shop; it has no interface, so it is typed or imported. */
export const publishedMetric = defineRegister({
  module: 'channels',
  name: 'publishedMetric',
  title: '平台公布绩效',
  empty: '平台不提供绩效接口：把平台后台的绩效表导入，或手工登记，绩效页会与自己算的对照。',
  fields: {
    accountId: link('店铺', 'base:channelAccount', { required: true }),
    metric: choice('指标', performanceMetric, { required: true }),
    publishedOn: date('公布日', { required: true }),
    value: rate('公布值', { required: true, percent: true, min: 0, max: 1 }),
    note: text('备注', { max: 255 }),
  },
  label: 'metric',
  list: ['publishedOn', 'accountId', 'metric', 'value', 'note', 'createBy'],
  search: ['publishedOn', 'accountId', 'metric'],
  form: [['accountId', 'metric'], ['publishedOn', 'value'], ['note']],
  sort: { field: 'publishedOn', order: 'desc' },
  scope: { shops: 'accountId', groupedBy: 'shops' },
});

export const performanceReversed = (p: { from: string; to: string }) =>
  new Refusal('channels.performanceReversed', `开始日期 ${p.from} 晚于结束日期 ${p.to}`, { status: 422 });

export const targetTaken = () =>
  new Refusal('channels.targetTaken', '该店铺的这个指标已有同一天生效的目标，请编辑那一条', { status: 422 });

export const publishedTaken = () =>
  new Refusal('channels.publishedTaken', '该店铺的这个指标当天已有公布值，请编辑那一条', { status: 422 });
