import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { ImportDialog, usePermission } from '#kit/web/index.ts';
import { MOST_ORDER_LINES } from '../model/order-sheet-limit.ts';
import { salesOrder } from '../model/order.ts';

/** 导入 of the list of orders that wait: a sheet with a row for each line. */
export function OrderImport(): ReactNode {
  const mayImport = usePermission('orders:salesOrder:import');
  const [isOpen, setOpen] = useState(false);
  if (!mayImport) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>导入</Button>
      {isOpen && (
        <ImportDialog
          of={salesOrder}
          mostRows={MOST_ORDER_LINES}
          rowMeans="一行一种商品，同一PO的各行合成一张订单"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
