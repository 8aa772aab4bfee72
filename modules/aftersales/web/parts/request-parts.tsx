import { Button } from 'antd';
import type { ReactNode } from 'react';
import { usePage, usePermission } from '#kit/web/index.ts';
import { isSent } from '../sent-order.ts';

/** 申请补件 in the head of an order that has left. */
export function RequestParts({ orderId, status }: { orderId: string; status: string }): ReactNode {
  const { open } = usePage();
  const mayAdd = usePermission('aftersales:partOrder:add');
  if (!mayAdd || !isSent(status)) return null;
  return <Button onClick={() => open(`/orders/part/new?orderId=${orderId}`)}>申请补件</Button>;
}
