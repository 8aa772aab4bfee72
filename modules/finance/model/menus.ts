import { listPages, settingsMenu, type DeclaredMenu } from '#kit/model/menu.ts';
import { financeSettings } from './finance-settings.ts';

/** 发票 收付款 回款单 扣款, beside the books of the ledger. */
export const financeMenus: readonly DeclaredMenu[] = [
  ...listPages('/finance', [
    ['/finance/invoice', '发票', 1, 'finance:invoice', 'finance/InvoiceList'],
    ['/finance/uninvoiced', '待开票', 1.5, 'finance:uninvoicedShipment', 'finance/UninvoicedList'],
    ['/finance/payment', '收付款', 2, 'finance:payment', 'finance/PaymentList'],
  ]),
  settingsMenu('/finance', '/finance/settings', 39, financeSettings),
];
