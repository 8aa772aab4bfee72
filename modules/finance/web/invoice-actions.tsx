import { useState, type ReactNode } from 'react';
import { openFrom, toastError, toastMissing, usePage, usePermissions, type RowAction } from '#kit/web/index.ts';
import { printInvoicesRoute } from '../model/invoice-routes.ts';
import type { InvoiceRow } from '../model/invoice.ts';
import { ChannelNumber, type NumberedInvoice } from './channel-number.tsx';

/** Opens the paper of some invoices, in the order they were chosen. */
export const printInvoices = (ids: readonly string[]): Promise<void> =>
  openFrom(printInvoicesRoute, { body: { ids } }).then(toastMissing).catch(toastError);

type ShownInvoice = NumberedInvoice & Pick<InvoiceRow, 'status' | 'orderId'>;

/** Moves in the order of a clerk's work: what gives money up comes behind what asks for it. */
export const INVOICE_MOVES = ['send', 'endDispute', 'dispute', 'askWriteOff', 'writeOff', 'void'] as const;

/** 查到账, 打印 and 登记平台发票号, as far as the person may, and the dialog that one of them has opened. */
export function useInvoiceActions(): {
  actionsOf: (row: ShownInvoice) => RowAction[];
  /** In a list, where no button of the page leads there: first where nothing is left but to wait or to ask. */
  moneyOf: (row: ShownInvoice) => RowAction[];
  dialog: ReactNode;
} {
  const may = usePermissions();
  const [numbered, setNumbered] = useState<NumberedInvoice | null>(null);
  const { open } = usePage();
  return {
    moneyOf: ({ orderId, status }) =>
      orderId && may('finance:poMoney:list')
        ? [
            {
              key: 'money',
              title: '查到账',
              isRare: status === 'issued',
              onClick: () => open(`/finance/po-money/${orderId}`),
            },
          ]
        : [],
    actionsOf: (row) => [
      ...(may('finance:invoice:print')
        ? [{ key: 'paper', title: '打印', isRare: true, onClick: () => void printInvoices([row.id]) }]
        : []),
      ...(may('finance:invoice:send') && row.status !== 'voided'
        ? [
            {
              key: 'channelNumber',
              title: row.channelInvoiceNo ? '改平台发票号' : '登记平台发票号',
              isRare: true,
              onClick: () => setNumbered(row),
            },
          ]
        : []),
    ],
    dialog: numbered && <ChannelNumber of={numbered} onClose={() => setNumbered(null)} />,
  };
}
