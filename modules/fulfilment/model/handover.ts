import { dict } from '#kit/model/dict.ts';
import { choice, date, datetime, integer, link, text, weight } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

const handoverStatus = dict('handover_list_status', {
  draft: '待交接',
  closing: '交接中',
  closed: '已交接',
  cancelled: '已取消',
});

/** 交接清单: boxes that a carrier takes along from a warehouse, signed for by its driver. */
export const handover = defineDocument({
  module: 'fulfilment',
  name: 'handover',
  title: '交接清单',
  empty: '新增一张，选仓库和物流渠道，扫描或一次带入待出库的箱子，司机签字后交接。',
  fields: {
    handoverNo: text('清单号', { always: true }),
    warehouseId: link('仓库', 'base:warehouse', { always: true }),
    shipMethodId: link('物流渠道', 'base:shipMethod'),
    day: date('交接日期', { always: true }),
    status: choice('状态', handoverStatus, { always: true }),
    boxCount: integer('箱数', { always: true }),
    weightG: weight('总重', { always: true }),
    leftCount: integer('已交箱数', { always: true }),
    refusedCount: integer('未交箱数', { always: true }),
    cutoffAt: datetime('截单时间', { always: true }),
    driver: text('司机', { max: 64 }),
    plate: text('车牌', { max: 32 }),
    signedBy: text('签收人', { max: 64 }),
    handedAt: datetime('交接时间'),
    handedBy: text('交接人', { isPerson: true }),
    remark: text('备注', { max: 255 }),
  },
  label: 'handoverNo',
  list: [
    { key: 'handoverNo', under: ['remark'] },
    'status',
    { key: 'warehouseId', under: ['shipMethodId'] },
    { key: 'day', under: ['cutoffAt'] },
    { key: 'boxCount', under: ['weightG'] },
    { key: 'leftCount', under: ['refusedCount'] },
    { key: 'driver', under: ['plate', 'signedBy'] },
    { key: 'handedAt', under: ['handedBy'] },
    'createTime',
  ],
  search: ['handoverNo', 'warehouseId', 'shipMethodId', 'day', 'driver', 'createTime'],
  form: [
    ['handoverNo', 'warehouseId'],
    ['shipMethodId', 'day'],
    ['driver', 'plate'],
    ['signedBy', 'remark'],
  ],
  scope: { warehouses: 'warehouseId', allOf: { shops: 'shopIds' } },
  lines: { 'fulfilment:handoverBox': 'handoverId' },
});
export type HandoverRow = RowOf<typeof handover>;

const boxOutcome = dict('handover_outcome', {
  listed: '待交接',
  left: '已交接',
  refused: '未交接',
});

/** 交接箱: one box on a list, and what became of it. */
export const handoverBox = defineDocument({
  module: 'fulfilment',
  name: 'handoverBox',
  title: '交接箱',
  fields: {
    handoverId: link('交接清单', 'fulfilment:handover', { always: true }),
    boxId: link('箱号', 'fulfilment:box', { always: true }),
    shipmentId: link('发货单', 'fulfilment:shipment', { always: true }),
    outcome: choice('结果', boxOutcome, { always: true }),
    reason: text('原因', { max: 500 }),
  },
  label: 'id',
  list: ['boxId', 'shipmentId', 'outcome', 'reason', 'createBy', 'createTime'],
  search: ['handoverId', 'boxId', 'shipmentId', 'outcome'],
  form: [['boxId', 'shipmentId']],
  sort: { field: 'createTime', order: 'asc' },
});

/** 交接清单流转. Boxes leave one shipment at a time: who is cut off goes on from 交接中. */
export const handoverLifecycle = defineLifecycle(handover, {
  initial: 'draft',
  births: { open: '新增' },
  states: {
    draft: ['待交接', 'warn'],
    closing: ['交接中', 'busy'],
    closed: ['已交接', 'done'],
    cancelled: ['已取消', 'bad'],
  },
  tabs: {
    open: { title: '待交接', states: ['draft', 'closing'] },
    closed: { title: '已交接', states: ['closed'] },
    cancelled: { title: '已取消', states: ['cancelled'] },
  },
  stages: [
    { title: '收箱', states: ['draft'] },
    { title: '交接', states: ['closing'] },
  ],
  moves: {
    beginClose: { title: '开始交接', from: ['draft'], to: 'closing', system: true },
    finishClose: { title: '交接完成', from: ['closing'], to: 'closed', system: true },
    fallBack: { title: '一箱未交', from: ['closing'], to: 'draft', system: true },
    reopen: {
      title: '重新打开',
      from: ['closed'],
      to: 'draft',
      input: { reason: text('原因', { required: true, max: 255 }) },
      warn: '只能在交接当天（仓库当地日期）重新打开；已出库的发货单不变。',
      ends: true,
    },
    cancel: {
      title: '取消清单',
      from: ['draft'],
      to: 'cancelled',
      input: { reason: text('取消原因', { required: true, max: 255 }) },
    },
  },
});
