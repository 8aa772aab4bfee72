import { stateNotes, type HelpPart } from '#kit/model/help.ts';
import { bankLineLifecycle } from './bank-line.ts';
import { invoiceLifecycle } from './invoice.ts';
import { paymentLifecycle } from './payment.ts';

/** 应收 in the handbook. */
export const financeHelp: HelpPart = {
  module: 'finance',
  title: '应收',
  chapters: [
    { name: 'po-money', title: '一张PO到底', pages: ['/finance/po-money', '/finance/po-money/:id'] },
    {
      name: 'invoices',
      title: '发票',
      pages: ['/finance/invoice', '/finance/invoice/:id', '/finance/uninvoiced'],
      of: ['finance:invoice', 'finance:uninvoicedShipment'],
    },
    {
      name: 'payments',
      title: '收付款',
      pages: ['/finance/payment', '/finance/payment/:id'],
      of: ['finance:payment'],
    },
    {
      name: 'bank-lines',
      title: '银行流水和银行对账',
      pages: ['/finance/bank-line', '/finance/bank-line/:id', '/finance/bank-statement'],
      of: ['finance:bankLine', 'finance:bankMatch', 'finance:bankStatement'],
    },
    {
      name: 'ageing',
      title: '应收账龄和对账单',
      pages: ['/finance/ageing', '/finance/statement'],
      of: ['finance:receivableAgeing', 'finance:customerStatement'],
    },
    { name: 'settings', title: '应收设置', pages: ['/finance/settings'] },
  ],
  notes: [
    stateNotes(invoiceLifecycle, {
      issued: '已记入应收，还没有交给客户；打印或到平台核对后点推送。',
      sent: '客户已有这张发票，等回款；看到期日。',
      part_paid: '结了一部分，其余等回款；看余额。',
      short_paid: '过了到期日和宽限天数还有余额；催款、标记争议或核销。',
      disputed: '客户不认账，正在交涉；说清楚后结束争议。',
      paid: '已全部结清。',
      closed: '余额已核销，不再收。',
      voided: '已作废，应收和收入已冲回；货已发出的可以重新开票。',
    }),
    stateNotes(bankLineLifecycle, {
      open: '还不知道是哪张收付款；点自动核对、核对，或生成收付款。',
      matched: '已核对到收付款；有差额的看差在哪里。',
      ignored: '不是收付款，不用核对；看忽略原因。',
    }),
    stateNotes(paymentLifecycle, {
      draft: '还在填写，没有入账；填好后过账。',
      posted: '已入账；还有未核销的，点核销。',
      reversed: '已冲回，核销的发票重新待收。',
      cancelled: '已放弃，没有入账。',
    }),
  ],
};
