import { dict } from '#kit/model/dict.ts';
import { choice, integer, link, quantity, text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { stockCondition } from './stock.ts';

/** 良次品转换单: goods change their condition, or are frozen and set free, where they lie. */
export const stateChange = defineDocument({
  module: 'inventory',
  name: 'stateChange',
  title: '良次品转换单',
  fields: {
    changeNo: text('变更单号', { always: true, derived: true }),
    kind: choice('类型', dict('state_change_kind', { condition: '改品质', freeze: '冻结', unfreeze: '解冻' }), {
      required: true,
      default: 'condition',
    }),
    warehouseId: link('仓库', 'base:warehouse', { required: true }),
    reason: text('原因', { required: true, max: 255 }),
    lineCount: integer('行数', { always: true, derived: true }),
    totalQty: integer('合计数量', { always: true, derived: true }),
    postedBy: text('过账人', { isPerson: true, derived: true }),
    status: choice('状态', dict('state_change_status', { draft: '草稿', posted: '已过账', cancelled: '已取消' }), {
      always: true,
      derived: true,
    }),
  },
  label: 'changeNo',
  list: [
    { key: 'changeNo', under: ['kind'] },
    'status',
    { key: 'warehouseId', under: ['reason'] },
    { key: 'totalQty', under: ['lineCount'] },
    'postedBy',
    'createTime',
  ],
  search: ['changeNo', 'warehouseId', 'kind', 'createTime'],
  form: [['kind', 'warehouseId'], ['reason']],
  scope: { warehouses: 'warehouseId' },
  lines: { 'inventory:stateChangeLine': 'changeId' },
  draft: {
    states: ['draft'],
    number: { field: 'changeNo', prefix: 'SC' },
    lines: {
      of: 'inventory:stateChangeLine',
      title: '变更明细',
      columns: ['skuId', 'qty', 'condition', 'toCondition'],
      least: 1,
      most: 2000,
      fromSheet: true,
    },
  },
});
export type StateChangeRow = RowOf<typeof stateChange>;

/** 良次品转换单行 */
export const stateChangeLine = defineDocument({
  module: 'inventory',
  name: 'stateChangeLine',
  title: '良次品转换单行',
  fields: {
    changeId: link('良次品转换单', 'inventory:stateChange', { required: true }),
    skuId: link('SKU', 'catalog:sku', { required: true }),
    condition: choice('品质', stockCondition, { required: true, default: 'good' }),
    toCondition: choice('改为', stockCondition, { hint: '改品质时填，冻结和解冻不填' }),
    qty: quantity('数量', { required: true, min: 1, max: 1_000_000 }),
  },
  label: 'id',
  list: ['skuId', 'qty', 'condition', 'toCondition'],
  search: ['skuId'],
  form: [
    ['skuId', 'qty'],
    ['condition', 'toCondition'],
  ],
  sort: { field: 'createTime', order: 'asc' },
});

export const stateChangeLifecycle = defineLifecycle(stateChange, {
  initial: 'draft',
  births: { add: '新增' },
  states: {
    draft: ['草稿', 'idle'],
    posted: ['已过账', 'done'],
    cancelled: ['已取消', 'bad'],
  },
  tabs: {
    open: { title: '处理中', states: ['draft'] },
    posted: { title: '已过账', states: ['posted'] },
    cancelled: { title: '已取消', states: ['cancelled'] },
  },
  moves: {
    post: { title: '过账', from: ['draft'], to: 'posted' },
    cancel: { title: '取消', from: ['draft'], to: 'cancelled' },
  },
});
