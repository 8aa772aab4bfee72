import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the finance module. */
export const pages: PageSpecs = {
  'finance/PoMoney': {
    load: () => import('./po-money/po-money-page.tsx').then(({ PoMoney }) => PoMoney),
  },
  'finance/PoTrail': {
    load: () => import('./po-money/po-trail.tsx').then(({ PoTrailPage }) => PoTrailPage),
  },
  'finance/InvoiceList': {
    load: () => import('./invoice-pages.tsx').then(({ InvoiceList }) => InvoiceList),
  },
  'finance/InvoiceDetail': {
    load: () => import('./invoice-detail.tsx').then(({ InvoiceDetail }) => InvoiceDetail),
  },
  'finance/UninvoicedList': {
    load: () => import('./uninvoiced-pages.tsx').then(({ UninvoicedList }) => UninvoicedList),
  },
  'finance/AgeingList': {
    load: () => import('./ageing-pages.tsx').then(({ AgeingList }) => AgeingList),
  },
  'finance/PaymentList': {
    load: () => import('./payment-pages.tsx').then(({ PaymentList }) => PaymentList),
  },
  'finance/PaymentDetail': {
    load: () => import('./payment-pages.tsx').then(({ PaymentDetail }) => PaymentDetail),
  },
  'finance/BankLineList': {
    load: () => import('./bank-pages.tsx').then(({ BankLineList }) => BankLineList),
  },
  'finance/BankLineDetail': {
    load: () => import('./bank-pages.tsx').then(({ BankLineDetail }) => BankLineDetail),
  },
  'finance/RemittanceList': {
    load: () => import('./remittance-pages.tsx').then(({ RemittanceList }) => RemittanceList),
  },
  'finance/RemittanceDetail': {
    load: () => import('./remittance-detail.tsx').then(({ RemittanceDetail }) => RemittanceDetail),
  },
  'finance/ReportInbox': {
    load: () => import('./report-pages.tsx').then(({ ReportInbox }) => ReportInbox),
  },
  'finance/ReportFileDetail': {
    load: () => import('./report-pages.tsx').then(({ ReportFileDetail }) => ReportFileDetail),
  },
  'finance/DeductionList': {
    load: () => import('./deduction-pages.tsx').then(({ DeductionList }) => DeductionList),
  },
  'finance/DeductionAnalysis': {
    load: () => import('./deduction-analysis.tsx').then(({ DeductionAnalysis }) => DeductionAnalysis),
  },
  'finance/DeductionDetail': {
    load: () => import('./deduction-pages.tsx').then(({ DeductionDetail }) => DeductionDetail),
  },
};
