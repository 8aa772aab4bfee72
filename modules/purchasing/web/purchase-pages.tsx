import type { ReactNode } from 'react';
import { DetailPage, DraftDrawer, ListPage, usePage } from '#kit/web/index.ts';
import { purchaseOrder } from '../model/purchase-order.ts';

/** A draft: of whom, for which warehouse, and its lines typed, pasted or imported from a sheet. */
const PurchaseForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <DraftDrawer
    of={purchaseOrder}
    note="单价留空时取供应商报价"
    example={['WB-MIR-ARCH-65', '120', '18.50', '0.13', '2026-12-20']}
    {...props}
  />
);

/** 采购单: from the draft to the goods in the warehouse. */
export const PurchaseOrderList = (): ReactNode => (
  <ListPage
    of={purchaseOrder}
    form={PurchaseForm}
    columns={[
      { key: 'poNo', under: ['supplierRef'] },
      { key: 'status', under: ['eta'] },
      { key: 'supplierId', under: ['warehouseId'] },
      {
        key: 'unitCount',
        under: [{ key: 'receivedCount', render: (row) => `已收 ${row.receivedCount}` }],
      },
      { key: 'total', under: ['currency'] },
      { key: 'submittedBy', under: ['approvedBy'] },
      'createTime',
    ]}
    emptyText="新增采购单，填供应商、仓库和明细；审核、下单后按入库单收货。"
  />
);

/** One order with its lines; a draft can be edited until it is submitted. */
export const PurchaseOrderDetail = (): ReactNode => (
  <DetailPage of={purchaseOrder} id={usePage().params['id'] ?? ''} form={PurchaseForm} />
);
