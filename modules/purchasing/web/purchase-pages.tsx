import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { ListPage, toast, usePermission, type ListHandle } from '#kit/web/index.ts';
import { purchaseOrder } from '../model/purchase-order.ts';
import { MOST_PRINTED } from '../model/purchase-routes.ts';
import { printOrders, usePurchaseActions } from './purchase-actions.ts';
import { offeredMoves } from './offered-moves.ts';
import { PurchaseForm } from './purchase-form.tsx';

/** 采购单: from the draft to the goods in the warehouse. */
export function PurchaseOrderList(): ReactNode {
  const actionsOf = usePurchaseActions();
  const mayPrint = usePermission('purchasing:purchaseOrder:print');
  return (
    <ListPage
      of={purchaseOrder}
      form={PurchaseForm}
      moves={offeredMoves}
      rowActions={({ id }) => actionsOf(id)}
      columns={[
        { key: 'poNo', under: ['supplierRef'] },
        { key: 'status', under: ['eta'] },
        { key: 'supplierId', under: ['warehouseId'] },
        {
          key: 'unitCount',
          width: 148,
          under: [{ key: 'receivedCount', render: (row) => receivedText(row) }],
        },
        'total',
        { key: 'submittedBy', under: ['approvedBy'] },
        'createTime',
      ]}
      chosen={(list) => (mayPrint ? <PrintButton list={list} /> : null)}
      emptyText="新增采购单，填供应商、仓库和明细；审核、下单后按入库单收货。"
    />
  );
}

const receivedText = ({ receivedCount, unannouncedCount }: WireRow<typeof purchaseOrder>): string =>
  `已收 ${receivedCount}${unannouncedCount > 0 ? ` · 未预报 ${unannouncedCount}` : ''}`;

/** Prints what is ticked, in its order. */
function PrintButton({ list: { selection } }: { list: ListHandle<WireRow<typeof purchaseOrder>> }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    const ids = selection.mode === 'rows' ? selection.rows.map(({ id }) => id) : [];
    if (ids.length === 0 || ids.length > MOST_PRINTED) {
      toast.warn(`请勾选 1 到 ${MOST_PRINTED} 张采购单`);
      return;
    }
    setBusy(true);
    await printOrders(ids);
    setBusy(false);
  };
  return (
    <Button loading={isBusy} icon={<PrinterOutlined aria-hidden />} onClick={() => void run()}>
      打印采购单
    </Button>
  );
}
