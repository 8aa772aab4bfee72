import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, link, money, rate, text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

/** 退款单（红字）: what is given back because of a return. Issued as it is made, never changed; booked once its order is invoiced. */
export const creditNote = defineDocument({
  module: 'aftersales',
  name: 'creditNote',
  title: '退款单（红字）',
  empty: '退货单退款后在这里，每张是一次应退给买家的金额。',
  fields: {
    creditNo: text('退款单号', { always: true, derived: true }),
    returnId: link('退货单', 'aftersales:returnOrder', { required: true }),
    orderId: link('订单', 'orders:salesOrder'),
    accountId: link('店铺', 'base:channelAccount'),
    warehouseId: link('仓库', 'base:warehouse', { derived: true }),
    customerId: link('客户', 'base:customer'),
    currency: text('币种', { always: true, derived: true }),
    total: money('退款金额', 'currency', { always: true, derived: true }),
    lineCount: integer('行数', { always: true, derived: true }),
    fxRate: rate('汇率', { always: true, derived: true }),
    baseCurrency: text('本位币', { always: true, derived: true }),
    baseTotal: money('入账金额', 'baseCurrency', { always: true, derived: true }),
    reason: text('说明', { derived: true, max: 255 }),
    issuedBy: text('开具人', { isPerson: true, always: true, derived: true }),
    reversedBy: text('冲销人', { isPerson: true, derived: true }),
    reversedAt: datetime('冲销时间', { derived: true }),
    reverseReason: text('冲销原因', { derived: true, max: 255 }),
    status: choice('状态', dict('credit_note_status', { issued: '已开具', reversed: '已冲销' }), {
      always: true,
      derived: true,
    }),
  },
  label: 'creditNo',
  list: [
    'creditNo',
    'status',
    { key: 'returnId', under: ['orderId'] },
    { key: 'customerId', under: ['accountId'] },
    { key: 'total', under: ['baseTotal'] },
    'reason',
    'issuedBy',
    'createTime',
  ],
  search: ['creditNo', 'returnId', 'orderId', 'accountId', 'customerId', 'createTime'],
  form: [
    ['returnId', 'orderId'],
    ['accountId', 'customerId'],
    ['total', 'baseTotal'],
    ['warehouseId', 'issuedBy'],
    ['reason'],
  ],
  scope: {
    shops: 'accountId',
    warehouses: 'warehouseId',
    under: ['returnId', 'orderId'],
    holds: { 'ledger:journalEntry': 'refId' },
  },
  lines: { 'aftersales:creditNoteLine': 'creditNoteId' },
});
export type CreditNoteRow = RowOf<typeof creditNote>;

/** 退款明细: what is credited for a line of a return. */
export const creditNoteLine = defineDocument({
  module: 'aftersales',
  name: 'creditNoteLine',
  title: '退款明细',
  fields: {
    creditNoteId: link('退款单（红字）', 'aftersales:creditNote', { required: true }),
    returnLineId: link('退货行', 'aftersales:returnLine', { required: true }),
    orderLineId: link('订单行', 'orders:orderLine'),
    skuId: link('SKU', 'catalog:sku', { required: true }),
    qty: integer('数量', { always: true, derived: true }),
    currency: text('币种', { always: true, derived: true }),
    amount: money('金额', 'currency', { always: true, derived: true }),
  },
  label: 'id',
  list: ['skuId', 'qty', 'amount'],
  search: ['skuId', 'orderLineId'],
  form: [['skuId', 'qty'], ['amount']],
  sort: { field: 'createTime', order: 'asc' },
});

export const creditNoteLifecycle = defineLifecycle(creditNote, {
  initial: 'issued',
  births: { credit: '退款' },
  states: { issued: ['已开具', 'done'], reversed: ['已冲销', 'bad'] },
  tabs: {
    issued: { title: '已开具', states: ['issued'] },
    reversed: { title: '已冲销', states: ['reversed'] },
  },
  moves: {
    reverse: {
      title: '冲销',
      from: ['issued'],
      to: 'reversed',
      input: { reason: text('冲销原因', { required: true, max: 255 }) },
      byAnother: '开具人不能冲销自己的退款单，请由其他有冲销权限的人冲销',
      orAlone: true,
      warn: '退款单作废，退货单可以重新退款；已冲减的应收一起冲回。',
      keyed: true,
    },
  },
});
