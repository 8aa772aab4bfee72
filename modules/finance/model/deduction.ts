import { dict } from '#kit/model/dict.ts';
import { choice, datetime, files, integer, link, money, text } from '#kit/model/field.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

/** Why a channel keeps money back (domain.md §2.6). */
export const deductionType = dict('deduction_type', {
  damage: '货损',
  shortage: '少件',
  lateShip: '延迟发货',
  pricing: '价格差异',
  returnFreight: '退货运费',
  allowance: '折让',
  partPenalty: '配件罚款',
  coop: '合作费',
  other: '其他',
});
export type DeductionType = keyof typeof deductionType.items;

export const deductionResult = dict('deduction_result', {
  won: '申诉成功',
  partial: '部分追回',
  lost: '申诉失败',
});

const deductionStatus = dict('deduction_status', {
  posted: '待处理',
  confirmed: '已确认',
  disputed: '申诉中',
  settled: '已结算',
  won: '申诉成功',
  partial: '部分追回',
  lost: '申诉失败',
  withdrawn: '已撤销',
});

/** How money that was won back comes. */
export const recoveryWay = dict('deduction_recovery_way', { cash: '银行到账', remittance: '随后续回款补付' });

/** Where a deduction stands in the books. */
export const deductionBooking = dict('deduction_booking', {
  none: '未入账',
  remittance: '随回款入账',
  invoice: '已冲应收',
});

/** How a deduction became known. */
const deductionOrigin = dict('deduction_origin', { typed: '手工登记', file: '文件导入', remittance: '回款单' });

/** 扣款: what a channel keeps of what it owes, and what becomes of it. */
export const deduction = defineDocument({
  module: 'finance',
  name: 'deduction',
  title: '扣款',
  empty: '导入平台的扣款文件；回款单里扣掉的金额过账后也在这里。',
  fields: {
    deductionNo: text('扣款号', { always: true, derived: true }),
    accountId: link('店铺', 'base:channelAccount', { required: true }),
    channelDeductionNo: text('平台扣款号', { max: 64 }),
    type: choice('类型', deductionType, { required: true, default: 'other' }),
    poNo: text('PO号', { max: 64 }),
    channelSku: text('渠道SKU', { max: 64 }),
    currency: text('币种', { required: true, max: 3, rule: 'currencyCode', default: 'USD' }),
    amount: money('金额', 'currency', { required: true, min: 0 }),
    postedAt: datetime('公布日', { required: true }),
    reason: text('平台说明', { max: 500 }),
    autoSettleAt: datetime('自动结算日', { always: true, derived: true }),
    decideBy: datetime('剩余天数', { derived: true }),
    orderId: link('订单', 'orders:salesOrder', { derived: true }),
    shipmentId: link('发货单', 'fulfilment:shipment', { derived: true }),
    warehouseId: link('仓库', 'base:warehouse', { derived: true }),
    invoiceId: link('发票', 'finance:invoice', { derived: true }),
    remittanceId: link('回款单', 'finance:remittance', { derived: true }),
    reportFileId: link('报表文件', 'finance:reportFile', { derived: true }),
    booking: choice('入账', deductionBooking, { always: true, derived: true }),
    origin: choice('来源', deductionOrigin, { always: true, derived: true }),
    disputeNo: text('申诉号', { derived: true }),
    disputedAt: datetime('申诉时间', { derived: true }),
    evidence: files('申诉材料', { always: true, derived: true }),
    evidenceCount: integer('材料数', { always: true, derived: true }),
    result: choice('结果', deductionResult, { derived: true }),
    recovered: money('追回金额', 'currency', { always: true, derived: true }),
    lossTotal: money('净损失', 'currency', { always: true, derived: true }),
    outcome: text('结果说明', { derived: true }),
    status: choice('状态', deductionStatus, { always: true, derived: true }),
  },
  label: 'deductionNo',
  list: [
    { key: 'deductionNo', under: ['channelDeductionNo'] },
    'status',
    { key: 'poNo', under: ['orderId'] },
    { key: 'type', under: ['reason'] },
    { key: 'amount', under: ['recovered'] },
    'postedAt',
    'autoSettleAt',
    'decideBy',
    { key: 'result', under: ['outcome'] },
    { key: 'accountId', under: ['booking'] },
    'createTime',
  ],
  search: [
    'deductionNo',
    'poNo',
    'type',
    'accountId',
    'warehouseId',
    'currency',
    'channelDeductionNo',
    'decideBy',
    'autoSettleAt',
    'result',
    'booking',
    'postedAt',
    'orderId',
    'channelSku',
    'origin',
    'remittanceId',
    'invoiceId',
    'createTime',
  ],
  form: [
    ['accountId', 'channelDeductionNo'],
    ['type', 'poNo'],
    ['currency', 'amount'],
    ['postedAt', 'channelSku'],
    ['reason'],
  ],
  scope: {
    shops: 'accountId',
    under: ['orderId'],
    holds: { 'ledger:journalEntry': 'refId' },
  },
});
export type DeductionRow = RowOf<typeof deduction>;
