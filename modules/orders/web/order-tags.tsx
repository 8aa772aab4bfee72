import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { cellOf, refreshResource, TagDialog, usePermission } from '#kit/web/index.ts';
import { salesOrder } from '../model/order.ts';
import type { OrderDetailRow } from './order-row.ts';

/** Tags of an order, with the way to change them for whoever may. */
export function OrderTags({ order }: { order: OrderDetailRow }): ReactNode {
  const mayEdit = usePermission('orders:salesOrder:edit');
  const [isOpen, setOpen] = useState(false);
  const { Show } = cellOf('tags');
  return (
    <>
      <Show field={salesOrder.fields.tagIds} name="tagIds" value={order.tagIds} row={order} />
      {mayEdit && (
        <Button type="link" size="small" onClick={() => setOpen(true)}>
          打标
        </Button>
      )}
      {isOpen && (
        <TagDialog
          of={salesOrder}
          scope={{ ids: [order.id] }}
          count={1}
          onClose={(isDone) => {
            setOpen(false);
            if (isDone) void refreshResource(salesOrder);
          }}
        />
      )}
    </>
  );
}
