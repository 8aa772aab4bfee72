import { dict } from '#kit/model/dict.ts';
import { choice, datetime, flag, integer, link, money, quantity, text, textarea } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { stockCondition } from './stock.ts';

const countStates = {
  draft: '草稿',
  counting: '盘点中',
  review: '待过账',
  posted: '已过账',
  cancelled: '已取消',
} as const;

/** 盘点单: what lies there, counted while selling goes on; differences are posted. */
export const stockCount = defineDocument({
  module: 'inventory',
  name: 'stockCount',
  title: '盘点单',
  fields: {
    countNo: text('盘点单号', { always: true, derived: true }),
    warehouseId: link('仓库', 'base:warehouse', { required: true }),
    extent: choice('范围', dict('count_extent', { listed: '指定SKU', all: '全仓', bins: '指定货位' }), {
      required: true,
      default: 'listed',
      hint: '全仓：仓库里有货的都盘；指定货位：登记在这些货位上的都盘。明细都可以不填',
    }),
    zoneId: link('库区', 'base:warehouseZone', { hint: '范围选指定货位时，盘整个库区' }),
    bins: textarea('货位', {
      max: 5000,
      hint: '范围选指定货位时填，用空格或换行隔开；A-01* 是以 A-01 开头的全部',
    }),
    isBlind: flag('盲盘', { default: false, hint: '盘点时不显示账面数量' }),
    remark: text('备注', { max: 255 }),
    lineCount: integer('行数', { always: true, derived: true }),
    countedCount: integer('已盘行数', { always: true, derived: true }),
    differentCount: integer('差异行数', { always: true, derived: true }),
    differenceQty: integer('差异数量', { always: true, derived: true }),
    value: money('差异金额', 'currency', { derived: true }),
    currency: text('币种', { always: true, derived: true }),
    startedAt: datetime('开始时间', { derived: true }),
    submittedBy: text('过账人', { isPerson: true, derived: true }),
    status: choice('状态', dict('stock_count_status', countStates), {
      always: true,
      derived: true,
    }),
  },
  label: 'countNo',
  list: [
    { key: 'countNo', under: ['remark'] },
    'status',
    { key: 'warehouseId', under: ['extent', 'zoneId', 'bins'] },
    { key: 'countedCount', under: ['lineCount'] },
    { key: 'differentCount', under: ['differenceQty'] },
    'value',
    'submittedBy',
    { key: 'createTime', under: ['startedAt'] },
  ],
  search: ['countNo', 'warehouseId', 'extent', 'createTime'],
  form: [
    ['warehouseId', 'extent'],
    ['zoneId', 'bins'],
    ['isBlind', 'remark'],
  ],
  scope: { warehouses: 'warehouseId' },
  masks: { cost: ['value'] },
  lines: { 'inventory:stockCountLine': 'countId' },
  draft: {
    states: ['draft'],
    number: { field: 'countNo', prefix: 'CT' },
    lines: {
      of: 'inventory:stockCountLine',
      title: '要盘的SKU',
      columns: ['skuId', 'condition'],
      most: 5000,
      fromSheet: true,
    },
  },
});
export type StockCountRow = RowOf<typeof stockCount>;

/** 盘点单行: one SKU in one condition. */
export const stockCountLine = defineDocument({
  module: 'inventory',
  name: 'stockCountLine',
  title: '盘点单行',
  fields: {
    countId: link('盘点单', 'inventory:stockCount', { required: true }),
    skuId: link('SKU', 'catalog:sku', { required: true }),
    condition: choice('品质', stockCondition, { required: true, default: 'good' }),
    bookQty: integer('账面数量', { derived: true }),
    movedQty: integer('期间变动', { derived: true }),
    countedQty: quantity('实盘数量', { derived: true }),
    differenceQty: integer('差异', { derived: true }),
    firstQty: quantity('初盘数量', { derived: true }),
    isAdded: flag('计划外', { always: true, derived: true }),
    countedBy: text('盘点人', { isPerson: true, derived: true }),
    countedAt: datetime('盘点时间', { derived: true }),
  },
  label: 'id',
  list: [
    'skuId',
    'condition',
    'bookQty',
    'movedQty',
    'countedQty',
    'differenceQty',
    'firstQty',
    'isAdded',
    'countedBy',
    'countedAt',
  ],
  search: ['skuId'],
  form: [['skuId', 'condition']],
  sort: { field: 'createTime', order: 'asc' },
});

export const stockCountLifecycle = defineLifecycle(stockCount, {
  initial: 'draft',
  births: { add: '新增' },
  states: {
    draft: ['草稿', 'idle'],
    counting: ['盘点中', 'busy'],
    review: ['待过账', 'warn'],
    posted: ['已过账', 'done'],
    cancelled: ['已取消', 'bad'],
  },
  tabs: {
    open: { title: '处理中', states: ['draft', 'counting', 'review'] },
    posted: { title: '已过账', states: ['posted'] },
    cancelled: { title: '已取消', states: ['cancelled'] },
  },
  stages: [
    { title: '计划', states: ['draft'] },
    { title: '盘点', states: ['counting'] },
    { title: '复核', states: ['review'] },
  ],
  moves: {
    start: { title: '开始盘点', from: ['draft'], to: 'counting' },
    finish: {
      title: '完成盘点',
      from: ['counting'],
      to: 'review',
      input: {
        uncounted: choice('未盘的行', dict('count_uncounted', { skip: '不调整', zero: '按0件盘点' })),
      },
      opensOnRefusal: true,
    },
    recount: { title: '复盘差异', from: ['review'], to: 'counting' },
    post: { title: '过账', from: ['review'], to: 'posted' },
    cancel: { title: '取消', from: ['draft', 'counting', 'review'], to: 'cancelled' },
  },
});
