import { openFrom, toastError, toastMissing, usePermissions, type RowAction } from '#kit/web/index.ts';
import { printInvoicesRoute } from '../model/invoice-routes.ts';

/** Opens the paper of some invoices, in the order they were chosen. */
export const printInvoices = (ids: readonly string[]): Promise<void> =>
  openFrom(printInvoicesRoute, { body: { ids } }).then(toastMissing).catch(toastError);

/** 打印, as far as the person may. */
export function useInvoiceActions(): (id: string) => RowAction[] {
  const may = usePermissions();
  return (id) =>
    may('finance:invoice:print')
      ? [{ key: 'paper', title: '打印', isRare: true, onClick: () => void printInvoices([id]) }]
      : [];
}
