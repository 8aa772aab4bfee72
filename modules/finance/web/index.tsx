import type { RouteSpecs } from '#kit/web/index.ts';

/** Pages that no menu entry names, and which of them show the row of what. */
export const routes: RouteSpecs = {
  'finance/PoTrail': {
    path: '/finance/po-money/:id',
    title: '一张PO到底',
  },
  'finance/InvoiceDetail': {
    path: '/finance/invoice/:id',
    title: '发票',
    detailOf: 'finance:invoice',
  },
  'finance/PaymentDetail': {
    path: '/finance/payment/:id',
    title: '收付款',
    detailOf: 'finance:payment',
  },
  'finance/BankLineDetail': {
    path: '/finance/bank-line/:id',
    title: '银行流水',
    detailOf: 'finance:bankLine',
  },
  'finance/RemittanceDetail': {
    path: '/finance/remittance/:id',
    title: '回款单',
    detailOf: 'finance:remittance',
  },
  'finance/ReportFileDetail': {
    path: '/finance/inbox/:id',
    title: '报表文件',
    detailOf: 'finance:reportFile',
  },
  'finance/DeductionDetail': {
    path: '/finance/deduction/:id',
    title: '扣款',
    detailOf: 'finance:deduction',
  },
};
