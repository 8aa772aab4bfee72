import { dict } from '#kit/model/dict.ts';
import { choice, date, datetime, integer, link, money, price, rate, text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { invoiceMode } from '#modules/base/model/channel-account.ts';

export const invoiceKind = dict('invoice_kind', { sale: '销售', partCharge: '配件收费' });

const invoiceStatus = dict('invoice_status', {
  issued: '已开具',
  sent: '已推送',
  part_paid: '部分回款',
  paid: '已回款',
  disputed: '争议中',
  short_paid: '短款',
  closed: '已核销',
  voided: '已红冲',
});

/** 发票: what a customer owes for goods of a shipment (domain.md §2.6). Issued as it is made, its figures never change. */
export const invoice = defineDocument({
  module: 'finance',
  name: 'invoice',
  title: '发票',
  empty: '发货后按发货单开具的发票在这里。',
  fields: {
    invoiceNo: text('发票号', { always: true, derived: true }),
    channelInvoiceNo: text('平台发票号', { derived: true }),
    kind: choice('类型', invoiceKind, { always: true, derived: true }),
    mode: choice('开票方式', invoiceMode, { always: true, derived: true }),
    customerId: link('客户', 'base:customer', { required: true }),
    accountId: link('店铺', 'base:channelAccount', { derived: true }),
    orderId: link('订单', 'orders:salesOrder', { derived: true }),
    shipmentId: link('发货单', 'fulfilment:shipment', { derived: true }),
    warehouseId: link('仓库', 'base:warehouse', { derived: true }),
    poNo: text('PO号', { derived: true }),
    issueDate: date('开票日', { always: true, derived: true }),
    paymentTermId: link('付款条款', 'base:paymentTerm', { derived: true }),
    dueDate: date('到期日', { always: true, derived: true }),
    discountDate: date('折扣截止日', { derived: true }),
    discountAmount: money('可享折扣', 'currency', { always: true, derived: true }),
    currency: text('币种', { always: true, derived: true }),
    lineCount: integer('行数', { always: true, derived: true }),
    goods: money('货款', 'currency', { always: true, derived: true }),
    freight: money('运费', 'currency', { always: true, derived: true }),
    tax: money('税', 'currency', { always: true, derived: true }),
    discount: money('折扣', 'currency', { always: true, derived: true, hint: '开票时已减去，如平台折让' }),
    total: money('总额', 'currency', { always: true, derived: true }),
    fxRate: rate('汇率', { derived: true }),
    baseCurrency: text('本位币', { derived: true }),
    baseTotal: money('入账金额', 'baseCurrency', { always: true, derived: true }),
    paid: money('已收', 'currency', { always: true, derived: true }),
    deducted: money('扣款', 'currency', { always: true, derived: true }),
    credited: money('已退款', 'currency', { always: true, derived: true }),
    discounted: money('已享折扣', 'currency', { always: true, derived: true }),
    writtenOff: money('已核销', 'currency', { always: true, derived: true }),
    balance: money('余额', 'currency', { always: true, derived: true }),
    settledBase: money('已冲应收', 'baseCurrency', { always: true, derived: true }),
    sentAt: datetime('推送时间', { derived: true }),
    sentBy: text('推送人', { isPerson: true, derived: true }),
    writeOffAskedBy: text('申请核销人', { isPerson: true, derived: true }),
    writeOffAskedAt: datetime('申请核销时间', { derived: true }),
    writeOffReason: text('核销原因', { derived: true }),
    entryId: link('凭证', 'ledger:journalEntry', { derived: true }),
    note: text('备注', { derived: true }),
    status: choice('状态', invoiceStatus, { always: true, derived: true }),
  },
  label: 'invoiceNo',
  list: [
    { key: 'invoiceNo', under: ['channelInvoiceNo'] },
    'status',
    { key: 'poNo', under: ['orderId'] },
    { key: 'customerId', under: ['accountId'] },
    { key: 'goods', under: ['freight'] },
    { key: 'tax', under: ['discount'] },
    { key: 'total', under: ['paid'] },
    { key: 'balance', under: ['deducted'] },
    { key: 'dueDate', under: ['issueDate'] },
    'createTime',
  ],
  search: [
    'invoiceNo',
    'poNo',
    'accountId',
    'customerId',
    'issueDate',
    'dueDate',
    'channelInvoiceNo',
    'orderId',
    'shipmentId',
    'currency',
    'writeOffAskedAt',
    'createTime',
  ],
  form: [
    ['invoiceNo', 'channelInvoiceNo'],
    ['customerId', 'accountId'],
    ['orderId', 'shipmentId'],
    ['poNo', 'warehouseId'],
    ['kind', 'mode'],
    ['issueDate', 'dueDate'],
    ['paymentTermId', 'discountDate'],
    ['goods', 'freight'],
    ['tax', 'discount'],
    ['total', 'baseTotal'],
    ['paid', 'deducted'],
    ['credited', 'discounted'],
    ['writtenOff', 'balance'],
    ['note'],
  ],
  scope: {
    shops: 'accountId',
    warehouses: 'warehouseId',
    under: ['orderId', 'shipmentId'],
    holds: { 'ledger:journalEntry': 'refId' },
  },
  lines: { 'finance:invoiceLine': 'invoiceId', 'finance:invoiceSettlement': 'invoiceId' },
});
export type InvoiceRow = RowOf<typeof invoice>;

/** 发票明细. */
export const invoiceLine = defineDocument({
  module: 'finance',
  name: 'invoiceLine',
  title: '发票明细',
  fields: {
    invoiceId: link('发票', 'finance:invoice', { required: true }),
    lineNo: integer('行号', { always: true, derived: true }),
    orderLineId: link('订单行', 'orders:orderLine', { derived: true }),
    skuId: link('SKU', 'catalog:sku', { derived: true }),
    channelSku: text('渠道SKU', { derived: true }),
    name: text('名称', { always: true, derived: true }),
    qty: integer('数量', { always: true, derived: true }),
    unitPrice: price('单价', { always: true, derived: true }),
    currency: text('币种', { always: true, derived: true }),
    amount: money('金额', 'currency', { always: true, derived: true }),
    taxRate: rate('税率', { percent: true, derived: true }),
    tax: money('税额', 'currency', { always: true, derived: true }),
  },
  label: 'name',
  list: ['lineNo', { key: 'skuId', under: ['channelSku'] }, 'name', 'qty', 'unitPrice', 'amount', 'tax'],
  search: ['skuId', 'channelSku'],
  form: [
    ['skuId', 'qty'],
    ['unitPrice', 'amount'],
  ],
  sort: { field: 'lineNo', order: 'asc' },
});

/** What takes something off an invoice; the value names the column of the invoice that counts it. */
export const settlementKind = dict('invoice_settlement_kind', {
  paid: '回款',
  deducted: '扣款',
  credited: '退款',
  discounted: '提前付款折扣',
  writtenOff: '核销',
});
export type SettlementKind = keyof typeof settlementKind.items;

/** 核销记录: what took something off an invoice, one row for each document and line that did. */
export const invoiceSettlement = defineDocument({
  module: 'finance',
  name: 'invoiceSettlement',
  title: '核销记录',
  fields: {
    invoiceId: link('发票', 'finance:invoice', { required: true }),
    kind: choice('类型', settlementKind, { always: true, derived: true }),
    settledOn: date('日期', { always: true, derived: true }),
    currency: text('币种', { always: true, derived: true }),
    amount: money('金额', 'currency', { always: true, derived: true }),
    baseCurrency: text('本位币', { always: true, derived: true }),
    baseAmount: money('冲应收', 'baseCurrency', { always: true, derived: true }),
    sourceNo: text('来源单号', { derived: true }),
    status: choice('状态', dict('invoice_settlement_status', { effective: '有效', reversed: '已冲销' }), {
      always: true,
      derived: true,
    }),
  },
  label: 'id',
  list: ['settledOn', 'kind', 'amount', 'baseAmount', 'sourceNo', 'status', 'createBy', 'createTime'],
  search: ['kind', 'settledOn', 'sourceNo'],
  form: [
    ['kind', 'settledOn'],
    ['amount', 'baseAmount'],
    ['sourceNo', 'status'],
  ],
  sort: { field: 'createTime', order: 'asc' },
});

export const invoiceLifecycle = defineLifecycle(invoice, {
  initial: 'issued',
  births: { issue: '开票' },
  states: {
    issued: ['已开具', 'busy'],
    sent: ['已推送', 'busy'],
    part_paid: ['部分回款', 'warn'],
    short_paid: ['短款', 'bad'],
    disputed: ['争议中', 'warn'],
    paid: ['已回款', 'done'],
    closed: ['已核销', 'done'],
    voided: ['已红冲', 'bad'],
  },
  tabs: {
    open: { title: '待回款', states: ['issued', 'sent', 'part_paid'] },
    short: { title: '短款', states: ['short_paid', 'disputed'] },
    paid: { title: '已回款', states: ['paid', 'closed'] },
    voided: { title: '已红冲', states: ['voided'] },
  },
  moves: {
    send: {
      title: '推送',
      from: ['issued'],
      to: 'sent',
      letter: 's',
    },
    writeOff: {
      title: '核销余额',
      from: ['issued', 'sent', 'part_paid', 'short_paid', 'disputed'],
      to: 'closed',
      input: { reason: text('核销原因', { required: true, max: 255 }) },
      warn: '余额不再收，记为应收核销损失。',
      keyed: true,
    },
    askWriteOff: {
      title: '申请核销',
      from: ['issued', 'sent', 'part_paid', 'short_paid', 'disputed'],
      to: 'same',
      input: { reason: text('核销原因', { required: true, max: 255 }) },
    },
    dispute: {
      title: '标记争议',
      from: ['issued', 'sent', 'part_paid', 'short_paid'],
      to: 'disputed',
      input: { reason: text('争议说明', { required: true, max: 255 }) },
    },
    endDispute: {
      title: '结束争议',
      from: ['disputed'],
      to: ['issued', 'sent', 'part_paid'],
    },
    void: {
      title: '红冲',
      from: ['issued', 'sent'],
      to: 'voided',
      input: { reason: text('红冲原因', { required: true, max: 255 }) },
      byAnother: '开票人不能红冲自己开的发票，请由其他有红冲权限的人红冲',
      orAlone: true,
      warn: '发票作废，应收和收入按原金额冲回；货已发出的，可以重新开票。',
      keyed: true,
    },
    runShort: { title: '记短款', from: ['issued', 'sent', 'part_paid'], to: 'short_paid', system: true },
    withdraw: { title: '撤销发货红冲', from: ['issued', 'sent'], to: 'voided', system: true },
    settle: {
      title: '冲减',
      from: ['issued', 'sent', 'part_paid', 'short_paid', 'disputed'],
      to: ['part_paid', 'short_paid', 'disputed', 'paid', 'closed'],
      system: true,
    },
    unsettle: {
      title: '冲减退回',
      from: ['part_paid', 'short_paid', 'disputed', 'paid', 'closed'],
      to: ['issued', 'sent', 'part_paid', 'short_paid', 'disputed'],
      system: true,
    },
  },
});
