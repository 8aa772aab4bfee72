import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, link, quantity, text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

/** How a wave is walked: units summed, onto a cart with a place for each shipment, or one by one. */
export const waveKind = dict('wave_kind', { single: '单品单件', multi: '边拣边分', each: '按单拣货' });

const waveStatus = dict('wave_status', {
  draft: '待拣货',
  picking: '拣货中',
  picked: '已拣完',
  done: '已完成',
  cancelled: '已取消',
});

/** 波次: shipments of one warehouse that are picked in one walk. */
export const wave = defineDocument({
  module: 'fulfilment',
  name: 'wave',
  title: '波次',
  empty: '在“发货单”勾选待装箱的单，点“生成波次”，一趟拣齐。',
  fields: {
    waveNo: text('波次号', { always: true }),
    warehouseId: link('仓库', 'base:warehouse', { always: true }),
    kind: choice('拣货方式', waveKind, { always: true }),
    status: choice('状态', waveStatus, { always: true }),
    assignee: text('拣货人', { max: 64 }),
    shipmentCount: integer('发货单数', { always: true }),
    unitCount: integer('件数', { always: true }),
    skuCount: integer('SKU数', { always: true }),
    binCount: integer('货位数', { always: true }),
    pickedCount: integer('已拣件数', { always: true }),
    shortCount: integer('缺货件数', { always: true }),
    backCount: integer('待放回件数', { always: true }),
    startedAt: datetime('开始拣货'),
    pickedAt: datetime('拣完时间'),
    remark: text('备注', { max: 255 }),
  },
  label: 'waveNo',
  list: [
    { key: 'waveNo', under: ['remark'] },
    { key: 'status', under: ['assignee'] },
    { key: 'warehouseId', under: ['kind'] },
    { key: 'shipmentCount', under: ['skuCount', 'binCount'] },
    { key: 'pickedCount', under: ['unitCount'] },
    { key: 'shortCount', under: ['backCount'] },
    { key: 'createTime', under: ['startedAt', 'pickedAt'] },
  ],
  search: ['waveNo', 'warehouseId', 'kind', 'assignee', 'shortCount', 'backCount', 'createTime'],
  form: [
    ['waveNo', 'warehouseId'],
    ['kind', 'assignee'],
    ['shipmentCount', 'unitCount'],
  ],
  scope: { warehouses: 'warehouseId', allOf: { shops: 'shopIds' } },
  lines: { 'fulfilment:waveTask': 'waveId' },
});
export type WaveRow = RowOf<typeof wave>;

const taskStatus = dict('wave_task_status', {
  open: '待拣',
  picked: '已拣',
  short: '缺货',
  cancelled: '已取消',
});

/** 拣货任务: what is taken from one place for one line of a shipment. */
export const waveTask = defineDocument({
  module: 'fulfilment',
  name: 'waveTask',
  title: '拣货任务',
  fields: {
    waveId: link('波次', 'fulfilment:wave', { always: true }),
    seq: integer('顺序', { always: true }),
    bin: text('货位', { max: 32 }),
    skuId: link('SKU', 'catalog:sku', { always: true }),
    slot: integer('格号', { always: true }),
    shipmentId: link('发货单', 'fulfilment:shipment', { always: true }),
    shipmentLineId: text('发货明细', { always: true }),
    perUnit: integer('每套件数', { always: true }),
    qty: quantity('数量', { always: true }),
    qtyPicked: quantity('已拣', { always: true }),
    qtyShort: quantity('缺货', { always: true }),
    qtyBack: quantity('待放回', { always: true }),
    status: choice('状态', taskStatus, { always: true }),
    pickedBy: text('拣货人', { isPerson: true }),
    pickedAt: datetime('拣货时间'),
  },
  label: 'id',
  list: ['seq', 'bin', 'skuId', 'slot', 'shipmentId', 'qty', 'qtyPicked', 'qtyShort', 'qtyBack', 'status', 'pickedBy'],
  search: ['waveId', 'skuId', 'shipmentId', 'status'],
  form: [['skuId', 'qty']],
  sort: { field: 'seq', order: 'asc' },
});
export type WaveTaskRow = RowOf<typeof waveTask>;

/** 波次流转 */
export const waveLifecycle = defineLifecycle(wave, {
  initial: 'draft',
  births: { make: '生成' },
  states: {
    draft: ['待拣货', 'idle'],
    picking: ['拣货中', 'busy'],
    picked: ['已拣完', 'warn'],
    done: ['已完成', 'done'],
    cancelled: ['已取消', 'bad'],
  },
  tabs: {
    open: { title: '待拣', states: ['draft', 'picking'] },
    picked: { title: '待打包', states: ['picked'] },
    done: { title: '已完成', states: ['done'] },
    cancelled: { title: '已取消', states: ['cancelled'] },
  },
  stages: [
    { title: '安排', states: ['draft'] },
    { title: '拣货', states: ['picking'] },
    { title: '打包', states: ['picked'] },
  ],
  moves: {
    start: { title: '开始拣货', from: ['draft'], to: 'picking' },
    assign: {
      title: '指派',
      from: ['draft', 'picking'],
      to: 'same',
      edits: ['assignee'],
      input: { assignee: text('拣货人', { max: 64, hint: '登录账号；留空是谁都可以拣' }) },
      leads: false,
    },
    allPicked: { title: '拣完', from: ['picking'], to: 'picked', system: true },
    resume: { title: '继续拣货', from: ['picked'], to: 'picking', system: true },
    finish: { title: '完成打包', from: ['picked'], to: 'done' },
    cancel: {
      title: '取消波次',
      from: ['draft', 'picking', 'picked'],
      to: 'cancelled',
      input: { reason: text('取消原因', { required: true, max: 255 }) },
      warn: '发货单退出波次，可以重新编波；已拣的货要放回货位。',
    },
  },
});
