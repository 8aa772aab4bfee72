import { dict } from '#kit/model/dict.ts';
import { choice, integer, link, money, price, text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { stockCondition } from './stock.ts';

export const adjustmentKind = dict('adjustment_kind', { opening: '期初导入', adjust: '库存调整' });

/** Why a second person must look at an adjustment. */
const checkReasons = {
  unknownCost: '成本未知',
  aboveLimit: '金额超过审核限额',
  dayAboveLimit: '当日同一SKU累计金额超过审核限额',
  handAboveLimit: '本人当日各SKU累计金额超过审核限额的三倍',
} as const;

export type CheckReason = keyof typeof checkReasons;

/** 调整单: opening stock and corrections; maker and checker are two people above the limit. */
export const stockAdjustment = defineDocument({
  module: 'inventory',
  name: 'stockAdjustment',
  title: '调整单',
  fields: {
    adjustmentNo: text('调整单号', { always: true, derived: true }),
    kind: choice('类型', adjustmentKind, { required: true, default: 'adjust' }),
    warehouseId: link('仓库', 'base:warehouse', { required: true }),
    reason: text('原因', { required: true, max: 255 }),
    lineCount: integer('行数', { always: true, derived: true }),
    totalQty: integer('合计数量', { always: true, derived: true }),
    value: money('调整金额', 'currency', { derived: true }),
    currency: text('币种', { always: true, derived: true }),
    checkReason: choice('待审原因', dict('adjustment_check_reason', checkReasons), {
      derived: true,
    }),
    submittedBy: text('提交人', { isPerson: true, derived: true }),
    approvedBy: text('审核人', { isPerson: true, derived: true }),
    status: choice(
      '状态',
      dict('stock_adjustment_status', {
        draft: '草稿',
        submitted: '待审核',
        posted: '已过账',
        rejected: '已驳回',
        cancelled: '已取消',
      }),
      { always: true, derived: true },
    ),
  },
  label: 'adjustmentNo',
  list: [
    'adjustmentNo',
    'kind',
    'warehouseId',
    'reason',
    'lineCount',
    'totalQty',
    'value',
    'checkReason',
    'submittedBy',
    'approvedBy',
    'status',
    'createTime',
  ],
  search: ['adjustmentNo', 'warehouseId', 'kind', 'createTime'],
  form: [['kind', 'warehouseId'], ['reason']],
  scope: { warehouses: 'warehouseId' },
  masks: { cost: ['value'] },
  lines: { 'inventory:stockAdjustmentLine': 'adjustmentId' },
  draft: {
    // Nothing was moved and nobody is asked to check: head and lines may still change.
    states: ['draft', 'rejected'],
    number: { field: 'adjustmentNo', prefix: 'ST' },
    lines: {
      of: 'inventory:stockAdjustmentLine',
      title: '调整明细',
      columns: ['skuId', 'qty', 'unitCost', 'condition'],
      least: 1,
      most: 5000,
      fromSheet: true,
    },
  },
});
export type AdjustmentRow = RowOf<typeof stockAdjustment>;

/** 调整单行 */
export const stockAdjustmentLine = defineDocument({
  module: 'inventory',
  name: 'stockAdjustmentLine',
  title: '调整单行',
  fields: {
    adjustmentId: link('调整单', 'inventory:stockAdjustment', { required: true }),
    skuId: link('SKU', 'catalog:sku', { required: true }),
    condition: choice('品质', stockCondition, { required: true, default: 'good' }),
    qty: integer('数量', {
      required: true,
      rule: 'signedQuantity',
      min: -1_000_000,
      max: 1_000_000,
    }),
    unitCost: price('单位成本', { min: 0 }),
  },
  label: 'id',
  list: ['skuId', 'condition', 'qty', 'unitCost'],
  search: ['skuId'],
  form: [
    ['skuId', 'condition'],
    ['qty', 'unitCost'],
  ],
  sort: { field: 'createTime', order: 'asc' },
  masks: { cost: ['unitCost'] },
});

export const stockAdjustmentLifecycle = defineLifecycle(stockAdjustment, {
  initial: 'draft',
  births: { add: '新增' },
  states: {
    draft: ['草稿', 'idle'],
    submitted: ['待审核', 'warn'],
    posted: ['已过账', 'done'],
    rejected: ['已驳回', 'bad'],
    cancelled: ['已取消', 'bad'],
  },
  tabs: {
    open: { title: '处理中', states: ['draft', 'submitted', 'rejected'] },
    posted: { title: '已过账', states: ['posted'] },
    cancelled: { title: '已取消', states: ['cancelled'] },
  },
  stages: [
    { title: '填写', states: ['draft', 'rejected'] },
    { title: '审核', states: ['submitted'] },
  ],
  moves: {
    submit: {
      title: '提交',
      from: ['draft', 'rejected'],
      to: ['submitted', 'posted'],
      submits: { in: ['submitted'], next: '待他人审核后过账' },
    },
    approve: {
      title: '审核通过',
      from: ['submitted'],
      to: 'posted',
      byAnother: '提交人不能审核自己的单据，请由其他有审核权限的人审核',
    },
    reject: {
      title: '驳回',
      from: ['submitted'],
      to: 'rejected',
      input: { reason: text('驳回原因', { required: true, max: 255 }) },
    },
    cancel: { title: '取消', from: ['draft', 'rejected'], to: 'cancelled' },
  },
});
