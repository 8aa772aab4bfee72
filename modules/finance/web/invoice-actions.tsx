import { useState, type ReactNode } from 'react';
import { openFrom, toastError, toastMissing, usePermissions, type RowAction } from '#kit/web/index.ts';
import { printInvoicesRoute } from '../model/invoice-routes.ts';
import type { InvoiceRow } from '../model/invoice.ts';
import { ChannelNumber, type NumberedInvoice } from './channel-number.tsx';

/** Opens the paper of some invoices, in the order they were chosen. */
export const printInvoices = (ids: readonly string[]): Promise<void> =>
  openFrom(printInvoicesRoute, { body: { ids } }).then(toastMissing).catch(toastError);

/** Moves in the order of a clerk's work: what gives money up comes behind what asks for it. */
export const INVOICE_MOVES = ['send', 'endDispute', 'dispute', 'askWriteOff', 'writeOff', 'void'] as const;

/** 登记平台发票号 and 打印, as far as the person may, and the dialog that one of them has opened. */
export function useInvoiceActions(): {
  actionsOf: (row: NumberedInvoice & { status: InvoiceRow['status'] }) => RowAction[];
  dialog: ReactNode;
} {
  const may = usePermissions();
  const [numbered, setNumbered] = useState<NumberedInvoice | null>(null);
  return {
    actionsOf: (row) => [
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
      ...(may('finance:invoice:print')
        ? [{ key: 'paper', title: '打印', isRare: true, onClick: () => void printInvoices([row.id]) }]
        : []),
    ],
    dialog: numbered && <ChannelNumber of={numbered} onClose={() => setNumbered(null)} />,
  };
}
