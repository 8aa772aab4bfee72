import { listPages, type DeclaredMenu } from '#kit/model/menu.ts';

/** 发票 收付款 回款单 扣款, beside the books of the ledger. */
export const financeMenus: readonly DeclaredMenu[] = listPages('/finance', [
  ['/finance/invoice', '发票', 1, 'finance:invoice', 'finance/InvoiceList'],
]);
