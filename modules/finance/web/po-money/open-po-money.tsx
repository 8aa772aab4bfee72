import { Button } from 'antd';
import type { ReactNode } from 'react';
import { usePage, usePermission } from '#kit/web/index.ts';

/** 查到账 in the head of an order, or of an invoice of it. */
export function OpenPoMoney({ orderId, status }: { orderId: string; status?: string }): ReactNode {
  const { open } = usePage();
  const maySee = usePermission('finance:poMoney:list');
  if (!maySee || status === 'draft') return null;
  return <Button onClick={() => open(`/finance/po-money/${orderId}`)}>查到账</Button>;
}
