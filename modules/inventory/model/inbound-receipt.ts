import { dict } from '#kit/model/dict.ts';
import { choice, date, datetime, integer, link, money, price, quantity, rate, text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { receivedUnits } from './received-units.ts';
import type { CheckReason } from './stock-adjustment.ts';

const receiptStates = {
  draft: '草稿',
  submitted: '待审核',
  announced: '已预报',
  arrived: '已到仓',
  receiving: '收货中',
  completed: '已完成',
  cancelled: '已取消',
} as const;

/** Why goods that nobody ordered wait for somebody else. */
export const CHECK_WORDS: Readonly<Record<CheckReason, string>> = {
  unknownCost: '没有采购单，成本未知',
  aboveLimit: '没有采购单，金额超过审核限额',
  dayAboveLimit: '没有采购单，当日同一SKU累计金额超过审核限额',
  handAboveLimit: '没有采购单，本人当日各SKU累计金额超过审核限额的三倍',
};

/** Who may take in more than an order announced and its tolerance allow. */
export const RECEIVE_BEYOND = 'inventory:inboundReceipt:receiveBeyond';

/** 入库单: goods that were announced, and what of them has come. */
export const inboundReceipt = defineDocument({
  module: 'inventory',
  name: 'inboundReceipt',
  title: '入库单',
  fields: {
    receiptNo: text('入库单号', { always: true, derived: true }),
    warehouseId: link('仓库', 'base:warehouse', { required: true }),
    supplierName: text('供应商', { max: 64 }),
    eta: date('预计到货'),
    tolerance: rate('超收容差', {
      percent: true,
      always: true,
      derived: true,
      hint: '随采购单；没有采购单的货不能多收',
    }),
    remark: text('备注', { max: 255 }),
    refType: text('来源类型', { derived: true }),
    refNo: text('来源单号', { derived: true }),
    lineCount: integer('行数', { always: true, derived: true }),
    plannedQty: integer('预报数量', { always: true, derived: true }),
    receivedQty: integer('已收数量', { always: true, derived: true }),
    value: money('入库金额', 'currency', { derived: true }),
    currency: text('币种', { always: true, derived: true }),
    checkReason: text('待审原因', { derived: true }),
    submittedBy: text('预报人', { isPerson: true, derived: true }),
    approvedBy: text('审核人', { isPerson: true, derived: true }),
    arrivedAt: datetime('到仓时间', { derived: true }),
    completedAt: datetime('完成时间', { derived: true }),
    completedBy: text('完成人', { isPerson: true, derived: true }),
    status: choice('状态', dict('inbound_receipt_status', receiptStates), {
      always: true,
      derived: true,
    }),
  },
  label: 'receiptNo',
  list: [
    { key: 'receiptNo', under: ['refNo'] },
    { key: 'status', under: ['checkReason'] },
    { key: 'warehouseId', under: ['supplierName'] },
    { key: 'plannedQty', under: ['lineCount'] },
    'receivedQty',
    'value',
    { key: 'eta', under: ['arrivedAt'] },
    'createTime',
  ],
  search: ['receiptNo', 'warehouseId', 'supplierName', 'refNo', 'eta', 'createTime'],
  form: [
    ['warehouseId', 'supplierName'],
    ['eta', 'remark'],
  ],
  scope: { warehouses: 'warehouseId' },
  masks: { cost: ['value'] },
  lines: { 'inventory:inboundReceiptLine': 'receiptId' },
  draft: {
    states: ['draft'],
    number: { field: 'receiptNo', prefix: 'GR' },
    lines: {
      of: 'inventory:inboundReceiptLine',
      title: '预报明细',
      columns: ['skuId', 'qty', 'unitCost'],
      least: 1,
      most: 2000,
      fromSheet: true,
    },
  },
});
export type InboundReceiptRow = RowOf<typeof inboundReceipt>;

/** 入库单行 */
export const inboundReceiptLine = defineDocument({
  module: 'inventory',
  name: 'inboundReceiptLine',
  title: '入库单行',
  fields: {
    receiptId: link('入库单', 'inventory:inboundReceipt', { required: true }),
    skuId: link('SKU', 'catalog:sku', { required: true }),
    qty: quantity('预报数量', { required: true, min: 1, max: 1_000_000 }),
    unitCost: price('单位成本', { min: 0 }),
    transitQty: quantity('未到', { always: true, derived: true }),
    goodQty: quantity('良品', { always: true, derived: true }),
    quarantineQty: quantity('待检', { always: true, derived: true }),
    damagedQty: quantity('不良品', { always: true, derived: true }),
  },
  label: 'id',
  list: ['skuId', 'qty', 'unitCost', 'transitQty', 'goodQty', 'quarantineQty', 'damagedQty'],
  search: ['skuId'],
  form: [['skuId', 'qty'], ['unitCost']],
  sort: { field: 'createTime', order: 'asc' },
  masks: { cost: ['unitCost'] },
});

export const inboundReceiptLifecycle = defineLifecycle(inboundReceipt, {
  initial: 'draft',
  births: { add: '新增' },
  states: {
    draft: ['草稿', 'idle'],
    submitted: ['待审核', 'warn'],
    announced: ['已预报', 'busy'],
    arrived: ['已到仓', 'warn'],
    receiving: ['收货中', 'busy'],
    completed: ['已完成', 'done'],
    cancelled: ['已取消', 'bad'],
  },
  tabs: {
    open: { title: '预报', states: ['draft', 'submitted', 'announced'] },
    here: { title: '收货', states: ['arrived', 'receiving'] },
    completed: { title: '已完成', states: ['completed'] },
    cancelled: { title: '已取消', states: ['cancelled'] },
  },
  stages: [
    { title: '预报', states: ['draft'] },
    { title: '审核', states: ['submitted'] },
    { title: '到仓', states: ['announced'] },
    { title: '收货', states: ['arrived', 'receiving'] },
  ],
  moves: {
    announce: {
      title: '预报',
      from: ['draft'],
      to: ['submitted', 'announced'],
      submits: { in: ['submitted'], next: '没有采购单，待他人审核后才能到仓' },
    },
    approve: {
      title: '审核通过',
      from: ['submitted'],
      to: 'announced',
      byAnother: '制单人不能审核自己的入库单，请由其他有审核权限的人审核',
    },
    reject: {
      title: '驳回',
      from: ['submitted'],
      to: 'draft',
      input: { reason: text('驳回原因', { required: true, max: 255 }) },
    },
    arrive: { title: '到仓', from: ['announced'], to: 'arrived' },
    receive: {
      title: '收货',
      from: ['arrived', 'receiving'],
      to: 'receiving',
      input: {
        lines: receivedUnits({
          of: inboundReceiptLine,
          hint: '留空则未到的全部按良品收货',
          left: { title: '未到', of: 'transitQty' },
        }),
      },
      keyed: true,
    },
    complete: {
      title: '完成入库',
      from: ['receiving'],
      to: 'completed',
      input: {
        rest: choice('没收到的货', dict('inbound_rest', { giveUp: '不会再来，按实收完成' })),
      },
      opensOnRefusal: true,
    },
    cancel: {
      title: '取消',
      from: ['draft', 'submitted', 'announced', 'arrived'],
      to: 'cancelled',
    },
  },
});
