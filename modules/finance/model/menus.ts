import { listPages, settingsMenu, type DeclaredMenu } from '#kit/model/menu.ts';
import { financeSettings } from './finance-settings.ts';
import { remittanceSettings } from './remittance-settings.ts';

/** 发票 收付款 回款单 扣款, beside the books of the ledger. */
export const financeMenus: readonly DeclaredMenu[] = [
  ...listPages('/finance', [
    ['/finance/po-money', '一张PO到底', 0.5, 'finance:poMoney', 'finance/PoMoney'],
    ['/finance/invoice', '发票', 1, 'finance:invoice', 'finance/InvoiceList'],
    ['/finance/uninvoiced', '待开票', 1.5, 'finance:uninvoicedShipment', 'finance/UninvoicedList'],
    ['/finance/payment', '收付款', 2, 'finance:payment', 'finance/PaymentList'],
    ['/finance/bank-line', '银行流水', 2.4, 'finance:bankLine', 'finance/BankLineList'],
    ['/finance/bank-statement', '银行对账', 2.6, 'finance:bankStatement'],
    ['/finance/remittance', '回款单', 3, 'finance:remittance', 'finance/RemittanceList'],
    ['/finance/deduction', '扣款', 4, 'finance:deduction', 'finance/DeductionList'],
    ['/finance/deduction-analysis', '扣款分析', 4.2, 'finance:deductionAnalysis', 'finance/DeductionAnalysis'],
    ['/finance/inbox', '报表收件箱', 4.3, 'finance:reportFile', 'finance/ReportInbox'],
    ['/finance/report-format', '报表格式', 4.6, 'finance:reportFormat'],
    ['/finance/ageing', '应收账龄', 5, 'finance:receivableAgeing', 'finance/AgeingList'],
    ['/finance/statement', '客户对账单', 6, 'finance:customerStatement'],
  ]),
  settingsMenu('/finance', '/finance/settings', 39, financeSettings),
  settingsMenu('/finance', '/finance/remittance-settings', 39.5, remittanceSettings),
];
