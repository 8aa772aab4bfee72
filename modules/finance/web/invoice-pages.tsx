import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { grouped, ListPage, toast, usePermission, type ListHandle } from '#kit/web/index.ts';
import { invoice } from '../model/invoice.ts';
import { MOST_PRINTED } from '../model/invoice-routes.ts';
import { INVOICE_MOVES, printInvoices, useInvoiceActions } from './invoice-actions.tsx';

type Row = WireRow<typeof invoice>;

const isSome = (amount: string | null | undefined): boolean => Number(amount ?? 0) !== 0;

/** 发票: what customers owe, and what of it is settled. */
export function InvoiceList(): ReactNode {
  const { actionsOf, moneyOf, dialog } = useInvoiceActions();
  const mayPrint = usePermission('finance:invoice:print');
  return (
    <>
      <ListPage
        of={invoice}
        moves={INVOICE_MOVES}
        rowActions={(row) => [...moneyOf(row), ...actionsOf(row)]}
        columns={[
          { key: 'invoiceNo', under: ['channelInvoiceNo'] },
          { key: 'status', width: 108, under: ['mode'] },
          { key: 'poNo', under: ['accountId'] },
          { key: 'customerId', width: 128, under: ['currency'] },
          {
            key: 'goods',
            width: 112,
            under: [{ key: 'freight', render: ({ freight }) => (isSome(freight) ? `运费 ${grouped(freight)}` : null) }],
          },
          {
            key: 'tax',
            width: 84,
            under: [
              { key: 'discount', render: ({ discount }) => (isSome(discount) ? `折扣 ${grouped(discount)}` : null) },
            ],
          },
          {
            key: 'total',
            width: 112,
            under: [{ key: 'paid', render: ({ paid }) => (isSome(paid) ? `已收 ${grouped(paid)}` : null) }],
          },
          {
            key: 'balance',
            width: 112,
            under: [
              { key: 'deducted', render: ({ deducted }) => (isSome(deducted) ? `扣款 ${grouped(deducted)}` : null) },
            ],
          },
          {
            key: 'dueDate',
            width: 116,
            // On a card two dates stand side by side: one of them says what it is.
            under: [{ key: 'issueDate', render: ({ issueDate }) => `开票 ${issueDate}` }],
          },
          'createTime',
        ]}
        chosen={(list) => (mayPrint ? <PrintButton list={list} /> : null)}
      />
      {dialog}
    </>
  );
}

/** Prints what is ticked, in its order. */
function PrintButton({ list: { selection } }: { list: ListHandle<Row> }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    const ids = selection.mode === 'rows' ? selection.rows.map(({ id }) => id) : [];
    if (ids.length === 0 || ids.length > MOST_PRINTED) {
      toast.warn(`请勾选 1 到 ${MOST_PRINTED} 张发票`);
      return;
    }
    setBusy(true);
    await printInvoices(ids);
    setBusy(false);
  };
  return (
    <Button loading={isBusy} icon={<PrinterOutlined aria-hidden />} onClick={() => void run()}>
      打印发票
    </Button>
  );
}
