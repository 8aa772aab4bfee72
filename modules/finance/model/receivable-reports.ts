import { dict } from '#kit/model/dict.ts';
import { choice, date, integer, link, money, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';

/** 应收账龄: what a customer owes in a currency, by how long ago it was invoiced. */
export const receivableAgeing = defineView({
  module: 'finance',
  name: 'receivableAgeing',
  title: '应收账龄',
  empty: '没有待收的发票。',
  fields: {
    customerId: link('客户', 'base:customer', { always: true }),
    currency: text('币种', { always: true }),
    invoiceCount: integer('发票数', { always: true }),
    balance: money('应收余额', 'currency', { always: true }),
    overdue: money('已逾期', 'currency', { always: true }),
    days30: money('0–30天', 'currency', { always: true }),
    days60: money('31–60天', 'currency', { always: true }),
    days90: money('61–90天', 'currency', { always: true }),
    older: money('90天以上', 'currency', { always: true }),
    advance: money('预收', 'currency', { always: true }),
    oldestDue: date('最早到期'),
  },
  label: 'customerId',
  list: [
    { key: 'customerId', under: ['currency'] },
    { key: 'balance', under: ['invoiceCount'] },
    { key: 'overdue', under: ['oldestDue'] },
    'days30',
    'days60',
    'days90',
    'older',
    'advance',
  ],
  search: ['customerId', 'currency', 'oldestDue'],
  sort: { field: 'balance', order: 'desc' },
});

const statementKind = dict('customer_statement_kind', {
  invoice: '发票',
  paid: '回款',
  deducted: '扣款',
  credited: '退款',
  discounted: '提前付款折扣',
  writtenOff: '核销',
});

/** 对账单: everything that made a customer owe more or less, with what they owed after each. */
export const customerStatement = defineView({
  module: 'finance',
  name: 'customerStatement',
  title: '客户对账单',
  empty: '选一个客户，开票和回款按日期列在这里。',
  fields: {
    day: date('日期', { always: true }),
    customerId: link('客户', 'base:customer', { always: true }),
    kind: choice('类型', statementKind, { always: true }),
    docNo: text('单号'),
    invoiceId: link('发票', 'finance:invoice', { always: true }),
    poNo: text('PO号'),
    currency: text('币种', { always: true }),
    charged: money('应收增加', 'currency', { always: true }),
    settled: money('应收减少', 'currency', { always: true }),
    balance: money('应收余额', 'currency', { always: true, hint: '这一笔之后，这个客户这个币种还欠多少' }),
  },
  label: 'docNo',
  list: [
    { key: 'day', under: ['kind'] },
    { key: 'customerId', under: ['currency'] },
    { key: 'docNo', under: ['poNo'] },
    'invoiceId',
    'charged',
    'settled',
    'balance',
  ],
  search: ['customerId', 'currency', 'day', 'kind', 'docNo', 'poNo', 'invoiceId'],
  sort: { field: 'day', order: 'desc' },
});
