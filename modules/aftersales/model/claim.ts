import { dict } from '#kit/model/dict.ts';
import { choice, date, datetime, files, flag, integer, link, money, price, quantity, text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

/** Who is asked to pay. */
export const claimParty = dict('claim_party', { carrier: '承运商', supplier: '供应商' });
export type ClaimParty = keyof typeof claimParty.items;

const claimCause = dict('claim_cause', {
  lost: '丢失',
  damaged: '运输破损',
  short: '少件',
  wrong: '错发错货',
  defect: '质量不良',
  delay: '延误',
});

const claimStatus = dict('claim_status', {
  draft: '待提交',
  submitted: '已提交',
  part_paid: '部分赔付',
  paid: '已赔付',
  rejected: '被拒',
  abandoned: '放弃追索',
});

/** How a party pays: money, or less that we owe it. */
export const claimPayWay = dict('claim_pay_way', { cash: '到账', offset: '抵应付' });

/** 索赔: what a carrier or a supplier is asked to pay for goods that were lost, damaged or bad. */
export const claim = defineDocument({
  module: 'aftersales',
  name: 'claim',
  title: '索赔',
  fields: {
    claimNo: text('索赔单号', { always: true, derived: true }),
    party: choice('索赔对象', claimParty, { required: true }),
    cause: choice('索赔原因', claimCause, { required: true }),
    shipmentId: link('发货单', 'fulfilment:shipment', { hint: '向承运商索赔时填' }),
    carrierCode: text('承运商代码', { max: 32, hint: '选发货单后带出，如 FEDEX' }),
    supplierId: link('供应商', 'base:supplier', { hint: '向供应商索赔时填' }),
    returnId: link('退货单', 'aftersales:returnOrder', { hint: '货物退回后发现破损、不良时填' }),
    warehouseId: link('仓库', 'base:warehouse', { required: true }),
    incidentOn: date('发生日期', { required: true, hint: '丢失、签收破损或发现不良的那天' }),
    currency: text('币种', { required: true, max: 3, rule: 'currencyCode', default: 'USD' }),
    otherAmount: money('运费及其他', 'currency', { min: 0, hint: '货值以外索赔的金额' }),
    evidence: files('举证材料', { max: 20, hint: '破损照片、签收记录、发票' }),
    note: text('情况说明', { max: 500 }),
    orderId: link('订单', 'orders:salesOrder', { derived: true }),
    accountId: link('店铺', 'base:channelAccount', { derived: true }),
    dueOn: date('提交截止日', { always: true, derived: true }),
    lineCount: integer('行数', { always: true, derived: true }),
    goodsTotal: money('货值', 'currency', { always: true, derived: true }),
    total: money('索赔金额', 'currency', { always: true, derived: true }),
    paidTotal: money('已赔付', 'currency', { always: true, derived: true }),
    waivedTotal: money('已放弃金额', 'currency', { always: true, derived: true }),
    openTotal: money('未赔金额', 'currency', { always: true, derived: true }),
    refNo: text('对方受理号', { derived: true }),
    submittedBy: text('提交人', { isPerson: true, derived: true }),
    submittedAt: datetime('提交时间', { derived: true }),
    answerBy: date('答复期限', { derived: true }),
    nextOn: date('倒计时', { derived: true }),
    remindOn: date('提醒日', { derived: true }),
    outcome: text('结果说明', { derived: true }),
    status: choice('状态', claimStatus, { always: true, derived: true }),
  },
  label: 'claimNo',
  list: [
    { key: 'claimNo', under: ['refNo'] },
    'status',
    { key: 'party', under: ['cause'] },
    { key: 'supplierId', under: ['carrierCode'] },
    { key: 'orderId', under: ['shipmentId', 'returnId'] },
    { key: 'total', under: ['paidTotal'] },
    { key: 'dueOn', under: ['answerBy'] },
    { key: 'warehouseId', under: ['accountId'] },
    'outcome',
    'createTime',
  ],
  search: [
    'claimNo',
    'party',
    'cause',
    'supplierId',
    'carrierCode',
    'orderId',
    'shipmentId',
    'returnId',
    'warehouseId',
    'accountId',
    'refNo',
    'dueOn',
    'answerBy',
    'remindOn',
    'incidentOn',
    'createTime',
  ],
  form: [
    ['party', 'cause'],
    ['shipmentId', 'carrierCode'],
    ['supplierId', 'returnId'],
    ['warehouseId', 'incidentOn'],
    ['currency', 'otherAmount'],
    ['evidence'],
    ['note'],
  ],
  scope: {
    shops: 'accountId',
    warehouses: 'warehouseId',
    under: ['shipmentId', 'returnId', 'orderId'],
  },
  masks: {
    cost: ['otherAmount', 'goodsTotal', 'total', 'paidTotal', 'waivedTotal', 'openTotal'],
  },
  lines: { 'aftersales:claimLine': 'claimId', 'aftersales:claimPayment': 'claimId' },
  draft: {
    states: ['draft'],
    number: { field: 'claimNo', prefix: 'CM' },
    brings: { shipmentId: ['warehouseId', 'carrierCode'], returnId: ['warehouseId', 'currency'] },
    lines: {
      of: 'aftersales:claimLine',
      title: '索赔明细',
      columns: ['skuId', 'qty', 'unitPrice', 'remark'],
      most: 200,
    },
    isDeletable: true,
  },
});
export type ClaimRow = RowOf<typeof claim>;

/** 索赔行: goods that the claim is for, at the value that is asked. */
export const claimLine = defineDocument({
  module: 'aftersales',
  name: 'claimLine',
  title: '索赔行',
  fields: {
    claimId: link('索赔', 'aftersales:claim', { required: true }),
    skuId: link('SKU', 'catalog:sku', { required: true }),
    qty: quantity('数量', { required: true, min: 1, max: 100_000 }),
    unitPrice: price('索赔单价', { required: true, min: 0, max: 10_000_000 }),
    remark: text('损坏情况', { max: 255 }),
    currency: text('币种', { always: true, derived: true }),
    amount: money('金额', 'currency', { always: true, derived: true }),
  },
  label: 'id',
  list: ['skuId', 'qty', 'unitPrice', 'amount', 'remark'],
  search: ['skuId'],
  form: [
    ['skuId', 'qty'],
    ['unitPrice', 'remark'],
  ],
  sort: { field: 'createTime', order: 'asc' },
  masks: { cost: ['unitPrice', 'amount'] },
});

/** 赔付记录: what a party paid of a claim; taken back, never changed. */
export const claimPayment = defineDocument({
  module: 'aftersales',
  name: 'claimPayment',
  title: '赔付记录',
  fields: {
    claimId: link('索赔', 'aftersales:claim', { required: true, always: true }),
    paidOn: date('赔付日期', { required: true, always: true }),
    way: choice('方式', claimPayWay, { required: true, always: true }),
    currency: text('币种', { always: true }),
    amount: money('赔付金额', 'currency', { always: true }),
    baseCurrency: text('本位币', { always: true }),
    baseAmount: money('入账金额', 'baseCurrency', { always: true }),
    bankRef: text('凭据号'),
    paidBy: text('登记人', { isPerson: true, always: true }),
    isReversed: flag('已冲销', { always: true }),
    reverseReason: text('冲销原因'),
  },
  label: 'id',
  list: ['paidOn', 'way', 'amount', 'baseAmount', 'bankRef', 'paidBy', 'isReversed', 'reverseReason'],
  search: ['claimId', 'paidOn', 'way', 'bankRef'],
  form: [
    ['paidOn', 'way'],
    ['amount', 'bankRef'],
  ],
  masks: { cost: ['amount', 'baseAmount'] },
});

/** 索赔流转: a claim is submitted within its days, then paid, refused or given up. */
export const claimLifecycle = defineLifecycle(claim, {
  initial: 'draft',
  births: { add: '新增' },
  states: {
    draft: ['待提交', 'warn'],
    submitted: ['已提交', 'busy'],
    part_paid: ['部分赔付', 'warn'],
    paid: ['已赔付', 'done'],
    rejected: ['被拒', 'bad'],
    abandoned: ['放弃追索', 'idle'],
  },
  tabs: {
    draft: { title: '待提交', states: ['draft'] },
    submitted: { title: '待赔付', states: ['submitted', 'part_paid'] },
    paid: { title: '已赔付', states: ['paid'] },
    rejected: { title: '被拒', states: ['rejected'] },
    abandoned: { title: '放弃追索', states: ['abandoned'] },
  },
  stages: [
    { title: '举证', states: ['draft'] },
    { title: '等赔付', states: ['submitted', 'part_paid'] },
  ],
  moves: {
    submit: {
      title: '登记提交',
      from: ['draft'],
      to: 'submitted',
      input: { refNo: text('对方受理号', { max: 64, hint: '对方给的索赔编号，可以之后补' }) },
      submits: { in: ['submitted'], said: '已登记提交', next: '等对方答复，到期提醒催办' },
    },
    pay: {
      title: '登记赔付',
      from: ['submitted', 'part_paid'],
      to: ['part_paid', 'paid'],
      input: {
        amount: price('赔付金额', { min: 0, startsAs: 'openTotal', hint: '分次赔付的改成这次的金额' }),
        way: choice('方式', claimPayWay, { required: true, default: 'cash' }),
        paidOn: date('赔付日期', { hint: '留空为今天' }),
        bankRef: text('凭据号', { max: 64, hint: '银行流水号或对方退款单号' }),
      },
      keyed: true,
    },
    noteRef: {
      title: '补受理号',
      from: ['submitted', 'part_paid'],
      to: 'same',
      edits: ['refNo'],
      input: { refNo: text('对方受理号', { required: true, max: 64 }) },
      leads: false,
    },
    waive: {
      title: '放弃余款',
      from: ['part_paid'],
      to: 'paid',
      input: { reason: text('放弃原因', { required: true, max: 255 }) },
      warn: '余款不再向对方追索。',
    },
    reject: {
      title: '对方拒赔',
      from: ['submitted'],
      to: 'rejected',
      edits: ['outcome'],
      input: { reason: text('拒赔理由', { required: true, max: 255 }) },
    },
    appeal: {
      title: '申诉',
      from: ['rejected'],
      to: 'submitted',
      edits: ['outcome'],
      input: { reason: text('申诉理由', { required: true, max: 255 }) },
      submits: { in: ['submitted'], said: '已登记申诉', next: '等对方再次答复' },
    },
    abandon: {
      title: '放弃索赔',
      from: ['draft', 'submitted', 'rejected'],
      to: 'abandoned',
      edits: ['outcome'],
      input: { reason: text('放弃原因', { required: true, max: 255 }) },
    },
    settleFound: {
      title: '找回已结清',
      from: ['paid'],
      to: 'same',
      edits: ['outcome'],
      input: { reason: text('结清说明', { required: true, max: 255, hint: '退还了赔付、抵了运费，或承运商不追回' }) },
      leads: false,
    },
    unpay: {
      title: '冲销赔付',
      from: ['part_paid', 'paid'],
      to: ['submitted', 'part_paid'],
      input: { reason: text('冲销原因', { required: true, max: 255 }) },
      byAnother: '登记赔付的人不能冲销自己登记的赔付，请由其他有冲销权限的人冲销',
      orAlone: true,
      warn: '最近一次赔付作废，账上一起冲回。',
      keyed: true,
      ends: false,
    },
  },
});
