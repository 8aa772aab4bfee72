import type { ReactNode } from 'react';
import { DraftDrawer, ListPage } from '#kit/web/index.ts';
import { supplierBill } from '../model/supplier-bill.ts';
import { BILL_DIALOGS } from './pay-dialog.tsx';

/** A draft: the invoice of a supplier, and the orders or receipts that its lines are about. */
export const BillForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <DraftDrawer
    of={supplierBill}
    note="每行填采购单；没有采购单的填入库单"
    example={['PO26112500001', '', 'WB-MIR-ARCH-65', '120', '18.50', '']}
    {...props}
  />
);

/** 应付单: from the invoice to the payment. */
export const SupplierBillList = (): ReactNode => (
  <ListPage
    of={supplierBill}
    form={BillForm}
    dialogs={BILL_DIALOGS}
    columns={[
      { key: 'billNo', under: ['note'] },
      {
        key: 'status',
        under: [
          {
            key: 'differenceCount',
            render: (row) => (row.differenceCount > 0 ? `${row.differenceCount} 行有差异` : null),
          },
        ],
      },
      { key: 'supplierId', under: ['invoiceNo'] },
      {
        key: 'total',
        under: [
          {
            key: 'openTotal',
            render: (row) => (Number(row.openTotal ?? 0) > 0 ? `未付 ${row.openTotal}` : null),
          },
        ],
      },
      { key: 'dueDate', under: ['billDate'] },
      { key: 'submittedBy', under: ['approvedBy'] },
      'createTime',
    ]}
    emptyText="收到供应商发票后新增一张，与采购单、入库单匹配后过账、付款。"
  />
);
